import fs from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeTemporaryDirectory, type TemporaryDirectory } from '#test/helpers/temporary-directory';
import { createLogger } from '../../../../electron/log/logger';
import { logLine, readLog } from '../../../../electron/log/read-log';

let directory: TemporaryDirectory;
beforeEach(() => {
  directory = makeTemporaryDirectory();
});
afterEach(() => {
  directory.remove();
});

const line = (number: number, level = 30): string =>
  `${JSON.stringify({ level, time: new Date(number).toISOString(), number, word: 'ü'.repeat(number % 90), msg: `event.${String(number)}` })}\n`;
const all = { lines: 5000, level: 'info', text: '' } as const;

it('gives what a logger has written, without secrets', () => {
  const file = `${directory.path}/log/fugue.log`;
  const logger = createLogger(file, { alsoStandardError: false });
  logger.info('core.started', { version: '1' });
  logger.warn('call.slow', { token: 'sk-ant-abcdefghijkl' });
  logger.error('core.failed');
  const entries = readLog(file, all);
  expect(entries.map(({ level, event, detail }) => [level, event, detail])).toEqual([
    ['info', 'core.started', '{"version":"1"}'],
    ['warn', 'call.slow', '{"token":"[secret]"}'],
    ['error', 'core.failed', ''],
  ]);
  expect(logLine(entries[2]!)).toMatch(/^\d{4}-.*Z error core\.failed$/);
  expect(readLog(file, { ...all, level: 'warn' }).map(({ event }) => event)).toEqual([
    'call.slow',
    'core.failed',
  ]);
  expect(readLog(file, { ...all, text: 'VERSION' }).map(({ event }) => event)).toEqual(['core.started']);
});

it('reads the end alone, over pieces and over what was set aside', () => {
  const numbers = Array.from({ length: 3000 }, (_, index) => index);
  const file = directory.file(
    'fugue.log',
    numbers
      .slice(1500)
      .map((number) => line(number))
      .join(''),
  );
  directory.file(
    'fugue.log.1',
    numbers
      .slice(0, 1500)
      .map((number) => line(number))
      .join(''),
  );
  expect(fs.statSync(file).size).toBeGreaterThan(3 * 64 * 1024);
  expect(readLog(file, all).map(({ at }) => at)).toEqual(numbers);
  expect(readLog(file, { ...all, lines: 3 }).map(({ at }) => at)).toEqual([2997, 2998, 2999]);
});

it('passes over what is no entry, and finds nothing in no file', () => {
  const file = directory.file(
    'fugue.log',
    `{"level":30,"ti\n\nwords\n[1]\nnull\n${line(7, 50)}${line(8).slice(0, 20)}`,
  );
  expect(readLog(file, all).map(({ event, level }) => [event, level])).toEqual([['event.7', 'error']]);
  expect(readLog(`${file}.nothing`, all)).toEqual([]);
});
