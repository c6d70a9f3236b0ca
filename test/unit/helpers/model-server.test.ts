import { afterEach, describe, expect, it } from 'vitest';
import {
  answer,
  failure,
  lastUserText,
  startModelServer,
  story,
  text,
  thinking,
  tool,
  type ModelServer,
  type ModelServerOptions,
  type Turn,
} from '#test/helpers/model-server/index';

const servers: ModelServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function serve(turns: readonly Turn[], options?: ModelServerOptions): Promise<ModelServer> {
  const server = await startModelServer(story('test', turns), options);
  servers.push(server);
  return server;
}

const conversation = {
  model: 'claude-test',
  max_tokens: 100,
  tools: [{ name: 'Bash' }],
  messages: [{ role: 'user', content: [{ type: 'text', text: 'hello' }] }],
};

function post(server: ModelServer, body: object, path = '/v1/messages?beta=true', signal?: AbortSignal) {
  return fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    ...(signal ? { signal } : {}),
  });
}

interface AnyEvent {
  readonly type: string;
  readonly delta?: { text?: string; thinking?: string; partial_json?: string; stop_reason?: string };
}

/** The parsed events of a stream; checks that each `event:` names the type of its data. */
function eventsOf(stream: string): AnyEvent[] {
  return stream
    .split('\n\n')
    .filter((part) => part !== '')
    .map((part) => {
      const [, name, data] = /^event: (.*)\ndata: (.*)$/.exec(part) ?? [];
      const event = JSON.parse(data ?? '') as AnyEvent;
      expect(event.type).toBe(name);
      return event;
    });
}

describe('a turn of the story', () => {
  it('streams thinking, text and a tool call', async () => {
    const server = await serve([
      answer(
        thinking('a long thought, longer than a piece'),
        text('Grüße 👩‍👩‍👧 from afar'),
        tool('Bash', { command: 'ls' }),
      ),
    ]);
    const response = await post(server, { ...conversation, stream: true });
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const events = eventsOf(await response.text());
    expect(events.map((event) => event.type).filter((type, index, all) => type !== all[index - 1])).toEqual([
      'message_start',
      'ping',
      ...['content_block_start', 'content_block_delta', 'content_block_stop'],
      ...['content_block_start', 'content_block_delta', 'content_block_stop'],
      ...['content_block_start', 'content_block_delta', 'content_block_stop'],
      'message_delta',
      'message_stop',
    ]);
    const joined = (field: 'text' | 'thinking' | 'partial_json') =>
      events.map((event) => event.delta?.[field] ?? '').join('');
    expect(joined('thinking')).toBe('a long thought, longer than a piece');
    expect(joined('text')).toBe('Grüße 👩‍👩‍👧 from afar');
    expect(JSON.parse(joined('partial_json'))).toEqual({ command: 'ls' });
    expect(events.at(-2)?.delta?.stop_reason).toBe('tool_use');
    expect(server.requests).toMatchObject([{ kind: 'turn', turn: 0, method: 'POST' }]);
    expect(lastUserText(server.requests[0]!.body)).toBe('hello');
  });

  it('comes as one message when the request does not stream', async () => {
    const server = await serve([answer(text('plain'))]);
    const message = (await (await post(server, conversation)).json()) as object;
    expect(message).toMatchObject({
      type: 'message',
      role: 'assistant',
      model: 'claude-test',
      content: [{ type: 'text', text: 'plain' }],
      stop_reason: 'end_turn',
    });
  });

  it('can be a failure with a time to wait', async () => {
    const server = await serve([failure(529, { retryAfterSeconds: 3 }), answer(text('fine'))]);
    const failed = await post(server, conversation);
    expect([failed.status, failed.headers.get('retry-after')]).toEqual([529, '3']);
    expect(await failed.json()).toMatchObject({ type: 'error', error: { type: 'overloaded_error' } });
    expect((await post(server, conversation)).status).toBe(200);
    expect(server.turns.map((request) => request.outcome)[0]).toBe('failed');
  });

  it('that is not there is refused, naming the story', async () => {
    const server = await serve([]);
    const response = await post(server, conversation);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("the story 'test' has no turn 1");
  });

  it('waits before each piece when it is slow, by the clock that was given', async () => {
    const waits: number[] = [];
    const wait = (milliseconds: number) => {
      waits.push(milliseconds);
      return Promise.resolve();
    };
    const server = await serve([answer(text('short')).slowly(1000)], { wait });
    await (await post(server, { ...conversation, stream: true })).text();
    expect(waits).toEqual([1000, 1000, 1000, 1000, 1000]);
  });

  it('is held before its first byte until it is released', async () => {
    const server = await serve([answer(text('at last')).held()]);
    let arrived = false;
    const pending = post(server, conversation).then((response) => {
      arrived = true;
      return response;
    });
    await server.whenRequested(1);
    // A second request makes sure that the server had time to answer the first.
    await fetch(server.url);
    expect(arrived).toBe(false);
    server.release();
    expect((await pending).status).toBe(200);
  });

  it('is held after its first piece until it is released', async () => {
    const server = await serve([answer(text('first words and then the rest')).held('inside')]);
    const response = await post(server, { ...conversation, stream: true });
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let received = '';
    while (!received.includes('content_block_delta')) received += (await reader.read()).value ?? '';
    expect(received).not.toContain('message_stop');
    server.release();
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) received += chunk.value;
    expect(received).toContain('message_stop');
  });

  it('can break in the middle', async () => {
    const server = await serve([answer(text('a text of several pieces, of which two arrive')).cut(2)]);
    const response = await post(server, { ...conversation, stream: true });
    await expect(response.text()).rejects.toThrow();
    expect(server.turns[0]?.outcome).toBe('cut');
  });
});

describe('requests beside the story', () => {
  it('answers a side request without taking a turn', async () => {
    const server = await serve([answer(text('the turn'))]);
    const title = { model: 'claude-haiku', system: 'Generate a title as JSON', messages: [], stream: true };
    const events = eventsOf(await (await post(server, title)).text());
    expect(events.map((event) => event.delta?.text ?? '').join('')).toBe('{"title":"A scripted story"}');
    expect(await (await post(server, conversation)).text()).toContain('the turn');
    expect(server.requests.map((request) => request.kind)).toEqual(['side', 'turn']);
  });

  it('counts tokens, answers probes and knows nothing else', async () => {
    const server = await serve([]);
    const counted = await post(server, conversation, '/v1/messages/count_tokens?beta=true');
    expect(await counted.json()).toEqual({ input_tokens: expect.any(Number) as number });
    expect((await fetch(server.url, { method: 'HEAD' })).status).toBe(200);
    expect((await fetch(`${server.url}/api/hello`)).status).toBe(200);
    expect((await fetch(`${server.url}/v1/mystery`)).status).toBe(404);
  });

  it('tells who went away', async () => {
    const server = await serve([answer(text('never')).held()]);
    const controller = new AbortController();
    const pending = post(server, conversation, '/v1/messages', controller.signal);
    const record = await server.whenRequested(1);
    controller.abort();
    await expect(pending).rejects.toThrow();
    await expect.poll(() => record.outcome).toBe('aborted');
  });

  it('closes while an answer is held', async () => {
    const server = await serve([answer(text('never')).held()]);
    const pending = post(server, conversation);
    await server.whenRequested(1);
    const failing = expect(pending).rejects.toThrow();
    await server.close();
    await failing;
  });
});
