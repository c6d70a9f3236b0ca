import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatRecording, parseRecording, type Recording } from '#electron/claude/recording/format';
import { compare, replay } from '#electron/claude/recording/replay';
import { scrubRecording, scrubText } from '#electron/claude/recording/scrub';
import { fixtureText } from '#test/helpers/fixtures';

const header = '{"version":2,"width":80,"height":24}';
function parse(...lines: string[]): Recording {
  const parsed = parseRecording(lines.join('\n'));
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.value;
}

describe('a recording', () => {
  it.each([
    ['', 1, 'empty'],
    ['{"version":3}', 1, 'header'],
    [`${header}\n[1,"o","x"`, 2, 'not JSON'],
    [`${header}\n[1,"q","x"]`, 2, 'no kind'],
    [`${header}\n[2,"o","x"]\n[1,"o","x"]`, 3, 'before'],
    [`${header}\n[1,"r","big"]`, 2, '80x24'],
    [`${header}\n\n{"t":1,"state":"happy"}`, 3, 'state'],
    [`${header}\n[1,"x","{}"]`, 2, 'exitCode'],
  ])('that is wrong names its line: %j', (text, line, message) => {
    expect(parseRecording(text)).toMatchObject({
      ok: false,
      error: { line, message: expect.stringContaining(message) as string },
    });
  });

  it('is written as it was read', () => {
    for (const name of ['bash_permission.80x24', 'crash_kill9.80x24', 'resize.80x24']) {
      const recording = parse(fixtureText(`recordings/${name}.jsonl`));
      expect(parse(formatRecording(recording))).toEqual(recording);
    }
  });

  it('of stream-json tells its states', async () => {
    const line = (value: unknown) => JSON.stringify(JSON.stringify(value));
    const recording = parse(
      `[0.1,"o",${line({ type: 'system', subtype: 'session_state_changed', state: 'running' })}]`,
      `[0.5,"o",${line({ type: 'control_request', request_id: 'r', request: { subtype: 'can_use_tool', tool_name: 'Bash', input: { command: 'ls' } } })}]`,
      `[0.9,"o",${line({ type: 'system', subtype: 'session_state_changed', state: 'running' })}]`,
      `[1.2,"o",${line({ type: 'result', subtype: 'success', is_error: false, result: 'x' })}]`,
      '[1.5,"x","{\\"code\\":[0,null]}"]',
    );
    const told = await replay(recording);
    expect(told.map((state) => state.state)).toEqual([
      'unknown',
      'thinking',
      'waiting',
      'thinking',
      'complete',
      'exited',
    ]);
    expect(
      compare(told, [{ t: 0.6, state: 'waiting', waitingFor: 'permission', reason: 'Bash: ls' }]),
    ).toEqual([]);
    expect(compare(told, [{ t: 0.6, state: 'idle' }])).toHaveLength(1);
  });
});

describe('scrubbing', () => {
  const names = { homes: ['/srv/people/alice'], users: ['alice'], machines: ['lighthouse'] };
  it('finds what is private wherever it is cut, and keeps all lengths and times', () => {
    const secret =
      'cd /home/alice/x; alice@lighthouse:~ mail bob@example.com key sk-ant-0123456789abcdef /srv/people/alice/y';
    const recording = parse(
      header,
      ...[...secret].map((character, index) => JSON.stringify([index / 10, 'o', character])),
      JSON.stringify([100, 'h', { cwd: '/home/alice/x', list: ['alice'] }]),
    );
    const clean = scrubRecording(recording, names);
    const text = clean.events.map((event) => (event.kind === 'output' ? event.data : '')).join('');
    expect(text).toHaveLength(secret.length);
    expect(JSON.stringify(clean)).not.toMatch(/alice|lighthouse|bob|0123456789/);
    expect(clean.events.map((event) => event.seconds)).toEqual(
      recording.events.map((event) => event.seconds),
    );
    expect(scrubRecording(clean, names)).toEqual(clean);
  });

  it('changes nothing the second time', () => {
    const part = fc.constantFrom(
      'alice',
      '/home/',
      'bob',
      '@',
      'a.b',
      ' ',
      'sk-ant-',
      'x1y2z3x1y2z3',
      'Bearer ',
      '/',
      'lighthouse',
      ':~',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(part).map((parts) => parts.join('')),
        ),
        (text) => {
          const once = scrubText(text, names);
          expect(once).toHaveLength(text.length);
          expect(scrubText(once, names)).toBe(once);
        },
      ),
    );
  });
});
