import type { Clock } from '#shared/base/clock';
import { DisposableStore } from '#shared/base/disposable';
import type { Result } from '#shared/base/result';
import { fail, ok } from '#shared/base/result';
import type { AgentState } from '#shared/model/agent-state';
import type { Delivery } from '#shared/model/delivery';
import { textWithFiles } from '#shared/model/delivery';
import type { PaneId } from '#shared/model/ids';
import { paneLabel } from '#shared/model/pane';
import { boxHolds, isSuggestion, textInPromptBox } from '../../claude/detect/prompt-box';
import { transcriptOf } from '../../claude/transcripts';
import type { PtyHostClient } from '../../pty/pty-host-client';
import type { SessionService } from '../session-service';
import type { TmuxPanes } from '../tmux-panes';
import type { DeliveryTarget, Given, Readiness } from './deliveries';
import { whyNotNow } from './readiness';
import type { PromptScreen } from './prompt-terminals';
import { PromptTerminals } from './prompt-terminals';
import type { TranscriptMark } from './transcript-mark';
import { markEnd, wasPrompted } from './transcript-mark';

/** States in which Claude takes a prompt at once. */
const FREE: ReadonlySet<AgentState> = new Set(['idle', 'complete']);
/** How long a paste may take to show in the box, in milliseconds. */
const ECHO_LIMIT = 4000;
/** How long a prompt may take to stand in the transcript after Enter, in milliseconds. */
const RECORD_LIMIT = 8000;
/** A look at the transcript, which nothing tells of, in milliseconds. */
const RECORD_LOOK = 60;
/** How often Enter is pressed: the first is lost when it comes while Claude still takes the paste in. */
const ENTER_LIMIT = 3;
const DRAFT = 'a draft stands in its prompt box';

export interface InjectorOptions {
  readonly service: SessionService;
  readonly host: PtyHostClient;
  readonly clock: Clock;
  readonly tmux: TmuxPanes;
}

/**
 * Gives a message to a Claude as a person would: pastes it, reads back that it stands alone in the prompt box, and
 * only then presses Enter. An Enter that is sent blindly would answer whatever dialog is open by then.
 */
export class Injector implements DeliveryTarget {
  private readonly terminals: PromptTerminals;

  constructor(private readonly options: InjectorOptions) {
    this.terminals = new PromptTerminals(options);
  }

  readiness(paneId: PaneId): Readiness {
    const { service, clock } = this.options;
    const pane = service.state.panes[paneId];
    if (pane === undefined) return { type: 'gone', reason: 'the pane was closed' };
    const wait = (reason: string, until: number | null = null): Readiness => ({
      type: 'wait',
      reason,
      until,
    });
    if (pane.process.status !== 'running') return wait('its program does not run');
    if (pane.agent === null || pane.claude === null) return wait('no Claude runs in the pane');
    if (!FREE.has(pane.agent.state)) return wait(whyNotNow(pane, pane.agent.state));
    // A screen that is silent may be one that is about to ask: nothing else has said that it is ready.
    const silent = pane.agent.since + service.state.configuration.channels['silence-timeout'] * 1000;
    if (pane.agent.source === 'screen' && clock.now() < silent)
      return wait('only its screen says that it is ready', silent);
    const hold = service.typing.hold(paneId);
    if (hold > 0) return wait('a person types there', clock.now() + hold * 1000);
    return { type: 'ready' };
  }

  mark(paneId: PaneId): TranscriptMark | null {
    const claude = this.options.service.state.panes[paneId]?.claude ?? null;
    const file = claude === null ? null : transcriptOf(claude);
    return file === null ? null : markEnd(file);
  }

  wasGiven(text: string, mark: TranscriptMark): boolean {
    return wasPrompted(mark, text);
  }

  async hindrance(paneId: PaneId, text: string): Promise<string | null> {
    const box = await this.boxOf(paneId);
    if (!box.ok) return box.error;
    if (boxHolds(box.value, text)) return null;
    return (await this.isDraft(paneId, box.value)) ? DRAFT : this.terminals.of(paneId).busy();
  }

  /** Waits for its turn: what a script types at the same time comes before or behind, never in between. */
  give(delivery: Delivery & { readonly to: PaneId }, mark: TranscriptMark): Promise<Given> {
    const { to: paneId } = delivery;
    return this.options.service.typing.inTurn(paneId, () =>
      this.giveInTurn(paneId, textWithFiles(delivery), mark),
    );
  }

  /** The same for those who have their turn already. */
  async giveInTurn(paneId: PaneId, text: string, mark: TranscriptMark): Promise<Given> {
    const { service } = this.options;
    const { agent } = service.state.panes[paneId] ?? {};
    if (agent == null || this.mark(paneId)?.file !== mark.file)
      return { type: 'not-typed', reason: 'its conversation has changed' };
    const box = await this.boxOf(paneId);
    if (!box.ok) return { type: 'not-typed', reason: box.error };
    if (!boxHolds(box.value, text)) {
      if (await this.isDraft(paneId, box.value)) return { type: 'not-typed', reason: DRAFT };
      const terminal = this.terminals.of(paneId);
      const busy = await terminal.busy();
      if (busy !== null) return { type: 'not-typed', reason: busy };
      // Last of all: what has changed since then is seen by nobody.
      const readiness = this.readiness(paneId);
      if (readiness.type !== 'ready') return { type: 'not-typed', reason: readiness.reason };
      await terminal.paste(text);
    }
    return this.submit(paneId, text, mark);
  }

  /** Waits until the message stands in the box, presses Enter, and waits until it stands in the transcript. */
  private async submit(paneId: PaneId, text: string, mark: TranscriptMark): Promise<Given> {
    for (let attempt = 0; attempt < ENTER_LIMIT; attempt += 1) {
      const shown = await this.until(paneId, ECHO_LIMIT, (screen) => {
        if (wasPrompted(mark, text)) return true;
        const box = textInPromptBox(screen.rows, screen.columns);
        return box !== null && boxHolds(box, text);
      });
      if (wasPrompted(mark, text)) return { type: 'delivered' };
      if (shown === null) return this.notShown(paneId, attempt);
      const readiness = this.readiness(paneId);
      if (readiness.type !== 'ready') return { type: 'interrupted', reason: readiness.reason };
      await this.terminals.of(paneId).enter();
      if (await this.recorded(paneId, text, mark)) return { type: 'delivered' };
    }
    return { type: 'unknown', reason: 'Claude does not show that it took the message' };
  }

  private async notShown(paneId: PaneId, attempt: number): Promise<Given> {
    const pane = this.options.service.state.panes[paneId];
    if (pane === undefined || pane.process.status !== 'running')
      return { type: 'interrupted', reason: 'its Claude ended meanwhile' };
    if (attempt > 0) return { type: 'unknown', reason: 'Claude does not show that it took the message' };
    const screen = await this.look(paneId);
    const box = screen === null ? null : textInPromptBox(screen.rows, screen.columns);
    if (box === null) return { type: 'interrupted', reason: 'a dialog opened before the message was sent' };
    if (box === '') return { type: 'not-typed', reason: 'Claude did not take the paste' };
    return {
      type: 'failed',
      reason: `somebody typed in ${paneLabel(pane)} at the same moment: the message stands unsent in its prompt box`,
    };
  }

  /** Resolves with true once the prompt stands in the transcript; false when that takes too long. */
  private recorded(paneId: PaneId, text: string, mark: TranscriptMark): Promise<boolean> {
    const { clock, service } = this.options;
    const limit = clock.monotonic() + RECORD_LIMIT;
    return new Promise((resolve) => {
      const look = (): void => {
        if (wasPrompted(mark, text)) resolve(true);
        else if (clock.monotonic() > limit || service.state.panes[paneId]?.process.status !== 'running')
          resolve(false);
        else clock.after(RECORD_LOOK, look);
      };
      look();
    });
  }

  /** The first screen that fits, now or later; null when none does in time. */
  private until(
    paneId: PaneId,
    limit: number,
    fits: (screen: PromptScreen) => boolean,
  ): Promise<PromptScreen | null> {
    const { host, clock } = this.options;
    const store = new DisposableStore();
    return new Promise<PromptScreen | null>((resolve) => {
      const look = (): void => {
        void this.look(paneId).then((screen) => {
          if (screen !== null && fits(screen)) resolve(screen);
        });
      };
      store.add(host.onScreen(paneId, look));
      store.add(
        host.onNews((news) => {
          if (news.paneId === paneId && news.type === 'exited') resolve(null);
        }),
      );
      store.add(
        clock.after(limit, () => {
          resolve(null);
        }),
      );
      look();
    }).finally(() => {
      store.dispose();
    });
  }

  private look(paneId: PaneId): Promise<PromptScreen | null> {
    return this.terminals.of(paneId).read(false);
  }

  /** What stands in the prompt box; the failure is a sentence. */
  private async boxOf(paneId: PaneId): Promise<Result<string, string>> {
    const screen = await this.look(paneId);
    if (screen === null) return fail('its screen can not be read');
    const box = textInPromptBox(screen.rows, screen.columns);
    return box === null ? fail('no prompt box is on its screen') : ok(box);
  }

  private async isDraft(paneId: PaneId, box: string): Promise<boolean> {
    return box !== '' && !(await this.suggests(paneId));
  }

  private async suggests(paneId: PaneId): Promise<boolean> {
    const screen = await this.terminals.of(paneId).read(true);
    return isSuggestion(screen?.rows.join('\n') ?? '');
  }
}
