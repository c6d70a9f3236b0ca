// A message may arrive at any moment around a dialog: what the dialog is about never runs because of it, and the
// message arrives once, afterwards.
import fs from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import type { Origin } from '#shared/commands/define-command';
import { ClaudeCore } from '#test/helpers/claude/claude-core';
import { usualVersions } from '#test/helpers/claude/claude';
import { answer, directed, lastUserText, text, tool } from '#test/helpers/model-server/index';
import { waitFor } from '#test/helpers/wait';

const agent: Origin = { kind: 'agent', via: 'mcp', paneId: null };
/** How often each version meets it; FUGUE_RACES takes more. */
const ROUNDS = Number(process.env['FUGUE_RACES'] ?? 3);

describe.each(usualVersions)('Claude %s', (version) => {
  let core: ClaudeCore | null = null;
  afterEach(async () => {
    await core?.close();
    core = null;
  });

  it(`is given a message around a dialog, ${String(ROUNDS)} times`, async () => {
    core = await ClaudeCore.start({
      version,
      config: '[input]\nidle-threshold = 0\n',
      story: directed('asks each time', (body) => {
        const said = lastUserText(body);
        return said.includes('do number')
          ? answer(tool('Bash', { command: `touch ran-${said.match(/\d+/)?.[0] ?? ''}` }))
          : answer(text('Understood.'));
      }),
    });
    const it = core;
    const pane = await it.pane();
    await it.until(pane, 'idle');
    for (let round = 0; round < ROUNDS; round += 1) {
      await it.prompt(pane, `do number ${String(round)}`);
      // Spread over the time in which the dialog comes up.
      const delay = (round * 400) / ROUNDS;
      const sent = await new Promise<string>((resolve, reject) => {
        setTimeout(() => {
          it.app
            .run('send_orchestration', { target: { pane }, message: `in round ${String(round)}` }, agent)
            .then(({ reached, queued }) => {
              resolve([...reached, ...queued][0]!.delivery_id);
            }, reject);
        }, delay);
      });
      await it.until(pane, 'waiting');
      expect(fs.readdirSync(it.project).filter((name) => name.startsWith('ran-'))).toEqual([]);
      await waitFor(
        'the refusal',
        async () => {
          if (it.find(pane).agent?.state !== 'waiting') return true;
          await it.keys(pane, 'Escape');
          return false;
        },
        { timeout: 20_000, every: 700 },
      );
      await waitFor(
        'the message',
        () => it.app.state.deliveries.find(({ id }) => id === sent)?.state === 'delivered',
        { timeout: 30_000, instead: () => JSON.stringify(it.app.state.deliveries.at(-1)) },
      );
      await it.until(pane, 'complete', 'idle');
    }
    expect(fs.readdirSync(it.project).filter((name) => name.startsWith('ran-'))).toEqual([]);
    const said = it.server.turns.map(({ body }) => lastUserText(body)).join('\n');
    for (let round = 0; round < ROUNDS; round += 1)
      expect(
        said.split(`in round ${String(round)}\n`).length -
          1 +
          (said.endsWith(`in round ${String(round)}`) ? 1 : 0),
      ).toBe(1);
  });
});
