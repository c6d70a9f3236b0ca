import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { Conversation } from '#shared/chat/conversation';
import type { Row } from '#shared/chat/rows';
import { linesOf, MESSAGE_FILES, messageLines } from '#test/helpers/messages';
import { repositoryRoot } from '#test/helpers/root';

/** All rows, those of subagents as well. */
function everyRow(rows: readonly Row[]): readonly Row[] {
  return rows.flatMap((row) =>
    row.kind === 'tool' && row.subagent !== null ? [row, ...everyRow(row.subagent.rows)] : [row],
  );
}

const unknown = linesOf(
  fs.readFileSync(path.join(repositoryRoot, 'test/fixtures/cases/chat-07/unknown.jsonl'), 'utf8'),
);
const corpus: [string, ReturnType<typeof messageLines>][] = [
  ...MESSAGE_FILES.map((name): [string, ReturnType<typeof messageLines>] => [name, messageLines(name)]),
  ['case chat-07', unknown],
];

describe.each(corpus)('%s', (_, lines) => {
  it('shows each line, or says why not', () => {
    const conversation = new Conversation();
    const fates = lines.map((line) => conversation.append(line));
    conversation.flush();
    const rows = everyRow(conversation.rows);
    const shown = new Set(rows.filter(({ kind }) => kind !== 'absorbed').map(({ key }) => key));
    for (const [index, fate] of fates.entries()) {
      if ('shown' in fate) expect(shown, lines[index]?.text.slice(0, 200)).toContain(fate.shown);
      else expect(fate.hidden).not.toBe('');
    }
  });

  it('has a key of its own for each row', () => {
    const conversation = new Conversation();
    for (const line of lines) conversation.append(line);
    conversation.flush();
    const keys = everyRow(conversation.rows).map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('owns each line that is shown', () => {
    const conversation = new Conversation();
    const fates = lines.map((line) => conversation.append(line));
    conversation.flush();
    const owned = new Set(everyRow(conversation.rows).flatMap((row) => row.lines));
    for (const [index, fate] of fates.entries()) {
      const line = lines[index]!;
      // What tells of progress changes a card without being a part of it.
      if (
        'shown' in fate &&
        !line.text.includes('"subtype":"task_') &&
        !line.text.includes('"subtype": "task_')
      )
        expect(owned, line.text.slice(0, 200)).toContain(line.id);
    }
  });
});

describe('what Claude Code tells Claude of its surroundings', () => {
  it.each(['remote_session_change', 'deferred_tools_record'])('does not show %s', (type) => {
    const text = JSON.stringify({ type: 'attachment', uuid: 'one', attachment: { type } });
    const fates = linesOf(text).map((line) => new Conversation().append(line));
    expect(fates).toEqual([{ hidden: expect.stringContaining('surroundings') as string }]);
  });
});

describe('the corpus as pages', () => {
  it.each(corpus)('%s shows the same when its beginning comes last', (_, all) => {
    // Earlier parts come from a file, in which nothing stands of what was being written.
    const lines = all.filter(({ text }) => !text.startsWith('{"type":"stream_event"'));
    const whole = new Conversation();
    for (const line of lines) whole.append(line);
    whole.flush();
    for (const at of [1, Math.floor(lines.length / 3), Math.floor(lines.length / 2), lines.length - 1]) {
      const paged = new Conversation();
      const fates = lines.slice(at).map((line) => paged.append(line));
      fates.unshift(...paged.prepend(lines.slice(0, at)));
      paged.flush();
      const shown = new Set(
        everyRow(paged.rows)
          .filter(({ kind }) => kind !== 'absorbed')
          .map(({ key }) => key),
      );
      const calls = (rows: readonly Row[]) =>
        everyRow(rows).flatMap((row) => (row.kind === 'tool' && row.call.name !== '' ? [row.call.id] : []));
      expect(calls(paged.rows).sort(), `cut at ${String(at)}`).toEqual(calls(whole.rows).sort());
      const said = (rows: readonly Row[]) =>
        everyRow(rows)
          .filter(({ kind }) => kind === 'user' || kind === 'text')
          .map(({ key }) => key);
      expect(said(paged.rows).sort(), `cut at ${String(at)}`).toEqual(said(whole.rows).sort());
      expect(shown.size).toBeGreaterThan(0);
    }
  });
});
