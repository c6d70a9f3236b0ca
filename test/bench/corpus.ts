import fs from 'node:fs';
import path from 'node:path';

/** Text of three kinds, the same at each run, so that figures of two runs are about the same bytes. */
export const KINDS = ['ascii', 'ansi', 'unicode'] as const;
export type Kind = (typeof KINDS)[number];

/** A small generator of pseudo-random numbers (mulberry32). */
function randomSource(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * below);
  };
}

const WORDS =
  'the build of module finished with warnings in src lib test error note at line column function returns value string number import export const'.split(
    ' ',
  );
const WIDE = [...'日本語漢字表示端末多重化会話한국어문자열'];
const OTHER = [...'äöüßéèñçøåžšłďαβγδεζηθλμπабвгдежзиклмн→←↑↓─│┌┐└┘█▒✓✗…'];
const CLUSTERS = ['👩‍👩‍👧', '👍🏽', '🇩🇪', 'é', '🏳️‍🌈', '✈️', '🙂', '🚀'];

function line(kind: Kind, random: (below: number) => number): string {
  const words = Array.from({ length: 6 + random(10) }, () => WORDS[random(WORDS.length)]!);
  switch (kind) {
    case 'ascii':
      return words.join(' ');
    case 'ansi':
      return words
        .map((word) => {
          switch (random(6)) {
            case 0:
              return `\x1b[${31 + random(6)}m${word}\x1b[0m`;
            case 1:
              return `\x1b[1;38;5;${random(256)}m${word}\x1b[m`;
            case 2:
              return `\x1b[38;2;${random(256)};${random(256)};${random(256)}m${word}\x1b[39m`;
            case 3:
              return `\x1b[4;48;5;${random(256)}m${word}\x1b[0m`;
            case 4:
              return `\x1b[${1 + random(3)}C${word}`;
            default:
              return `${word}\x1b[K`;
          }
        })
        .join(' ');
    case 'unicode':
      return words
        .map((word) => {
          const pick = (from: readonly string[], count: number) =>
            Array.from({ length: count }, () => from[random(from.length)]!).join('');
          switch (random(8)) {
            case 0:
              return pick(CLUSTERS, 1);
            case 1:
            case 2:
              return pick(WIDE, 2 + random(5));
            case 3:
            case 4:
            case 5:
              return pick(OTHER, 3 + random(8));
            default:
              return word;
          }
        })
        .join(' ');
  }
}

/** Makes the file when it is not there yet, and gives its path. */
export function corpusFile(folder: string, kind: Kind, megabytes: number): string {
  const file = path.join(folder, `${kind}-${megabytes}.txt`);
  const size = megabytes * 1_000_000;
  if (fs.existsSync(file) && fs.statSync(file).size === size) return file;
  fs.mkdirSync(folder, { recursive: true });
  const random = randomSource(KINDS.indexOf(kind) + 1);
  // A megabyte is made and written again and again: parsers keep no memory of what they saw.
  const lines: string[] = [];
  let made = 0;
  while (made < 1_000_000) {
    const text = `${line(kind, random)}\n`;
    lines.push(text);
    made += Buffer.byteLength(text);
  }
  const block = Buffer.from(lines.join(''));
  const descriptor = fs.openSync(file, 'w');
  for (let written = 0; written < size; written += block.length) {
    fs.writeSync(descriptor, block, 0, Math.min(block.length, size - written));
  }
  fs.closeSync(descriptor);
  return file;
}
