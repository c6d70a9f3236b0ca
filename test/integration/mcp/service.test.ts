// Where MCP is served, for how long, and what is written down of it.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { ClaudeCore } from '#test/helpers/claude/claude-core';
import { usualVersions } from '#test/helpers/claude/claude';
import { TestCore } from '#test/helpers/core';
import { connect, paneToken, personToken } from '#test/helpers/mcp-client';
import { CALL, INITIALIZE, post } from '#test/helpers/mcp-raw';
import { answer, story, text, tool } from '#test/helpers/model-server/index';
import { bytesOf, sendRaw } from '#test/helpers/raw-http';
import { startStranger } from '#test/helpers/stranger';
import { waitFor } from '#test/helpers/wait';

const AS_NOBODY = ['--reuid=65534', '--regid=65534', '--clear-groups'];

describe('the service', () => {
  let app: TestCore | null = null;
  afterEach(async () => {
    await app?.close();
    app = null;
  });

  it('takes another port when its own is in use, says so, and sends the stranger nothing', async () => {
    const other = await startStranger();
    try {
      app = await TestCore.start({ environment: { CCMUX_MCP_PORT: String(other.port) } });
      const { http: address } = app.core.mcp.addresses;
      expect(address).not.toBeNull();
      expect(address).not.toContain(`:${String(other.port)}/`);
      const notice = app.state.notices.find(({ title }) => title.includes(String(other.port)));
      expect(notice?.details.join()).toContain(new URL(address ?? '').port);
      const client = await connect(app, 'http');
      expect((await client.listTools()).tools.length).toBeGreaterThan(30);
      await client.close();
      expect(other.seen).toEqual([]);
    } finally {
      await other.close();
    }
  });

  it('lets nobody who has no token, and no other user of the machine, into a pane (sec-08)', async () => {
    app = await TestCore.start({ config: '[channels]\nenabled = true\nmanaged = false\n' });
    const { directory, home, core } = app;
    // What keeps others out below is what Fugue itself makes, and no folder of the test.
    for (const folder of [directory.path, home]) fs.chmodSync(folder, 0o755);
    const pane = await app.pane('cat');
    const [own, ofPane] = [personToken(app), await paneToken(app, pane)];
    const before = core.dispatcher.records.length;
    const port = Number(new URL(core.mcp.addresses.http!).port);
    const hooks = Number(fs.readFileSync(path.join(home, '.fugue/state/hook-port'), 'utf8'));
    const type = JSON.stringify({
      ...(JSON.parse(CALL) as object),
      params: { name: 'fugue_send_input', arguments: { pane_id: pane, input: 'x\n' } },
    });
    for (const headers of [[], [['Authorization', `Bearer ${'0'.repeat(own.length)}`]]] as [
      string,
      string,
    ][][])
      for (const [at, request] of [
        [port, post('/mcp', INITIALIZE, [['Host', `127.0.0.1:${String(port)}`], ...headers])],
        [port, post('/mcp', type, [['Host', `127.0.0.1:${String(port)}`], ...headers])],
        [port, { ...post('/sse', '', [['Host', `127.0.0.1:${String(port)}`], ...headers]), method: 'GET' }],
        [hooks, post('/hook/Stop', '{}', [['Host', `127.0.0.1:${String(hooks)}`], ...headers])],
      ] as const)
        expect((await sendRaw(at, bytesOf(request))).statuses, request.path).toEqual([401]);
    expect(core.dispatcher.records).toHaveLength(before);
    // All that an own process reaches by a path: another user can not open it, whichever way leads there.
    const doors = execFileSync('find', [
      directory.path,
      '(',
      '-type',
      's',
      '-o',
      '-type',
      'p',
      '-o',
      '-name',
      'mcp-token',
      ')',
    ])
      .toString()
      .trim()
      .split('\n')
      // The tests' tmux keeps its own in a folder of its own.
      .filter((file) => !file.startsWith(path.join(directory.path, 'tmux')));
    expect(doors.map((file) => path.basename(file))).toEqual(
      expect.arrayContaining(['mcp-token', 'mcp.sock', 'control.sock', 'output.sock']),
    );
    for (const door of doors) expect(fs.statSync(door).mode & 0o077, door).toBe(0);
    if (process.getuid?.() === 0)
      for (const door of doors)
        expect(() => execFileSync('setpriv', [...AS_NOBODY, 'test', '-w', door]), door).toThrow();
    const lines = execFileSync('ps', ['-eww', '-o', 'args=']).toString();
    for (const token of [own, ofPane]) expect(lines).not.toContain(token);
  });

  it('stops at once when it is switched off, and comes back', async () => {
    app = await TestCore.start();
    const running = app;
    const configure = (line: string) => {
      running.directory.file('home/.fugue/config/fugue.toml', `[claude.communication]\n${line}\n`);
    };
    const client = await connect(running, 'sse');
    const token = path.join(running.home, '.fugue/mcp-token');
    expect(fs.statSync(token).mode & 0o777).toBe(0o600);
    expect(fs.statSync(path.join(running.home, '.fugue/mcp.sock')).mode & 0o777).toBe(0o600);
    configure('mcp_enabled = false');
    await waitFor('its end', () => running.core.mcp.addresses.http === null);
    await expect(client.listTools()).rejects.toThrow();
    expect(fs.existsSync(token)).toBe(false);
    expect(running.core.mcp.addresses).toEqual({ http: null, sse: null, socket: null });
    configure('mcp_enabled = true');
    await waitFor('its return', () => running.core.mcp.addresses.http !== null);
    const again = await connect(running, 'http', personToken(running));
    await again.close();
  });

  it('has a limit of calls for each pane, and names it', async () => {
    app = await TestCore.start({ config: '[limits]\ncalls-per-minute = 5\n' });
    const client = await connect(app, 'http');
    const results = [];
    for (let call = 0; call < 8; call += 1) results.push(await client.callTool({ name: 'fugue_whoami' }));
    await client.close();
    expect(results.filter(({ isError }) => isError === true)).toHaveLength(3);
    expect(JSON.stringify(results.at(-1))).toContain('calls-per-minute');
    // The person is not held up by it.
    expect((await app.attempt('list_panes', {})).ok).toBe(true);
  });

  it('writes down every call of an agent, and nothing of what was said', async () => {
    app = await TestCore.start();
    const pane = await app.pane('cat');
    const client = await connect(app, 'http');
    await client.callTool({
      name: 'fugue_send_input',
      arguments: { pane_id: pane, input: 'a-secret-word\n' },
    });
    await client.callTool({ name: 'fugue_read_pane', arguments: { pane_id: pane } });
    await client.callTool({ name: 'fugue_close_pane', arguments: { pane_id: 'nobody' } });
    await client.close();
    const file = path.join(app.home, '.fugue/log/audit.log');
    const lines = await waitFor('the lines', () => {
      const kept = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
      return kept.includes('close_pane') ? kept : undefined;
    });
    expect(lines).not.toContain('a-secret-word');
    expect(fs.statSync(file).mode & 0o777).toBe(0o600);
    const entries = lines
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ origin }) => origin === 'agent');
    expect(entries).toMatchObject([
      { via: 'mcp', pane: null, command: 'send_input', target: pane, outcome: 'done' },
      { command: 'read_pane', target: pane, outcome: 'done' },
      { command: 'close_pane', target: 'nobody', outcome: 'not-found' },
    ]);
  });
});

it.each(usualVersions)('Claude %s behind a proxy reaches MCP past it', async (version) => {
  const proxy = await startStranger();
  const variables = { HTTP_PROXY: `http://127.0.0.1:${String(proxy.port)}` };
  const core = await ClaudeCore.start({
    version,
    config: '[claude.communication]\nmcp_unasked = "all"\n',
    environment: { ...variables, http_proxy: variables.HTTP_PROXY, NO_PROXY: 'example.test' },
    story: story('asks who it is', [answer(tool('mcp__fugue__fugue_whoami', {})), answer(text('I know.'))]),
  });
  try {
    const pane = await core.pane();
    await core.prompt(pane, 'who are you');
    await core.shows(pane, 'I know.');
    const call = core.app.core.dispatcher.records.find(({ name }) => name === 'whoami');
    expect(call).toMatchObject({ outcome: 'done', origin: { paneId: pane } });
    expect(proxy.seen.filter((request) => request.includes('127.0.0.1'))).toEqual([]);
  } finally {
    await core.close();
    await proxy.close();
  }
});
