// A conversation is known from its first event on, however it began.
import { expect, it } from 'vitest';
import { parseHookPayload } from '#electron/claude/detect/hooks';
import { Arbiter } from '#electron/claude/detect/arbiter';
import { caseBytes } from '#test/helpers/fixtures';

const lines = caseBytes('hook-06/sources.jsonl').toString('utf8').trim().split('\n');
const payloads = lines.map((line) => JSON.parse(line) as { source: string; session_id: string });

it.each(payloads)('a start by "$source" tells which conversation it is', (payload) => {
  const parsed = parseHookPayload(payload);
  if (!parsed.ok || parsed.value === null) throw new Error('no event');
  expect(parsed.value).toMatchObject({ kind: 'conversation-starts', source: payload.source });
  const arbiter = new Arbiter({ isLookedAt: () => false });
  arbiter.observe({ type: 'process', running: true }, 1);
  arbiter.observe({ type: 'hook', event: parsed.value }, 2);
  expect(arbiter.sessionId).toBe(payload.session_id);
});

it('none of the six is missing', () => {
  expect(payloads.map(({ source }) => source)).toEqual([
    'startup',
    'resume',
    'clear',
    'compact',
    'fork',
    'something_new',
  ]);
});
