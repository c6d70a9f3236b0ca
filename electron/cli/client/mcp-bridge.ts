import { randomUUID } from 'node:crypto';
import net from 'node:net';
import type { Readable, Writable } from 'node:stream';
import type { Clock } from '#shared/base/clock';
import { DisposableSlot } from '#shared/base/disposable';
import { LineReader, parseJsonLine } from '#shared/base/framing';
import { idOfLongRequest } from '../../system/long-message';
import type { SocketHello } from '../../system/mcp-socket';
import { MESSAGE_LIMIT, TOKEN_REFUSED } from '../../system/mcp-socket';

export interface BridgeOptions {
  /** The client: one message of JSON-RPC a line, each way. */
  readonly input: Readable;
  readonly output: Writable;
  /** The socket of the app; asked for before each attempt, because the settings may have changed. */
  readonly socketFile: () => string;
  /** Why nobody answers there, in a sentence for the client. */
  readonly absence: () => string;
  /** The token of the pane for which the client speaks; null when it runs in none. */
  readonly token: string | null;
  readonly clock: Clock;
}

/** The app may start, or start again, at any time: it is looked for so often, in milliseconds. */
const RETRY_INTERVAL = 1000;
const UNREACHED = -32_000;
const INVALID = -32_600;
const ENDED = 'Fugue ended before it answered: look whether it was done, and try again';

type Id = string | number;
type Message = Readonly<Record<string, unknown>>;

/**
 * Relays MCP between a client on standard input and output and the running app. It outlives the app: while there is
 * none each request is answered with an error, and to the next one the client is introduced again.
 */
export class McpBridge {
  private readonly lines = new LineReader(MESSAGE_LIMIT);
  private readonly retry = new DisposableSlot();
  private phase: 'opening' | 'open' | 'away' = 'away';
  private socket: net.Socket | null = null;
  private socketIsFull = false;
  private outputIsFull = false;
  private inputEnded = false;
  /** Lines that came while the way to the app was being opened. */
  private readonly waiting: string[] = [];
  private readonly unanswered = new Map<string, Id>();
  /** Requests of the app that the client has not answered: an answer is no business of a later app. */
  private readonly asked = new Set<string>();
  private initialize: { readonly line: string; readonly key: string; accepted: boolean } | null = null;
  private initialized: string | null = null;
  /** What the client is subscribed to, which a later app has to be told. */
  private readonly subscriptions = new Set<string>();
  /** Resource of each renewal and of each subscription that is not answered yet, by the key of its request. */
  private readonly subscribing = new Map<string, { readonly uri: string; readonly renewed: boolean }>();
  private readonly introduction = `fugue-${randomUUID()}`;
  private refusal: string | null = null;
  private done: () => void = () => undefined;

  private constructor(private readonly options: BridgeOptions) {}

  /** Relays until the input has ended and all is answered. */
  static run(options: BridgeOptions): Promise<void> {
    const bridge = new McpBridge(options);
    return new Promise((resolve) => {
      bridge.done = resolve;
      bridge.start();
    });
  }

  private start(): void {
    const { input, output } = this.options;
    output.on('drain', () => {
      this.outputIsFull = false;
      this.regulate();
    });
    input.setEncoding('utf8');
    input.on('data', (piece: string) => {
      for (const line of this.lines.push(piece)) this.takeLine(line);
    });
    input.on('end', () => {
      const last = this.lines.finish();
      if (last !== null) this.takeLine(last);
      this.inputEnded = true;
      this.endWhenAnswered();
    });
    this.open();
  }

  private takeLine(line: ReturnType<LineReader['push']>[number]): void {
    if (!line.ok) this.refuse(idOfLongRequest(line.error), 'a message has at most 1 MB', INVALID);
    else if (line.value !== '') this.take(line.value);
  }

  private take(line: string): void {
    if (this.phase === 'opening') {
      this.waiting.push(line);
      return;
    }
    const message = messageOf(line);
    if (message === null) {
      this.refuse(null, 'the line is no message of JSON-RPC', INVALID);
      return;
    }
    const id = idOf(message);
    const { method } = message;
    if (typeof method !== 'string') {
      if (id !== null && this.asked.delete(keyOf(id))) this.send(line);
      return;
    }
    this.note(line, method, id, message);
    if (this.phase === 'open') {
      if (id !== null) this.unanswered.set(keyOf(id), id);
      this.send(line);
    } else if (id !== null) this.refuse(id, this.refusal ?? this.options.absence(), UNREACHED);
  }

  /** Keeps what a later app has to be told, and which answer nobody waits for any more. */
  private note(line: string, method: string, id: Id | null, message: Message): void {
    if (method === 'initialize' && id !== null) this.initialize = { line, key: keyOf(id), accepted: false };
    if (method === 'notifications/initialized') this.initialized = line;
    const params = message['params'] as Message | null | undefined;
    const uri = params?.['uri'];
    if (typeof uri === 'string' && id !== null) {
      if (method === 'resources/subscribe') this.subscribing.set(keyOf(id), { uri, renewed: false });
      if (method === 'resources/unsubscribe') this.subscriptions.delete(uri);
    }
    if (method !== 'notifications/cancelled') return;
    const cancelled = params?.['requestId'];
    if (isId(cancelled)) this.unanswered.delete(keyOf(cancelled));
  }

  private open(): void {
    this.phase = 'opening';
    this.regulate();
    const reader = new LineReader(Number.POSITIVE_INFINITY);
    const socket = net.connect(this.options.socketFile());
    this.socket = socket;
    socket.setEncoding('utf8');
    socket.on('connect', () => {
      this.introduce();
    });
    socket.on('drain', () => {
      this.socketIsFull = false;
      this.regulate();
    });
    socket.on('data', (piece: string) => {
      for (const line of reader.push(piece)) if (line.ok) this.takeAnswer(line.value);
      this.endWhenAnswered();
    });
    // Why it failed is of no interest: `close` follows.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.lose();
    });
  }

  private introduce(): void {
    const { token } = this.options;
    if (token !== null) this.send(JSON.stringify({ fugue: { token } } satisfies SocketHello));
    if (this.initialize?.accepted !== true) {
      this.opened();
      return;
    }
    this.send(JSON.stringify({ ...messageOf(this.initialize.line), id: this.introduction }));
  }

  private opened(): void {
    this.phase = 'open';
    for (const line of this.waiting.splice(0)) this.take(line);
    this.regulate();
    this.endWhenAnswered();
  }

  private takeAnswer(line: string): void {
    const message = messageOf(line);
    if (message === null) return;
    const error = message['error'] as Message | undefined;
    if (error?.['code'] === TOKEN_REFUSED && typeof error['message'] === 'string') {
      this.refusal = error['message'];
      return;
    }
    const id = idOf(message);
    if (id === this.introduction) {
      if (this.initialized !== null) this.send(this.initialized);
      this.opened();
      this.renewSubscriptions();
      // The panes of this app may be others.
      this.write({ jsonrpc: '2.0', method: 'notifications/resources/list_changed' });
      return;
    }
    if (id !== null && !('method' in message) && this.settleSubscription(id, 'result' in message)) return;
    if (id !== null && 'method' in message) this.asked.add(keyOf(id));
    else if (id !== null) {
      this.unanswered.delete(keyOf(id));
      if (keyOf(id) === this.initialize?.key && 'result' in message) this.initialize.accepted = true;
    }
    this.writeLine(line);
  }

  private renewSubscriptions(): void {
    for (const uri of this.subscriptions) {
      const id = `${this.introduction}-${uri}`;
      this.subscribing.set(keyOf(id), { uri, renewed: true });
      this.send(JSON.stringify({ jsonrpc: '2.0', id, method: 'resources/subscribe', params: { uri } }));
    }
  }

  /** Notes whether a subscription stands. True when it was asked for by the bridge itself. */
  private settleSubscription(id: Id, stands: boolean): boolean {
    const asked = this.subscribing.get(keyOf(id));
    if (asked === undefined) return false;
    this.subscribing.delete(keyOf(id));
    if (stands) this.subscriptions.add(asked.uri);
    else this.subscriptions.delete(asked.uri);
    return asked.renewed;
  }

  private lose(): void {
    this.socket = null;
    this.subscribing.clear();
    this.socketIsFull = false;
    this.phase = 'away';
    this.asked.clear();
    for (const id of this.unanswered.values()) this.refuse(id, this.refusal ?? ENDED, UNREACHED);
    this.unanswered.clear();
    for (const line of this.waiting.splice(0)) this.take(line);
    this.regulate();
    this.endWhenAnswered();
    // A token that was refused stays refused: only a new program in the pane has a new one.
    if (this.refusal !== null || this.inputEnded) return;
    this.retry.value = this.options.clock.after(RETRY_INTERVAL, () => {
      this.open();
    });
  }

  private endWhenAnswered(): void {
    if (!this.inputEnded || this.phase === 'opening' || this.unanswered.size > 0) return;
    this.retry.dispose();
    // What was sent last has still to arrive; the socket closes after it.
    if (this.socket === null) this.done();
    else this.socket.end();
  }

  private refuse(id: Id | null, message: string, code: number): void {
    this.write({ jsonrpc: '2.0', id, error: { code, message } });
  }

  private write(message: Message): void {
    this.writeLine(JSON.stringify(message));
  }

  private writeLine(line: string): void {
    if (this.options.output.write(`${line}\n`)) return;
    this.outputIsFull = true;
    this.regulate();
  }

  private send(line: string): void {
    if (this.socket?.write(`${line}\n`) !== false) return;
    this.socketIsFull = true;
    this.regulate();
  }

  /** Neither side may send faster than the other one reads. */
  private regulate(): void {
    const { input } = this.options;
    if (this.phase === 'opening' || this.socketIsFull || this.outputIsFull) input.pause();
    else input.resume();
    if (this.outputIsFull) this.socket?.pause();
    else this.socket?.resume();
  }
}

function messageOf(line: string): Message | null {
  const json = parseJsonLine(line);
  if (!json.ok || typeof json.value !== 'object' || json.value === null || Array.isArray(json.value))
    return null;
  const message = json.value as Message;
  return 'method' in message || 'result' in message || 'error' in message ? message : null;
}

function idOf(message: Message): Id | null {
  const { id } = message;
  return isId(id) ? id : null;
}

function isId(value: unknown): value is Id {
  return typeof value === 'string' || typeof value === 'number';
}

/** 1 and "1" are two ids. */
function keyOf(id: Id): string {
  return JSON.stringify(id);
}
