import type { Disposable } from '#shared/base/disposable';
import { DisposableStore } from '#shared/base/disposable';
import type { PaneId } from '#shared/model/ids';
import { asPaneId } from '#shared/model/ids';
import { describeToolUse } from '../../claude/detect/tool-use';
import type { HookServer } from '../../claude/hooks/hook-server';
import { asRecord, text } from '../../claude/stream/control';
import type { SessionService } from '../session-service';
import type { Outcome, PermissionLedger } from './ledger';
import { kindOfTool } from './stream-asks';

/** A hook that Claude holds open beside its own dialog. */
interface Held {
  readonly askId: string;
  readonly paneId: PaneId;
  readonly use: string;
  readonly agentId: string | null;
}

type Output = Readonly<Record<string, unknown>>;

/**
 * Brings the permission dialogs of Claudes in terminals before the person too. Claude shows its own dialog all the
 * while, and whichever is answered first counts: when that is Claude's, nothing says so but what follows from it.
 */
export class HookAsks implements Disposable {
  private readonly store = new DisposableStore();
  private readonly held = new Set<Held>();
  /** Panes whose Claude was last seen to wait for the person. */
  private readonly asking = new Set<PaneId>();

  constructor(
    hooks: HookServer,
    private readonly service: SessionService,
    private readonly ledger: PermissionLedger,
  ) {
    hooks.decide({
      PermissionRequest: (paneId, payload, gone) => this.permission(asPaneId(paneId), payload, gone),
      PreToolUse: (paneId, payload) => Promise.resolve(this.beforeUse(asPaneId(paneId), payload)),
      PostToolUse: (paneId, payload) => Promise.resolve(this.afterUse(asPaneId(paneId), payload)),
      PostToolUseFailure: (paneId, payload) => Promise.resolve(this.afterUse(asPaneId(paneId), payload)),
    });
    this.store.add(
      service.onAction(({ action }) => {
        if (action.type === 'pane/process-changed' && action.process.status !== 'running')
          this.withdraw((held) => held.paneId === action.paneId);
        if (action.type !== 'pane/agent-changed') return;
        if (action.agent?.state === 'waiting') this.asking.add(action.paneId);
        // Registry, title and screen tell that the dialog has gone; no hook does when it was refused there.
        else if (this.asking.delete(action.paneId)) this.withdraw((held) => held.paneId === action.paneId);
      }),
    );
  }

  dispose(): void {
    this.store.dispose();
    this.held.clear();
  }

  private permission(paneId: PaneId, payload: Output, gone: AbortSignal): Promise<Output> {
    const tool = text(payload['tool_name']);
    // A Claude inside of this one has a conversation of its own; its dialog is seen by nobody here.
    if (tool === null || !this.isOfPane(paneId, payload)) return Promise.resolve({});
    const input = asRecord(payload['tool_input']) ?? {};
    const agentId = text(payload['agent_id']);
    const { permission_suggestions: suggestions } = payload;
    return new Promise((resolve) => {
      let held: Held | null = null;
      const askId = this.ledger.ask(
        {
          paneId,
          way: 'hook',
          kind: kindOfTool(tool),
          tool,
          input,
          summary: describeToolUse(tool, input),
          reason: null,
          agentId,
          toolUseId: null,
          suggestions: Array.isArray(suggestions) ? (suggestions as readonly unknown[]) : [],
        },
        (outcome) => {
          if (held !== null) this.held.delete(held);
          resolve(outputFor(outcome));
        },
      );
      if (!this.ledger.waiting.some(({ id }) => id === askId)) return;
      held = { askId, paneId, agentId, use: useOf(tool, input) };
      this.held.add(held);
      const withdraw = (): void => {
        this.ledger.withdraw(askId);
      };
      if (gone.aborted) withdraw();
      else gone.addEventListener('abort', withdraw, { once: true });
    });
  }

  /** What an earlier "always" says decides before any dialog is shown. */
  private beforeUse(paneId: PaneId, payload: Output): Output {
    const tool = text(payload['tool_name']);
    if (tool === null || kindOfTool(tool) !== 'permission' || !this.isOfPane(paneId, payload)) return {};
    const ruling = this.ledger.ruling({ paneId, tool, input: asRecord(payload['tool_input']) ?? {} });
    if (ruling === null) return {};
    return {
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: ruling.effect,
        permissionDecisionReason:
          ruling.effect === 'allow' ? 'You allowed this for the conversation.' : ruling.message,
      },
    };
  }

  /** A tool that ran was allowed in Claude's own dialog; of two that are the same, one was. */
  private afterUse(paneId: PaneId, payload: Output): Output {
    const tool = text(payload['tool_name']);
    if (tool === null) return {};
    const use = useOf(tool, asRecord(payload['tool_input']) ?? {});
    const agentId = text(payload['agent_id']);
    const answered = [...this.held].find(
      (held) => held.paneId === paneId && held.use === use && held.agentId === agentId,
    );
    if (answered !== undefined) this.ledger.withdraw(answered.askId);
    return {};
  }

  private isOfPane(paneId: PaneId, payload: Output): boolean {
    const pane = this.service.state.panes[paneId];
    if (pane === undefined) return false;
    const own = pane.claude?.sessionId ?? null;
    return own === null || own === payload['session_id'];
  }

  private withdraw(which: (held: Held) => boolean): void {
    for (const held of [...this.held]) if (which(held)) this.ledger.withdraw(held.askId);
  }
}

function useOf(tool: string, input: Output): string {
  return `${tool} ${JSON.stringify(input)}`;
}

function outputFor(outcome: Outcome): Output {
  if (outcome.type === 'none') return {};
  const decision =
    outcome.type === 'denied'
      ? {
          behavior: 'deny',
          message: outcome.message,
          ...(outcome.interrupt ? { interrupt: true } : {}),
        }
      : {
          behavior: 'allow',
          updatedInput: outcome.input,
          ...(outcome.permissions.length > 0 ? { updatedPermissions: outcome.permissions } : {}),
        };
  return { hookSpecificOutput: { hookEventName: 'PermissionRequest', decision } };
}
