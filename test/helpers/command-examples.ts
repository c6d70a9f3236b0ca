// Good input for each command, for every surface on which commands are called.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { Pane } from '#shared/model/pane';
import type { CommandName } from '#shared/commands/catalog';
import { asDesktopWindowId } from '#shared/model/ids';
import { TestCore } from './core';
import { repositoryRoot } from './root';
import { waitFor } from './wait';

const CONVERSATION = '0c9d4f3e-5a0b-4c5e-9a53-6a4c5f0e7d11';
const ARCHIVED = '5d0f2f0e-6c1b-4f6a-8a3e-2b7f9a1c4d22';

/** Input with which each command does something in a workspace of two panes; `ID` stands for the first pane. */
const EXAMPLES: Record<CommandName, Record<string, unknown>> = {
  list_sessions: {},
  create_session: { name: 'second' },
  rename_session: { name: 'work' },
  select_session: { toward: 'next' },
  list_windows: {},
  create_window: { name: 'logs' },
  select_window: { toward: 'next' },
  rename_window: { name: 'main' },
  list_panes: { all: true },
  create_pane: { command: 'sleep 60' },
  focus_pane: { pane_id: 'ID' },
  focus_next_attention: {},
  rename_pane: { pane_id: 'ID', name: 'left' },
  move_pane: { pane_id: 'ID', edge: 'left' },
  swap_panes: { pane_id: 'ID', toward: 'next' },
  zoom_pane: { pane_id: 'ID' },
  read_pane: { pane_id: 'ID' },
  send_input: { pane_id: 'ID', input: 'true', submit: true },
  explain_status: { pane_id: 'ID' },
  get_status: { pane_id: 'ID' },
  expect: { pane_id: 'ID', status: 'running', timeout: 5 },
  create_layout: {
    layout: {
      direction: 'horizontal',
      splits: [{ layout: { pane: {} } }, { layout: { pane: { command: 'sleep 60' } } }],
    },
  },
  split_pane: { pane_id: 'ID', direction: 'vertical' },
  resize_pane: { pane_id: 'ID', height: 0.6 },
  move_divider: { path: [], index: 0, delta: 10 },
  balance_layout: {},
  apply_layout_preset: { preset: 'main-vertical' },
  save_layout_preset: { name: 'mine' },
  list_layout_presets: {},
  list_usage: {},
  read_log: { level: 'warn' },
  set_environment: { key: 'A', value: '1' },
  get_environment: {},
  set_metadata: { key: 'a', value: '1' },
  get_metadata: {},
  set_tags: { add: ['one'] },
  get_tags: {},
  report_view: { width: 1600, height: 900 },
  check_system: {},
  list_snapshots: {},
  restore_snapshot: { snapshot: 'SNAPSHOT' },
  watch_events: { timeout: 0.02 },
  dismiss_notice: { notice_id: 'NOTICE' },
  send_orchestration: { target: { broadcast: true }, message: 'hello', payload: { a: 1 } },
  report_status: { status: 'working', message: 'on it' },
  request_help: { question: 'which one?' },
  broadcast: { message: 'all of you' },
  whoami: {},
  wait_for_status: { pane_id: 'ID', timeout: 0.01 },
  list_deliveries: {},
  cancel_delivery: { delivery_id: 'DELIVERY' },
  answer_request: { request_id: 'REQUEST', allow: true },
  set_face: { pane_id: 'ID', face: 'terminal' },
  send_prompt: { text: 'hello', pane_id: 'CLAUDE' },
  send_now: { delivery_id: 'DELIVERY' },
  interrupt_claude: { pane_id: 'CLAUDE' },
  set_claude_model: { model: 'opus', pane_id: 'CLAUDE' },
  set_permission_mode: { mode: 'plan', pane_id: 'CLAUDE' },
  list_permissions: {},
  answer_permission: { ask_ids: ['ASK'], decision: 'allow' },
  defer_permission: { ask_id: 'ASK' },
  list_decisions: {},
  list_history: {},
  search_history: { query: 'lighthouse' },
  describe_conversation: { claude_session_id: CONVERSATION },
  list_history_projects: {},
  usage_report: {},
  resume_session: { claude_session_id: CONVERSATION },
  restore_conversation: { claude_session_id: ARCHIVED },
  send_to_channel: { channel: 'mail', message: 'hello' },
  send_channel_message: { channel: 'timer', message: 'hello' },
  list_channels: {},
  get_settings: { key: 'appearance' },
  set_setting: { key: 'limits.max-depth', value: 6 },
  import_theme: { file: 'THEME' },
  reset_setting: { key: 'limits.max-depth' },
  control: { action: 'focus', pane_id: 'ID' },
  list_desktop_windows: {},
  open_desktop_window: {},
  close_desktop_window: {},
  restart_pane: { pane_id: 'ID', force: true },
  set_keep_alive: { pane_id: 'ID', on: false },
  close_pane: { pane_id: 'ID' },
  close_window: { window_id: 'WINDOW' },
  kill_session: { session_id: 'SESSION' },
};

const CHAT = 'chat';

/** The commands in an order in which their examples work: what takes things away comes last. */
export const EXAMPLE_ORDER = Object.keys(EXAMPLES) as readonly CommandName[];

/** A core with what the examples speak of: two panes, and a conversation of before. */
export async function startForExamples(): Promise<TestCore> {
  const core = await TestCore.start({ config: '[channels]\nenabled = true\nmanaged = false\n' });
  const output = path.join(core.directory.path, 'ccmux/out.mail');
  execFileSync('mkfifo', ['-m', '600', output]);
  // Somebody reads it, for as long as the test runs.
  fs.openSync(output, fs.constants.O_RDWR | fs.constants.O_NONBLOCK);
  await core.run('split_pane', {});
  await core.run('create_window', { name: CHAT, command: busyClaude(core), face: 'chat' });
  core.directory.file(
    `home/.claude/projects/-work/${CONVERSATION}.jsonl`,
    `${JSON.stringify({ type: 'user', cwd: core.home, message: { role: 'user', content: 'a lighthouse' } })}\n`,
  );
  core.directory.file(
    `home/.fugue/archive${core.home}/.claude/projects/-work/${ARCHIVED}.jsonl`,
    `${JSON.stringify({ type: 'user', cwd: core.home, message: { role: 'user', content: 'an archived one' } })}\n`,
  );
  return core;
}

/** A Claude that answers what Fugue asks of it, and never comes to an end with what a person asks. */
function busyClaude({ directory }: TestCore): string {
  const script = directory.file(
    'busy.jsonl',
    [
      { wait: 'user', timeout: 3600 },
      { emit: { type: 'system', subtype: 'session_state_changed', state: 'running' } },
      { wait: 'other', timeout: 3600 },
    ]
      .map((line) => `${JSON.stringify(line)}\n`)
      .join(''),
  );
  const program = path.join(directory.folder('bin'), 'claude');
  const stand = path.join(repositoryRoot, 'test/helpers/claude/scripted-claude.mjs');
  fs.writeFileSync(program, `#!/bin/sh\nFAKE_SCRIPT='${script}' exec '${process.execPath}' '${stand}'\n`, {
    mode: 0o755,
  });
  return program;
}

function chatOf({ state }: TestCore): Pane | undefined {
  return Object.values(state.panes).find(({ face }) => face === 'chat');
}

/** Prepares what the example needs, and gives its input. */
export async function exampleInput(core: TestCore, name: CommandName): Promise<Record<string, unknown>> {
  if (name === 'cancel_delivery') queueMessage(core);
  if (name === 'answer_request')
    void core.core.consents.ask(Object.values(core.state.panes)[0]!.id, 'May it?', []);
  if (name === 'send_now') {
    await waitFor('a Claude at work', () => chatOf(core)?.agent?.state === 'thinking');
    await core.run('send_prompt', { text: 'and this', pane_id: chatOf(core)?.id });
  }
  if (name === 'answer_permission' || name === 'defer_permission') askSomething(core);
  if (name === 'open_desktop_window')
    core.core.desktopWindows.begin([{ id: asDesktopWindowId('first'), sessionId: null, bounds: null }]);
  if (name === 'dismiss_notice') core.core.service.addNotice('information', 'to dismiss');
  const input = filled(core, name);
  if (name === 'import_theme')
    input['file'] = core.directory.file('Ink.conf', `foreground #eee\nbackground #111\n${sixteen()}`);
  if (name === 'restore_snapshot') {
    input['snapshot'] = await waitFor('a kept snapshot', async () => {
      return (await core.run('list_snapshots', {})).snapshots[0]?.name;
    });
  }
  return input;
}

/** Makes a session again when an example has taken away the last one. */
export async function afterExample(core: TestCore): Promise<void> {
  if (Object.keys(core.state.sessions).length === 0)
    await core.run('create_session', { name: 'again', focus: true });
}

function filled(core: TestCore, name: CommandName): Record<string, unknown> {
  const window = Object.values(core.state.windows).find(
    (entry) => entry.id === core.state.sessions[core.state.activeSessionId ?? ('' as never)]?.activeWindowId,
  );
  const text = JSON.stringify(EXAMPLES[name])
    .replace('"ID"', JSON.stringify(window?.activePaneId ?? ''))
    .replace('"WINDOW"', JSON.stringify(window?.id ?? ''))
    .replace('"SESSION"', JSON.stringify(core.state.activeSessionId ?? ''))
    .replace('"NOTICE"', JSON.stringify(core.state.notices[0]?.id ?? 'none'))
    .replace('"DELIVERY"', JSON.stringify(core.state.deliveries.at(-1)?.id ?? 'none'))
    .replace('"CLAUDE"', JSON.stringify(chatOf(core)?.id ?? ''))
    .replace('"ASK"', JSON.stringify(core.state.asks.at(-1)?.id ?? 'none'))
    .replace('"REQUEST"', JSON.stringify(requestOf(core)));
  return JSON.parse(text) as Record<string, unknown>;
}

function askSomething(core: TestCore): void {
  const pane = chatOf(core);
  if (pane === undefined) throw new Error('the chat is there');
  core.core.ledger.ask(
    {
      paneId: pane.id,
      way: 'stream',
      kind: 'permission',
      tool: 'Bash',
      input: { command: 'ls' },
      summary: 'Bash: ls',
      reason: null,
      agentId: null,
      toolUseId: null,
      suggestions: [],
    },
    () => undefined,
  );
}

function requestOf({ state }: TestCore): unknown {
  const actions = state.notices.flatMap((notice) => notice.actions);
  return actions.find(({ command }) => command === 'answer_request')?.input['request_id'] ?? 'none';
}

/** A message to a pane without a Claude waits. */
function queueMessage({ core: { deliveries }, state }: TestCore): void {
  const [pane, sender] = Object.values(state.panes);
  const sent = deliveries.send({
    to: pane?.id ?? null,
    from: sender?.id ?? null,
    sender: 'somebody',
    kind: 'message',
    topic: 'message',
    text: 'to be taken back',
  });
  if (!sent.ok) throw new Error(sent.error);
}

function sixteen(): string {
  return Array.from(
    { length: 16 },
    (_, index) => `color${String(index)} #${index.toString(16)}${index.toString(16)}8844\n`,
  ).join('');
}
