import os from 'node:os';
import type { AgentStatus } from '#shared/model/agent-state';
import { Arbiter } from '../detect/arbiter';
import { parseHookPayload } from '../detect/hooks';
import { parseRegistryEntry } from '../detect/registry';
import { parseStreamLine } from '../detect/stream';
import { FrameSettler } from '../../screen/frame-settler';
import { ScreenModel } from '../../screen/screen-model';
import type { Expectation, RecordedEvent, Recording } from './format';

/** A state as it is told, with its time in seconds of the recording. */
export interface ReplayedState extends Omit<AgentStatus, 'since' | 'confidence'> {
  readonly t: number;
}

export interface Mismatch {
  readonly expected: Expectation;
  /** Null when nothing was known yet. */
  readonly told: ReplayedState | null;
}

export interface ReplayOptions {
  /** Cuts the bytes of one output, to show that it does not matter how they arrive. */
  readonly cut?: (bytes: Uint8Array) => readonly Uint8Array[];
}

/** How long after the last event is waited for states that are held back, in milliseconds. */
const REST = 1000;

/** Lets a recording run through the same screen, readers and arbiter as a live pane, in the time of the recording. */
export async function replay(
  recording: Recording,
  options: ReplayOptions = {},
): Promise<readonly ReplayedState[]> {
  const run = new Replay(recording, options);
  try {
    for (const event of recording.events) await run.take(event);
    run.advanceTo(run.time + REST);
    return run.told;
  } finally {
    run.dispose();
  }
}

/** Which expectations the replayed states do not meet. */
export function compare(
  told: readonly ReplayedState[],
  expectations: readonly Expectation[],
): readonly Mismatch[] {
  return expectations.flatMap((expected) => {
    const at = told.filter((state) => state.t <= expected.t).at(-1) ?? null;
    const met =
      at !== null &&
      at.state === expected.state &&
      (expected.waitingFor === undefined || at.waitingFor === expected.waitingFor) &&
      (expected.source === undefined || at.source === expected.source) &&
      (expected.reason === undefined || at.reason.includes(expected.reason));
    return met ? [] : [{ expected, told: at }];
  });
}

class Replay {
  /** Milliseconds since the start of the recording. */
  time = 0;
  readonly told: ReplayedState[] = [];
  private readonly arbiter = new Arbiter();
  private readonly screen: ScreenModel;
  private readonly frames: FrameSettler;
  private timers: { readonly at: number; readonly call: () => void }[] = [];
  private lastTold: AgentStatus | null = null;

  constructor(
    private readonly recording: Recording,
    private readonly options: ReplayOptions,
  ) {
    const { columns, rows } = recording.header;
    this.screen = new ScreenModel({ columns, rows, scrollbackLines: 1000 }, () => this.now);
    this.frames = new FrameSettler({
      now: () => this.time,
      after: (milliseconds, call) => {
        const timer = { at: this.time + milliseconds, call };
        this.timers.push(timer);
        return () => {
          this.timers = this.timers.filter((other) => other !== timer);
        };
      },
      isSynchronized: () => this.screen.isSynchronized,
      take: () => {
        this.observe({ type: 'frame', rows: this.screen.visibleRows(), columns: this.screen.columns });
      },
    });
    this.screen.onTitle((title) => {
      this.observe({ type: 'title', title });
    });
    this.observe({ type: 'process', running: true });
  }

  async take(event: RecordedEvent): Promise<void> {
    this.advanceTo(Math.round(event.seconds * 1000));
    switch (event.kind) {
      case 'output':
        await this.takeOutput(event.data);
        break;
      case 'resize':
        this.screen.resize(event.columns, event.rows);
        this.frames.changed();
        break;
      case 'hook': {
        const hook = parseHookPayload(event.value);
        if (hook.ok && hook.value !== null) this.observe({ type: 'hook', event: hook.value });
        break;
      }
      case 'registry': {
        const entry = event.value === null ? null : parseRegistryEntry(JSON.stringify(event.value));
        // A file that can't be read is read again in real life: what it said before stays.
        if (entry === null || entry.ok)
          this.observe({ type: 'registry', entry: entry === null ? null : entry.value });
        break;
      }
      case 'exit':
        this.frames.flush();
        this.observe({
          type: 'exit',
          exitCode: event.exitCode,
          signal: signalName(event.signal),
          onPurpose: false,
        });
        break;
      case 'input':
      case 'marker':
        break;
    }
  }

  /** Lets time pass, with everything that falls due on the way. */
  advanceTo(time: number): void {
    for (;;) {
      const timer = this.timers.reduce((first, other) => (other.at < first.at ? other : first), {
        at: Number.POSITIVE_INFINITY,
        call: () => undefined as void,
      });
      const deadline =
        this.arbiter.deadline === null ? Number.POSITIVE_INFINITY : this.arbiter.deadline - this.startedAt;
      if (Math.min(timer.at, deadline) > time) break;
      if (timer.at <= deadline) {
        this.time = Math.max(this.time, timer.at);
        this.timers = this.timers.filter((other) => other !== timer);
        timer.call();
      } else {
        this.time = Math.max(this.time, deadline);
        this.arbiter.tick(this.now);
        this.note();
      }
    }
    this.time = Math.max(this.time, time);
  }

  dispose(): void {
    this.frames.dispose();
    this.screen.dispose();
  }

  private get startedAt(): number {
    return this.recording.header.startedAt;
  }

  private get now(): number {
    return this.startedAt + this.time;
  }

  private async takeOutput(data: string): Promise<void> {
    if (this.recording.header.interface === 'stream-json') {
      for (const line of data.split('\n')) {
        const event = parseStreamLine(line);
        if (event.ok && event.value !== null) this.observe({ type: 'stream', event: event.value });
      }
      return;
    }
    const bytes = Buffer.from(data);
    for (const piece of this.options.cut?.(bytes) ?? [bytes]) this.screen.write(piece);
    await new Promise<void>((resolve) => {
      this.screen.write('', resolve);
    });
    this.frames.changed();
  }

  private observe(observation: Parameters<Arbiter['observe']>[0]): void {
    this.arbiter.observe(observation, this.now);
    this.note();
  }

  private note(): void {
    const { status } = this.arbiter;
    if (status === null || status === this.lastTold) return;
    const last = this.lastTold;
    this.lastTold = status;
    // Which signal proves it may change while it stays the same for a reader.
    if (
      last?.state === status.state &&
      last.waitingFor === status.waitingFor &&
      last.reason === status.reason
    )
      return;
    const { state, waitingFor, resetsAt, reason, source } = status;
    this.told.push({ t: this.time / 1000, state, waitingFor, resetsAt, reason, source });
  }
}

function signalName(signal: string | number | null): string | null {
  if (typeof signal !== 'number') return signal;
  const name = Object.entries(os.constants.signals).find(([, number]) => number === signal)?.[0];
  return name ?? `signal ${String(signal)}`;
}
