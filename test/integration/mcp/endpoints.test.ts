// The official clients against the real endpoints: tools, resources, prompts, progress, cancellation, who calls.
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TestCore } from '#test/helpers/core';
import { connect, paneToken, personToken, type HttpTransport } from '#test/helpers/mcp-client';
import { waitFor } from '#test/helpers/wait';

describe.each<HttpTransport>(['http', 'sse'])('MCP over %s', (kind) => {
  let app: TestCore;
  let clients: Client[];

  beforeEach(async () => {
    app = await TestCore.start();
    clients = [];
  });
  afterEach(async () => {
    for (const client of clients) await client.close();
    await app.close();
  });
  async function client(token?: string): Promise<Client> {
    const made = await connect(app, kind, token);
    clients.push(made);
    return made;
  }
  const call = async (from: Client, name: string, input: Record<string, unknown> = {}) => {
    const result = (await from.callTool({ name, arguments: input })) as CallToolResult;
    const data = result.structuredContent ?? {};
    return { isError: result.isError === true, data, text: JSON.stringify(result.content) };
  };

  it('creates a pane, types into it, waits for what it prints, reads it and closes it', async () => {
    const mcp = await client();
    const { tools } = await mcp.listTools();
    expect(tools.length).toBeGreaterThan(30);
    const made = await call(mcp, 'fugue_create_pane', { command: 'cat', name: 'echo' });
    const pane = (made.data['pane'] as { id: string }).id;
    await call(mcp, 'fugue_send_input', { pane_id: 'echo', input: 'over MCP\n' });
    const seen = await call(mcp, 'fugue_expect', { pane_id: pane, pattern: 'over MCP\\s*$', timeout: 10 });
    expect(seen.data).toMatchObject({ matched: true });
    const read = await call(mcp, 'fugue_read_pane', { pane_id: pane });
    expect(read.text).toContain('over MCP');
    await call(mcp, 'fugue_close_pane', { pane_id: pane });
    expect(app.state.panes).not.toHaveProperty(pane);
    const gone = await call(mcp, 'fugue_read_pane', { pane_id: pane });
    expect(gone.isError).toBe(true);
    expect(gone.text).toContain('there is no pane');
  });

  it('knows which pane calls by its token, whatever the client says', async () => {
    const pane = await app.pane('cat', 'worker');
    await waitFor('its program', () => app.state.panes[pane as never]?.['process']['status'] === 'running');
    const mcp = await client(await paneToken(app, pane));
    const made = await call(mcp, 'fugue_create_pane', { command: 'cat' });
    expect(made.data['pane']).toMatchObject({ parent_pane: pane, depth: 1 });
    await app.run('close_pane', { pane_id: pane });
    await expect(mcp.listTools()).rejects.toThrow();
  });

  it('answers whoever closes its own pane, and takes away only what is named', async () => {
    const pane = await app.pane('cat', 'worker');
    const own = await client(await paneToken(app, pane));
    expect(await call(own, 'fugue_close_pane')).toMatchObject({ isError: false, data: { pane_id: pane } });
    expect(app.state.panes).not.toHaveProperty(pane);
    await expect(own.listTools()).rejects.toThrow();
    const outside = await client();
    for (const tool of ['fugue_close_pane', 'fugue_kill_session', 'fugue_close_window'])
      expect(await call(outside, tool)).toMatchObject({ isError: true });
    expect(Object.keys(app.state.panes)).toHaveLength(1);
  });

  it('tells of progress while it waits, and stops waiting when the caller gives up', async () => {
    const mcp = await client();
    const pane = await app.pane('cat');
    const progress: number[] = [];
    const giveUp = new AbortController();
    const waiting = mcp.callTool(
      { name: 'fugue_expect', arguments: { pane_id: pane, pattern: 'never', timeout: 60 } },
      undefined,
      { onprogress: ({ progress: seconds }) => progress.push(seconds), signal: giveUp.signal },
    );
    await waitFor('progress', () => progress.length > 0, { timeout: 8000 });
    giveUp.abort();
    await expect(waiting).rejects.toThrow();
    await waitFor('the end of the wait', () =>
      app.core.dispatcher.records.some(({ name, outcome }) => name === 'expect' && outcome === 'refused'),
    );
  });

  it('shows screens as resources, and tells of their changes', async () => {
    const mcp = await client();
    const pane = await app.pane('cat', 'shown');
    const uri = `fugue://pane/${pane}/screen`;
    const { resources } = await mcp.listResources();
    expect(resources.map((resource) => resource.uri)).toContain(uri);
    const updated: string[] = [];
    mcp.fallbackNotificationHandler = async ({ method, params }) => {
      if (method === 'notifications/resources/updated') updated.push((params as { uri: string }).uri);
    };
    await mcp.subscribeResource({ uri });
    await app.run('send_input', { pane_id: pane, input: 'on the screen\n' });
    await waitFor('the news', async () => {
      const { contents } = await mcp.readResource({ uri });
      return updated.includes(uri) && JSON.stringify(contents).includes('on the screen');
    });
    await expect(mcp.readResource({ uri: 'fugue://pane/none/screen' })).rejects.toThrow(
      'there is no resource',
    );
    const { prompts } = await mcp.listPrompts();
    for (const { name, arguments: parameters = [] } of prompts) {
      const values = Object.fromEntries(parameters.map((parameter) => [parameter.name, '3']));
      const { messages } = await mcp.getPrompt({ name, arguments: values });
      expect(messages).toHaveLength(1);
    }
  });

  it('serves several clients, each with its own answers, and frees those that go', async () => {
    const token = personToken(app);
    const many = await Promise.all(Array.from({ length: 20 }, () => client(token)));
    const names = many.map((_, index) => `pane-${String(index)}`);
    for (const name of names) await app.run('rename_pane', { pane_id: await app.pane('cat'), name });
    const answers = await Promise.all(
      many.map((mcp, index) => call(mcp, 'fugue_get_status', { pane_id: names[index] })),
    );
    expect(answers.map(({ data, text }) => data['label'] ?? text)).toEqual(names);
    expect(app.core.mcp.clients).toBe(20);
    if (kind === 'sse') {
      for (const mcp of many.slice(0, 10)) await mcp.close();
      await waitFor('ten to be freed', () => app.core.mcp.clients === 10);
      expect((await many[15]!.listTools()).tools.length).toBeGreaterThan(30);
    }
  });
});
