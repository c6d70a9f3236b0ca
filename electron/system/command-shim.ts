import fs from 'node:fs';
import path from 'node:path';
import { writeAtomicallyAtOnce } from './atomic-write';
import { quoteForShell } from './shell-words';

/** What runs the command line tool: a Node, or an Electron that is told to be one. */
export interface ShimTarget {
  readonly runtime: string;
  readonly script: string;
}

/** The folder of the `fugue` command that panes find on their path. */
export function commandFolder(home: string): string {
  return path.join(home, 'bin');
}

/**
 * Puts a small `fugue` into Fugue's own folder, so that programs in panes can drive the app that they run in.
 * Throws the system's error.
 */
export function writeCommandShim(home: string, target: ShimTarget): void {
  const folder = commandFolder(home);
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, 'fugue');
  const text = `#!/bin/sh\nELECTRON_RUN_AS_NODE=1 exec ${quoteForShell(target.runtime)} ${quoteForShell(target.script)} "$@"\n`;
  writeAtomicallyAtOnce(file, text, 0o700);
}
