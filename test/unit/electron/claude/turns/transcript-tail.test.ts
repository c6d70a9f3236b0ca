// A file that grows by pieces of any size, and is read at any moment.
import fs from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TranscriptTail } from '#electron/claude/turns/transcript-tail';
import { randomCut, seededRandom } from '#test/helpers/chunks';
import { makeTemporaryDirectory, type TemporaryDirectory } from '#test/helpers/temporary-directory';

let directory: TemporaryDirectory;
beforeEach(() => {
  directory = makeTemporaryDirectory();
});
afterEach(() => {
  directory.remove();
});

async function read(tail: TranscriptTail, into: string[]): Promise<boolean> {
  return tail.read(
    (line) => into.push(line.ok ? line.value : 'too-long'),
    () => into.push('anew'),
  );
}

describe('a file that grows', () => {
  it('is read line by line, whatever the writes cut', async () => {
    const random = seededRandom(7);
    for (let round = 0; round < 40; round += 1) {
      const file = `${directory.path}/${String(round)}.jsonl`;
      const lines = Array.from(
        { length: 30 },
        (_, number) => `{"n":${String(number)},"t":"häß 🦊 ${'x'.repeat(random() * 90)}"}`,
      );
      const tail = new TranscriptTail(file);
      const seen: string[] = [];
      expect(await read(tail, seen)).toBe(false);
      for (const piece of randomCut(Buffer.from(`${lines.join('\n')}\n`), random, 200)) {
        fs.appendFileSync(file, piece);
        if (random() < 0.4) await read(tail, seen);
      }
      await read(tail, seen);
      expect(seen).toEqual(lines);
      expect(await read(tail, seen)).toBe(false);
    }
  });

  it('that is there already is read near its end only, from the next whole line on', async () => {
    const line = 'x'.repeat(1_000_000);
    const file = directory.file('large.jsonl', `first\n${`${line}\n`.repeat(9)}last\n`);
    const seen: string[] = [];
    await read(new TranscriptTail(file), seen);
    expect(seen).not.toContain('first');
    expect(seen.filter((it) => it === line)).toHaveLength(8);
    expect(seen.at(-1)).toBe('last');
  });

  it('is read from its start again when it was written anew', async () => {
    const file = directory.file('one.jsonl', 'one\ntwo\nhalf');
    const tail = new TranscriptTail(file);
    const seen: string[] = [];
    await read(tail, seen);
    fs.writeFileSync(file, 'new\n');
    await read(tail, seen);
    expect(seen).toEqual(['one', 'two', 'anew', 'new']);
  });
});
