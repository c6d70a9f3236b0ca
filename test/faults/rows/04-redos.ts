import { cleanMessage } from '#shared/delivery/message-text';
import { LineReader } from '#shared/base/framing';
import { SidebandScanner } from '#shared/sideband/scanner';
import { type Row, type RowContext, Tally } from '../row';

const MEGABYTE = 1024 * 1024;
const LIMIT = 200;
/** What was measured once counts only when it is so again: other programs use the processor as well. */
const LOOKS = 3;

const SHAPES: readonly (readonly [string, string])[] = [
  ['names without end', '<fugue:a'],
  ['one name without end', 'a'],
  ['inputs that are not closed', '<fugue:input pane="1">'],
  ['tags in inputs', `<fugue:input pane="1">${'<fugue:list>'.repeat(400)}`],
  ['quotes that are not closed', `<fugue:spawn command="<fugue:spawn cwd='`],
  ['attributes', ' a="b"'],
  ['ends and blanks', '</fugue:input      '],
  ['less-thans', '<'],
  ['rising backticks', '` `` ``` '],
  ['comments', '<!--'],
  ['at-signs', '@ '],
  ['blanks', ' '],
];

function filled([name, pattern]: readonly [string, string], size: number): string {
  const head = /name|attributes|blanks/.test(name) ? '<fugue:spawn' : '';
  return (head + pattern.repeat(Math.ceil(size / pattern.length))).slice(0, size);
}

function timed(work: () => void): number {
  const began = performance.now();
  work();
  return performance.now() - began;
}

const READERS: Readonly<Record<string, (text: string) => void>> = {
  tags: (text) => {
    const scanner = new SidebandScanner();
    scanner.push(text);
    scanner.end();
  },
  messages: (text) => void cleanMessage(text),
  lines: (text) => {
    const reader = new LineReader();
    reader.push(text);
    reader.finish();
  },
};
/** A pattern that looks right and is not: it goes back over everything again and again. */
const NAIVE = /<fugue:(\w+)([^>]*)\/?>(?:([^]*?)<\/fugue:\1>)?/g;

async function measure(
  { count, random }: RowContext,
  size: number,
  readers: Readonly<Record<string, (text: string) => void>>,
): Promise<Tally> {
  const tally = new Tally();
  const from = count < SHAPES.length ? Math.floor(random() * (SHAPES.length - count)) : 0;
  for (const shape of SHAPES.slice(from, from + count)) {
    const text = filled(shape, size);
    const slow = Object.entries(readers).flatMap(([name, read]) => {
      const times: number[] = [];
      while (times.length < LOOKS && times.every((took) => took > LIMIT)) times.push(timed(() => read(text)));
      const best = Math.min(...times);
      return best > LIMIT ? [`${name}: ${String(Math.round(best))} ms`] : [];
    });
    tally.check(slow.length === 0, `${shape[0]}: ${slow.join(', ')}`);
  }
  return tally;
}

export const row: Row = {
  number: 4,
  run: (context) => measure(context, MEGABYTE, READERS),
  // A small part of a megabyte is enough for it.
  weakened: (context) =>
    measure({ ...context, count: 1, random: () => 0 }, 90_000, {
      pattern: (text) => void [...text.matchAll(NAIVE)],
    }),
};
