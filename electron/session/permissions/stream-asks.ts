import type { Disposable } from '#shared/base/disposable';
import { DisposableStore } from '#shared/base/disposable';
import type { PaneId } from '#shared/model/ids';
import type { AskKind } from '#shared/model/permission';
import { describeToolUse } from '../../claude/detect/tool-use';
import type { StreamAsk } from '../../claude/stream/control';
import type { ChatSessions } from '../chat/chat-sessions';
import type { NewAsk, Outcome, PermissionLedger } from './ledger';

/** Brings what Claudes ask over their own protocol before the person, and their answers back. */
export class StreamAsks implements Disposable {
  private readonly store = new DisposableStore();
  /** The request of the ledger for each of Claude's. */
  private readonly open = new Map<string, string>();

  constructor(
    private readonly chats: ChatSessions,
    private readonly ledger: PermissionLedger,
  ) {
    this.store.add(
      chats.onAsk(({ paneId, ask }) => {
        this.ask(paneId, ask);
      }),
    );
    this.store.add(
      chats.onAskEnded(({ paneId, requestId }) => {
        const id = this.open.get(`${paneId} ${requestId}`);
        if (id !== undefined) ledger.withdraw(id);
      }),
    );
  }

  dispose(): void {
    this.store.dispose();
  }

  private ask(paneId: PaneId, ask: StreamAsk): void {
    const asked = newAsk(paneId, ask);
    if (asked === null) return;
    const key = `${paneId} ${ask.requestId}`;
    // It asks already.
    if (this.open.has(key)) return;
    let settled = false;
    const id = this.ledger.ask(asked, (outcome) => {
      settled = true;
      this.open.delete(key);
      const response = responseTo(ask, outcome);
      if (response !== null) this.chats.of(paneId)?.client?.answer(ask.requestId, response);
    });
    if (!settled) this.open.set(key, id);
  }
}

/** What kind of question the use of a tool is. */
export function kindOfTool(tool: string): AskKind {
  if (tool === 'AskUserQuestion') return 'question';
  return tool === 'ExitPlanMode' ? 'plan' : 'permission';
}

function newAsk(paneId: PaneId, ask: StreamAsk): NewAsk | null {
  switch (ask.subtype) {
    case 'can_use_tool':
      return {
        paneId,
        way: 'stream',
        kind: kindOfTool(ask.tool),
        tool: ask.tool,
        input: ask.input,
        summary: describeToolUse(ask.tool, ask.input),
        reason: ask.reason,
        agentId: ask.agentId,
        toolUseId: ask.toolUseId,
        suggestions: ask.suggestions,
      };
    case 'elicitation':
      return {
        paneId,
        way: 'stream',
        kind: 'elicitation',
        tool: ask.server,
        input: { message: ask.message, schema: ask.schema },
        summary: ask.message,
        reason: null,
        agentId: null,
        toolUseId: null,
        suggestions: [],
      };
    case 'unknown':
      return null;
  }
}

function responseTo(ask: StreamAsk, outcome: Outcome): Readonly<Record<string, unknown>> | null {
  if (outcome.type === 'none') return null;
  if (ask.subtype === 'elicitation')
    return outcome.type === 'allowed' ? { action: 'accept', content: outcome.input } : { action: 'decline' };
  if (outcome.type === 'denied') {
    const { message, interrupt } = outcome;
    return { behavior: 'deny', message, ...(interrupt ? { interrupt } : {}) };
  }
  return {
    behavior: 'allow',
    // Older Claudes fail without it.
    updatedInput: outcome.input,
    ...(outcome.permissions.length > 0 ? { updatedPermissions: outcome.permissions } : {}),
  };
}
