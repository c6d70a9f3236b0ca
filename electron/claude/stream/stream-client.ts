import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import type { Clock } from '#shared/base/clock';
import type { Disposable } from '#shared/base/disposable';
import { DisposableSlot, DisposableStore } from '#shared/base/disposable';
import type { Event } from '#shared/base/emitter';
import { Emitter } from '#shared/base/emitter';
import { LineReader, parseJsonLine } from '#shared/base/framing';
import type { Result } from '#shared/base/result';
import { fail } from '#shared/base/result';
import type { Backend } from '../backend/backend';
import type { StreamAsk, StreamRecord } from './control';
import { readAsk, readReply } from './control';

/** The longest line that is read, in UTF-16 units: pictures stand whole in them. */
const LINE_LIMIT = 64 * 1024 * 1024;
/** What is kept of the end of standard error, in UTF-16 units. */
const ERROR_TAIL = 4096;
/** How long Claude may take to answer a question of Fugue's, in milliseconds. */
const REPLY_LIMIT = 30_000;
/** After its standard input has ended a Claude finishes its turn; so long it gets, in milliseconds. */
const FINISH_LIMIT = 1500;
const TERMINATE_LIMIT = 3000;
/** A child of Claude may hold its output open: so long after its end it is waited for, in milliseconds. */
const DRAIN_LIMIT = 1000;

export interface StreamStart {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** One line that Claude wrote. `record` is null when it is not a JSON object. */
export interface StreamLine {
  readonly text: string;
  readonly record: StreamRecord | null;
}

export interface StreamEnd {
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** The end of what it wrote to standard error, or why it could not be started. */
  readonly said: string;
}

/** What a person or another Claude says. */
export interface StreamPrompt {
  /** Claude takes a prompt with the same id only once. */
  readonly uuid: string;
  readonly content: string | readonly Readonly<Record<string, unknown>>[];
}

/**
 * Talks to one Claude over its standard input and output. Every line is passed on as it came. Questions of both sides
 * are told apart by who asked: ids of Claude's are only answered, those of Fugue's count up.
 */
export class StreamClient implements Disposable {
  private readonly store = new DisposableStore();
  private readonly lineEmitter = this.store.add(new Emitter<StreamLine>());
  private readonly askEmitter = this.store.add(new Emitter<StreamAsk>());
  private readonly askEndedEmitter = this.store.add(new Emitter<string>());
  private readonly endEmitter = this.store.add(new Emitter<StreamEnd>());
  private readonly patience = this.store.add(new DisposableSlot());
  private readonly decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  private readonly lines = new LineReader(LINE_LIMIT);
  private readonly child: ChildProcess;
  /** What Claude asks and nobody has answered yet. */
  private readonly asks = new Set<string>();
  private readonly replies = new Map<string, (reply: Result<StreamRecord, string>) => void>();
  private nextRequest = 1;
  private said = '';
  private ended: StreamEnd | null = null;

  readonly onLine: Event<StreamLine> = this.lineEmitter.event;
  /** Claude wants an answer. */
  readonly onAsk: Event<StreamAsk> = this.askEmitter.event;
  /** It wants none any more: it took the question back, or has ended. */
  readonly onAskEnded: Event<string> = this.askEndedEmitter.event;
  /** Comes after all lines, once. */
  readonly onEnd: Event<StreamEnd> = this.endEmitter.event;

  constructor(
    start: StreamStart,
    private readonly clock: Clock,
    private readonly format: Backend['formatInputMessage'],
  ) {
    // A group of its own, so that what its tools have started can be ended with it.
    this.child = spawn(start.file, [...start.args], {
      cwd: start.cwd,
      env: start.environment,
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
    });
    const { stdin, stdout, stderr } = this.child;
    stdout?.on('data', (piece: Buffer) => {
      this.take(this.decoder.decode(piece, { stream: true }));
    });
    stderr?.setEncoding('utf8').on('data', (piece: string) => {
      this.said = (this.said + piece).slice(-ERROR_TAIL);
    });
    // Its end is told by the process; a pipe that breaks before is a part of that.
    stdin?.on('error', () => undefined);
    this.child.on('error', (error) => {
      if (this.child.pid !== undefined) return;
      this.said = error.message;
      this.finish(127, null);
    });
    this.child.on('exit', (exitCode, signal) => {
      this.patience.value = clock.after(DRAIN_LIMIT, () => {
        this.finish(exitCode, signal);
      });
    });
    this.child.on('close', (exitCode, signal) => {
      this.finish(exitCode, signal);
    });
  }

  /** Undefined when it could not be started. */
  get pid(): number | undefined {
    return this.child.pid;
  }

  get isOpen(): boolean {
    return this.ended === null;
  }

  /** Tells Claude something; false when it has ended. `now` stops what it does. */
  prompt(prompt: StreamPrompt, priority?: 'now'): boolean {
    return this.write(this.format(prompt, priority));
  }

  /** Asks Claude for something; the failure is a sentence. */
  request(
    subtype: string,
    fields: Readonly<Record<string, unknown>> = {},
  ): Promise<Result<StreamRecord, string>> {
    const id = `fugue-${String(this.nextRequest++)}`;
    return new Promise((resolve) => {
      const timer = this.clock.after(REPLY_LIMIT, () => {
        this.reply(id, fail(`Claude did not answer "${subtype}"`));
      });
      this.replies.set(id, (reply) => {
        timer.dispose();
        resolve(reply);
      });
      if (!this.write({ type: 'control_request', request_id: id, request: { subtype, ...fields } }))
        this.reply(id, fail('its Claude has ended'));
    });
  }

  /** Answers what Claude asks; false when it does not wait for that (any more). */
  answer(requestId: string, response: Readonly<Record<string, unknown>>): boolean {
    if (!this.asks.delete(requestId)) return false;
    return this.respond({ subtype: 'success', request_id: requestId, response });
  }

  /** Holds back what Claude writes, so that it waits. */
  pause(): void {
    this.child.stdout?.pause();
  }

  resume(): void {
    this.child.stdout?.resume();
  }

  /** Ends the Claude in order, and by force when it does not; resolves once it is gone. */
  async end(): Promise<void> {
    if (this.ended !== null) return;
    await new Promise<void>((resolve) => {
      this.store.add(
        this.onEnd(() => {
          resolve();
        }),
      );
      this.child.stdin?.end();
      this.resume();
      this.patience.value = this.clock.after(FINISH_LIMIT, () => {
        this.signal('SIGTERM');
        this.patience.value = this.clock.after(TERMINATE_LIMIT, () => {
          this.signal('SIGKILL');
        });
      });
    });
  }

  dispose(): void {
    if (this.ended === null) this.signal('SIGTERM');
    this.child.stdin?.destroy();
    this.store.dispose();
  }

  private signal(signal: NodeJS.Signals): void {
    const { pid } = this.child;
    if (pid === undefined) return;
    try {
      process.kill(-pid, signal);
    } catch {
      // It is gone already.
    }
  }

  private write(message: Readonly<Record<string, unknown>>): boolean {
    const { stdin } = this.child;
    if (this.ended !== null || stdin === null || stdin.destroyed || stdin.writableEnded) return false;
    // One line that is whole and valid: Claude ends at anything else.
    stdin.write(`${JSON.stringify(message)}\n`);
    return true;
  }

  private respond(response: Readonly<Record<string, unknown>>): boolean {
    return this.write({ type: 'control_response', response });
  }

  private take(text: string): void {
    for (const line of this.lines.push(text)) {
      if (line.ok) this.line(line.value);
      else this.line(line.error.head);
    }
  }

  private line(text: string): void {
    if (text === '') return;
    const parsed = parseJsonLine(text);
    const isObject = parsed.ok && typeof parsed.value === 'object' && parsed.value !== null;
    const record = isObject && !Array.isArray(parsed.value) ? (parsed.value as StreamRecord) : null;
    this.lineEmitter.fire({ text, record });
    if (record !== null) this.control(record);
  }

  private control(record: StreamRecord): void {
    switch (record['type']) {
      case 'control_request': {
        const ask = readAsk(record);
        if (ask === null) break;
        if (ask.subtype === 'unknown') {
          this.respond({ subtype: 'error', request_id: ask.requestId, error: ask.problem });
          break;
        }
        this.asks.add(ask.requestId);
        this.askEmitter.fire(ask);
        break;
      }
      case 'control_cancel_request':
        this.askEnds(String(record['request_id']));
        break;
      case 'control_response': {
        const reply = readReply(record);
        if (reply !== null) this.reply(reply.requestId, reply.result);
        break;
      }
      default:
    }
  }

  private askEnds(requestId: string): void {
    if (this.asks.delete(requestId)) this.askEndedEmitter.fire(requestId);
  }

  private reply(id: string, reply: Result<StreamRecord, string>): void {
    const settle = this.replies.get(id);
    this.replies.delete(id);
    settle?.(reply);
  }

  private finish(exitCode: number | null, signal: string | null): void {
    if (this.ended !== null) return;
    this.patience.value = undefined;
    const rest = this.decoder.decode();
    if (rest !== '') this.take(rest);
    const last = this.lines.finish();
    if (last !== null) this.line(last.ok ? last.value : last.error.head);
    this.ended = { exitCode, signal, said: this.said.trim() };
    for (const id of [...this.asks]) this.askEnds(id);
    for (const id of [...this.replies.keys()]) this.reply(id, fail('its Claude has ended'));
    this.endEmitter.fire(this.ended);
  }
}
