import { spawn } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { makePane } from '#test/helpers/state';
import { FakeClock } from '#test/helpers/fake-clock';
import { systemClock } from '../../../../electron/system/system-clock';
import type { ProcessUsage } from '../../../../electron/pty/usage';
import { parseProcessList, parseStatus, treeOf } from '../../../../electron/pty/usage';
import { UsageMeter } from '../../../../electron/session/usage-meter';

const entry = (pid: number, parent: number, session: number, seconds = 0, memory = 10): ProcessUsage => ({
  pid,
  parent,
  session,
  name: `p${String(pid)}`,
  seconds,
  memory,
});
const running = (id: string, pid: number) => ({
  ...makePane(id, 'w'),
  process: { status: 'running', pid, startedAt: 0 } as const,
});

describe('the processes of a pane', () => {
  it('are those of its session and all that descend from them', () => {
    const all = [
      entry(1, 0, 1),
      entry(10, 1, 10),
      entry(11, 10, 11),
      entry(12, 11, 11),
      entry(13, 1, 10),
      entry(20, 1, 20),
    ];
    expect(treeOf(10, all).map(({ pid }) => pid)).toEqual([10, 11, 12, 13]);
    expect(treeOf(99, all)).toEqual([]);
    expect(treeOf(7, [entry(7, 7, 7)]).map(({ pid }) => pid)).toEqual([7]);
  });
});

describe('what panes take', () => {
  it('is told between two samples, of which the first is kept for the next question', async () => {
    const clock = new FakeClock();
    const samples = [
      [entry(10, 1, 10, 5), entry(11, 10, 10, 1, 30)],
      [entry(10, 1, 10, 5.1), entry(11, 10, 10, 1.1, 40), entry(12, 11, 10, 0.05, 2)],
      [entry(10, 1, 10, 6.1), entry(11, 1, 10, 0.5, 40)],
    ];
    const meter = new UsageMeter(clock, () => Promise.resolve(samples.shift() ?? []));
    const first = meter.measure([
      running('a', 10),
      { ...makePane('b', 'w'), process: { status: 'starting' } },
    ]);
    await Promise.resolve();
    await Promise.resolve();
    clock.advance(250);
    expect(await first).toEqual([
      {
        paneId: 'a',
        processes: [
          { pid: 10, name: 'p10' },
          { pid: 11, name: 'p11' },
          { pid: 12, name: 'p12' },
        ],
        cpu: 100,
        memory: 52,
      },
    ]);
    clock.advance(2000);
    // The number 11 belongs to another process by now.
    expect(await meter.measure([running('a', 10)])).toMatchObject([{ cpu: 75, memory: 50 }]);
    expect(samples).toEqual([]);
  });

  it('is measured of real processes', async () => {
    const child = spawn('sh', ['-c', 'while :; do :; done'], { detached: true, stdio: 'ignore' });
    try {
      const [usage] = await new UsageMeter(systemClock).measure([running('a', child.pid!)]);
      expect(usage?.processes).toEqual([{ pid: child.pid, name: 'sh' }]);
      expect(usage?.cpu).toBeGreaterThan(5);
      expect(usage?.memory).toBeGreaterThan(100_000);
    } finally {
      process.kill(child.pid!, 'SIGKILL');
    }
  });
});

describe('a line of the system', () => {
  it('is read whatever the name of the program is', () => {
    const stat = `42 (a ) (b) R 7 42 40 0 -1 0 0 0 0 0 150 50 0 0 20 0 1 0 100 9999 25 ${'0 '.repeat(20)}`;
    expect(parseStatus(42, stat, 4096)).toEqual({
      pid: 42,
      parent: 7,
      session: 40,
      name: 'a ) (b',
      seconds: 2,
      memory: 25 * 4096,
    });
    expect(parseStatus(42, stat.replace(' R ', ' Z '), 4096)).toBeNull();
  });

  it('of ps is read with each way of writing a time', () => {
    const text = '  1  0 0x0  1:02.50  2048 /sbin/launchd\n 77 1 9 1-02:03:04 10 my tool\nUSER PID\n';
    expect(parseProcessList(text)).toEqual([
      { pid: 1, parent: 0, session: 0, name: 'launchd', seconds: 62.5, memory: 2_097_152 },
      { pid: 77, parent: 1, session: 9, name: 'my tool', seconds: 93_784, memory: 10_240 },
    ]);
  });
});
