// A ledger with a clock and a workspace of its own.
import path from 'node:path';
import type { NewAsk, Outcome } from '#electron/session/permissions/ledger';
import { PermissionLedger } from '#electron/session/permissions/ledger';
import { DecisionLog } from '#electron/session/permissions/decision-log';
import type { SessionService } from '#electron/session/session-service';
import { Store } from '#electron/session/store';
import { parseConfiguration } from '#shared/config/parse';
import { asPaneId } from '#shared/model/ids';
import { FakeClock } from '#test/helpers/fake-clock';
import { stateOf } from '#test/helpers/state';
import { makeTemporaryDirectory } from '#test/helpers/temporary-directory';

export const PANES = ['a', 'b'] as const;

export class LedgerWorld {
  readonly clock = new FakeClock();
  readonly store = new Store(stateOf({ work: { main: 'h(0.5:a,0.5:b)', rest: 'c' } }));
  readonly faults: unknown[] = [];
  readonly log: DecisionLog;
  readonly ledger: PermissionLedger;
  /** What each request was told, by its id. */
  readonly outcomes = new Map<string, Outcome[]>();
  private readonly directory = makeTemporaryDirectory();
  private asked = 0;
  private readonly service: SessionService;

  constructor() {
    const { store } = this;
    this.service = {
      get state() {
        return store.state;
      },
      onAction: store.onAction,
      dispatch: (action: Parameters<Store['dispatch']>[0]) => {
        store.dispatch(action);
      },
      label: (paneId: string) => `pane ${paneId}`,
    } as unknown as SessionService;
    this.log = new DecisionLog(path.join(this.directory.path, 'log/decisions.jsonl'), (fault) =>
      this.faults.push(fault),
    );
    this.ledger = new PermissionLedger({
      service: this.service,
      clock: this.clock,
      newId: () => `ask-${String((this.asked += 1))}`,
      log: this.log,
      home: '/home/dev',
    });
  }

  get sessionService(): SessionService {
    return this.service;
  }

  ask(
    change: Partial<NewAsk> & { readonly command?: string } = {},
    then?: (outcome: Outcome) => void,
  ): string {
    const { command = 'ls', ...rest } = change;
    const told: Outcome[] = [];
    const id = this.ledger.ask(
      {
        paneId: asPaneId('a'),
        way: 'stream',
        kind: 'permission',
        tool: 'Bash',
        input: { command },
        summary: `Bash: ${command}`,
        reason: null,
        agentId: null,
        toolUseId: null,
        suggestions: [],
        ...rest,
      },
      (outcome) => {
        told.push(outcome);
        then?.(outcome);
      },
    );
    this.outcomes.set(id, told);
    return id;
  }

  configure(permissions: Readonly<Record<string, readonly string[]>>): void {
    const { configuration, problems } = parseConfiguration({ permissions });
    this.store.dispatch({ type: 'configuration/changed', configuration, problems });
  }

  closeWindowOf(): void {
    this.store.dispatch({ type: 'window/removed', windowId: 'main' as never });
  }

  dispose(): void {
    this.ledger.dispose();
    this.directory.remove();
  }
}
