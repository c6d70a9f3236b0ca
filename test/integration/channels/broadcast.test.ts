// Turns of the real `claude` on output.sock: each once, whole, in order, through whatever happens to a conversation.
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { ClaudeCore } from '#test/helpers/claude/claude-core';
import { claudeVersions } from '#test/helpers/claude/claude';
import {
  answer,
  directed,
  lastUserText,
  text,
  thinking,
  tool,
  toolResults,
} from '#test/helpers/model-server/index';
import { waitFor } from '#test/helpers/wait';

interface Told {
  readonly ts: number;
  readonly session: string;
  readonly turn: readonly Readonly<Record<string, unknown>>[];
}

const story = directed('tells turns', (body) => {
  const said = lastUserText(body);
  if (said.includes('run it') && toolResults(body).length === 0)
    return answer(
      thinking('I think'),
      text('I will run.'),
      tool('Bash', { command: 'echo hi', description: 'x' }),
    );
  if (said.includes('slowly')) return answer(text('word\n'.repeat(600))).slowly(30);
  return answer(text(said.includes('again') ? 'Again.' : 'Done.'));
});

const shown = ({ turn }: Told) =>
  turn.map((block) =>
    `${String(block['type'])} ${String(block['text'] ?? block['thinking'] ?? block['name'] ?? block['content'])}`.slice(
      0,
      40,
    ),
  );

// Each version in one of the two ways: with hooks, and with the file and the screen alone.
const ways = claudeVersions.map((version, index) => ({ version, hooks: index % 2 === 1 }));

describe.each(ways)('turns of Claude $version, hooks $hooks', ({ version, hooks }) => {
  let core: ClaudeCore | null = null;
  afterEach(async () => {
    await core?.close();
    core = null;
  });

  it('are told through tools, interruption and /clear', async () => {
    core = await ClaudeCore.start({
      version,
      story,
      config: `hooks = ${String(hooks)}\n[channels]\nenabled = true\nmanaged = false\n`,
    });
    const socketFile = path.join(core.app.directory.path, 'ccmux/output.sock');
    await waitFor('output.sock', () => fs.existsSync(socketFile));
    let heard = '';
    const listener = net.connect(socketFile).on('data', (piece: Buffer) => (heard += piece.toString()));
    const told = () =>
      heard
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as Told);
    const turns = (count: number) =>
      waitFor(`${String(count)} turns`, () => told().length === count, {
        timeout: 20_000,
        instead: () => heard,
      });
    const pane = await core.pane();
    await core.prompt(pane, 'run it');
    await turns(1);
    const first = core.find(pane).claude?.sessionId;
    expect(shown(told()[0]!)).toEqual([
      'thinking I think',
      'text I will run.',
      'tool_use Bash',
      'tool_result hi',
      'text Done.',
    ]);
    expect(told()[0]?.session).toBe(first);
    await core.prompt(pane, 'slowly');
    await core.until(pane, 'streaming', 'thinking');
    await core.shows(pane, 'word');
    await core.keys(pane, 'Escape');
    await core.until(pane, 'idle', 'complete');
    await core.prompt(pane, '/clear');
    await waitFor('another conversation', () => core!.find(pane).claude?.sessionId !== first);
    await core.prompt(pane, 'again');
    await waitFor('the last turn', () => told().some((turn) => shown(turn).includes('text Again.')), {
      timeout: 20_000,
      instead: () => heard,
    });
    expect(told().at(-1)?.session).toBe(core.find(pane).claude?.sessionId);
    expect(
      told()
        .map(shown)
        .flat()
        .filter((block) => !block.startsWith('text word')),
    ).toEqual([...shown(told()[0]!), 'text Again.']);
    const log = fs.readFileSync(path.join(core.app.home, '.local/share/ccmux/ccmux.log'), 'utf8');
    const events = log
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { msg: string; source?: string });
    const ready = events.find(({ msg }) => msg === 'claude.ready');
    expect(['registry', 'title', 'hook', 'screen']).toContain(ready?.source);
    expect(events.filter(({ msg }) => msg === 'broadcast')).toHaveLength(told().length);
    expect(log).not.toContain('I will run');
    listener.destroy();
  });
});
