import type { CommandName } from './catalog';
import { definitionOf } from './catalog';
import type { FieldDescription } from './command-line';
import { describeFields } from './command-line';

/** Examples that say more than one that is made up from the fields. */
const EXAMPLES: Partial<Record<CommandName, string>> = {
  create_session: `create-session api --cwd ~/src/api --focus`,
  select_session: 'select-session api',
  create_window: 'create-window logs --command "tail -f server.log"',
  select_window: 'select-window --toward next',
  open_desktop_window: 'open-desktop-window api',
  close_desktop_window: 'close-desktop-window api',
  list_panes: 'list-panes --all --json',
  create_pane: 'create-pane "npm test" --direction vertical --name tests',
  focus_pane: 'focus-pane tests',
  move_pane: 'move-pane --pane-id tests --target 0 --edge left',
  swap_panes: 'swap-panes --pane-id 0 --target 1',
  read_pane: 'read-pane tests --from scrollback --lines 50',
  send_input: `send-input "git status" --pane-id 1 --submit`,
  expect: 'expect "Tests: .* passed" --pane-id tests --timeout 120',
  create_layout: `create-layout --layout '{"direction":"horizontal","splits":[{"ratio":6,"layout":{"pane":{"command":"vim"}}},{"ratio":4,"layout":{"pane":{}}}]}'`,
  split_pane: 'split-pane --direction vertical --ratio 0.3',
  resize_pane: 'resize-pane --pane-id 0 --edge right --amount 60',
  move_divider: `move-divider --path '[]' --index 0 --delta 40`,
  set_environment: 'set-environment NODE_ENV test',
  set_metadata: 'set-metadata ticket 1234',
  set_tags: 'set-tags backend --remove draft',
  send_orchestration: `send-orchestration "the tests pass" --target '{"tag":"orchestrator"}' --msg-type task.complete`,
  wait_for_status: 'wait-for-status worker --status idle --status complete --timeout 600',
  list_deliveries: 'list-deliveries --state queued',
  list_history: 'list-history ~/src/api --limit 50',
  search_history: `search-history 'flaky "upload test"'`,
  usage_report: 'usage-report day --days 30',
  resume_session: 'resume-session 0c9d4f3e-5a0b-4c5e-9a53-6a4c5f0e7d11 --focus',
  send_to_channel: 'send-to-channel telegram "the build is green"',
  send_channel_message: 'send-channel-message timer "look at the build"',
  get_settings: 'get-settings appearance',
  set_setting: 'set-setting appearance.theme light',
  import_theme: 'import-theme ~/Downloads/Ocean.itermcolors --name ocean',
  reset_setting: 'reset-setting appearance.theme',
  apply_layout_preset: 'apply-layout-preset main-vertical',
  save_layout_preset: 'save-layout-preset review',
  read_log: 'read-log --level warn',
  control: 'control resize tests --width 0.5',
  watch_events: 'watch-events --count 10 --json',
};

const SAMPLES: Readonly<Record<string, string>> = {
  pane_id: '1',
  window_id: '0',
  session_id: 'api',
  name: 'tests',
  key: 'EDITOR',
  notice_id: 'notice-1',
  claude_session_id: '0c9d4f3e-5a0b-4c5e-9a53-6a4c5f0e7d11',
  snapshot: '2026-01-31T12-00-00',
};

/** A command line that does something with the command, as one would type it after `fugue`. */
export function exampleOf(name: CommandName): string {
  const written = EXAMPLES[name];
  if (written !== undefined) return written;
  const { positional } = definitionOf(name);
  const words = describeFields(name)
    .filter((field) => field.required || positional[0] === field.name)
    .flatMap((field) =>
      positional.includes(field.name) ? [sampleOf(field)] : [`--${dashed(field.name)}`, sampleOf(field)],
    );
  return [dashed(name), ...words].join(' ');
}

function sampleOf(field: FieldDescription): string {
  return field.choices[0] ?? SAMPLES[field.name] ?? (field.form === 'number' ? '100' : 'text');
}

/** How names of commands and flags are written on a command line; underscores are taken as well. */
export function dashed(name: string): string {
  return name.replaceAll('_', '-');
}
