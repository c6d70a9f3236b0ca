import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { KeptWindow } from '../../../../electron/shell/kept-windows';
import { readKeptWindows, writeKeptWindows } from '../../../../electron/shell/kept-windows';
import type { TemporaryDirectory } from '#test/helpers/temporary-directory';
import { makeTemporaryDirectory } from '#test/helpers/temporary-directory';

let directory: TemporaryDirectory;
beforeEach(() => {
  directory = makeTemporaryDirectory();
});
afterEach(() => {
  directory.remove();
});

const window: KeptWindow = {
  x: -1200,
  y: 40,
  width: 1280,
  height: 820,
  maximized: true,
  display: { id: 7, x: -1920, y: 0 },
  session: 'some session',
};

it('reads what it wrote', () => {
  const windows = [window, { ...window, session: null, x: 30 }];
  writeKeptWindows(directory.path, windows);
  expect(readKeptWindows(directory.path)).toEqual(windows);
  expect(fs.readdirSync(directory.path)).toEqual(['window.json']);
  expect(fs.statSync(path.join(directory.path, 'window.json')).mode & 0o777).toBe(0o600);
});

it('reads the one window of a file of before', () => {
  directory.file('window.json', '{"x":5,"y":6,"width":1000,"height":700,"maximized":false}');
  expect(readKeptWindows(directory.path)).toEqual([
    { x: 5, y: 6, width: 1000, height: 700, maximized: false, session: null },
  ]);
});

it.each(['', 'null', '[]', '{"windows":[]}', '{"windows":[{"width":1}]}', '{"width":1e9,"height":5}'])(
  'opens one window of the standard size when the file says %j',
  (text) => {
    directory.file('window.json', text);
    expect(readKeptWindows(directory.path)).toEqual([
      { width: 1280, height: 820, maximized: false, session: null },
    ]);
  },
);
