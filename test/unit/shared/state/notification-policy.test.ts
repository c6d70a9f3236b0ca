import { beforeEach, describe, expect, it } from 'vitest';
import { parseConfiguration } from '#shared/config/parse';
import { isQuiet, parseQuietHours } from '#shared/config/quiet-hours';
import type { AgentState } from '#shared/model/agent-state';
import type { PaneId } from '#shared/model/ids';
import { asPaneId } from '#shared/model/ids';
import type { NotificationContent } from '#shared/state/notification-policy';
import { NotificationPolicy } from '#shared/state/notification-policy';
import { reduce } from '#shared/state/reducer';
import type { AppState } from '#shared/state/state';
import { stateOf } from '#test/helpers/state';

let policy: NotificationPolicy;
let state: AppState;
let now: number;
let minuteOfDay: number;
let lookedAt: PaneId | null;
/** What is on the screen, and everything that was ever put there. */
let screen: Map<string, NotificationContent>;
let shown: NotificationContent[];
let wakeAt: number | null;

beforeEach(() => {
  policy = new NotificationPolicy();
  const names = Array.from({ length: 20 }, (_, index) => `p${String(index)}`);
  state = stateOf(
    { work: { main: `h(${names.map((name) => `0.05:${name}`).join(',')})` } },
    Object.fromEntries(names.map((name) => [name, { name: `claude ${name}` }])),
  );
  now = 1_000_000;
  minuteOfDay = 12 * 60;
  lookedAt = null;
  screen = new Map();
  shown = [];
  step();
});

function step(): void {
  const outcome = policy.step({ state, now, minuteOfDay, lookedAt });
  wakeAt = outcome.wakeAt;
  for (const effect of outcome.effects) {
    if (effect.type === 'close') screen.delete(effect.id);
    else {
      screen.set(effect.content.id, effect.content);
      shown.push(effect.content);
    }
  }
}

function turn(pane: number, to: AgentState, reason = 'asks for a permission'): void {
  state = reduce(state, {
    type: 'pane/agent-changed',
    paneId: asPaneId(`p${String(pane)}`),
    agent: {
      state: to,
      reason,
      waitingFor: null,
      resetsAt: null,
      source: 'screen',
      since: now,
      confidence: 1,
    },
  });
  step();
}

function pass(milliseconds: number): void {
  const end = now + milliseconds;
  while (wakeAt !== null && wakeAt <= end) {
    now = Math.max(now, wakeAt);
    step();
  }
  now = end;
}

function configure(notifications: Record<string, unknown>): void {
  state = reduce(state, { type: 'configuration/changed', ...parseConfiguration({ notifications }) });
}

describe('a notification', () => {
  it('tells why a Claude waits, and goes when it no longer does', () => {
    turn(0, 'thinking');
    turn(0, 'waiting', 'asks to run rm -rf build');
    pass(1900);
    expect(shown).toEqual([]);
    pass(200);
    expect(shown).toMatchObject([
      {
        title: '✋ claude p0: Waiting for you',
        body: 'asks to run rm -rf build\nwork',
        urgent: true,
        paneIds: ['p0'],
      },
    ]);
    turn(0, 'thinking');
    expect(screen.size).toBe(0);
  });

  it('of a finished turn comes after work only', () => {
    turn(0, 'complete');
    pass(60_000);
    expect(shown).toEqual([]);
    turn(0, 'thinking');
    turn(0, 'complete', 'has finished its turn');
    pass(3000);
    expect(shown).toMatchObject([{ title: '✅ claude p0: Done', urgent: false }]);
    // It is looked at, and so becomes idle.
    turn(0, 'idle');
    expect(screen.size).toBe(0);
  });

  it('comes for crashes and limits', () => {
    turn(0, 'crashed', 'it was killed by SIGKILL');
    pass(3000);
    turn(1, 'limited', 'its usage limit is reached');
    pass(3000);
    expect(shown.map(({ title }) => title)).toEqual(['❌ claude p0: Crashed', '⏱️ claude p1: Usage limit']);
  });

  it('does not come for the pane that is looked at, nor when it is looked at in time', () => {
    lookedAt = asPaneId('p0');
    turn(0, 'waiting');
    pass(5000);
    turn(1, 'waiting');
    lookedAt = asPaneId('p1');
    pass(5000);
    lookedAt = null;
    step();
    pass(5000);
    expect(shown).toEqual([]);
  });

  it('goes when its pane is looked at or closed (tray-06)', () => {
    turn(0, 'waiting');
    pass(3000);
    turn(1, 'waiting');
    pass(3000);
    expect([...screen.keys()]).toEqual(['p0', 'p1']);
    lookedAt = asPaneId('p0');
    step();
    expect([...screen.keys()]).toEqual(['p1']);
    state = reduce(state, { type: 'pane/removed', paneId: asPaneId('p1') });
    step();
    expect(screen.size).toBe(0);
  });

  it('takes the place of the one before of the same pane', () => {
    turn(0, 'waiting', 'asks the first thing');
    pass(3000);
    turn(0, 'waiting', 'asks the second thing');
    pass(REPEAT);
    expect(shown.map(({ id }) => id)).toEqual(['p0', 'p0']);
    expect(screen.get('p0')?.body).toContain('second');
  });
});

const REPEAT = 31_000;

describe('no storm (tray-05)', () => {
  it('comes of twenty panes that finish within a second', () => {
    for (let pane = 0; pane < 20; pane++) turn(pane, 'thinking');
    for (let pane = 0; pane < 20; pane++) {
      turn(pane, 'complete');
      pass(50);
    }
    pass(5000);
    expect(shown).toHaveLength(1);
    expect(shown[0]?.title).toBe('20 Claudes need you');
    expect(shown[0]?.body).toContain('and 14 more');
    expect(shown[0]?.paneIds).toHaveLength(20);
  });

  it('comes of a pane that flips ten times', () => {
    for (let flip = 0; flip < 10; flip++) {
      turn(0, 'waiting');
      pass(flip % 2 === 0 ? 100 : 2500);
      turn(0, 'thinking');
      pass(500);
    }
    pass(5000);
    expect(shown.length).toBeLessThanOrEqual(1);
    expect(screen.size).toBe(0);
    // What stays in the end is told all the same.
    turn(0, 'waiting');
    pass(REPEAT);
    expect(screen.size).toBe(1);
  });

  it('fills the screen: more than three become one', () => {
    for (let pane = 0; pane < 6; pane++) {
      turn(pane, 'waiting');
      pass(3000);
      expect(screen.size).toBeLessThanOrEqual(3);
    }
    expect(screen.get('group')?.paneIds).toEqual(['p0', 'p1', 'p2', 'p3']);
    for (let pane = 0; pane < 6; pane++) turn(pane, 'thinking');
    expect(screen.size).toBe(0);
  });

  it('comes of a Claude that is started again at once', () => {
    turn(0, 'crashed');
    pass(1000);
    turn(0, 'unknown');
    pass(5000);
    expect(shown).toEqual([]);
  });
});

describe('settings', () => {
  it.each([
    [{ enabled: false }, 'waiting'],
    [{ 'on-waiting': false }, 'waiting'],
    [{ 'on-crashed': false }, 'crashed'],
    [{ 'on-limited': false }, 'limited'],
    [{ 'on-complete': false }, 'complete'],
  ] as const)('%j keeps %s to itself', (settings, to) => {
    configure(settings);
    turn(0, 'thinking');
    turn(0, to);
    pass(5000);
    expect(shown).toEqual([]);
  });

  it('have quiet hours, also over midnight', () => {
    configure({ 'quiet-hours': '22:00-07:00' });
    minuteOfDay = 23 * 60;
    turn(0, 'waiting');
    pass(5000);
    expect(shown).toEqual([]);
    minuteOfDay = 7 * 60;
    turn(1, 'waiting');
    pass(5000);
    expect(shown).toHaveLength(1);
    const night = parseQuietHours('22:00-07:00');
    expect(
      [21 * 60 + 59, 22 * 60, 0, 6 * 60 + 59, 7 * 60].map((minute) => night && isQuiet(night, minute)),
    ).toEqual([false, true, true, true, false]);
    const noon = parseQuietHours('12:00-13:30');
    expect([719, 720, 809, 810].map((minute) => noon && isQuiet(noon, minute))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  it.each(['22-7', '25:00-07:00', '22:00', 'night', '22:60-07:00'])('name what is wrong with %s', (text) => {
    const { problems, configuration } = parseConfiguration({ notifications: { 'quiet-hours': text } });
    expect(problems).toEqual([
      `notifications.quiet-hours = "${text}" is wrong: expected two times of day such as "22:00-07:00", or "" for none`,
    ]);
    expect(configuration.notifications['quiet-hours']).toBe('');
  });

  it('that change meanwhile hold for what is not told yet, and take back what is', () => {
    turn(0, 'waiting');
    configure({ enabled: false });
    pass(60_000);
    expect(shown).toEqual([]);
    configure({});
    turn(1, 'waiting');
    pass(3000);
    expect(screen.size).toBe(1);
    configure({ enabled: false });
    step();
    expect(screen.size).toBe(0);
  });

  it('have quiet hours for what was held back until they began', () => {
    configure({ 'quiet-hours': '22:00-07:00' });
    minuteOfDay = 22 * 60 - 1;
    turn(0, 'waiting');
    pass(3000);
    turn(0, 'thinking');
    turn(0, 'waiting');
    minuteOfDay = 22 * 60;
    pass(60_000);
    expect(shown).toHaveLength(1);
  });

  it('let the desktop play its sound', () => {
    configure({ sound: true });
    turn(0, 'waiting');
    pass(3000);
    expect(shown[0]?.silent).toBe(false);
  });
});

it('tells of a Claude that works and asks for help, and is quiet again when the person has come', () => {
  turn(0, 'thinking');
  const help = (text: string | null) => {
    state = reduce(state, {
      type: 'pane/help-changed',
      paneId: asPaneId('p0'),
      help: text === null ? null : { text, at: now },
    });
  };
  help('which port\nis free?');
  step();
  now += 3000;
  step();
  expect([...screen.values()]).toMatchObject([
    {
      title: '✋ claude p0: Waiting for you',
      body: 'asks for help: which port is free?\nwork',
      urgent: true,
      paneIds: ['p0'],
    },
  ]);
  help(null);
  step();
  expect(screen.size).toBe(0);
});
