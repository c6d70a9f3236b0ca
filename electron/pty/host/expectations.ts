import type { Result } from '#shared/base/result';
import { fail } from '#shared/base/result';
import { GuardedPattern } from '../../screen/guarded-pattern';
import type { ScreenModel } from '../../screen/screen-model';
import type { ExpectReply, ExpectRequest } from '../host-protocol';
import { PROGRAM_ENDED } from './expectation-end';

type Settle = (outcome: Result<ExpectReply, string>) => void;

interface Waiting {
  readonly id: number;
  readonly pattern: GuardedPattern;
  readonly from: ExpectRequest['from'];
  /** First row that counts for `new`. */
  readonly firstRow: number;
  readonly settle: Settle;
}

/** Least time between two looks at a screen that keeps changing, in milliseconds. */
const LOOK_INTERVAL = 20;
/** Looking takes a sixth of the time at the most: a long scrollback that changes is looked at less often. */
const COST_FACTOR = 5;

/** Those who wait for a text on one screen. */
export class Expectations {
  private waiting: Waiting[] = [];
  private timer: NodeJS.Timeout | null = null;
  private interval = LOOK_INTERVAL;

  constructor(private readonly model: ScreenModel) {}

  add(id: number, request: ExpectRequest, settle: Settle): void {
    const compiled = GuardedPattern.compile(request.pattern, request.ignoreCase);
    if (!compiled.ok) {
      settle(fail(compiled.error));
      return;
    }
    const entry: Waiting = {
      id,
      pattern: compiled.value,
      from: request.from,
      firstRow: request.from === 'new' ? this.model.cursorRow : 0,
      settle,
    };
    this.waiting.push(entry);
    if (request.from !== 'new') this.examine();
  }

  cancel(id: number): void {
    this.waiting = this.waiting.filter((entry) => entry.id !== id);
  }

  /** Says that the screen changed. Under a flood the screen is looked at now and then, not for every chunk. */
  look(): void {
    if (this.waiting.length === 0 || this.timer !== null) return;
    this.timer = setTimeout(() => {
      this.timer = null;
      const started = performance.now();
      this.examine();
      this.interval = Math.max(LOOK_INTERVAL, COST_FACTOR * (performance.now() - started));
    }, this.interval);
  }

  /** The program ended: what is not on the screen now will not come any more. */
  programEnded(): void {
    this.examine();
    for (const entry of this.waiting.splice(0)) entry.settle(fail(PROGRAM_ENDED));
  }

  dispose(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    for (const entry of this.waiting.splice(0)) entry.settle(fail(PROGRAM_ENDED));
  }

  private examine(): void {
    if (this.waiting.length === 0) return;
    const lines = { screen: null as readonly string[] | null };
    const settled: [Waiting, Result<ExpectReply, string>][] = [];
    for (const entry of this.waiting) {
      const texts =
        entry.from === 'screen'
          ? (lines.screen ??= this.model.lines('screen').map((line) => line.text))
          : this.model
              .lines('scrollback')
              .filter((line) => line.lastRow >= entry.firstRow)
              .map((line) => line.text);
      const found = entry.pattern.search(texts);
      if (!found.ok) settled.push([entry, fail(found.error)]);
      else if (found.value !== null) settled.push([entry, { ok: true, value: found.value }]);
    }
    const done = new Set(settled.map(([entry]) => entry));
    this.waiting = this.waiting.filter((entry) => !done.has(entry));
    for (const [entry, outcome] of settled) entry.settle(outcome);
  }
}
