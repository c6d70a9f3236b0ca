/*
 * Lines that are never shown, each with the reason. They stay in Claude's own file; a line of any type that is not
 * named here is shown, folded.
 */

const TITLE = 'a name of the conversation, shown in its place';
const SETTING = 'a setting, shown where it is changed';
const BOOKKEEPING = "Claude Code's own bookkeeping";
const PROTOCOL = 'part of the talk between Fugue and Claude';
const LISTING = 'what Claude Code tells Claude of its surroundings';
const BEAT = 'a sign of life';

export const QUIET_TYPES: ReadonlyMap<string, string> = new Map([
  ['ai-title', TITLE],
  ['custom-title', TITLE],
  ['agent-name', TITLE],
  ['agent-color', TITLE],
  ['last-prompt', 'a prompt that stands in the conversation as well'],
  ['queue-operation', 'a prompt that stands in the conversation or in the queue'],
  ['mode', SETTING],
  ['permission-mode', SETTING],
  ['file-history-snapshot', BOOKKEEPING],
  ['api-request', BOOKKEEPING],
  ['api-request-blob', BOOKKEEPING],
  ['api-request-shape', BOOKKEEPING],
  ['tools-used', BOOKKEEPING],
  ['cost-state', BOOKKEEPING],
  ['atis-latch', BOOKKEEPING],
  ['tag', BOOKKEEPING],
  ['control_request', PROTOCOL],
  ['control_response', PROTOCOL],
  ['control_cancel_request', PROTOCOL],
  ['command_lifecycle', 'how far a prompt has come, shown in the queue'],
  ['keep_alive', BEAT],
  ['tool_progress', BEAT],
  ['auth_status', PROTOCOL],
  ['prompt_suggestion', 'a proposal for a prompt'],
]);

export const QUIET_SUBTYPES: ReadonlyMap<string, string> = new Map([
  ['session_state_changed', 'the state of the Claude, shown at its pane'],
  ['thinking_tokens', BEAT],
  ['hook_started', 'its end is shown'],
  ['commands_changed', PROTOCOL],
  ['files_persisted', BOOKKEEPING],
  ['elicitation_complete', PROTOCOL],
  ['worker_shutting_down', PROTOCOL],
  ['plugin_install', PROTOCOL],
]);

export const QUIET_ATTACHMENTS: ReadonlyMap<string, string> = new Map(
  [
    'agent_listing_delta',
    'skill_listing',
    'mcp_instructions_delta',
    'deferred_tools_delta',
    'deferred_tools_record',
    'environment',
    'model',
    'date',
    'session_context',
    'remote_session_change',
    'prompt_snapshot',
    'task_reminder',
    'todo_reminder',
    'already_read_file',
    'output_style',
    'total_tokens_reminder',
    'plan_mode_reentry',
    'date_change',
    'hook_success',
  ].map((name) => [name, LISTING]),
);
