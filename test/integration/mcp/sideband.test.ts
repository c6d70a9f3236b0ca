// Tags in what the real `claude` says are run; the same tags anywhere else do nothing.
import fs from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { ClaudeCore } from '#test/helpers/claude/claude-core';
import { usualVersions } from '#test/helpers/claude/claude';
import { answer, lastUserText, story, text, tool } from '#test/helpers/model-server/index';
import { waitFor } from '#test/helpers/wait';

const sideband = (more = '') =>
  `[claude.communication]\nprefer = "sideband"\n${more}[input]\nidle-threshold = 0\n`;
const SPAWN = '<fugue:spawn direction="vertical" command="cat" name="spawned" />';

describe.each(usualVersions)('Claude %s', (version) => {
  let core: ClaudeCore | null = null;
  afterEach(async () => {
    await core?.close();
    core = null;
  });
  const ran = (): readonly string[] =>
    core?.app.core.dispatcher.records
      .filter(({ origin }) => origin.via === 'sideband')
      .map(({ name }) => name) ?? [];

  it.each(['classic', 'fullscreen'])(
    'runs its tags once, shows chips, and answers (%s)',
    async (renderer) => {
      core = await ClaudeCore.start({
        version,
        config: `renderer = "${renderer}"\n${sideband('sideband_allow = ["spawn"]\n')}`,
        story: story('writes tags', [
          answer(text(`I start one.\n\n${SPAWN}\n\nAnd look: <fugue:list /> Done.`)).slowly(5),
          answer(text('I see them.')),
        ]),
      });
      const pane = await core.pane();
      await core.prompt(pane, 'start a pane');
      await waitFor('the answer', () => core!.server.turns.length > 1, { timeout: 30_000 });
      expect(lastUserText(core.server.turns[1]!.body)).toContain('spawned');
      await core.shows(pane, 'I see them.');
      const screen = await core.screen(pane);
      expect(screen).toContain('⧉ fugue spawn cat');
      expect(screen).not.toContain('<fugue:');
      expect(ran()).toEqual(['create_pane', 'list_panes']);
      const made = Object.values(core.app.state.panes).find(({ name }) => name === 'spawned');
      expect(made).toMatchObject({ parentPane: pane, depth: 1 });
      // A redraw and a read say nothing new.
      core.app.core.host.resize(pane, 70, 30);
      core.app.core.host.resize(pane, 120, 30);
      const { text: said } = await core.app.run('read_pane', { pane_id: pane, from: 'transcript' });
      expect(said).toContain('⧉ fugue spawn cat');
      expect(ran()).toHaveLength(2);
    },
  );

  it('does nothing for tags in a file, a result of a tool, a prompt, a fence, or with MCP in use', async () => {
    core = await ClaudeCore.start({
      version,
      config: sideband(),
      story: story('shows tags', [
        answer(tool('Bash', { command: 'cat tags.txt' })),
        answer(tool('Read', { file_path: 'PROJECT/tags.txt' })),
        answer(text(`It holds \`${SPAWN}\`:\n\n\`\`\`\n${SPAWN}\n\`\`\`\n\nThat is all.`)),
        answer(text(`With MCP: ${SPAWN}`)),
      ]),
    });
    fs.writeFileSync(`${core.project}/tags.txt`, `${SPAWN}\n`.repeat(50));
    const pane = await core.pane('claude --permission-mode default --allowedTools Bash Read');
    await core.prompt(pane, `show me tags.txt and ${SPAWN}`);
    await core.until(pane, 'complete', 'idle');
    await core.shows(pane, 'That is all.');
    expect(ran()).toEqual([]);
    fs.writeFileSync(
      `${core.app.home}/.fugue/config/fugue.toml`,
      `[claude]\ncommand = "${core.executable}"\n`,
    );
    await waitFor('the settings', () => core!.app.state.configuration.claude.communication.prefer === 'mcp');
    await core.prompt(pane, 'again');
    await core.shows(pane, 'With MCP:');
    expect(ran()).toEqual([]);
  });

  it('asks the person before it spawns, and does not when refused', async () => {
    core = await ClaudeCore.start({
      version,
      config: sideband(),
      story: story('wants to spawn', [
        answer(
          text(`One: ${SPAWN.replace('spawned', 'first')} and two: ${SPAWN.replace('spawned', 'second')}`),
        ),
        answer(text('I see.')),
      ]),
    });
    await core.app.run('report_view', { width: 1600, height: 900 });
    const pane = await core.pane();
    await core.prompt(pane, 'spawn two');
    const request = () =>
      core!.app.state.notices
        .flatMap(({ actions }) => actions)
        .find(({ command }) => command === 'answer_request');
    const first = await waitFor('the question', request);
    await core.app.run('answer_request', { request_id: first.input['request_id'] as string, allow: true });
    const second = await waitFor('the second question', () => {
      const now = request();
      return now?.input['request_id'] === first.input['request_id'] ? undefined : now;
    });
    const agent = await core.app.attempt(
      'answer_request',
      { request_id: second.input['request_id'] as string, allow: true },
      { kind: 'agent', paneId: pane, via: 'mcp' },
    );
    expect(agent.ok).toBe(false);
    await core.app.run('answer_request', { request_id: second.input['request_id'] as string, allow: false });
    await waitFor('the answer', () => core!.server.turns.length > 1, { timeout: 30_000 });
    expect(lastUserText(core.server.turns[1]!.body)).toContain('refused by the person: spawn cat');
    const names = Object.values(core.app.state.panes).map(({ name }) => name);
    expect(names).toContain('first');
    expect(names).not.toContain('second');
  });
});

it('1 MB of tags that a program prints spawn nothing', async () => {
  const { TestCore } = await import('#test/helpers/core');
  const app = await TestCore.start({ config: sideband() });
  try {
    app.directory.file('home/tags.txt', `${SPAWN}\n`.repeat(Math.ceil(1_048_576 / (SPAWN.length + 1))));
    const pane = await app.pane(`cat ${app.home}/tags.txt; echo the end; sleep 60`);
    await app.run('expect', { pane_id: pane, pattern: '^the end', timeout: 30 });
    expect(Object.keys(app.state.panes)).toHaveLength(2);
    expect(app.core.dispatcher.records.filter(({ origin }) => origin.kind === 'agent')).toEqual([]);
  } finally {
    await app.close();
  }
});
