import fs from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TranscriptFollower } from '#electron/session/chat/transcript-follower';
import { FakeClock } from '#test/helpers/fake-clock';
import { makeTemporaryDirectory, type TemporaryDirectory } from '#test/helpers/temporary-directory';
import { waitFor } from '#test/helpers/wait';

let directory: TemporaryDirectory;
let clock: FakeClock;
let told: string[];
let follower: TranscriptFollower;
const file = () => `${directory.path}/transcript.jsonl`;
beforeEach(() => {
  directory = makeTemporaryDirectory();
  clock = new FakeClock();
  told = [];
  follower = new TranscriptFollower({
    file: file(),
    clock,
    lines: (lines) => told.push(...lines.map(({ offset, text }) => `${String(offset)} ${text}`)),
    restarted: () => told.push('anew'),
  });
});
afterEach(() => {
  follower.dispose();
  directory.remove();
});
/** Lets time go on until so much was told. */
const until = (count: number) =>
  waitFor(`${String(count)} told, have ${JSON.stringify(told)}`, () => {
    clock.advance(1000);
    return told.length >= count;
  });

describe('a transcript that is followed', () => {
  it('tells what is added, each line once, when it is whole', async () => {
    fs.writeFileSync(file(), 'old\nhal');
    expect(await follower.begin()).toBe(4);
    fs.appendFileSync(file(), 'f\nü');
    await until(1);
    fs.appendFileSync(file(), '😀\r\n\nlast\n');
    await until(3);
    expect(told).toEqual(['4 half', '9 ü😀', '18 last']);
  });

  it('may begin later than it is followed', async () => {
    expect(await follower.begin()).toBe(0);
    clock.advance(5000);
    fs.writeFileSync(file(), 'one\n');
    await until(1);
    expect(told).toEqual(['0 one']);
  });

  it('that is written anew is told anew', async () => {
    fs.writeFileSync(file(), 'one\ntwo\n');
    await follower.begin();
    fs.writeFileSync(file(), 'new\n');
    await until(2);
    expect(told).toEqual(['anew', '0 new']);
  });

  it('is not told of any more after the end', async () => {
    fs.writeFileSync(file(), 'one\n');
    await follower.begin();
    follower.dispose();
    fs.appendFileSync(file(), 'two\n');
    clock.advance(60_000);
    const other = new TranscriptFollower({
      file: file(),
      clock,
      lines: (lines) => told.push(...lines.map(({ text }) => `other ${text}`)),
      restarted: () => undefined,
    });
    await other.begin();
    fs.appendFileSync(file(), 'three\n');
    await until(1);
    other.dispose();
    expect(told).toEqual(['other three']);
  });
});
