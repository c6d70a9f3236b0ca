import { describe, expect, it } from 'vitest';
import type { FeedEntry } from '#renderer/terminal/feed-choice';
import { ChunkQueue, chooseNext, QuietMeter } from '#renderer/terminal/feed-choice';

const entry = (key: string, kind: FeedEntry['class'], lastServed: number): FeedEntry => ({
  key,
  class: kind,
  lastServed,
});

describe('which pane is fed next', () => {
  it('takes the urgent one, then the visible ones, then the hidden ones', () => {
    const entries = [entry('h', 'hidden', 1), entry('v', 'visible', 2), entry('u', 'urgent', 3)];
    expect(chooseNext(entries, 1)?.key).toBe('u');
    expect(chooseNext(entries.slice(0, 2), 1)?.key).toBe('v');
    expect(chooseNext(entries.slice(0, 1), 1)?.key).toBe('h');
    expect(chooseNext([], 1)).toBeNull();
  });

  it('takes turns among equals', () => {
    expect(chooseNext([entry('a', 'visible', 7), entry('b', 'visible', 3)], 8)?.key).toBe('b');
  });

  it('starves nobody: over many turns a hidden one is fed behind a flood', () => {
    const served = new Map([
      ['flood', 0],
      ['hidden', 0],
    ]);
    const counts = new Map<string, number>();
    for (let turn = 1; turn <= 120; turn++) {
      const entries = [
        entry('flood', 'visible', served.get('flood') ?? 0),
        entry('hidden', 'hidden', served.get('hidden') ?? 0),
      ];
      const key = chooseNext(entries, turn)?.key ?? '';
      served.set(key, turn);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    expect(counts.get('hidden')).toBeGreaterThanOrEqual(15);
    expect(counts.get('flood')).toBeGreaterThan(80);
  });
});

describe('the quiet meter', () => {
  it('calls an echo quiet, a flood loud, and forgets', () => {
    let now = 1000;
    const meter = new QuietMeter(() => now, 250, 1000);
    meter.add(20);
    expect(meter.quiet).toBe(true);
    meter.add(5000);
    expect(meter.quiet).toBe(false);
    now += 260;
    expect(meter.quiet).toBe(false);
    now += 600;
    expect(meter.quiet).toBe(true);
  });
});

describe('the queue of output', () => {
  it('gives the same bytes whatever the slices', () => {
    const bytes = Uint8Array.from({ length: 1000 }, (_, index) => index % 251);
    for (const limit of [1, 7, 64, 1000, 5000]) {
      const queue = new ChunkQueue();
      for (let at = 0; at < bytes.length; at += 37) queue.push(bytes.slice(at, at + 37));
      expect(queue.size).toBe(1000);
      const taken: number[] = [];
      while (queue.size > 0) {
        const slice = queue.take(limit);
        const size = slice.reduce((sum, chunk) => sum + chunk.length, 0);
        expect(size).toBeGreaterThan(0);
        expect(size).toBeLessThanOrEqual(limit);
        for (const chunk of slice) taken.push(...chunk);
      }
      expect(taken).toEqual([...bytes]);
    }
  });
});
