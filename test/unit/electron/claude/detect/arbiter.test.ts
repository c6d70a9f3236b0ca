import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Arbiter, type Observation } from '#electron/claude/detect/arbiter';
import { parseHookPayload } from '#electron/claude/detect/hooks';
import type { RegistryEntry } from '#electron/claude/detect/registry';
import { frame, hook, registry, Story, title } from '#test/helpers/claude/arbiter-story';
import { fixtureText } from '#test/helpers/fixtures';

const rule = '─'.repeat(80);
const readyRows = [rule, '❯ ', rule, '  ? for shortcuts'];
const busyRows = ['✻ Baking… (3s)', '', rule, '❯ ', rule, '  esc to interrupt'];
const dialogRows = [
  rule,
  ' Bash command',
  '',
  '   ls',
  '',
  ' Do you want to proceed?',
  ' ❯ 1. Yes',
  '   2. No',
  '',
  ' Esc to cancel',
];
const errorRows = ['● API Error: 400 no', '', ...readyRows];
const limitRows = ["● You've hit your session limit · resets 3pm (UTC)", '', ...readyRows];

const bash = { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: 't1' };

const working = () =>
  new Story()
    .see(title('✳ x'), frame(readyRows))
    .wait(1000)
    .see(title('⠂ x'), hook('UserPromptSubmit'))
    .wait(500);

describe('one turn', () => {
  it('that is first seen when it asks for something is a turn whose end is told; any other dialog is none', () => {
    const asks = new Story()
      .see(registry('waiting', 'permission prompt'))
      .wait(500)
      .see(registry('idle'))
      .wait(1000);
    expect(asks.states).toEqual(['unknown', 'waiting', 'complete']);
    const shows = new Story()
      .see(registry('waiting', 'dialog open'))
      .wait(500)
      .see(registry('idle'))
      .wait(1000);
    expect(shows.states).toEqual(['unknown', 'waiting', 'idle']);
  });

  it('is thinking, a tool, writing and complete, and idle once it is looked at', () => {
    const story = working();
    story.see(hook('PreToolUse', bash)).wait(400).see(hook('PostToolUse', bash)).wait(300);
    story
      .see(hook('MessageDisplay', { final: false }))
      .wait(300)
      .see(hook('Stop'), title('✳ x'))
      .wait(300);
    expect(story.states).toEqual([
      'unknown',
      'idle',
      'thinking',
      'tool',
      'thinking',
      'streaming',
      'complete',
    ]);
    const { status } = story.arbiter;
    expect(story.wait(5000).arbiter.status).toBe(status);
    expect(story.see({ type: 'looked-at' }).state).toBe('idle');
  });

  it('is idle at once when it ends while somebody looks', () => {
    const story = new Story({ isLookedAt: () => true })
      .see(title('✳ x'))
      .wait(500)
      .see(title('⠂ x'))
      .wait(500)
      .see(title('✳ x'))
      .wait(500);
    expect(story.states).toEqual(['unknown', 'idle', 'thinking', 'idle']);
  });

  it('does not end with a subagent, nor with one that a tool started', () => {
    const story = working().see(hook('PreToolUse', bash)).wait(200);
    story
      .see(
        hook('SubagentStop', { agent_id: 'a' }),
        hook('Stop', { session_id: 'other' }),
        hook('UserPromptSubmit', { session_id: 'other' }),
      )
      .wait(500);
    expect(story.state).toBe('tool');
    expect(story.arbiter.sessionId).toBe('one');
  });

  it('is over while a shell of it goes on', () => {
    const story = working()
      .see(registry('busy'))
      .wait(100)
      .see(registry('shell'), title('✳ x'), hook('Stop', { background_tasks: [{}] }))
      .wait(500);
    expect(story.arbiter.status).toMatchObject({
      state: 'complete',
      reason: expect.stringContaining('background') as string,
    });
  });
});

describe('nothing sticks', () => {
  it.each([
    ['while it writes', [hook('MessageDisplay', { final: false })]],
    ['while a tool runs', [hook('PreToolUse', bash)]],
    [
      'in a dialog',
      [hook('PreToolUse', bash), hook('PermissionRequest', bash), title('✳ x'), frame(dialogRows)],
    ],
    ['in a dialog of the registry', [registry('waiting', 'permission prompt'), title('✳ x')]],
  ])('after Esc or No %s, of which no hook tells', (_name, before) => {
    const story = working()
      .see(...before)
      .wait(700);
    expect(['streaming', 'tool', 'waiting']).toContain(story.state);
    story
      .see(title('✳ x'), registry('idle'), frame(['● x', '  ⎿  Interrupted · What?', '', ...readyRows]))
      .wait(1000);
    expect(story.arbiter.status).toMatchObject({ state: 'idle', reason: 'its turn was interrupted' });
  });

  it.each([
    ['once its dialog was on the screen', [frame(dialogRows)], [title('✳ x'), frame(readyRows)]],
    ['once the registry told of it', [registry('waiting', 'permission prompt')], [frame(readyRows)]],
    ['before anything showed its dialog', [], [title('✳ x'), registry('idle'), frame(readyRows)]],
  ])('a dialog that is left quickly, %s, is over at once', (_name, shown, left) => {
    const story = working().see(registry('busy')).wait(50);
    story.see(hook('PreToolUse', bash), hook('PermissionRequest', bash));
    expect(story.state).toBe('waiting');
    // The whole dialog is younger than what a hook may be late by.
    story
      .wait(80)
      .see(...shown)
      .wait(100)
      .see(registry('idle'), ...left)
      .wait(160);
    expect(story.arbiter.status).toMatchObject({ state: 'idle', reason: 'its turn was interrupted' });
  });

  it('work that begins soon after the end of a turn is told of, without a hook', () => {
    const story = working().see(registry('busy')).wait(300);
    story.see(hook('Stop'), title('✳ x'), registry('idle'), frame(readyRows));
    expect(story.state).toBe('complete');
    story.wait(200).see(title('◐ x'), registry('busy'));
    expect(story.state).toBe('thinking');
  });

  it('after the case state-06, from hooks and screen alone', () => {
    const events = JSON.parse(fixtureText('cases/state-06/events.json')) as {
      t?: number;
      hook?: string;
      pty?: string;
    }[];
    const story = new Story();
    for (const { t = 0, hook: event, pty } of events) {
      story.wait(Math.max(0, 1_700_000_000_000 + t * 1000 - story.now));
      if (event !== undefined) story.see(hook(event));
      if (pty !== undefined)
        story.see(frame(pty.includes('Interrupted') ? [pty, '', ...readyRows] : [pty, ...readyRows]));
      if (t === 2) expect(story.state).toBe('thinking');
    }
    expect(story.wait(300).state).toBe('idle');
  });

  it('after errors and limits', () => {
    const failed = working()
      .see(
        hook('StopFailure', { error: 'unknown', last_assistant_message: 'API Error: 400 no' }),
        title('✳ x'),
        frame(errorRows),
      )
      .wait(500);
    expect(failed.arbiter.status).toMatchObject({
      state: 'idle',
      reason: expect.stringContaining('API Error: 400') as string,
    });
    const limited = working().see(title('✳ x'), frame(limitRows)).wait(500);
    expect(limited.state).toBe('limited');
    const resetsAt = limited.arbiter.status?.resetsAt ?? 0;
    expect(new Date(resetsAt).getUTCHours()).toBe(15);
    expect(resetsAt - limited.now).toBeLessThanOrEqual(24 * 3_600_000);
    expect(limited.wait(resetsAt - limited.now + 1).state).not.toBe('limited');
    expect(working().see(title('✳ x'), frame(limitRows)).wait(500).see(title('⠂ x')).wait(300).state).toBe(
      'thinking',
    );
  });
});

describe('dialogs', () => {
  it('are told at once from each signal, in words', () => {
    expect(working().see(hook('PermissionRequest', bash)).arbiter.status).toMatchObject({
      state: 'waiting',
      waitingFor: 'permission',
      reason: 'asks to run Bash: ls',
    });
    expect(working().see(frame(dialogRows)).arbiter.status).toMatchObject({
      state: 'waiting',
      waitingFor: 'permission',
      source: 'screen',
    });
    const cut = frame(dialogRows.slice(4));
    expect(working().see(hook('PermissionRequest', bash), cut).arbiter.status).toMatchObject({
      waitingFor: 'permission',
      reason: 'asks to run Bash: ls',
      source: 'screen',
    });
    expect(working().see(registry('waiting', 'dialog open')).arbiter.status).toMatchObject({
      state: 'waiting',
      waitingFor: 'dialog',
    });
    expect(
      new Story().see(frame([' /x', '❯ 1. Yes, proceed', '  2. No, exit'])).arbiter.status,
    ).toMatchObject({ waitingFor: 'trust' });
  });

  it('are not told twice when they blink or are redrawn', () => {
    const story = working().see(title('✳ x'), frame(dialogRows)).wait(600);
    for (let blink = 0; blink < 5; blink += 1)
      story.see(frame(readyRows)).wait(60).see(frame(dialogRows)).wait(600);
    expect(story.states.filter((state) => state === 'waiting')).toHaveLength(1);
  });

  it('stay while they are held back because somebody types', () => {
    const story = working()
      .see(hook('PermissionRequest', bash), registry('waiting', 'permission prompt'), title('✳ x'))
      .wait(300);
    expect(story.see(frame(readyRows)).wait(3000).state).toBe('waiting');
  });
});

it('tells one busy span when the line flickers (case state-03)', () => {
  const steps = JSON.parse(fixtureText('cases/state-03/flap.json')) as { ms?: number; screen?: string }[];
  const story = new Story();
  const start = story.now;
  for (const { ms, screen } of steps) {
    if (ms === undefined || screen === undefined) continue;
    story.wait(start + ms - story.now).see(frame(screen.split('\n')));
  }
  story.wait(100).see(frame(busyRows)).wait(500);
  expect(story.states.filter((state) => state !== 'unknown')).toEqual(['thinking']);
  expect(story.see(frame(readyRows)).wait(2000).state).toBe('complete');
});

it('follows the conversation over /clear (case state-13)', () => {
  const story = new Story();
  for (const line of fixtureText('cases/state-13/hooks.jsonl').trim().split('\n')) {
    const parsed = parseHookPayload(JSON.parse(line));
    if (parsed.ok && parsed.value !== null) story.see({ type: 'hook', event: parsed.value });
  }
  expect(story.arbiter.sessionId).toBe('00000032-1f2e-4a3b-9c4d-000000000032');
  expect(story.state).toBe('thinking');
});

describe('the end', () => {
  const exit = (exitCode: number | null, signal: string | null, onPurpose = false): Observation => ({
    type: 'exit',
    exitCode,
    signal,
    onPurpose,
  });
  it.each<[string, Observation[], string]>([
    ['killed', [exit(null, 'SIGKILL')], 'crashed'],
    ['killed on purpose', [exit(null, 'SIGKILL', true)], 'exited'],
    ['left', [title(''), exit(0, null)], 'exited'],
    ['told to end', [hook('SessionEnd', { reason: 'other' }), exit(143, null)], 'exited'],
    ['failed', [exit(1, null)], 'crashed'],
    ['gone from the shell without a word', [{ type: 'process', running: false }], 'crashed'],
    [
      'gone from the shell in order',
      [title(''), title('user@host'), { type: 'process', running: false }],
      'exited',
    ],
    [
      'left at the question of trust',
      [frame([' /x', '❯ 1. Yes, proceed', '  2. No, exit']), exit(1, null)],
      'exited',
    ],
  ])('%s', (_name, observations, state) => {
    const story = working()
      .see(...observations)
      .wait(10_000);
    expect(story.state).toBe(state);
    expect(story.see({ type: 'process', running: true }, title('✳ x')).wait(500).state).toBe('idle');
  });

  it('says nothing where no Claude ran', () => {
    const arbiter = new Arbiter();
    arbiter.observe(title('✳ x'), 1);
    arbiter.observe({ type: 'process', running: false }, 2);
    arbiter.observe(exit(1, null), 3);
    expect(arbiter.status).toBeNull();
  });
});

const anyObservation: fc.Arbitrary<Observation> = fc.oneof(
  fc.constantFrom(readyRows, busyRows, dialogRows, errorRows, limitRows, []).map(frame),
  fc.array(fc.string(), { maxLength: 12 }).map(frame),
  fc.constantFrom('✳ x', '⠂ x', '◐ x', '', 'bash', '✳').map(title),
  fc
    .constantFrom<RegistryEntry['status']>('idle', 'busy', 'waiting', 'shell', null)
    .map((status) => registry(status)),
  fc.constant<Observation>({ type: 'registry', entry: null }),
  fc.constant<Observation>({ type: 'looked-at' }),
  fc
    .record({
      event: fc.constantFrom(
        'UserPromptSubmit',
        'PreToolUse',
        'PermissionRequest',
        'PostToolUse',
        'Stop',
        'StopFailure',
        'MessageDisplay',
        'SubagentStop',
        'SessionEnd',
        'Notification',
      ),
      session_id: fc.constantFrom('one', 'two'),
      agent_id: fc.constantFrom(null, 'a'),
      reason: fc.constantFrom('clear', 'other'),
      error: fc.constantFrom('rate_limit', 'unknown'),
    })
    .map(({ event, ...fields }) => hook(event, { ...bash, ...fields })),
);
const anyStory = fc.array(fc.tuple(anyObservation, fc.integer({ min: 0, max: 3000 })), { maxLength: 25 });

describe('whatever came before', () => {
  it('an idle registry and a ready title lead to rest', () => {
    fc.assert(
      fc.property(anyStory, (steps) => {
        const story = new Story();
        for (const [observation, milliseconds] of steps) story.see(observation).wait(milliseconds);
        story
          .wait(2000)
          .see(registry('idle'), title('✳ x'), frame(readyRows))
          .wait(2000)
          .see(title('⠂ x'))
          .wait(20)
          .see(registry('busy'), title('✳ x'), registry('idle'), frame(readyRows))
          .wait(2000);
        expect(['idle', 'complete', 'limited']).toContain(story.state);
        if (story.state === 'limited') expect(steps.some(([it]) => it.type === 'hook')).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('the end is told, and time passes without end', () => {
    fc.assert(
      fc.property(anyStory, fc.option(fc.integer({ min: 0, max: 255 })), (steps, exitCode) => {
        const story = new Story();
        for (const [observation, milliseconds] of steps) story.see(observation).wait(milliseconds);
        story.see({ type: 'exit', exitCode, signal: exitCode === null ? 'SIGKILL' : null, onPurpose: false });
        expect(['exited', 'crashed']).toContain(story.state);
        for (const [observation, milliseconds] of steps) story.see(observation).wait(milliseconds);
        expect(['exited', 'crashed']).toContain(story.state);
        expect(story.arbiter.deadline).toBeNull();
        for (const record of story.arbiter.evidence(story.now))
          expect(record.at).toBeLessThanOrEqual(story.now);
      }),
      { numRuns: 300 },
    );
  });
});
