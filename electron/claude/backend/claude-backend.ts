import { PANE_TOKEN_VARIABLE } from '../../system/pane-tokens';
import { parseStreamLine, readStreamRecord } from '../detect/stream';
import { argumentsForResume, choosesConversation, withoutPrompt } from '../launch/command-line';
import type { AgentCommand, AgentStart, Backend, StartableConversation } from './backend';

/** Without these Claude would draw a screen, keep its deltas to itself, or deny what it may not do unasked. */
const STREAM_FLAGS = [
  '-p',
  '--input-format',
  'stream-json',
  '--output-format',
  'stream-json',
  '--verbose',
  '--include-partial-messages',
  '--replay-user-messages',
  '--permission-prompt-tool',
  'stdio',
] as const;

/** The hooks that tell what a Claude does. Those of compaction are left out: Claude prints a line for each. */
export const HOOK_EVENTS = [
  'UserPromptSubmit',
  'PreToolUse',
  'PermissionRequest',
  'PostToolUse',
  'PostToolUseFailure',
  'MessageDisplay',
  'Notification',
  'Stop',
  'StopFailure',
  'SubagentStart',
  'SubagentStop',
  'SessionEnd',
] as const;

/** Seconds after which Claude goes on without an answer. A person may take longer than a program. */
const HOOK_TIMEOUT = 10;
const PERMISSION_TIMEOUT = 330;

export const claudeBackend: Backend = {
  name: 'claude',
  buildCommand,
  parseStreamMessage: (line) => (typeof line === 'string' ? parseStreamLine(line) : readStreamRecord(line)),
  formatInputMessage: ({ uuid, content }, priority) => ({
    type: 'user',
    message: { role: 'user', content },
    uuid,
    parent_tool_use_id: null,
    session_id: 'default',
    ...(priority === undefined ? {} : { priority }),
  }),
  hookSettings: (url, driver) =>
    Object.fromEntries(
      // Its protocol asks itself; a hook beside it would ask twice.
      HOOK_EVENTS.filter((event) => driver === 'terminal' || event !== 'PermissionRequest').map((event) => [
        event,
        [
          {
            hooks: [
              hook(`${url}/${event}`, event === 'PermissionRequest' ? PERMISSION_TIMEOUT : HOOK_TIMEOUT),
            ],
          },
        ],
      ]),
    ),
};

function buildCommand(start: AgentStart): AgentCommand {
  const { conversation, driver, mcpServers } = start;
  const kept = conversation.type === 'new' ? start.arguments : argumentsForResume(start.arguments);
  const { prompt, words } = driver === 'stream' ? withoutPrompt(kept) : { prompt: null, words: kept };
  return {
    arguments: [
      ...(driver === 'stream' ? STREAM_FLAGS : []),
      ...conversationFlags(conversation, start.arguments),
      // It takes all words up to the next flag, so another one has to follow.
      ...(mcpServers.length === 0 ? [] : ['--mcp-config', ...mcpServers]),
      '--settings',
      start.settings,
      ...words,
    ],
    environment: driver === 'stream' ? { CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS: '1' } : {},
    prompt,
  };
}

function conversationFlags(conversation: StartableConversation, words: readonly string[]): readonly string[] {
  switch (conversation.type) {
    case 'resume':
      return ['--resume', conversation.sessionId];
    case 'fork':
      return ['--resume', conversation.sessionId, '--fork-session', '--session-id', conversation.newId];
    case 'new':
      return conversation.sessionId === null || choosesConversation(words)
        ? []
        : ['--session-id', conversation.sessionId];
  }
}

function hook(url: string, timeout: number) {
  return {
    type: 'http',
    url,
    timeout,
    headers: { Authorization: `Bearer \${${PANE_TOKEN_VARIABLE}}` },
    allowedEnvVars: [PANE_TOKEN_VARIABLE],
  };
}
