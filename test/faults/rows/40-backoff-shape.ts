import {
  FAILED_STARTS_ALLOWED,
  FAILED_STARTS_TOGETHER,
  FAILURES_ALLOWED,
  remedyFor,
  STABLE_AFTER,
  START_WINDOW,
  StartLimit,
} from '#electron/claude/supervision';
import { type Row, type RowContext, Tally } from '../row';

const CAP = 60_000;

/** What is wrong with how a random life of crashes is answered; null when nothing is. */
function faultIn({ random, below, pick }: RowContext): string | null {
  let failures = 0;
  let now = 0;
  const limit = new StartLimit();
  const tried: number[] = [];
  const steadily = pick([0, 0.1, 0.5]);
  for (let crash = 0; crash < 40; crash += 1) {
    const ranFor = random() < steadily ? STABLE_AFTER + below(600_000) : below(STABLE_AFTER);
    const neverReady = ranFor < STABLE_AFTER && random() < 0.5;
    now += ranFor;
    const remedy = remedyFor({ ranFor, failures, neverReady, resuming: false, refusedAgain: null });
    const inARow = ranFor >= STABLE_AFTER ? 1 : failures + 1;
    if (remedy.type === 'give-up') {
      if (inARow <= FAILED_STARTS_ALLOWED) return `it was given up after ${String(inARow)} in a row`;
      failures = 0;
      continue;
    }
    if (inARow > (neverReady ? FAILED_STARTS_ALLOWED : FAILURES_ALLOWED))
      return `it was tried again after ${String(inARow)} in a row`;
    if (remedy.failures !== inARow) return `${String(remedy.failures)} are counted, not ${String(inARow)}`;
    if (!(remedy.after >= 0 && remedy.after <= CAP)) return `a wait of ${String(remedy.after)} ms`;
    if (ranFor >= STABLE_AFTER && remedy.after > 1000) return 'a minute up did not count';
    ({ failures } = remedy);
    if (neverReady && limit.allows(now)) tried.push(now);
    const together = tried.filter((at) => now - at < START_WINDOW).length;
    if (together > FAILED_STARTS_TOGETHER) return `${String(together)} starts in five minutes`;
    now += remedy.after;
  }
  // Many at once, whatever each of them may do alone.
  const storm = new StartLimit();
  let started = 0;
  for (let pane = 0; pane < 60; pane += 1) if (storm.allows(pane * below(3000))) started += 1;
  return started > FAILED_STARTS_TOGETHER ? `${String(started)} of 60 were started at once` : null;
}

export const row: Row = {
  number: 40,
  async run(context) {
    const tally = new Tally();
    for (let sequence = 0; sequence < context.count; sequence += 1) {
      const fault = faultIn(context);
      tally.check(fault === null, `sequence ${String(sequence)}: ${String(fault)}`);
    }
    return tally;
  },
};
