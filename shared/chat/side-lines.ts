import { plainText } from '../state/shown-text';
import type { JsonRecord } from './json';
import { field, listOf, recordOf, someNumber, someText, textOf } from './json';
import type { AttachmentLine, OtherLine, SystemLine } from './message';
import { QUIET_ATTACHMENTS, QUIET_SUBTYPES, QUIET_TYPES } from './quiet-lines';
import type { NoteSign } from './rows';

/** What a line beside the conversation proper is shown as. */
export type SideView =
  | { readonly kind: 'hidden'; readonly why: string }
  | {
      readonly kind: 'note';
      readonly sign: NoteSign;
      readonly tone: 'plain' | 'warning' | 'error';
      readonly text: string;
    }
  | { readonly kind: 'output'; readonly text: string; readonly failed: boolean }
  | {
      readonly kind: 'fold';
      readonly label: string;
      readonly form: 'markdown' | 'plain' | 'json';
      readonly text: string;
    };

const hidden = (why: string): SideView => ({ kind: 'hidden', why });
const note = (sign: NoteSign, text: string, tone: 'plain' | 'warning' | 'error' = 'plain'): SideView => ({
  kind: 'note',
  sign,
  tone,
  text,
});
/** Anything at all, to be looked at as it is. */
export const jsonFold = (label: string, raw: unknown): Extract<SideView, { kind: 'fold' }> => ({
  kind: 'fold',
  label,
  form: 'json',
  text: JSON.stringify(raw, null, 2) ?? '',
});

export function viewSystem({ subtype, record }: SystemLine): SideView {
  const content = textOf(record['content']) || textOf(record['message']);
  switch (subtype) {
    case 'status':
      return viewStatus(record);
    case 'api_retry':
    case 'api_error':
      return note('retry', retryText(record), 'warning');
    case 'compact_boundary':
      return note('compact', compactText(record));
    case 'microcompact_boundary':
      return note('compact', 'Older results of tools were taken out of what Claude remembers');
    case 'local_command_output':
      return { kind: 'output', text: commandOutput(content), failed: record['level'] === 'error' };
    case 'turn_duration': {
      const duration = someNumber(field(record, 'durationMs', 'duration_ms'));
      return duration === null ? hidden('says nothing') : note('info', `Took ${inSeconds(duration)}`);
    }
    case 'stop_hook_summary':
    case 'hook_response':
      return viewHook(record);
    case 'permission_denied':
      return note('error', content || 'A tool was not allowed', 'warning');
    case 'task_notification': {
      const status = textOf(record['status']);
      const summary = textOf(record['summary']) || 'A task in the background';
      const tone = status === 'failed' ? 'error' : 'plain';
      return note('task', summary.includes(status) ? summary : `${summary}: ${status}`, tone);
    }
    case 'informational':
    case 'notification':
    case 'away_summary':
    case 'memory_recall':
      if (content === '') break;
      return note('info', content, toneOf(record['level']));
    default:
      if (subtype.startsWith('model_refusal'))
        return note('error', content || 'The model declined to answer', 'warning');
  }
  const quiet = QUIET_SUBTYPES.get(subtype);
  return quiet === undefined ? jsonFold(`System: ${subtype || 'without a name'}`, record) : hidden(quiet);
}

function viewStatus(record: JsonRecord): SideView {
  if (record['status'] === 'compacting') return hidden('its end is shown');
  if (record['compact_result'] === 'failed' || textOf(record['compact_error']) !== '')
    return note(
      'error',
      `The conversation could not be shortened: ${textOf(record['compact_error'])}`,
      'error',
    );
  // A change of the mode is taken from it before.
  return hidden('the state of the Claude, shown at its pane');
}

function viewHook(record: JsonRecord): SideView {
  const name = textOf(field(record, 'hook_name', 'hook_event')) || 'Stop';
  const errors = listOf(field(record, 'hookErrors', 'hook_errors')).map(plainOf);
  const failed =
    errors.length > 0 || (someNumber(record['exit_code']) ?? 0) !== 0 || record['outcome'] === 'error';
  const output = [textOf(record['stdout']), textOf(record['output']), textOf(record['stderr']), ...errors]
    .filter((text) => text.trim() !== '')
    .join('\n');
  if (output === '' && !failed) return hidden('a hook that ran and said nothing');
  return {
    kind: 'fold',
    label: `Hook ${name}${failed ? ' failed' : ''}`,
    form: 'plain',
    text: plainText(output),
  };
}

export function viewAttachment({ name, attachment }: AttachmentLine): SideView {
  const file = textOf(field(attachment, 'displayPath', 'filename', 'name', 'path'));
  switch (name) {
    case 'file':
    case 'edited_text_file':
    case 'compact_file_reference':
    case 'selected_lines_in_ide':
    case 'opened_file_in_ide':
      return jsonFold(`Attached: ${file || 'a file'}`, attachment);
    case 'directory':
      return jsonFold(`Attached: ${file || 'a folder'}`, attachment);
    case 'plan_mode':
      return note('mode', 'Planning: nothing is changed until the plan is approved');
    case 'plan_mode_exit':
      return note('mode', 'Planning ended');
    case 'auto_mode':
      return note('mode', 'Auto mode: Claude judges itself what needs to be asked about');
    case 'auto_mode_exit':
      return note('mode', 'Auto mode ended');
    case 'hook_non_blocking_error':
    case 'hook_blocking_error':
    case 'hook_cancelled':
    case 'hook_permission_decision':
    case 'hook_additional_context':
    case 'hook_stopped_continuation':
      return jsonFold(`Hook ${textOf(field(attachment, 'hookName', 'hookEvent'))}`.trim(), attachment);
    default:
  }
  const quiet = QUIET_ATTACHMENTS.get(name);
  return quiet === undefined
    ? jsonFold(`Attached: ${name || 'something without a name'}`, attachment)
    : hidden(quiet);
}

export function viewOther({ name, record }: OtherLine): SideView {
  switch (name) {
    case 'summary':
      return {
        kind: 'fold',
        label: 'Summary',
        form: 'markdown',
        text: textOf(record['summary']),
      };
    case 'tool_use_summary':
      return note('info', textOf(record['summary']) || 'Tools were used');
    case 'rate_limit_event': {
      const info = recordOf(record['rate_limit_info']);
      const status = textOf(info['status']);
      if (status === '' || status === 'allowed') return hidden('a limit that is not reached');
      const resets = someNumber(info['resetsAt']);
      const when = resets === null ? '' : `; it resets at ${clock(resets * 1000)}`;
      const reached = status === 'rejected' ? 'The limit of use is reached' : 'The limit of use is near';
      return note('limit', `${reached}${when}`, 'warning');
    }
    default:
  }
  const quiet = QUIET_TYPES.get(name);
  return quiet === undefined
    ? jsonFold(name === '' ? 'Line without a type' : `Line: ${name}`, record)
    : hidden(quiet);
}

const REASONS: Readonly<Record<string, string>> = {
  overloaded: 'Claude is overloaded',
  rate_limit: 'there are too many requests',
  server_error: 'the server failed',
  authentication_failed: 'the login was not accepted',
};

function retryText(record: JsonRecord): string {
  const attempt = someNumber(field(record, 'attempt', 'retryAttempt'));
  const most = someNumber(field(record, 'max_retries', 'maxRetries'));
  const delay = someNumber(field(record, 'retry_delay_ms', 'retryInMs'));
  const status = someNumber(record['error_status']) ?? someNumber(recordOf(record['error'])['status']);
  const error = textOf(record['error']);
  const reason =
    REASONS[error] ?? (status === null ? 'there is no connection' : `the server said ${String(status)}`);
  const which = attempt === null ? '' : ` (${String(attempt)}${most === null ? '' : ` of ${String(most)}`})`;
  return `Trying again${which}${delay === null ? '' : ` in ${inSeconds(delay)}`}: ${reason}`;
}

function compactText(record: JsonRecord): string {
  const data = recordOf(field(record, 'compact_metadata', 'compactMetadata'));
  const before = someNumber(field(data, 'pre_tokens', 'preTokens'));
  const after = someNumber(field(data, 'post_tokens', 'postTokens'));
  const counts =
    before === null
      ? ''
      : after === null
        ? ` (${tokens(before)})`
        : ` (${tokens(before)} to ${tokens(after)})`;
  const who = field(data, 'trigger') === 'auto' ? 'by itself' : 'when asked to';
  return `What Claude remembers was shortened ${who}${counts}`;
}

export function tokens(count: number): string {
  return count < 1000 ? `${String(count)} tokens` : `${(count / 1000).toFixed(1)}k tokens`;
}

function inSeconds(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${seconds < 10 ? seconds.toFixed(1) : String(Math.round(seconds))} s`;
  return `${String(Math.floor(seconds / 60))} min ${String(Math.round(seconds % 60))} s`;
}

function clock(at: number): string {
  const date = new Date(at);
  return `${String(date.getHours()).padStart(2, '0')}:${String(date.getMinutes()).padStart(2, '0')}`;
}

function toneOf(level: unknown): 'plain' | 'warning' | 'error' {
  return level === 'error' ? 'error' : level === 'warning' ? 'warning' : 'plain';
}

function plainOf(value: unknown): string {
  return someText(value) ?? JSON.stringify(value) ?? '';
}

/** What a command printed, without its tags and without what steers a terminal. */
export function commandOutput(text: string): string {
  const inner = text.replace(
    /<\/?(?:local-command-stdout|local-command-stderr|bash-stdout|bash-stderr)>/g,
    '',
  );
  return withoutEscapes(inner).trim();
}

/** Text that was made for a terminal, without its sequences. */
export function withoutEscapes(text: string): string {
  if (!text.includes('\u001b')) return text;
  return text
    .replace(/\u001b\[[0-?]*[ -/]*[@-~]/g, '')
    .replace(/\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)/g, '')
    .replace(/\u001b[@-Z\\-_]/g, '');
}
