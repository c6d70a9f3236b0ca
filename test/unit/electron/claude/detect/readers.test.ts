import fs from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeEnd } from '#electron/claude/detect/exit';
import { parseHookPayload } from '#electron/claude/detect/hooks';
import { limitIn } from '#electron/claude/detect/limit';
import { parseRegistryEntry } from '#electron/claude/detect/registry';
import { readResetTime } from '#electron/claude/detect/reset-time';
import { readScreen } from '#electron/claude/detect/screen';
import { parseStreamLine, type StreamObservation } from '#electron/claude/detect/stream';
import { plainTitle, readTitle } from '#electron/claude/detect/title';
import { askedBy, describeToolUse } from '#electron/claude/detect/tool-use';
import { LineReader } from '#shared/base/framing';
import { randomCut, seededRandom } from '#test/helpers/chunks';

describe('titles', () => {
  it.each([
    ['✳ Claude Code', 'ready'],
    ['⠂ Fix it', 'busy'],
    ['◐ Fix it', 'busy'],
    ['⣷ Fix it', 'busy'],
    ['◓ Fix it', 'busy'],
    ['', 'leaving'],
    ['~ project', 'other'],
    ['✳', 'other'],
    ['★ Fix it', 'other'],
    ['⠂Fix it', 'other'],
  ])('%j is %s', (title, kind) => {
    expect(readTitle(title)).toBe(kind);
  });

  it('are shown without the glyph', () => {
    expect(plainTitle('◐ Fix it')).toBe('Fix it');
    expect(plainTitle('~ project')).toBe('~ project');
  });
});

const entry = JSON.stringify({
  pid: 7,
  sessionId: 's',
  cwd: '/x',
  procStart: '42',
  name: 'n',
  status: 'waiting',
  waitingFor: 'dialog open',
  more: [],
});

describe('the registry', () => {
  it('is read, with what later versions add', () => {
    expect(parseRegistryEntry(entry)).toEqual({
      ok: true,
      value: {
        pid: 7,
        procStart: '42',
        sessionId: 's',
        cwd: '/x',
        name: 'n',
        status: 'waiting',
        waitingFor: 'dialog open',
      },
    });
    expect(parseRegistryEntry('{"pid":7,"sessionId":"s","cwd":"/x","status":"dreaming"}')).toMatchObject({
      ok: true,
      value: { status: null },
    });
    expect(parseRegistryEntry('{"pid":"7","sessionId":"s","cwd":"/x"}')).toMatchObject({ ok: false });
  });

  it('that is cut anywhere is a failure, never a wrong entry', () => {
    for (let end = 0; end < entry.length; end += 1)
      expect(parseRegistryEntry(entry.slice(0, end)).ok).toBe(false);
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.json()),
        (text) => typeof parseRegistryEntry(text).ok === 'boolean',
      ),
    );
  });
});

describe('hooks', () => {
  const base = { session_id: 's', transcript_path: '/t', cwd: '/x' };
  it.each([
    [{ hook_event_name: 'UserPromptSubmit' }, { kind: 'prompt', agentId: null, transcriptPath: '/t' }],
    [
      { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls\nrm' } },
      { kind: 'tool-starts', summary: 'Bash: ls' },
    ],
    [
      { hook_event_name: 'PermissionRequest', tool_name: 'Write', tool_input: { file_path: '/a' } },
      { kind: 'permission', summary: 'Write: /a' },
    ],
    [
      { hook_event_name: 'PostToolUseFailure', tool_name: 'Bash', tool_use_id: 't' },
      { kind: 'tool-ended', failed: true },
    ],
    [
      { hook_event_name: 'Stop', background_tasks: [1] },
      { kind: 'turn-ended', backgroundTasks: 1 },
    ],
    [
      { hook_event_name: 'StopFailure', error: 'rate_limit' },
      { kind: 'turn-failed', error: 'rate_limit' },
    ],
    [
      { hook_event_name: 'SubagentStop', agent_id: 'a', agent_type: '' },
      { kind: 'subagent-ended', agentId: 'a' },
    ],
    [
      { hook_event_name: 'SessionEnd', reason: 'clear' },
      { kind: 'conversation-ended', reason: 'clear' },
    ],
    [
      { hook_event_name: 'MessageDisplay', final: true },
      { kind: 'text', final: true },
    ],
  ])('%j', (fields, expected) => {
    expect(parseHookPayload({ ...base, ...fields })).toMatchObject({ ok: true, value: expected });
  });

  it('of unknown kinds say nothing, wrong types are failures that name the field', () => {
    expect(parseHookPayload({ ...base, hook_event_name: 'Tomorrow' })).toEqual({ ok: true, value: null });
    expect(parseHookPayload({ ...base, hook_event_name: 'toString' })).toEqual({ ok: true, value: null });
    expect(parseHookPayload({ ...base, hook_event_name: 'PreToolUse', tool_name: 7 })).toEqual({
      ok: false,
      error: expect.stringContaining('tool_name') as string,
    });
    expect(parseHookPayload({ hook_event_name: 'Stop' })).toMatchObject({ ok: false });
    fc.assert(fc.property(fc.jsonValue(), (value) => typeof parseHookPayload(value).ok === 'boolean'));
  });
});

describe('stream-json', () => {
  const lines = [
    { type: 'system', subtype: 'session_state_changed', state: 'running', session_id: 's' },
    {
      type: 'stream_event',
      event: { type: 'content_block_delta', delta: { type: 'text_delta', text: 'Ä😀' } },
    },
    {
      type: 'stream_event',
      event: { type: 'content_block_delta', delta: { type: 'text_delta' } },
      parent_tool_use_id: 'p',
    },
    {
      type: 'assistant',
      message: { content: [{ type: 'tool_use', id: 't', name: 'Bash', input: { command: 'ls' } }] },
    },
    { type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: 't' }] } },
    {
      type: 'control_request',
      request_id: 'r',
      request: { subtype: 'can_use_tool', tool_name: 'Bash', input: { command: 'ls' } },
    },
    { type: 'control_cancel_request', request_id: 'r' },
    { type: 'system', subtype: 'api_retry', attempt: 1, max_retries: 10, error: 'overloaded' },
    { type: 'rate_limit_event', rate_limit_info: { status: 'rejected', resetsAt: 1_800_000_000 } },
    { type: 'result', subtype: 'error_during_execution', is_error: true, terminal_reason: 'aborted_tools' },
    { type: 'tomorrow' },
  ].map((line) => JSON.stringify(line));
  const kinds = [
    'state',
    'text',
    null,
    'tool-starts',
    'tools-ended',
    'asks',
    'ask-ended',
    'retry',
    'limit',
    'result',
    null,
  ];

  it('is read line by line, however it is cut', () => {
    const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
    const random = seededRandom(3);
    for (let round = 0; round < 50; round += 1) {
      const reader = new LineReader();
      const decoder = new TextDecoder();
      const read: (StreamObservation | null)[] = [];
      for (const piece of randomCut(bytes, random, 30)) {
        for (const line of reader.push(decoder.decode(piece, { stream: true }))) {
          const parsed = line.ok ? parseStreamLine(line.value) : line;
          if (parsed.ok) read.push(parsed.value);
        }
      }
      expect(read.map((each) => each?.kind ?? null)).toEqual(kinds);
    }
  });

  it('that is wrong is a failure', () => {
    expect(parseStreamLine('{"type":')).toMatchObject({ ok: false });
    expect(
      parseStreamLine('{"type":"system","subtype":"session_state_changed","state":"lost"}'),
    ).toMatchObject({ ok: false });
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => typeof parseStreamLine(text).ok === 'boolean'),
    );
  });
});

describe('the time at which a limit ends', () => {
  const now = Date.UTC(2026, 10, 28, 12, 0);
  it.each([
    ['3pm (UTC)', Date.UTC(2026, 10, 28, 15)],
    ['11am (UTC)', Date.UTC(2026, 10, 29, 11)],
    ['12am (UTC)', Date.UTC(2026, 10, 29, 0)],
    ['3:30pm (Europe/Berlin)', Date.UTC(2026, 10, 28, 14, 30)],
    ['Dec 1, 5pm (UTC)', Date.UTC(2026, 11, 1, 17)],
    ['Jan 2 at 9am (UTC)', Date.UTC(2027, 0, 2, 9)],
    ['1800000000', 1_800_000_000_000],
    ['soon', null],
    ['25:00', null],
    ['3pm (Nowhere/City)', null],
  ])('%s', (text, time) => {
    expect(readResetTime(text, now)).toBe(time);
  });

  it('is found in the message', () => {
    expect(limitIn("You've hit your session limit · resets 3pm (UTC)", now)).toEqual({
      resetsAt: Date.UTC(2026, 10, 28, 15),
    });
    expect(limitIn('Claude AI usage limit reached|1800000000', now)).toEqual({ resetsAt: 1_800_000_000_000 });
    expect(limitIn('Claude usage limit reached. Your limit will reset at 3pm (UTC).', now)).toEqual({
      resetsAt: Date.UTC(2026, 10, 28, 15),
    });
    expect(limitIn('5-hour limit reached', now)).toEqual({ resetsAt: null });
    expect(limitIn('The limit was reached', now)).toBeNull();
    fc.assert(
      fc.property(
        fc.string(),
        fc.integer({ min: 0, max: 4e12 }),
        (text, time) => readResetTime(text, time) !== undefined,
      ),
    );
  });
});

it('says what a tool call asks', () => {
  expect(
    askedBy('AskUserQuestion', describeToolUse('AskUserQuestion', { questions: [{ question: 'Why?' }] })),
  ).toEqual({ waitingFor: 'question', summary: 'asks: Why?' });
  expect(askedBy('ExitPlanMode', 'ExitPlanMode').waitingFor).toBe('plan');
  expect(describeToolUse('X', null)).toBe('X');
  fc.assert(
    fc.property(
      fc.string(),
      fc.jsonValue(),
      (tool, input) => typeof describeToolUse(tool, input) === 'string',
    ),
  );
});

it('reads any screen without a fault', () => {
  const row = fc.oneof(
    fc.string(),
    fc.constantFrom(
      '─'.repeat(80),
      '❯ 1. Yes',
      '  2. No',
      '● x',
      '  ⎿  y',
      '❯ ',
      '✻ Z… (3s)',
      ' Esc to cancel',
    ),
  );
  fc.assert(
    fc.property(
      fc.array(row, { maxLength: 30 }),
      fc.integer({ min: 1, max: 300 }),
      (rows, columns) => readScreen(rows, columns).type !== undefined,
    ),
    { numRuns: 500 },
  );
});

it('takes only an end that nobody wanted for a crash', () => {
  const base = {
    exitCode: null,
    signal: null,
    onPurpose: false,
    farewell: null,
    titleEmptied: false,
    atStartupQuestion: false,
  };
  expect(judgeEnd({ ...base, exitCode: 0 }).state).toBe('exited');
  expect(judgeEnd({ ...base, exitCode: 143, titleEmptied: true }).reason).toContain('SIGTERM');
  expect(judgeEnd({ ...base, exitCode: 129, onPurpose: true }).state).toBe('exited');
  expect(judgeEnd({ ...base, exitCode: 1 }).state).toBe('crashed');
  expect(judgeEnd({ ...base, signal: 'SIGKILL', farewell: 'other' }).state).toBe('crashed');
});

it('knows the payloads that the real claude sent', () => {
  const folder = new URL('../../../../fixtures/hooks/', import.meta.url);
  for (const name of fs.readdirSync(folder)) {
    const payload = JSON.parse(fs.readFileSync(new URL(name, folder), 'utf8')) as unknown;
    expect([name, parseHookPayload(payload).ok]).toEqual([name, true]);
  }
});
