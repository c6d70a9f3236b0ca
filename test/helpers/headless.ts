// The built app without a window, in a process of its own.
import path from 'node:path';
import { cleanEnvironment } from './clean-environment';
import { productRoot } from './root';
import type { TemporaryDirectory } from './temporary-directory';
import { tmuxVariables } from './tmux';

export const headlessFile = (): string => path.join(productRoot, 'dist/headless.cjs');

/** An environment in which it touches nothing outside of the folder. */
export function headlessEnvironment(
  directory: TemporaryDirectory,
  more: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const home = directory.folder('home');
  return cleanEnvironment({
    ...tmuxVariables(directory.path),
    HOME: home,
    FUGUE_HOME: path.join(home, '.fugue'),
    SHELL: '/bin/bash',
    CCMUX_MCP_PORT: '0',
    CCMUX_RUNTIME_DIR: path.join(directory.path, 'run'),
    CCMUX_LOG_FILE: path.join(directory.path, 'channels.log'),
    ...more,
  });
}
