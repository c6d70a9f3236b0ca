import type { Clock } from '#shared/base/clock';
import type { Disposable } from '#shared/base/disposable';
import type { ClaudeInPane } from '#shared/model/claude-in-pane';
import type { PaneId } from '#shared/model/ids';
import type { Pane } from '#shared/model/pane';
import { plainLine } from '#shared/state/attention';
import { argumentsForResume } from '../claude/launch/command-line';
import { FAILS_WITHIN, REFUSED, remedyFor, StartLimit, tellingLines } from '../claude/supervision';
import type { Logger } from '../log/logger';
import type { SessionService } from './session-service';

const LONGEST_WORDS = 200;
/** Exit codes of a shell that could not run the program at all. */
const NOT_FOUND = new Set([126, 127]);

export interface ClaudeRecoveryOptions {
  readonly service: SessionService;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The next start in this pane goes on with a copy of its conversation. */
  readonly forkNext: (paneId: PaneId) => void;
}

/** Starts Claudes again that crashed, ever later, and says so when it gives up. */
export class ClaudeRecovery implements Disposable {
  private readonly waiting = new Map<PaneId, Disposable>();
  /** What the Claude of a pane said when it refused to start. */
  private readonly refusals = new Map<PaneId, string>();
  private readonly startLimit = new StartLimit();

  constructor(private readonly options: ClaudeRecoveryOptions) {}

  /** The pane's Claude has been started, by whomever. */
  started(paneId: PaneId): void {
    this.waiting.get(paneId)?.dispose();
    this.waiting.delete(paneId);
  }

  /** `ready`: it had come so far as to take input or to work. `said`: the rows that it left on the screen. */
  crashed(
    pane: Pane,
    exitCode: number | null,
    life: { readonly ranFor: number; readonly ready: boolean; readonly said: readonly string[] },
  ): void {
    const { service, clock, logger } = this.options;
    const settings = service.state.configuration.claude;
    if (pane.kind !== 'claude' || pane.claude === null || !settings.restart) return;
    if (!life.ready && exitCode !== null && NOT_FOUND.has(exitCode)) {
      this.giveUp(pane.id, pane.claude, 'claude was not found: install it, or set claude.command');
      return;
    }
    const remedy = remedyFor(
      {
        ranFor: life.ranFor,
        failures: pane.claude.failures,
        resuming: pane.claude.resumed,
        neverReady: !life.ready,
        refusedAgain: this.refusedAgain(pane.id, exitCode, life),
      },
      { first: settings['backoff-initial'] * 1000, longest: settings['backoff-cap'] * 1000 },
    );
    logger.warn('claude.crashed', { paneId: pane.id, exitCode, remedy: remedy.type });
    if (remedy.type === 'give-up') {
      this.giveUp(pane.id, pane.claude, remedy.reason);
      return;
    }
    if (!life.ready && !this.startLimit.allows(clock.monotonic())) {
      this.giveUp(pane.id, pane.claude, 'too many Claudes did not come up in the last minutes');
      return;
    }
    this.change(pane.id, {
      ...pane.claude,
      failures: remedy.failures,
      restartAt: clock.now() + remedy.after,
    });
    this.started(pane.id);
    this.waiting.set(
      pane.id,
      clock.after(remedy.after, () => {
        this.waiting.delete(pane.id);
        const status = service.state.panes[pane.id]?.process.status;
        if (status === 'exited' || status === 'lost') service.restart(pane.id);
      }),
    );
  }

  /** Remembers with which words it refused to start, and gives them when they are the same again. */
  private refusedAgain(
    paneId: PaneId,
    exitCode: number | null,
    {
      ranFor,
      ready,
      said,
    }: { readonly ranFor: number; readonly ready: boolean; readonly said: readonly string[] },
  ): string | null {
    const words = plainLine(tellingLines(said).join(' '), LONGEST_WORDS);
    const before = this.refusals.get(paneId);
    this.refusals.delete(paneId);
    if (exitCode !== REFUSED || ready || ranFor > FAILS_WITHIN || words === '') return null;
    if (words === before) return words;
    this.refusals.set(paneId, words);
    return null;
  }

  /** Claude does not know the conversation that it was to go on with: it would refuse it again and again. */
  startAnew(pane: Pane, claude: ClaudeInPane): void {
    const { service } = this.options;
    this.change(pane.id, {
      ...claude,
      sessionId: null,
      transcriptPath: null,
      resumed: false,
      arguments: argumentsForResume(claude.arguments),
    });
    service.addNotice('warning', 'A conversation could not be resumed', [
      `${service.label(pane.id)}: Claude knows no conversation ${claude.sessionId ?? ''} in ${claude.directory}. A new one was started.`,
    ]);
    service.restart(pane.id);
  }

  /**
   * One conversation runs in two panes, which tears it in two. Claude chose it itself, so it is known only now: the
   * pane that came later gives it back before anything is said there, and offers a copy.
   */
  separate(pane: Pane, claude: ClaudeInPane): void {
    const { service } = this.options;
    const reason = 'its conversation is open in another pane';
    if (pane.kind !== 'claude') {
      service.addNotice('warning', 'Two panes have one conversation open', [
        `${service.label(pane.id)}: ${reason}. Leave one of the two, or what is said there may be lost.`,
      ]);
      return;
    }
    this.change(pane.id, claude);
    this.options.forkNext(pane.id);
    void service.endProgram(pane.id).then(() => {
      if (service.state.panes[pane.id] === undefined) return;
      service.process(pane.id, {
        status: 'waiting',
        reason: `${reason}; press Enter to go on with a copy of it here`,
      });
    });
  }

  dispose(): void {
    for (const timer of this.waiting.values()) timer.dispose();
    this.waiting.clear();
  }

  private giveUp(paneId: PaneId, claude: ClaudeInPane, reason: string): void {
    const { service } = this.options;
    this.change(paneId, { ...claude, failures: 0, restartAt: null });
    service.process(paneId, { status: 'failed', reason, endedAt: this.options.clock.now() });
    service.addNotice('error', 'A Claude is not started again', [
      `${service.label(paneId)}: ${reason}`,
      'Press Enter in its pane to try once more.',
    ]);
  }

  private change(paneId: PaneId, claude: ClaudeInPane): void {
    if (this.options.service.state.panes[paneId] === undefined) return;
    this.options.service.dispatch({ type: 'pane/claude-changed', paneId, claude });
  }
}
