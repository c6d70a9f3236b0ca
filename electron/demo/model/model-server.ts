// A model that tells a story: the Messages API on loopback, scripted turn by turn, for driving a real `claude`.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { messageOf, roughTokens, streamOf, type StreamEvent } from './message';
import { kindOf, sideAnswer, type MessagesBody, type RecordedRequest } from './requests';
import { answer, failure, text, type AnswerTurn, type FailureTurn, type Story } from './story';

export interface ModelServer {
  /** The base address, for ANTHROPIC_BASE_URL. */
  readonly url: string;
  readonly port: number;
  /** Every request so far, in order of arrival. */
  readonly requests: readonly RecordedRequest[];
  /** Only the requests that took a turn of the story. */
  readonly turns: readonly RecordedRequest[];
  /** Lets the oldest held answer go on; when none is held, the next one will not be held. */
  release(): void;
  /** Resolves with the n-th request (from 1) that took a turn of the story. */
  whenRequested(count: number): Promise<RecordedRequest>;
  /** Ends every connection and the server. */
  close(): Promise<void>;
}

export interface ModelServerOptions {
  /** How slow answers wait; tests of timing put their own clock here. */
  readonly wait?: (milliseconds: number) => Promise<void>;
  /** The port to use; any free one by default. */
  readonly port?: number;
}

const wallClock = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

async function bodyOf(request: http.IncomingMessage): Promise<MessagesBody | null> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8')) as MessagesBody;
  } catch {
    return null; // No body, or one that is not JSON: nothing that a story could use.
  }
}

function sendJson(response: http.ServerResponse, status: number, value: unknown, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(value));
}

function sendFailure(response: http.ServerResponse, turn: FailureTurn): void {
  const retry = turn.retryAfterSeconds === null ? {} : { 'retry-after': String(turn.retryAfterSeconds) };
  const headers = { ...retry, ...turn.headers };
  const error = { type: turn.kind, message: turn.message };
  sendJson(response, turn.status, { type: 'error', error, request_id: 'req_story' }, headers);
}

const eventText = (event: StreamEvent) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;

/** Gates that held answers wait at, opened one by one in order of arrival. */
class Gates {
  readonly #waiting: (() => void)[] = [];
  #openInAdvance = 0;

  /** An answer that nobody waits for any more does not keep its place. */
  wait(response: http.ServerResponse): Promise<void> {
    if (this.#openInAdvance > 0) {
      this.#openInAdvance -= 1;
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      response.once('close', () => {
        const place = this.#waiting.indexOf(resolve);
        if (place >= 0) this.#waiting.splice(place, 1);
        resolve();
      });
    });
  }

  open(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#openInAdvance += 1;
  }

  openAll(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}

export async function startModelServer(story: Story, options: ModelServerOptions = {}): Promise<ModelServer> {
  const wait = options.wait ?? wallClock;
  const requests: RecordedRequest[] = [];
  const turns: RecordedRequest[] = [];
  const gates = new Gates();
  const watchers = new Set<() => void>();
  let nextTurn = 0;

  async function sendStream(
    response: http.ServerResponse,
    turn: AnswerTurn,
    record: RecordedRequest,
    number: number,
  ): Promise<void> {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
    const inputTokens = roughTokens(record.body?.messages);
    let pieces = 0;
    for (const { events, piece } of streamOf(turn, number, record.body?.model ?? 'story', inputTokens)) {
      if (turn.delay > 0) await wait(turn.delay);
      if (piece && turn.cutAfter === pieces) {
        record.outcome = 'cut';
        response.destroy();
        return;
      }
      if (response.destroyed) return;
      // Waiting until it is really sent keeps the rhythm of the story, and what a cut leaves behind, exact.
      await new Promise<void>((resolve) => response.write(events.map(eventText).join(''), () => resolve()));
      if (piece) pieces += 1;
      if (piece && pieces === 1 && turn.hold === 'inside') await gates.wait(response);
    }
    response.end();
  }

  async function sendAnswer(
    response: http.ServerResponse,
    turn: AnswerTurn,
    record: RecordedRequest,
    number: number,
  ): Promise<void> {
    if (turn.hold === 'before') await gates.wait(response);
    if (response.destroyed) return;
    if (record.body?.stream === true) return sendStream(response, turn, record, number);
    if (turn.hold === 'inside') await gates.wait(response);
    const inputTokens = roughTokens(record.body?.messages);
    sendJson(response, 200, messageOf(turn, number, record.body?.model ?? 'story', inputTokens));
  }

  async function handle(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const { method = 'GET', url: path = '/', headers } = request;
    const body = await bodyOf(request);
    const kind = kindOf(method, path, body);
    const turnNumber = kind === 'turn' ? nextTurn++ : null;
    const record: RecordedRequest = { kind, method, path, headers, body, turn: turnNumber, outcome: 'open' };
    requests.push(record);
    response.on('close', () => {
      if (record.outcome !== 'open') return;
      record.outcome = response.writableFinished ? 'answered' : 'aborted';
    });
    if (turnNumber !== null) {
      turns.push(record);
      for (const watcher of watchers) watcher();
      const turn =
        (body === null ? null : story.direct?.(body)) ??
        story.turns[turnNumber] ??
        failure(400, { message: `the story '${story.name}' has no turn ${turnNumber + 1}` });
      if (turn.type === 'answer') return sendAnswer(response, turn, record, turnNumber + 1);
      record.outcome = 'failed';
      return sendFailure(response, turn);
    }
    if (kind === 'side')
      return sendAnswer(response, answer(text(sideAnswer(body))), record, 9000 + requests.length);
    if (kind === 'count') return sendJson(response, 200, { input_tokens: roughTokens(body?.messages) });
    // Probes and telemetry of the CLI: reachable, and nothing there.
    const known = method === 'HEAD' || path === '/' || path.startsWith('/api/');
    return known
      ? sendJson(response, 200, {})
      : sendJson(response, 404, { type: 'error', error: { type: 'not_found_error', message: path } });
  }

  const server = http.createServer((request, response) => {
    // A client that goes away is recorded; it is not a fault of the server.
    response.on('error', () => undefined);
    handle(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    turns,
    release: () => gates.open(),
    whenRequested: (count) =>
      new Promise((resolve) => {
        const look = () => {
          const record = turns[count - 1];
          if (!record) return;
          watchers.delete(look);
          resolve(record);
        };
        watchers.add(look);
        look();
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
        gates.openAll();
      }),
  };
}
