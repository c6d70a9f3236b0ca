import { assertNever } from '#shared/base/assert';
import { errorMessage } from '#shared/base/errors';
import { Conversation } from '#shared/chat/conversation';
import type { Row } from '#shared/chat/rows';
import type { ChatFacts, ChatPortDown, ChatSource } from '#shared/ipc/chat-port';
import { NO_FACTS } from '#shared/ipc/chat-port';
import type { ChatPort } from '../bridge/bridge';
import type { OpenChatPort } from './chat-ports';

/** What a view draws. */
export interface ChatSnapshot {
  readonly status: 'loading' | 'ready' | 'failed';
  /** A sentence, when the conversation could not be opened. */
  readonly failure: string;
  readonly facts: ChatFacts;
  /** The same array, changed, from one snapshot to the next, unless rows were put before all others. */
  readonly rows: readonly Row[];
  /** Rows were put before all others since the last snapshot. */
  readonly shifted: boolean;
  /** Whether lines stand before the first row; null while nobody has asked. */
  readonly more: boolean | null;
  readonly loadingEarlier: boolean;
  /** Goes up when another conversation takes the place of this one. */
  readonly epoch: number;
  /** How many rows have been added at the lower end. */
  readonly appended: number;
}

/** A prompt that is on its way to Claude. */
export interface ExpectedPrompt {
  /** The line that tells of it will have this uuid. */
  readonly id: string;
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Calls back once, when the page is about to be drawn; soon also when it is not drawn at all. Ends by the function. */
export type NextFrame = (callback: () => void) => () => void;

/** A hidden window draws no frames, and its Claude must not wait for one. In milliseconds. */
const FRAME_LIMIT = 200;

export const nextFrame: NextFrame = (callback) => {
  const end = (): void => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
  const run = (): void => {
    end();
    callback();
  };
  const frame = requestAnimationFrame(run);
  const timer = setTimeout(run, FRAME_LIMIT);
  return end;
};

/** The view's end of a conversation: takes what comes on its port, a frame's worth at a time. */
export class ChatSession {
  private snapshot: ChatSnapshot;
  private conversation = new Conversation();
  private port: ChatPort | null = null;
  private readonly queue: ChatPortDown[] = [];
  private endFrame: (() => void) | null = null;
  private disposed = false;
  /** The lines that were there when the view came are not new. */
  private fresh = true;
  private readonly listeners = new Set<() => void>();
  private readonly expected = new Set<string>();
  private readonly readers = new Map<string, ((text: string | null) => void)[]>();

  constructor(
    source: ChatSource,
    open: OpenChatPort,
    private readonly schedule: NextFrame = nextFrame,
  ) {
    this.snapshot = {
      status: 'loading',
      failure: '',
      facts: NO_FACTS,
      rows: this.conversation.rows,
      shifted: false,
      more: null,
      loadingEarlier: false,
      epoch: 0,
      appended: 0,
    };
    open(source).then(
      (opened) => {
        if (!opened.ok) this.fail(opened.error.message);
        else if (this.disposed) opened.value.close();
        else this.connect(opened.value);
      },
      (error: unknown) => {
        this.fail(errorMessage(error));
      },
    );
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  };

  readonly getSnapshot = (): ChatSnapshot => this.snapshot;

  /** Asks for the page before the first row, unless it is under way or there is none. */
  loadEarlier(): void {
    const { status, more, loadingEarlier } = this.snapshot;
    if (this.port === null || status !== 'ready' || more === false || loadingEarlier) return;
    this.port.post({ type: 'earlier' });
    this.publish({ loadingEarlier: true });
  }

  /** The whole of a line as Claude wrote it; null when it can't be had any more. */
  readLine(id: string): Promise<string | null> {
    const { port } = this;
    if (port === null) return Promise.resolve(null);
    return new Promise((resolve) => {
      const readers = this.readers.get(id);
      if (readers !== undefined) readers.push(resolve);
      else {
        this.readers.set(id, [resolve]);
        port.post({ type: 'read', id });
      }
    });
  }

  /** These prompts are being given; Claude tells of them later. */
  expect(prompts: readonly ExpectedPrompt[]): void {
    const fresh = prompts.filter(({ id }) => !this.expected.has(id));
    for (const { id, text, at } of fresh) {
      this.expected.add(id);
      this.conversation.expect(id, text, at);
    }
    if (fresh.length > 0) this.publish({ appended: this.snapshot.appended + fresh.length });
  }

  /** These were not given after all. */
  unexpect(ids: readonly string[]): void {
    const gone = ids.filter((id) => this.expected.delete(id));
    for (const id of gone) this.conversation.unexpect(id);
    if (gone.length > 0) this.publish({});
  }

  dispose(): void {
    if (this.disposed) return;
    this.disposed = true;
    this.endFrame?.();
    this.port?.close();
    this.port = null;
    this.listeners.clear();
    for (const readers of this.readers.values()) for (const resolve of readers) resolve(null);
    this.readers.clear();
  }

  private connect(port: ChatPort): void {
    this.port = port;
    port.listen((message) => {
      this.queue.push(message);
      this.wake();
    });
  }

  private fail(failure: string): void {
    if (!this.disposed) this.publish({ status: 'failed', failure });
  }

  private wake(): void {
    this.endFrame ??= this.schedule(() => {
      this.endFrame = null;
      this.drain();
    });
  }

  /** Takes what has come. A page of earlier lines has a frame of its own: rows go to one end at a time. */
  private drain(): void {
    let units = 0;
    let change: Partial<ChatSnapshot> = {};
    let { appended } = this.snapshot;
    let counted = this.conversation.rows.length;
    for (let message = this.queue[0]; message !== undefined; message = this.queue[0]) {
      if (message.type === 'earlier' && units + Object.keys(change).length > 0) break;
      this.queue.shift();
      units += unitsOf(message);
      if (message.type === 'earlier') {
        this.conversation.prepend(message.lines);
        counted = this.conversation.rows.length;
        change = { shifted: true, more: message.more, loadingEarlier: false };
        break;
      }
      change = { ...change, ...this.take(message) };
      if (message.type === 'reset') counted = 0;
    }
    this.conversation.flush();
    appended += this.conversation.rows.length - counted;
    this.publish({ ...change, appended });
    if (units > 0) this.port?.post({ type: 'acknowledge', units });
    if (this.queue.length > 0) this.wake();
  }

  private take(message: Exclude<ChatPortDown, { type: 'earlier' }>): Partial<ChatSnapshot> {
    switch (message.type) {
      case 'reset':
        this.conversation = new Conversation();
        this.fresh = true;
        this.expected.clear();
        return {
          status: 'loading',
          more: null,
          loadingEarlier: false,
          epoch: this.snapshot.epoch + 1,
        };
      case 'lines': {
        const arrivedAt = this.fresh ? null : Date.now();
        this.fresh = false;
        for (const line of message.lines) this.conversation.append(line, arrivedAt);
        return { status: 'ready' };
      }
      case 'partial':
        for (const line of message.lines) this.conversation.partial(line);
        return { status: 'ready' };
      case 'facts':
        if (message.facts.driver === 'none' && this.snapshot.facts.driver !== 'none') this.conversation.end();
        return { facts: message.facts };
      case 'line':
        for (const resolve of this.readers.get(message.id) ?? []) resolve(message.text);
        this.readers.delete(message.id);
        return {};
      default:
        return assertNever(message, 'message');
    }
  }

  private publish(change: Partial<ChatSnapshot>): void {
    this.snapshot = { ...this.snapshot, shifted: false, ...change, rows: this.conversation.rows };
    for (const listener of [...this.listeners]) listener();
  }
}

function unitsOf(message: ChatPortDown): number {
  switch (message.type) {
    case 'lines':
    case 'earlier':
      return message.lines.reduce((sum, { text }) => sum + text.length, 0);
    case 'partial':
      return message.lines.reduce((sum, text) => sum + text.length, 0);
    case 'line':
      return message.text?.length ?? 0;
    case 'reset':
    case 'facts':
      return 0;
  }
}
