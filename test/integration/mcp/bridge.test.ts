// `fugue mcp-bridge` with the official client and the real app, which goes away and comes back; and the relay itself
// with its input cut in every way.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { everyCut } from '#test/helpers/chunks';
import { cleanEnvironment } from '#test/helpers/clean-environment';
import { TestCore } from '#test/helpers/core';
import { paneToken } from '#test/helpers/mcp-client';
import { repositoryRoot } from '#test/helpers/root';
import { makeTemporaryDirectory, type TemporaryDirectory } from '#test/helpers/temporary-directory';
import { inTime, waitFor } from '#test/helpers/wait';
import { McpBridge } from '../../../electron/cli/client/mcp-bridge';
import { systemClock } from '../../../electron/system/system-clock';

const script = path.join(repositoryRoot, 'dist/cli.cjs');
let directory: TemporaryDirectory;
let app: TestCore | null;
let closing: (() => Promise<unknown>)[];

beforeEach(() => {
  directory = makeTemporaryDirectory();
  fs.mkdirSync(path.join(directory.path, 'home'));
  app = null;
  closing = [];
});
afterEach(async () => {
  for (const close of closing) await close();
  await app?.close();
  directory.remove();
});

async function startApp(): Promise<TestCore> {
  app = await TestCore.start({ directory });
  return app;
}

function environment(token?: string): Record<string, string> {
  const home = path.join(directory.path, 'home');
  const variables = cleanEnvironment({ HOME: home, FUGUE_HOME: path.join(home, '.fugue') });
  return token === undefined ? variables : { ...variables, FUGUE_TOKEN: token };
}

async function bridged(token?: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [script, 'mcp-bridge'],
    env: environment(token),
  });
  closing.push(() => client.close());
  await client.connect(transport);
  return client;
}

async function call(client: Client, name: string, input: Record<string, unknown> = {}) {
  return (await client.callTool({ name, arguments: input })) as CallToolResult;
}

/** Runs the bridge with this input, and gives the lines that it prints and its exit code. */
async function spoken(...messages: unknown[]): Promise<{ lines: Record<string, unknown>[]; code: unknown }> {
  const child = spawn(process.execPath, [script, 'mcp-bridge'], { env: environment(), stdio: 'pipe' });
  const ended = new Promise((resolve) => child.on('exit', resolve));
  child.stdin.end(messages.map((message) => `${JSON.stringify(message)}\n`).join(''));
  const output = await inTime('the end of the bridge', text(child.stdout));
  const lines = output.split('\n').filter((line) => line !== '');
  return { lines: lines.map((line) => JSON.parse(line) as Record<string, unknown>), code: await ended };
}

describe('the bridge of the command line tool', () => {
  it('serves the tools, and goes on with the app that comes after', async () => {
    await startApp();
    const client = await bridged();
    expect((await client.listTools()).tools.length).toBeGreaterThan(30);
    const pane = await app!.pane('cat');
    const news: string[] = [];
    client.fallbackNotificationHandler = async ({ method, params }) => {
      const about = params?.['uri'];
      news.push(typeof about === 'string' ? `${method} ${about}` : method);
    };
    const [shell] = (await app!.run('list_panes', { all: true })).panes;
    const { resources } = await client.listResources();
    const { uri } = resources.find((entry) => entry.uri.includes(shell!.id))!;
    await client.subscribeResource({ uri });
    const waiting = call(client, 'fugue_expect', { pane_id: pane, pattern: 'never', timeout: 60 });
    const lost = expect(waiting).rejects.toThrow('Fugue ended before it answered');
    await client.listTools();
    // Without this the pane ends before its app, and the wait with it.
    app!.core.mcp.dispose();
    await app!.close();
    await lost;
    const asked = performance.now();
    await expect(client.listTools()).rejects.toThrow('Fugue is not running: start it with fugue');
    expect(performance.now() - asked).toBeLessThan(500);

    await startApp();
    await waitFor('the bridge to find the app', () => client.listTools().catch(() => null));
    expect((await call(client, 'fugue_list_panes')).structuredContent).toHaveProperty('panes');
    expect(news).toContain('notifications/resources/list_changed');
    // What it had subscribed to goes on without its doing.
    news.length = 0;
    await app!.run('send_input', { pane_id: shell!.id, input: 'echo something new', submit: true });
    await waitFor('news of the pane', () => news.includes(`notifications/resources/updated ${uri}`));
  });

  it('speaks for its pane, and for nobody once the pane has gone', async () => {
    await startApp();
    const pane = await app!.pane('cat', 'worker');
    await waitFor('its program', () => app!.state.panes[pane as never]?.['process']['status'] === 'running');
    const client = await bridged(await paneToken(app!, pane));
    expect((await call(client, 'fugue_whoami')).structuredContent).toMatchObject({ pane_id: pane });
    await app!.run('close_pane', { pane_id: pane });
    const before = app!.core.dispatcher.records.length;
    const refused = 'the token is no longer valid: start the program in its pane again';
    await waitFor('the refusal', async () => {
      const outcome: unknown = await client.listTools().catch((error: unknown) => error);
      return outcome instanceof Error && outcome.message.includes(refused);
    });
    await expect(call(client, 'fugue_create_pane', { command: 'cat' })).rejects.toThrow(refused);
    expect(app!.core.dispatcher.records.length).toBe(before);
  });

  it('answers all that was asked before its input ended, and ends well', async () => {
    await startApp();
    const initialize = {
      jsonrpc: '2.0',
      id: 'first',
      method: 'initialize',
      params: {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name: 'test', version: '1' },
      },
    };
    const pane = await app!.pane('cat');
    const wait = (timeout: number) => ({
      name: 'fugue_expect',
      arguments: { pane_id: pane, pattern: 'never', timeout },
    });
    const { lines, code } = await spoken(
      initialize,
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', id: 7, method: 'tools/call', params: wait(0.3) },
      { jsonrpc: '2.0', id: 8, method: 'tools/call', params: wait(60) },
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 8 } },
      { id: 9, method: 'tools/list' },
      {
        jsonrpc: '2.0',
        id: 10,
        method: 'tools/list',
        params: JSON.parse(`${'{"a":'.repeat(500)}1${'}'.repeat(500)}`) as unknown,
      },
    );
    expect(lines.map(({ id }) => String(id)).sort()).toEqual(['10', '7', '9', 'first']);
    expect(lines.find(({ id }) => id === 7)).toHaveProperty('result.structuredContent.matched', false);
    for (const wrong of [9, 10]) expect(lines.find(({ id }) => id === wrong)).toHaveProperty('error');
    expect(code).toBe(0);
  });

  it('refuses each request at once while no app runs', async () => {
    const { lines, code } = await spoken(
      { jsonrpc: '2.0', id: 1, method: 'initialize', params: {} },
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', id: '1', method: 'tools/list' },
    );
    const error = { code: -32_000, message: 'Fugue is not running: start it with fugue' };
    expect(lines).toEqual([
      { jsonrpc: '2.0', id: 1, error },
      { jsonrpc: '2.0', id: '1', error },
    ]);
    expect(code).toBe(0);
  });
});

describe('the relay', () => {
  /** An app that answers everything with what it was asked. */
  async function echo(): Promise<string> {
    const file = path.join(directory.path, 'echo.sock');
    const server = net.createServer((socket) => {
      let text = '';
      socket.setEncoding('utf8');
      socket.on('data', (piece: string) => {
        const lines = (text + piece).split('\n');
        text = lines.pop() ?? '';
        for (const line of lines) {
          const { id, method } = JSON.parse(line) as { id?: unknown; method?: unknown };
          if (id !== undefined)
            socket.write(`${JSON.stringify({ jsonrpc: '2.0', id, result: { method } })}\n`);
        }
      });
    });
    await new Promise<void>((resolve) => server.listen(file, resolve));
    closing.push(() => new Promise((resolve) => server.close(resolve)));
    return file;
  }

  async function relayed(file: string, pieces: readonly Uint8Array[]): Promise<string> {
    const input = new PassThrough();
    const output = new PassThrough();
    const printed = text(output);
    const run = McpBridge.run({
      input,
      output,
      socketFile: () => file,
      absence: () => 'away',
      token: 'none of its business',
      clock: systemClock,
    });
    for (const piece of pieces) input.write(piece);
    input.end();
    await inTime('the end of the relay', run);
    output.end();
    return printed;
  }

  it('says the same for every way of cutting its input', async () => {
    const file = await echo();
    const lines = [
      '{"jsonrpc":"2.0","id":1,"method":"é🧪"}\r',
      'nonsense',
      '[]',
      '',
      '{"jsonrpc":"2.0","id":"1","result":{}}',
      '{"jsonrpc":"2.0","id":"b","method":"last, without an end"}',
    ];
    const input = Buffer.from(lines.join('\n'));
    const sorted = async (pieces: readonly Uint8Array[]) =>
      (await relayed(file, pieces)).split('\n').sort().join('\n');
    const whole = await sorted([input]);
    expect(whole).toContain('é🧪');
    expect(whole).toContain('last, without an end');
    expect(whole.match(/no message of JSON-RPC/g)).toHaveLength(2);
    for (const pieces of everyCut(input)) expect(await sorted(pieces)).toBe(whole);
  });

  it('refuses a line that is too long, and goes on', async () => {
    const file = await echo();
    const long = { method: 'tools/call', params: { text: 'x'.repeat(1024 * 1024) }, jsonrpc: '2.0', id: 1 };
    const next = { jsonrpc: '2.0', id: 2, method: 'next' };
    const said = await relayed(file, [Buffer.from(`${JSON.stringify(long)}\n${JSON.stringify(next)}\n`)]);
    const answers = said
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: unknown; error?: unknown });
    expect(answers.find(({ id }) => id === 1)?.error).toMatchObject({
      message: 'a message has at most 1 MB',
    });
    expect(said).toContain('"id":2,"result"');
  });
});
