import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { DemoFacts } from '#shared/model/demo';
import type { Core } from '../bootstrap';
import { findProgram, pathOfPanes } from '../system/requirements/programs';
import { quoteForShell } from '../system/shell-words';
import { BROKEN_LAMP, demoStory, LAMP_PROMPT, LAMP_TEST, RELEASE_PROMPT } from './demo-story';
import { startModelServer } from './model/model-server';

/** Claude asks about a key that it has not seen; it knows this one by its end. Not a real key: the scripted model takes any. */
const KEY = 'sk-ant-demo-no-account-0123456789abcdefghijklmnop';
/** Asks about everything: the check of the automatic mode is a service that the demo can't have. */
const START = 'claude --permission-mode default';
/** Variables by which a Claude could reach an account, a configuration or a proxy of the person's. */
const FOREIGN = /^(ANTHROPIC_|CLAUDE|AWS_|GOOGLE_|VERTEX_|CCMUX_|FUGUE_)|_PROXY$/i;
const KEPT = new Set(['FUGUE_TEST', 'FUGUE_ELECTRON_FALLBACK', 'FUGUE_SCREENSHOT_DIR']);

/** `fugue --demo`: a Fugue with a home of its own, in which real Claudes talk to a scripted model on this computer. */
export interface Demo {
  readonly facts: DemoFacts;
  /** Opens its panes, once the core is there. */
  begin(core: Core): Promise<void>;
  /** Ends the model. What the demo wrote goes when this process has ended. */
  close(): Promise<void>;
}

/**
 * Prepares everything and turns the environment of this process into the demo's. Has to be called before anything reads
 * where Fugue's home is.
 */
export function prepareDemo(environment: NodeJS.ProcessEnv): () => Promise<Demo> {
  const folders = pathOfPanes('');
  const root = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'fugue-demo-'));
  removeAfterwards(root);
  const home = path.join(root, 'home');
  const project = path.join(home, 'lighthouse');
  const channels = path.join(root, 'channels');
  fs.mkdirSync(project, { recursive: true });
  fs.writeFileSync(path.join(project, 'lamp.sh'), BROKEN_LAMP);
  fs.writeFileSync(path.join(project, 'test.sh'), LAMP_TEST);
  writeClaudeState(home, [home, project]);
  const settings = path.join(root, 'fugue', 'config');
  fs.mkdirSync(settings, { recursive: true, mode: 0o700 });
  fs.chmodSync(path.join(root, 'fugue'), 0o700);
  for (const name of Object.keys(environment))
    if (FOREIGN.test(name) && !KEPT.has(name)) Reflect.deleteProperty(environment, name);
  Object.assign(environment, { HOME: home, FUGUE_HOME: path.join(root, 'fugue') });

  return async () => {
    const claude = findProgram('claude', await folders);
    fs.writeFileSync(path.join(settings, 'fugue.toml'), settingsText(claude, channels));
    const model = await startModelServer(demoStory(project));
    Object.assign(environment, {
      ANTHROPIC_BASE_URL: model.url,
      ANTHROPIC_API_KEY: KEY,
      DISABLE_AUTOUPDATER: '1',
      DISABLE_TELEMETRY: '1',
      DISABLE_ERROR_REPORTING: '1',
      NO_PROXY: '127.0.0.1,localhost',
    });
    return {
      facts: {
        claude: claude !== null,
        channelLine: `echo "how is the build?" > ${quoteForShell(path.join(channels, 'in'))}`,
      },
      begin: (core) => openPanes(core, project, claude !== null),
      close: () => model.close(),
    };
  };
}

/**
 * Removes the folder once this process is gone, however it went: the runtime writes into it to the very end.
 */
function removeAfterwards(root: string): void {
  const wait = 'while kill -0 "$1" 2>/dev/null; do sleep 0.5; done; rm -rf "$2"';
  spawn('sh', ['-c', wait, 'sh', String(process.pid), root], { detached: true, stdio: 'ignore' }).unref();
}

/** Onboarding is done, the folders are trusted and the key is approved: in the demo's own home. */
function writeClaudeState(home: string, folders: readonly string[]): void {
  const state = {
    hasCompletedOnboarding: true,
    projects: Object.fromEntries(folders.map((folder) => [folder, { hasTrustDialogAccepted: true }])),
    customApiKeyResponses: { approved: [KEY.slice(-20)], rejected: [] },
  };
  fs.writeFileSync(path.join(home, '.claude.json'), JSON.stringify(state), { mode: 0o600 });
}

function settingsText(claude: string | null, channels: string): string {
  const lines = [
    '[restore]',
    'enabled = false',
    '[claude.communication]',
    'mcp_port = 0',
    '[channels]',
    `enabled = ${String(claude !== null)}`,
    'managed = false',
    'target = "errands"',
    `runtime-dir = ${JSON.stringify(channels)}`,
    `log-file = ${JSON.stringify(path.join(path.dirname(channels), 'channels.log'))}`,
    ...(claude === null ? [] : ['[claude]', `command = ${JSON.stringify(claude)}`]),
  ];
  return `${lines.join('\n')}\n`;
}

async function openPanes(core: Core, project: string, claude: boolean): Promise<void> {
  const origin = { kind: 'window', paneId: null } as const;
  const run = async (name: string, input: Record<string, unknown>): Promise<Record<string, unknown>> => {
    const done = await core.dispatcher.run({ name, input, origin });
    if (!done.ok) throw new Error(done.error.message);
    return done.value.output;
  };
  const open = async (name: string, more: Record<string, unknown>): Promise<string> => {
    const input = { name, cwd: project, ...(claude ? { command: START } : {}), ...more };
    const { pane } = (await run('split_pane', input)) as { pane: { id: string } };
    return pane.id;
  };
  const first = claude ? { command: `${START} ${quoteForShell(LAMP_PROMPT)}` } : {};
  const { pane } = (await run('create_session', {
    name: 'demo',
    cwd: project,
    focus: true,
    ...first,
  })) as { pane: { id: string } };
  await run('rename_pane', { pane_id: pane.id, name: 'lamp' });
  if (!claude) {
    await open('shell', { pane_id: pane.id, direction: 'horizontal' });
    return;
  }
  const notes = await open('notes', { pane_id: pane.id, direction: 'horizontal', face: 'chat' });
  await run('send_prompt', { pane_id: notes, text: RELEASE_PROMPT });
  await open('errands', { pane_id: notes, direction: 'vertical' });
}
