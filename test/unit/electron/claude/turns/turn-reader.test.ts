// Turns as they stand in transcripts of the real `claude`, and in some that it might write.
import { describe, expect, it } from 'vitest';
import { TurnReader, type TurnBlock } from '#electron/claude/turns/turn-reader';
import { claudeVersions } from '#test/helpers/claude/claude';
import { fixtureText } from '#test/helpers/fixtures';

let clock = 0;
const time = (at = (clock += 1)) => new Date(1_700_000_000_000 + at).toISOString();
const line = (record: Record<string, unknown>) => JSON.stringify({ isSidechain: false, ...record });
const prompt = (content: unknown, more: Record<string, unknown> = {}) =>
  line({ type: 'user', timestamp: time(), message: { role: 'user', content }, ...more });
const says = (stop: string | null, ...blocks: unknown[]) =>
  line({ type: 'assistant', timestamp: time(), message: { content: blocks, stop_reason: stop } });
const text = (said: string) => ({ type: 'text', text: said });
const result = (content: string) => prompt([{ type: 'tool_result', tool_use_id: 't', content }]);
const ended = () => line({ type: 'system', subtype: 'turn_duration', timestamp: time() });
const shown = (blocks: readonly TurnBlock[]) =>
  blocks.map(
    ({ type, ...rest }) =>
      `${type} ${String(rest['text'] ?? rest['thinking'] ?? rest['name'] ?? rest['content'] ?? rest['blocks'])}`,
  );

/** The turns that the lines tell by themselves, with the one that is open at the end. */
function turns(lines: readonly string[], since = 0): string[][] {
  const reader = new TurnReader(since);
  const told = lines.map((it) => reader.take(it));
  return [...told, reader.finish()].filter((it) => it.length > 0).map(shown);
}

describe('turns of a transcript', () => {
  it.each(claudeVersions)('of Claude %s are told with all their blocks, in order', (version) => {
    expect(turns(fixtureText(`transcripts/${version}.jsonl`).split('\n'))).toEqual([
      [
        'thinking I think',
        'text I will run.',
        'tool_use Bash',
        'tool_result (Bash completed with no output)',
        'thinking done thinking',
        'text Done.',
        'text Second',
      ],
      ['text x x x x x x x x x x '],
      ['thinking done thinking', 'text Done.', 'text Second'],
    ]);
  });

  it.each(claudeVersions)('of Claude %s end where it notes so', (version) => {
    const reader = new TurnReader(0);
    const ends: string[] = [];
    for (const it of fixtureText(`transcripts/${version}.jsonl`).split('\n')) {
      reader.take(it);
      if (ends.at(-1) !== reader.end) ends.push(reader.end);
    }
    expect(ends.slice(0, 4)).toEqual(['none', 'likely', 'certain', 'none']);
    expect(ends.at(-1)).toBe('certain');
  });

  it('are told once, also when a hook has Claude go on after its end', () => {
    const reader = new TurnReader(0);
    reader.take(prompt('go'));
    reader.take(says('end_turn', text('one')));
    expect(shown(reader.finish())).toEqual(['text one']);
    expect(reader.finish()).toEqual([]);
    reader.take(prompt('Stop hook feedback: go on', { isMeta: true }));
    reader.take(says('end_turn', text('two')));
    expect(shown(reader.finish())).toEqual(['text two']);
  });

  it('that wait behind an answer that was written before its prompt stay apart', () => {
    const lines = [prompt('first'), says('end_turn', text('one')), ended()];
    const asked = prompt('second');
    expect(turns([...lines, says('end_turn', text('two')), asked, ended()])).toEqual([
      ['text one'],
      ['text two'],
    ]);
    // Without the note of an end, the times tell.
    expect(turns([...lines.slice(0, 2), says('tool_use', text('two')), asked])).toEqual([
      ['text one'],
      ['text two'],
    ]);
  });

  it('leave out subagents, summaries and what Claude puts in by itself', () => {
    const sidechain = line({ type: 'assistant', isSidechain: true, message: { content: [text('helper')] } });
    expect(
      turns([
        prompt('go'),
        says('tool_use', { type: 'tool_use', name: 'Agent', id: 't' }),
        sidechain,
        result('the helper is done'),
        prompt('This session is continued', { isCompactSummary: true, isVisibleInTranscriptOnly: true }),
        says('end_turn', text('all done')),
      ]),
    ).toEqual([['tool_use Agent', 'tool_result the helper is done', 'text all done']]);
  });

  it('that the person interrupts are over with what there is', () => {
    const reader = new TurnReader(0);
    for (const it of [
      prompt('go'),
      says(null, text('half')),
      prompt([text('[Request interrupted by user]')]),
    ])
      expect(reader.take(it)).toEqual([]);
    expect(reader.end).toBe('certain');
    expect(shown(reader.finish())).toEqual(['text half']);
  });

  it('that ended before are history, but not one that goes on', () => {
    const lines = [
      prompt('old'),
      says('end_turn', text('old')),
      ended(),
      prompt('new'),
      says(null, text('begun')),
    ];
    const since = 1_700_000_000_000 + clock + 1;
    clock += 1;
    expect(turns(lines, since)).toEqual([]);
    expect(turns([...lines, says('end_turn', text('done'))], since)).toEqual([['text begun', 'text done']]);
  });

  it('keep kinds of blocks that nobody knows yet, and lose the signature of thinking', () => {
    const reader = new TurnReader(0);
    reader.take(
      says('end_turn', { type: 'thinking', thinking: 'hm', signature: 'xyz' }, { type: 'new', x: 1 }),
    );
    expect(reader.finish()).toEqual([
      { type: 'thinking', thinking: 'hm' },
      { type: 'new', x: 1 },
    ]);
  });

  it('bear any line', () => {
    const junk = ['', '{', 'null', '"type":"user"', '[1,"type"]', '{"type":"user"}', '{"type":"assistant"}'];
    const more = [
      '{"type":"assistant","message":{"content":[null,7,{"type":3}]}}',
      '{"type":"user","message":7}',
    ];
    expect(turns([...junk, ...more])).toEqual([]);
  });

  it('that grow without end are cut, and say so', () => {
    const reader = new TurnReader(0);
    const large = says('tool_use', text('x'.repeat(10 * 1024 * 1024)));
    for (let count = 0; count < 5; count += 1) reader.take(large);
    reader.skipped();
    const blocks = reader.finish();
    expect(blocks).toHaveLength(4);
    expect(blocks.at(-1)).toEqual({ type: 'omitted', blocks: 3 });
    reader.take(says('end_turn', text('next')));
    expect(reader.finish()).toHaveLength(1);
  });
});
