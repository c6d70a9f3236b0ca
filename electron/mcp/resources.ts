import type { Clock } from '#shared/base/clock';
import type { Disposable } from '#shared/base/disposable';
import { DisposableStore } from '#shared/base/disposable';
import type { Event } from '#shared/base/emitter';
import type { Result } from '#shared/base/result';
import { fail, ok } from '#shared/base/result';
import type { Origin } from '#shared/commands/define-command';
import type { PaneId } from '#shared/model/ids';
import { asPaneId } from '#shared/model/ids';
import type { Pane } from '#shared/model/pane';
import { paneLabel } from '#shared/model/pane';
import type { AppState } from '#shared/state/state';
import type { Dispatcher } from '../commands/dispatcher';

/** What of a pane can be read. */
const VIEWS = ['screen', 'transcript'] as const;
type View = (typeof VIEWS)[number];

/** A screen that is drawn all the time is told of so often at most, in milliseconds. */
const UPDATE_INTERVAL = 250;

export interface ResourceSource {
  readonly dispatcher: Dispatcher;
  readonly clock: Clock;
  readonly state: () => AppState;
  /** Panes came or went. */
  readonly onPanesChanged: Event<null>;
  /** Calls whenever the screen of a pane has settled anew. */
  readonly watchScreen: (paneId: PaneId, changed: () => void) => Disposable;
}

/** Panes as resources: `fugue://pane/<id>/screen` and `…/transcript`. */
export class Resources implements Disposable {
  private readonly store = new DisposableStore();
  private readonly subscriptions = new Map<string, DisposableStore>();

  constructor(
    private readonly source: ResourceSource,
    private readonly origin: Origin,
    private readonly tell: { readonly updated: (uri: string) => void; readonly listChanged: () => void },
  ) {
    this.store.add(
      source.onPanesChanged(() => {
        for (const uri of [...this.subscriptions.keys()])
          if (this.resolve(uri) === null) this.unsubscribe(uri);
        tell.listChanged();
      }),
    );
  }

  list() {
    return Object.values(this.source.state().panes).flatMap((pane) =>
      VIEWS.filter((view) => has(pane, view)).map((view) => ({
        uri: uriOf(pane.id, view),
        name: `${paneLabel(pane)}: ${view}`,
        mimeType: 'text/plain',
        description:
          view === 'screen'
            ? 'what the pane shows now'
            : 'the conversation of the Claude in the pane, its newest part',
      })),
    );
  }

  templates() {
    return VIEWS.map((view) => ({
      uriTemplate: uriOf('{pane_id}', view),
      name: `${view} of a pane`,
      mimeType: 'text/plain',
    }));
  }

  async read(uri: string, signal: AbortSignal): Promise<Result<string, string>> {
    const found = this.resolve(uri);
    if (found === null) return fail(noResource(uri));
    const result = await this.source.dispatcher.run({
      name: 'read_pane',
      input: { pane_id: found.pane.id, from: found.view },
      origin: this.origin,
      signal,
    });
    return result.ok ? ok(result.value.text) : fail(result.error.message);
  }

  subscribe(uri: string): Result<null, string> {
    const found = this.resolve(uri);
    if (found === null) return fail(noResource(uri));
    if (this.subscriptions.has(uri)) return ok(null);
    const store = new DisposableStore();
    let quiet = false;
    let missed = false;
    const tell = (): void => {
      if (quiet) {
        missed = true;
        return;
      }
      quiet = true;
      missed = false;
      this.tell.updated(uri);
      const timer = this.source.clock.after(UPDATE_INTERVAL, () => {
        store.delete(timer);
        quiet = false;
        if (missed) tell();
      });
      store.add(timer);
    };
    store.add(this.source.watchScreen(found.pane.id, tell));
    this.subscriptions.set(uri, store);
    return ok(null);
  }

  unsubscribe(uri: string): void {
    this.subscriptions.get(uri)?.dispose();
    this.subscriptions.delete(uri);
  }

  dispose(): void {
    for (const uri of [...this.subscriptions.keys()]) this.unsubscribe(uri);
    this.store.dispose();
  }

  private resolve(uri: string): { readonly pane: Pane; readonly view: View } | null {
    const match = /^fugue:\/\/pane\/([0-9a-f-]{36})\/([a-z]+)$/.exec(uri);
    const pane = this.source.state().panes[asPaneId(match?.[1] ?? '')];
    const view = VIEWS.find((name) => name === match?.[2]);
    return pane !== undefined && view !== undefined && has(pane, view) ? { pane, view } : null;
  }
}

function has(pane: Pane, view: View): boolean {
  return view === 'screen' || pane.claude?.transcriptPath != null;
}

function uriOf(paneId: string, view: View): string {
  return `fugue://pane/${paneId}/${view}`;
}

function noResource(uri: string): string {
  return `there is no resource ${uri.slice(0, 200)}: resources/list names all`;
}
