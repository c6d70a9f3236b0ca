import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { everySecond } from '../../../../renderer/status/ticker';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('ticks for all with one timer, which runs only while somebody listens', () => {
  const heard: string[] = [];
  const first = everySecond(() => heard.push('first'));
  const second = everySecond(() => heard.push('second'));
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(1000);
  expect(heard).toEqual(['first', 'second']);
  first();
  first();
  vi.advanceTimersByTime(1000);
  expect(heard).toEqual(['first', 'second', 'second']);
  second();
  expect(vi.getTimerCount()).toBe(0);
  everySecond(() => heard.push('third'))();
  expect(vi.getTimerCount()).toBe(0);
});
