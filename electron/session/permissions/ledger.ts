import type { Clock } from '#shared/base/clock';
import type { Disposable } from '#shared/base/disposable';
import { DisposableStore } from '#shared/base/disposable';
import type { Result } from '#shared/base/result';
import { fail, ok } from '#shared/base/result';
import type { PaneId } from '#shared/model/ids';
import type { AskEnd, PermissionAsk } from '#shared/model/permission';
import { ASK_LIMIT } from '#shared/model/permission';
import type { Rule, RuleEffect, ToolUse } from '#shared/permissions/rules';
import { formatRule, parseRule, ruleFor, ruleMatches } from '#shared/permissions/rules';
import { describeToolUse } from '../../claude/detect/tool-use';
import type { SessionService } from '../session-service';
import type { DecisionLog, DecisionRecord } from './decision-log';

/** Requests that may stand at once for one pane; more are refused, so that no loop fills the inbox. */
const OPEN_LIMIT = 200;

/** What a request is answered with. */
export type Decision =
  | {
      readonly type: 'allow';
      /** What the tool is given in place of what it asked for. */
      readonly input?: Readonly<Record<string, unknown>>;
      /** From now on unasked, in this conversation: exactly what the request showed. */
      readonly always?: boolean;
      /** How much Claude may do from now on. */
      readonly mode?: string;
    }
  | {
      readonly type: 'deny';
      readonly message: string;
      readonly always?: boolean;
      /** The turn ends here. */
      readonly interrupt?: boolean;
    };

/** What whoever asked gets; exactly one, once. */
export type Outcome =
  | {
      readonly type: 'allowed';
      readonly input: Readonly<Record<string, unknown>>;
      /** What Claude is to keep by itself, in its own form. */
      readonly permissions: readonly Readonly<Record<string, unknown>>[];
    }
  | { readonly type: 'denied'; readonly message: string; readonly interrupt: boolean }
  /** Nobody waits for an answer (any more), or Claude's own dialog is to decide. */
  | { readonly type: 'none' };

export type NewAsk = Omit<PermissionAsk, 'id' | 'at' | 'until' | 'deferred'>;

interface Open {
  ask: PermissionAsk;
  readonly settle: (outcome: Outcome) => void;
  readonly timer: Disposable;
}

/** "Always", in one conversation. */
interface Grant {
  readonly paneId: PaneId;
  readonly sessionId: string | null;
  readonly effect: 'allow' | 'deny';
  readonly rule: Rule | null;
  /** Where no rule can say it: exactly this use. */
  readonly exactly: string;
  readonly message: string;
}

export interface LedgerOptions {
  readonly service: SessionService;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly log: DecisionLog;
  readonly home: string;
}

/** All that Claudes ask the person. Every request ends exactly once: answered, decided by a rule, taken back, lapsed. */
export class PermissionLedger implements Disposable {
  private readonly store = new DisposableStore();
  private readonly open = new Map<string, Open>();
  private grants: readonly Grant[] = [];

  constructor(private readonly options: LedgerOptions) {
    this.store.add(
      options.service.onAction(({ action }) => {
        if (!action.type.endsWith('/removed')) return;
        this.grants = this.grants.filter(({ paneId }) => options.service.state.panes[paneId] !== undefined);
        for (const { ask } of [...this.open.values()])
          if (options.service.state.panes[ask.paneId] === undefined) this.withdraw(ask.id);
      }),
    );
  }

  /** Asks the person, unless a rule or an earlier "always" decides. `settle` is called once, now or later. */
  ask(asked: NewAsk, settle: (outcome: Outcome) => void): string {
    const { clock, newId, service } = this.options;
    const at = clock.now();
    const id = newId();
    const ask: PermissionAsk = { ...asked, id, at, until: at + ASK_LIMIT, deferred: false };
    const decided = this.decidedBefore(ask);
    if (decided !== null) {
      this.record(ask, decided.effect === 'allow' ? 'allowed' : 'denied', 'rule', decided.rule);
      settle(
        decided.effect === 'allow'
          ? { type: 'allowed', input: ask.input, permissions: [] }
          : { type: 'denied', message: decided.message, interrupt: false },
      );
      return id;
    }
    const ofPane = [...this.open.values()].filter((open) => open.ask.paneId === ask.paneId).length;
    if (this.store.isDisposed) {
      settle({ type: 'none' });
      return id;
    }
    if (ofPane >= OPEN_LIMIT) {
      const message = 'too many requests wait for the person already';
      this.record(ask, 'denied', 'rule', null, message);
      settle({ type: 'denied', message, interrupt: false });
      return id;
    }
    const timer = this.store.add(
      clock.after(ASK_LIMIT, () => {
        this.lapse(id);
      }),
    );
    this.open.set(id, { ask, settle, timer });
    service.dispatch({ type: 'ask/changed', ask });
    return id;
  }

  /** The person decides. The failure is a sentence. */
  answer(id: string, decision: Decision): Result<PermissionAsk, string> {
    const entry = this.open.get(id);
    if (entry === undefined) return fail('it is answered already, or Claude has taken it back');
    const { ask } = entry;
    const rule = decision.always === true ? ruleFor(ask) : null;
    if (decision.always === true) this.grant(ask, decision, rule);
    const kept = rule === null ? null : formatRule(rule);
    if (decision.type === 'allow') {
      const permissions = [
        ...(rule === null ? [] : [keepForSession(rule, 'allow')]),
        ...(decision.mode === undefined
          ? []
          : [{ type: 'setMode', mode: decision.mode, destination: 'session' }]),
      ];
      const end = ask.kind === 'permission' || ask.kind === 'plan' ? 'allowed' : 'answered';
      const { input } = decision;
      this.end(entry, { type: 'allowed', input: input ?? ask.input, permissions }, end, 'person', {
        rule: kept,
        // The log tells what was really done.
        ...(input === undefined || ask.kind !== 'permission'
          ? {}
          : { summary: describeToolUse(ask.tool, input) }),
      });
    } else {
      const { message, interrupt = false } = decision;
      this.end(entry, { type: 'denied', message, interrupt }, 'denied', 'person', { rule: kept, message });
    }
    if (decision.always === true) this.settleAlike();
    return ok(ask);
  }

  /** The person puts it off, or takes it up again. The failure is a sentence. */
  defer(id: string, on: boolean): Result<PermissionAsk, string> {
    const entry = this.open.get(id);
    if (entry === undefined) return fail('it is answered already, or Claude has taken it back');
    entry.ask = { ...entry.ask, deferred: on };
    this.options.service.dispatch({ type: 'ask/changed', ask: entry.ask });
    return ok(entry.ask);
  }

  /** Nobody waits for an answer any more. */
  withdraw(id: string): void {
    const entry = this.open.get(id);
    if (entry !== undefined) this.end(entry, { type: 'none' }, 'withdrawn', 'claude');
  }

  /** What waits for the person, oldest first. */
  get waiting(): readonly PermissionAsk[] {
    return [...this.open.values()].map(({ ask }) => ask);
  }

  /** What an earlier "always" or a rule says of a use of a tool; null when the person has to say it. */
  ruling(
    ask: Pick<NewAsk, 'paneId' | 'tool' | 'input'>,
  ): { effect: 'allow' | 'deny'; message: string } | null {
    return this.granted(ask);
  }

  /** Whoever waits is told nothing: no answer is better than one that nobody gave. */
  dispose(): void {
    this.store.dispose();
    const left = [...this.open.values()];
    this.open.clear();
    for (const { settle } of left) settle({ type: 'none' });
  }

  private lapse(id: string): void {
    const entry = this.open.get(id);
    if (entry === undefined) return;
    // A Claude that has a dialog of its own goes on asking there; one that has none must not wait for ever.
    if (entry.ask.way === 'hook') this.end(entry, { type: 'none' }, 'handed-back', 'time');
    else {
      const message = 'Nobody answered within five minutes. Ask again later, or go on without it.';
      this.end(entry, { type: 'denied', message, interrupt: false }, 'timed-out', 'time', { message });
    }
  }

  private end(
    entry: Open,
    outcome: Outcome,
    end: AskEnd,
    by: DecisionRecord['by'],
    more: { readonly rule?: string | null; readonly message?: string; readonly summary?: string } = {},
  ): void {
    const { ask, settle, timer } = entry;
    // What ends because another one did may end that one in turn.
    if (!this.open.delete(ask.id)) return;
    this.store.delete(timer);
    this.record(
      { ...ask, summary: more.summary ?? ask.summary },
      end,
      by,
      more.rule ?? null,
      more.message ?? null,
    );
    try {
      settle(outcome);
    } finally {
      this.options.service.dispatch({ type: 'ask/ended', askId: ask.id });
    }
  }

  private grant(ask: PermissionAsk, decision: Decision, rule: Rule | null): void {
    const granted: Grant = {
      paneId: ask.paneId,
      sessionId: this.sessionOf(ask.paneId),
      effect: decision.type,
      rule,
      exactly: exactly(ask),
      message: decision.type === 'deny' ? decision.message : '',
    };
    this.grants = [...this.grants, granted];
  }

  /** "Always" also counts for what waits already. */
  private settleAlike(): void {
    for (const entry of [...this.open.values()]) {
      const granted = entry.ask.kind === 'permission' ? this.granted(entry.ask) : null;
      if (granted === null) continue;
      if (granted.effect === 'allow')
        this.end(entry, { type: 'allowed', input: entry.ask.input, permissions: [] }, 'allowed', 'rule', {
          rule: granted.rule,
        });
      else
        this.end(
          entry,
          { type: 'denied', message: granted.message, interrupt: false },
          'denied',
          'rule',
          granted,
        );
    }
  }

  private decidedBefore(ask: PermissionAsk) {
    if (ask.kind !== 'permission') return null;
    return this.granted(ask) ?? this.configured(ask);
  }

  private granted(ask: Pick<NewAsk, 'paneId' | 'tool' | 'input'>) {
    const sessionId = this.sessionOf(ask.paneId);
    const use = this.useOf(ask);
    const own = this.grants.filter((grant) => grant.paneId === ask.paneId && grant.sessionId === sessionId);
    const found = (effect: 'allow' | 'deny') =>
      own.find(
        (grant) =>
          grant.effect === effect &&
          (grant.rule === null ? grant.exactly === exactly(ask) : ruleMatches(grant.rule, use, effect)),
      );
    const grant = found('deny') ?? found('allow');
    if (grant === undefined) return null;
    const rule = grant.rule === null ? null : formatRule(grant.rule);
    return { effect: grant.effect, message: grant.message, rule };
  }

  /** What `fugue.toml` says now: it may say more than when the Claude was started. */
  private configured(ask: PermissionAsk) {
    const { permissions } = this.options.service.state.configuration;
    const use = this.useOf(ask);
    const first = (rules: readonly string[], effect: RuleEffect): string | undefined =>
      rules.find((text) => {
        const rule = parseRule(text);
        return rule !== null && ruleMatches(rule, use, effect);
      });
    const denied = first(permissions.deny, 'deny');
    if (denied !== undefined)
      return {
        effect: 'deny' as const,
        message: `The rule ${denied} of the person denies it.`,
        rule: denied,
      };
    if (first(permissions.ask, 'ask') !== undefined) return null;
    const allowed = first(permissions.allow, 'allow');
    return allowed === undefined ? null : { effect: 'allow' as const, message: '', rule: allowed };
  }

  private useOf(ask: Pick<NewAsk, 'paneId' | 'tool' | 'input'>): ToolUse {
    const pane = this.options.service.state.panes[ask.paneId];
    const directory = pane?.claude?.directory ?? pane?.currentDirectory ?? '/';
    return { tool: ask.tool, input: ask.input, directory, home: this.options.home };
  }

  private sessionOf(paneId: PaneId): string | null {
    return this.options.service.state.panes[paneId]?.claude?.sessionId ?? null;
  }

  private record(
    ask: PermissionAsk,
    end: AskEnd,
    by: DecisionRecord['by'],
    rule: string | null,
    message: string | null = null,
  ): void {
    const { service, clock, log } = this.options;
    log.add({
      at: clock.now(),
      pane_id: ask.paneId,
      pane: service.label(ask.paneId),
      session_id: this.sessionOf(ask.paneId),
      tool: ask.tool,
      summary: ask.summary,
      end,
      by,
      rule,
      message,
    });
  }
}

/** A rule as Claude keeps it for the conversation. */
function keepForSession(rule: Rule, behavior: 'allow' | 'deny'): Readonly<Record<string, unknown>> {
  const { tool, what } = rule;
  return {
    type: 'addRules',
    rules: [what === null ? { toolName: tool } : { toolName: tool, ruleContent: what }],
    behavior,
    destination: 'session',
  };
}

/** The same for uses that are the same; what only describes a use for a person says nothing about it. */
function exactly({ tool, input }: Pick<NewAsk, 'tool' | 'input'>): string {
  const { description: _, ...rest } = input;
  return `${tool} ${JSON.stringify(rest, sortedKeys)}`;
}

function sortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)));
}
