import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { asPaneId } from '#shared/model/ids';
import { ensureClaude } from '#test/helpers/claude/claude';
import { ClaudeCore } from '#test/helpers/claude/claude-core';
import { waitFor } from '#test/helpers/wait';
import { agreeable, must, NEWEST } from '../claude';
import { type Row, Tally } from '../row';

const MOST_STARTS = 2;
const isRoot = process.getuid?.() === 0;

/** By name: what is asked for, and whether a new conversation is as good an end as a reason. */
const FAILURES: Readonly<Record<string, readonly [() => string, boolean]>> = {
  'a bad flag': [() => 'claude --no-such-flag', false],
  'an unknown conversation': [() => `claude --resume ${randomUUID()}`, true],
  'settings that are not there': [() => 'claude --settings /nowhere/settings.json', false],
  'an MCP file that is not there': [() => 'claude --mcp-config /nowhere/mcp.json', false],
  'a program that is not there': [() => 'claude', false],
  // Only root is refused this.
  ...(isRoot
    ? { 'no permissions asked, as root': [() => 'claude --dangerously-skip-permissions', false] as const }
    : { 'a mode that is not there': [() => 'claude --permission-mode nonsense', false] as const }),
};

export const row: Row = {
  number: 38,
  async run({ count, scratch }) {
    const tally = new Tally();
    const real = await ensureClaude(NEWEST);
    for (let round = 0; tally.tried < count && !tally.hopeless; round += 1)
      for (const [name, [command, mayBegin]] of Object.entries(FAILURES)) {
        if (tally.tried >= count) break;
        const core = await ClaudeCore.start({
          version: NEWEST,
          story: agreeable,
          config: 'backoff-initial = 0.1\n',
        });
        const { app } = core;
        const log = path.join(scratch.path, `starts-${String(tally.tried)}`);
        fs.writeFileSync(log, '');
        const missing = name === 'a program that is not there';
        // Counts the starts, and is the real one then.
        const counting = scratch.file(
          `bin-${String(tally.tried)}/claude`,
          `#!/bin/sh\necho start >> ${log}\nexec ${missing ? '/nowhere/claude' : real} "$@"\n`,
        );
        fs.chmodSync(counting, 0o755);
        core.directory.file(
          'home/.fugue/config/fugue.toml',
          `[claude]\ncommand = "${counting}"\nbackoff-initial = 0.1\n`,
        );
        await waitFor('the settings', () => app.state.configuration.claude.command === counting);
        await tally.attempt(`${name}, time ${String(round)}`, async () => {
          const pane = asPaneId(await core.pane(command()));
          const starts = () => fs.readFileSync(log, 'utf8').split('\n').length - 1;
          const at = () => app.state.panes[pane]!;
          const isWell = () => mayBegin && ['idle', 'complete'].includes(at().agent?.state ?? '');
          await waitFor(
            'an end',
            () => at().process.status === 'failed' || isWell() || starts() > MOST_STARTS,
            {
              timeout: 25_000,
              instead: () => JSON.stringify([at().process, at().agent]),
            },
          );
          must(starts() <= MOST_STARTS, `it was started ${String(starts())} times`);
          const { process: ended } = at();
          must(isWell() || (ended.status === 'failed' && ended.reason !== ''), 'no reason is shown');
        });
        await core.close();
      }
    return tally;
  },
};
