import * as conversation from './conversation';
import type { Group } from './scenario';

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
      conversation.fetchPermission,
      conversation.answeredNo,
      conversation.escapedDialog,
      conversation.escapedStreaming,
      conversation.escapedTool,
      conversation.question,
      conversation.apiError,
      conversation.retry,
      conversation.subagent,
      conversation.nested,
      conversation.editPermission,
      conversation.compacted,
      conversation.resumeMenu,
      conversation.cleared,
    ],
  },
];
