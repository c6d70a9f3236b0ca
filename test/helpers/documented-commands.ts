// Runs `fugue …` as pages write it, against a core that has the panes that pages speak of.
import fs from 'node:fs';
import path from 'node:path';
import { definitionOf } from '#shared/commands/catalog';
import { asDesktopWindowId } from '#shared/model/ids';
import { parseCommandWords, splitWords } from '#shared/commands/command-line';
import { programWord } from '../../electron/cli/client/program-words';
import { runFugue } from './app';
import { cleanEnvironment } from './clean-environment';
import { TestCore } from './core';
import { repositoryRoot } from './root';
import { makeTemporaryDirectory } from './temporary-directory';

/** Words that only open the window: `scripts/fugue` passes them on, which a test of its own sees to. */
const OPENING = /^(?:$|--demo\b|--headless\b|fugue:\/\/|FOLDER$)/;
/** A word that stands for another, or an end that is left open: the form is checked, and nothing is run. */
const PLACEHOLDER = /(?:^|[\s=])(?:[A-Z]{3,}|…)(?:$|\s)/;

/** What would have an effect outside of a home of one's own, or never end, with the words that leave that out. */
const ADDED: Readonly<Record<string, readonly string[]>> = {
  'service install': ['--dry-run'],
  'service uninstall': ['--dry-run'],
  'watch-events --json': ['--timeout', '0.1'],
};

/** Its directory is the caller's to remove. */
export async function startDocumentedCore(): Promise<TestCore> {
  const directory = makeTemporaryDirectory();
  const claude = path.join(directory.folder('bin'), 'claude');
  const script = directory.file('claude.jsonl', '{"wait":"other","timeout":3600}\n');
  const stand = path.join(repositoryRoot, 'test/helpers/claude/scripted-claude.mjs');
  const version = '[ "$1" = --version ] && echo "2.1.332 (Claude Code)" && exit';
  const run = `FAKE_SCRIPT='${script}' exec '${process.execPath}' '${stand}'`;
  fs.writeFileSync(claude, `#!/bin/sh\n${version}\n${run}\n`, { mode: 0o755 });
  const config = `[channels]\nenabled = true\nmanaged = false\n[claude]\ncommand = "${claude}"\n`;
  const core = await TestCore.start({ directory, config });
  await core.run('rename_session', { name: 'api' });
  const { panes } = await core.run('list_panes', {});
  await core.run('rename_pane', { pane_id: panes[0]?.id ?? '', name: 'shell' });
  await core.run('create_pane', { command: 'sh -c "echo 3 passing; sleep 600"', name: 'tests' });
  await core.run('create_window', { command: claude, face: 'chat', name: 'chats' });
  const chat = (await core.run('list_panes', { all: true })).panes.find(({ kind }) => kind === 'claude');
  await core.run('rename_pane', { pane_id: chat?.id ?? '', name: 'worker' });
  await core.run('focus_pane', { pane_id: 'shell' });
  core.core.desktopWindows.begin([{ id: asDesktopWindowId('first'), sessionId: null, bounds: null }]);
  return core;
}

/** Runs what stands behind `fugue`. Resolves with what is wrong with it; null when it did what it says. */
export async function runDocumented(core: TestCore, written: string): Promise<string | null> {
  if (OPENING.test(written)) return null;
  if (PLACEHOLDER.test(written)) return faultInForm(written);
  const split = splitWords(written);
  if (!split.ok) return split.error.message;
  const words = [
    ...(split.value[0] === 'run' ? split.value.slice(1) : split.value),
    ...(ADDED[written] ?? []),
  ];
  if (programWord(words[0] ?? '') !== undefined) return runWord(core, words);
  const parsed = parseCommandWords(words.filter((word) => word !== '--json'));
  if (!parsed.ok) return parsed.error.message;
  const { name, input } = parsed.value;
  const origin = { kind: 'cli', paneId: null } as const;
  const result = await core.core.dispatcher.run({ name, input, origin, workingDirectory: core.home });
  if (!result.ok) return result.error.message;
  return result.value.output['matched'] === false ? 'what it waits for did not come' : null;
}

/** What is wrong with the name and the flags of a command, which may have placeholders; null when nothing is. */
export function faultInForm(written: string): string | null {
  const split = splitWords(written);
  if (!split.ok) return split.error.message;
  const [first = '', ...rest] = split.value[0] === 'run' ? split.value.slice(1) : split.value;
  if (/^[A-Z…]+$/.test(first) || programWord(first) !== undefined) return null;
  const parsed = parseCommandWords([first, ...rest.filter((word) => word !== '…' && word !== '--json')]);
  if (!parsed.ok) return parsed.error.message;
  return definitionOf(parsed.value.name).origins.includes('cli') ? null : 'no command line may ask for it';
}

async function runWord(core: TestCore, words: readonly string[]): Promise<string | null> {
  const folder = core.directory.folder('work', String(fs.readdirSync(core.directory.folder('work')).length));
  const environment = cleanEnvironment({
    HOME: core.home,
    FUGUE_HOME: path.join(core.home, '.fugue'),
    PATH: `${core.directory.folder('bin')}:${process.env['PATH'] ?? ''}`,
    CCMUX_RUNTIME_DIR: path.join(core.directory.path, 'ccmux'),
    VISUAL: 'true',
  });
  const outcome = await runFugue(words, environment, folder);
  // A doctor and a service tell of this computer, and may find fault with it; nothing else may end with a failure.
  const findings = words[0] === 'doctor' || words.join(' ') === 'service status';
  const allowed = findings ? [0, 1] : [0];
  return allowed.includes(outcome.code) ? null : `exit code ${String(outcome.code)}: ${outcome.stderr}`;
}
