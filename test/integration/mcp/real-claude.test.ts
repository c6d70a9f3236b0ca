// The real `claude` drives Fugue through MCP: it finds the tools by itself, and Fugue knows which pane it is in.
import { afterEach, describe, expect, it } from 'vitest';
import { ClaudeCore } from '#test/helpers/claude/claude-core';
import { claudeVersions } from '#test/helpers/claude/claude';
import {
  answer,
  directed,
  text,
  tool,
  toolResults,
  type MessagesBody,
} from '#test/helpers/model-server/index';
import { waitFor } from '#test/helpers/wait';

const fugue = (name: string, input: Readonly<Record<string, unknown>>) =>
  tool(`mcp__fugue__fugue_${name}`, input);

const CLAUDE = 'claude --permission-mode default';

const STEPS: readonly Parameters<typeof fugue>[] = [
  ['create_pane', { command: 'cat', name: 'helper' }],
  ['send_input', { pane_id: 'helper', input: 'typed by Claude\n' }],
  ['expect', { pane_id: 'helper', pattern: 'typed by Claude', timeout: 20 }],
  ['read_pane', { pane_id: 'helper' }],
  ['close_pane', { pane_id: 'helper' }],
];

/** What tools have said. 2.1.197 does not wait for its servers: a tool that it did not know yet is called again. */
function done(body: MessagesBody | null): readonly string[] {
  return body === null ? [] : toolResults(body).filter((said) => !said.includes('No such tool'));
}

describe.each(claudeVersions)('Claude %s', (version) => {
  let core: ClaudeCore | null = null;
  afterEach(async () => {
    await core?.close();
    core = null;
  });

  // Each way once for the newest, the usual one for all.
  const ways = version === claudeVersions.at(-1) ? (['http', 'sse', 'stdio'] as const) : (['http'] as const);
  it.each(ways)(
    'creates a pane, types into it, waits for its output, reads it and closes it over %s',
    async (transport) => {
      core = await ClaudeCore.start({
        version,
        config: `[claude.communication]\nmcp_transport = "${transport}"\nmcp_unasked = "all"\n`,
        story: directed('drives Fugue', (body) => {
          const step = STEPS[done(body).length];
          return answer(step === undefined ? text('All done.') : fugue(...step));
        }),
      });
      const pane = await core.pane();
      const { mcp } = core.app.core;
      if (transport !== 'stdio') await waitFor('its connection', () => mcp.clients > 0, { timeout: 20_000 });
      await core.prompt(pane, 'use your panes');
      await core.until(pane, 'complete');
      const results = done(core.server.turns.at(-1)?.body ?? null);
      expect(results[0]).toContain('"name":"helper"');
      expect(results[2]).toContain('typed by Claude');
      expect(results[3]).toContain('typed by Claude');
      expect(results[4]).toContain('pane_id');
      expect(Object.values(core.app.state.panes).map(({ name }) => name)).not.toContain('helper');
      const calls = core.app.core.dispatcher.records.filter(({ origin }) => origin.kind === 'agent');
      expect(calls.map(({ name }) => name)).toEqual([
        'create_pane',
        'send_input',
        'expect',
        'read_pane',
        'close_pane',
      ]);
      expect(calls.every(({ origin }) => origin.paneId === pane && origin.via === 'mcp')).toBe(true);
    },
  );

  it('an orchestrator and two workers write to each other, by tag and to the parent', async () => {
    core = await ClaudeCore.start({
      version,
      config: `[claude.communication]\nmcp_unasked = "all"\n[input]\nidle-threshold = 0\n`,
      story: directed('a team', (body) => {
        const said = JSON.stringify(body.messages ?? []);
        const count = done(body).length;
        if (said.includes('you lead')) {
          // The orchestrator: starts two workers, gives them work by tag, and hears of both.
          if (count === 0) return answer(fugue('set_tags', { add: ['orchestrator', 'team'] }));
          if (count < 3)
            return answer(fugue('create_pane', { command: CLAUDE, name: `worker-${String(count)}` }));
          if (count < 5)
            return answer(fugue('wait_for_status', { pane_id: `worker-${String(count - 2)}`, timeout: 40 }));
          if (count === 5)
            return answer(
              fugue('send_orchestration', { target: { tag: 'team' }, message: 'count the files' }),
            );
          return answer(text(said.includes('status: done') ? 'A worker is done.' : 'Waiting for them.'));
        }
        if (count === 0) return answer(fugue('report_status', { status: 'done', message: 'seven files' }));
        if (count === 1)
          return answer(
            fugue('send_orchestration', { target: { parent: true }, message: 'and two folders' }),
          );
        return answer(text('Reported.'));
      }),
    });
    const lead = await core.pane();
    await core.prompt(lead, 'you lead');
    const { app, server } = core;
    const saidToLead = (): string =>
      server.turns
        .map(({ body }) => body)
        .filter((body): body is MessagesBody => JSON.stringify(body).includes('you lead'))
        .map((body) => JSON.stringify(body.messages))
        .at(-1) ?? '';
    await waitFor(
      'four messages to the orchestrator',
      () => saidToLead().split('seven files').length > 2 && saidToLead().split('and two folders').length > 2,
      {
        timeout: 45_000,
        instead: () =>
          JSON.stringify(
            [
              app.state.deliveries.map(({ text: it, state, reason }) => [it, state, reason]),
              Object.values(app.state.panes).map(({ name, agent }) => [name, agent]),
              server.turns.slice(-8).map(({ body }) => JSON.stringify(body?.messages?.at(-1))),
            ],
            null,
            1,
          ),
      },
    );
    const deliveries = app.state.deliveries;
    await waitFor('all to be delivered', () =>
      app.state.deliveries.every(({ state }) => state === 'delivered'),
    );
    expect(deliveries.filter(({ to }) => to === lead)).toHaveLength(4);
    expect(deliveries.filter(({ to }) => to !== lead).map(({ from }) => from)).toEqual([lead, lead]);
    const workers = Object.values(app.state.panes).filter(({ name }) => name?.startsWith('worker-') === true);
    expect(workers.map(({ parentPane, depth }) => [parentPane, depth])).toEqual([
      [lead, 1],
      [lead, 1],
    ]);
    // Each message is a prompt of its own, or several in order, and none of them twice.
    const prompts = saidToLead();
    for (const said of ['seven files', 'and two folders'])
      expect(prompts.split(`${said}\\n`).length - 1).toBe(2);
  });
});
