import type { Clock } from '#shared/base/clock';
import type { Disposable } from '#shared/base/disposable';
import { DisposableStore } from '#shared/base/disposable';
import type { Event } from '#shared/base/emitter';
import { Emitter } from '#shared/base/emitter';
import type { ChatFacts, ChatLine } from '#shared/ipc/chat-port';
import { NO_FACTS } from '#shared/ipc/chat-port';
import type { Backend } from '../../claude/backend/backend';
import type { StreamObservation } from '../../claude/detect/stream';
import { factsAfter, factsFromStart } from '../../claude/stream/chat-facts';
import type { StreamRecord } from '../../claude/stream/control';
import { asRecord, text } from '../../claude/stream/control';
import type { Segment } from '../../claude/stream/conversation-pages';
import { liveLine } from '../../claude/stream/conversation-pages';
import { endOfLines } from '../../claude/stream/line-pages';
import type { StreamEnd, StreamLine, StreamStart } from '../../claude/stream/stream-client';
import { StreamClient } from '../../claude/stream/stream-client';
import { StreamLog } from '../../claude/stream/stream-log';

/** In which part of the conversation live lines stand: behind the transcript of before. */
const LIVE = 1;

export type ChatChange =
  | { readonly type: 'line'; readonly line: ChatLine }
  | { readonly type: 'partial'; readonly line: string }
  | { readonly type: 'facts' }
  /** Where the conversation stands has changed: views begin anew. */
  | { readonly type: 'reset' };

export interface ChatStart extends StreamStart {
  /** What the program is. */
  readonly backend: Backend;
  readonly sessionId: string | null;
  /** Null while it is not known where Claude keeps the conversation. */
  readonly transcript: string | null;
}

/**
 * The conversation of one pane whose Claude Fugue talks to itself. It outlives the Claude, which may end and be started
 * again: what it wrote is kept as it came, behind what the transcript held when the first one began.
 */
export class ChatSession implements Disposable {
  private readonly store = new DisposableStore();
  private readonly changeEmitter = this.store.add(new Emitter<ChatChange>());
  private readonly observedEmitter = this.store.add(new Emitter<StreamObservation>());
  private readonly log: StreamLog;
  private run: DisposableStore | null = null;
  private current: StreamClient | null = null;
  private known: ChatFacts = NO_FACTS;
  private sessionId: string | null = null;
  private resets = 0;
  private transcript: Segment | null = null;
  /** What Claude is writing just now, by the tool call that it is written in; '' for the main conversation. */
  private readonly partial = new Map<string, string[]>();

  readonly onChange: Event<ChatChange> = this.changeEmitter.event;
  readonly onObserved: Event<StreamObservation> = this.observedEmitter.event;

  constructor(
    logFile: string,
    private readonly clock: Clock,
    private readonly fault: (error: unknown) => void,
  ) {
    this.log = new StreamLog(logFile);
  }

  get facts(): ChatFacts {
    return this.known;
  }

  /** Counts up whenever views have to begin anew. */
  get generation(): number {
    return this.resets;
  }

  get conversation(): string | null {
    return this.sessionId;
  }

  /** The Claude that runs; null when none does. */
  get client(): StreamClient | null {
    return this.current;
  }

  /** Where the conversation stands on disk until now. */
  get segments(): readonly Segment[] {
    return [this.transcript ?? { file: '', end: 0 }, { file: this.log.file, end: this.log.end }];
  }

  /** Lines of what Claude is writing just now. */
  get partialLines(): readonly string[] {
    return [...this.partial.values()].flat();
  }

  /** Starts a Claude; what it says is told from then on. */
  async start(start: ChatStart): Promise<StreamClient> {
    if (start.sessionId === null || start.sessionId !== this.sessionId || this.transcript === null) {
      const file = start.transcript ?? '';
      const end = file === '' ? 0 : await endOfLines(file);
      this.log.clear();
      this.sessionId = start.sessionId;
      this.transcript = { file, end };
      this.reset();
    }
    const run = new DisposableStore();
    const client = run.add(new StreamClient(start, this.clock, start.backend.formatInputMessage));
    this.run?.dispose();
    this.run = run;
    this.current = client;
    this.partial.clear();
    run.add(
      client.onLine((line) => {
        this.take(line, start.backend);
      }),
    );
    run.add(
      client.onEnd((end) => {
        this.ended(client, end);
      }),
    );
    this.know({ ...this.known, driver: 'stream', ended: null });
    void client.request('initialize', { hooks: null }).then((reply) => {
      if (!reply.ok || this.current !== client) return;
      this.know(factsFromStart(this.known, reply.value));
      // It takes prompts from now on.
      this.observedEmitter.fire({ sessionId: null, kind: 'state', state: 'idle' });
    });
    return client;
  }

  /** Its terminal has the conversation from now on, so what is kept here is not the whole of it any more. */
  leave(): void {
    if (this.sessionId === null) return;
    this.clearLog();
    this.sessionId = null;
    this.transcript = null;
    this.reset();
  }

  /** Remembers a choice that Claude has taken. */
  chose(choice: Partial<Pick<ChatFacts, 'model' | 'permissionMode'>>): void {
    this.know({ ...this.known, ...choice });
  }

  dispose(): void {
    this.run?.dispose();
    this.store.dispose();
    this.log.close();
  }

  private reset(): void {
    this.resets += 1;
    this.changeEmitter.fire({ type: 'reset' });
  }

  private know(facts: ChatFacts): void {
    if (facts === this.known) return;
    this.known = facts;
    this.changeEmitter.fire({ type: 'facts' });
  }

  private take({ text: line, record }: StreamLine, backend: Backend): void {
    if (record !== null && record['type'] === 'stream_event') {
      this.takePartial(line, record);
    } else {
      const conversation = record === null ? null : text(record['session_id']);
      if (record?.['subtype'] === 'init' && conversation !== null && conversation !== this.sessionId)
        this.anotherConversation(conversation);
      this.keep(line);
      if (record !== null) this.know(factsAfter(this.known, record));
      if (record?.['type'] === 'result') {
        this.partial.clear();
        if (this.log.isFull) this.makeRoom();
      }
    }
    if (record === null) return;
    const observed = backend.parseStreamMessage(record);
    if (observed.ok && observed.value !== null) this.observedEmitter.fire(observed.value);
  }

  private takePartial(line: string, record: StreamRecord): void {
    const place = text(record['parent_tool_use_id']) ?? '';
    const kind = asRecord(record['event'])?.['type'];
    if (kind === 'message_stop') this.partial.delete(place);
    else {
      const lines = kind === 'message_start' ? [] : (this.partial.get(place) ?? []);
      lines.push(line);
      this.partial.set(place, lines);
    }
    this.changeEmitter.fire({ type: 'partial', line });
  }

  private keep(line: string): void {
    try {
      const { offset, bytes } = this.log.append(line);
      this.changeEmitter.fire({ type: 'line', line: liveLine(LIVE, offset, line, bytes) });
    } catch (error) {
      this.fault(error);
      this.changeEmitter.fire({ type: 'line', line: liveLine(LIVE, -1, line, 0) });
    }
  }

  /** `/clear` has begun a conversation of its own. */
  private anotherConversation(sessionId: string): void {
    const fresh = this.sessionId === null;
    this.sessionId = sessionId;
    if (fresh) return;
    this.clearLog();
    this.transcript = { file: '', end: 0 };
    this.reset();
  }

  private makeRoom(): void {
    const file = this.transcript?.file ?? '';
    if (file === '') return;
    void endOfLines(file).then((end) => {
      if (this.transcript?.file !== file || end === 0) return;
      this.clearLog();
      this.transcript = { file, end };
      this.reset();
    }, this.fault);
  }

  private clearLog(): void {
    try {
      this.log.clear();
    } catch (error) {
      this.fault(error);
    }
  }

  private ended(client: StreamClient, end: StreamEnd): void {
    if (this.current !== client) return;
    this.current = null;
    this.partial.clear();
    this.know({ ...this.known, driver: 'none', ended: sentenceOf(end) });
  }
}

function sentenceOf({ exitCode, signal, said }: StreamEnd): string {
  const how =
    signal !== null
      ? `Claude was ended by ${signal}`
      : exitCode === 0
        ? 'Claude has ended'
        : `Claude ended with exit code ${String(exitCode)}`;
  return said === '' ? how : `${how}: ${said}`;
}
