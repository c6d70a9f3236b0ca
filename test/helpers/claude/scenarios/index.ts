import * as conversation from './conversation';
import * as lives from './lives';
import type { Group, Scenario, Step } from './scenario';

const noKey = { ANTHROPIC_API_KEY: '' };

const hookless: readonly Scenario[] = [
  conversation.ready,
  conversation.thinking,
  conversation.bashPermission,
  conversation.answeredNo,
  conversation.escapedDialog,
  conversation.question,
  conversation.apiError,
].map((scenario) => ({ ...scenario, name: `${scenario.name}, hooks = false` }));

/** All scenarios, in groups that share a Claude. */
export const groups: readonly Group[] = [
  {
    name: 'a conversation',
    scenarios: [
      conversation.ready,
      conversation.thinking,
      conversation.streaming,
      conversation.toolRuns,
      conversation.bashPermission,
      conversation.writePermission,
      conversation.editPermission,
      conversation.fetchPermission,
      conversation.answeredNo,
      conversation.escapedDialog,
      conversation.escapedStreaming,
      conversation.escapedTool,
      conversation.question,
      conversation.apiError,
      conversation.retry,
      conversation.nested,
      conversation.compacted,
      conversation.resumeMenu,
      conversation.cleared,
      lives.exits,
    ],
  },
  { name: 'without hooks', config: 'hooks = false', renderer: 'classic', scenarios: hookless },
  {
    name: 'without hooks, fullscreen',
    config: 'hooks = false',
    renderer: 'fullscreen',
    // This renderer may leave out that a turn was interrupted: then it looks like one that has ended.
    scenarios: hookless.map((scenario) => ({
      ...scenario,
      steps: scenario.steps.map(({ reason, ...step }): Step =>
        step.state === 'idle' && reason?.source === 'interrupted'
          ? { ...step, or: 'complete', never: [] }
          : { ...step, ...(reason === undefined ? {} : { reason }) },
      ),
    })),
  },
  { name: 'an untrusted folder', untrusted: true, scenarios: [lives.trust] },
  { name: 'no login', renderer: 'classic', environment: noKey, scenarios: [lives.login] },
  { name: 'plan mode', command: 'claude --permission-mode plan', scenarios: [lives.plan] },
  {
    name: 'a usage limit',
    environment: { ...noKey, CLAUDE_CODE_OAUTH_TOKEN: 'sk-ant-oat01-scripted-token-for-tests' },
    scenarios: [lives.limit],
  },
  { name: 'background work', scenarios: [lives.backgroundShell, lives.terminated] },
  { name: 'a subagent', scenarios: [conversation.subagent] },
  { name: 'a crash', scenarios: [lives.killed] },
  { name: 'a shell', command: '', scenarios: [lives.typedByHand] },
];
