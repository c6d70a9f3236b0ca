// Messages to the real `claude`: what they may hold and when they wait. What crashes do to them is in crashes.test.ts.
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Origin } from '#shared/commands/define-command';
import { withoutBlanks } from '#electron/claude/detect/prompt-box';
import { ClaudeCore } from '#test/helpers/claude/claude-core';
import { claudeVersions } from '#test/helpers/claude/claude';
import { answer, directed, lastUserText, text, tool, type Story } from '#test/helpers/model-server/index';
import { repositoryRoot } from '#test/helpers/root';
import { waitFor } from '#test/helpers/wait';

const agent: Origin = { kind: 'agent', via: 'mcp', paneId: null };
const NO_HOLD = '[input]\nidle-threshold = 0\n';
const fixture = (name: string) =>
  fs.readFileSync(path.join(repositoryRoot, 'test/fixtures/cases', name), 'utf8');

/** Answers every prompt at once. */
const agreeable: Story = directed('agrees', () => answer(text('Understood.')));

describe.each(claudeVersions)('messages to Claude %s', (version) => {
  let core: ClaudeCore | null = null;
  afterEach(async () => {
    await core?.close();
    core = null;
  });

  const started = async (
    story: Story = agreeable,
    config = NO_HOLD,
  ): Promise<{ core: ClaudeCore; pane: string }> => {
    core = await ClaudeCore.start({ version, story, config });
    const pane = await core.pane();
    await core.until(pane, 'idle');
    return { core, pane };
  };
  async function send(to: ClaudeCore, pane: string, message: string): Promise<string> {
    const sent = await to.app.run('send_orchestration', { target: { pane }, message }, agent);
    return [...sent.reached, ...sent.queued][0]!.delivery_id;
  }
  const stateOf = (of: ClaudeCore, id: string) => of.app.state.deliveries.find((entry) => entry.id === id);
  async function delivered(by: ClaudeCore, id: string): Promise<void> {
    await waitFor('the delivery', () => stateOf(by, id)?.state === 'delivered', {
      timeout: 40_000,
      instead: () => JSON.stringify(stateOf(by, id)),
    });
  }
  /** Everything that was said to the model as prompts. */
  const heard = (by: ClaudeCore): string =>
    withoutBlanks(by.server.turns.map(({ body }) => lastUserText(body)).join('\n'));

  it('whatever is in them arrives as text, in order, and does nothing else (input-01, input-03, input-04)', async () => {
    const { core: it, pane } = await started();
    const hostile = [
      fixture('input-01/prompt.txt'),
      ...fixture('input-03/lines.txt')
        .split('\n')
        .filter((line) => line.trim() !== ''),
      ...fixture('input-04/lines.txt')
        .split('\n')
        .filter((line) => line.trim() !== ''),
      '!touch made-by-a-message',
      'hi\r!touch made-by-a-message\r',
      'end\u001b[201~!touch made-by-a-message\r',
      '\u0003\u0003\u0004\u0004 still here',
      'a\u001b[Z mode',
      'joined 👩🏽\u200d🚀 ❤\ufe0f and hid\u200dden',
      '/exit',
      `long ${'word '.repeat(600)}end`,
    ];
    const ids: string[] = [];
    for (const message of hostile) ids.push(await send(it, pane, message));
    for (const id of ids) await delivered(it, id);
    expect(fs.readdirSync(it.project)).not.toContain('made-by-a-message');
    expect(it.find(pane).process.status).toBe('running');
    const all = heard(it);
    // Emoji stay whole on the way through the terminal and Claude's box.
    expect(it.server.turns.map(({ body }) => lastUserText(body)).join('\n')).toContain(
      '👩🏽\u200d🚀 ❤\ufe0f and hidden',
    );
    let place = 0;
    for (const id of ids) {
      const wanted = withoutBlanks(stateOf(it, id)!.text);
      const found = all.indexOf(wanted, place);
      expect(found === -1 ? wanted : 'heard').toBe('heard');
      place = found + wanted.length;
    }
    expect(all.split('agent]').length - 1).toBe(ids.length);
  });

  it('waits for the person: a draft, typing, a dialog; what the dialog is about never runs', async () => {
    const { core: it, pane } = await started(
      directed('asks', (body) => {
        const said = lastUserText(body);
        return said.includes('do it')
          ? answer(tool('Bash', { command: 'touch made-by-a-dialog' }))
          : answer(text('Understood.'));
      }),
    );
    await it.app.run('send_input', { pane_id: pane, input: 'half a thought' });
    await it.shows(pane, 'half a thought');
    const first = await send(it, pane, 'a message');
    await waitFor(
      'the draft to be seen',
      () => stateOf(it, first)?.reason === 'a draft stands in its prompt box',
    );
    expect(await it.screen(pane)).toContain('half a thought');
    await it.keys(pane, 'C-u');
    await delivered(it, first);
    await it.until(pane, 'complete', 'idle');
    await it.prompt(pane, 'do it');
    await it.until(pane, 'waiting');
    const second = await send(it, pane, 'over the dialog');
    await waitFor('the wait', () => stateOf(it, second)?.reason.includes('asks the person') === true);
    // An agent that types there itself is refused as well.
    const typed = await it.app.attempt('send_input', { pane_id: pane, keys: ['Enter'] }, agent);
    expect(typed).toMatchObject({ ok: false, error: { code: 'refused' } });
    await it.keys(pane, 'Escape');
    await delivered(it, second);
    expect(fs.readdirSync(it.project)).not.toContain('made-by-a-dialog');
    // A key of the person holds the next one back.
    fs.writeFileSync(
      `${it.app.home}/.fugue/config/fugue.toml`,
      `[claude]\ncommand = "${it.executable}"\n[input]\nidle-threshold = 2\n`,
    );
    await waitFor('the setting', () => it.app.state.configuration.input['idle-threshold'] === 2);
    await it.until(pane, 'complete', 'idle');
    it.app.core.service.typing.note(it.find(pane).id);
    const third = await send(it, pane, 'after the typing');
    expect(stateOf(it, third)).toMatchObject({ state: 'queued', reason: 'a person types there' });
    expect(stateOf(it, third)?.until).toBeGreaterThan(Date.now() - 100);
    await delivered(it, third);
    expect(heard(it).split('afterthetyping').length - 1).toBe(1);
  });

  // Nothing of this depends on the version.
  if (version === claudeVersions.at(-1))
    it('nothing that a script types at the same time gets into one that counts as delivered', async () => {
      const { core: it, pane } = await started();
      await it.shows(pane, '❯');
      const ids: string[] = [];
      const typing: Promise<unknown>[] = [];
      for (let number = 0; number < 4; number += 1) {
        ids.push(await send(it, pane, `message ${String(number)}`));
        typing.push(it.app.attempt('send_input', { pane_id: pane, input: `by script ${String(number)}\n` }));
      }
      await Promise.all(typing);
      await waitFor(
        'all messages to be settled',
        async () => {
          const open = ids
            .map((id) => stateOf(it, id)!)
            .filter(({ state }) => state !== 'delivered' && state !== 'failed');
          // An Enter right behind its text may be lost; the script's words are then a draft like any other.
          if (open.some(({ reason }) => reason.includes('draft'))) await it.keys(pane, 'Enter');
          return open.length === 0;
        },
        { timeout: 50_000, every: 500, instead: () => JSON.stringify(it.app.state.deliveries) },
      );
      const prompts = it.server.turns.map(({ body }) => lastUserText(body));
      const arrived = ids.map((id) => stateOf(it, id)!).filter(({ state }) => state === 'delivered');
      expect(arrived.length).toBeGreaterThan(0);
      for (const { text: said } of arrived) {
        const [prompt] = prompts.filter((one) => one.includes(said));
        expect(prompt).not.toContain('by script');
      }
    });
});
