import fc from 'fast-check';
import { SidebandScanner } from '#shared/sideband/scanner';
import { type Row, Tally } from '../row';

/** What a tag may be at most, by a reader of its own that is slow and simple; `grammar.md` says the same. */
const ATTRIBUTES = String.raw`(?:[ \t\n]+[A-Za-z0-9_-]+[ \t\n]*=[ \t\n]*(?:"[^"]*"|'[^']*'))*`;
const REFERENCE = new RegExp(
  String.raw`^<fugue:(?:(spawn|read|list|focus|control)${ATTRIBUTES}[ \t\n]*(?:/>|>[ \t\n]*</fugue:\1[ \t\n]*>)` +
    String.raw`|input${ATTRIBUTES}[ \t\n]*>[^]*</fugue:input[ \t\n]*>)$`,
);
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;
const MILLISECONDS_PER_KILOBYTE = 5;

const part = fc.oneof(
  fc.constantFrom(
    ...['<', '/', '>', '"', "'", '=', ' ', '\n', '`', '```', '\\', '    ', '&lt;', '> ', '<!--', '-->'],
    ...['<fugue:', '</fugue:', 'spawn', 'pane="1"', ' command="', " command='x'", '/>', '<fugue:list />'],
    ...[
      '<fugue:input pane="1">',
      '</fugue:input>',
      '<fugue:spawn command="a\u001b[0mb" />',
      '<fugue:focus pane="\u0007"/>',
    ],
    ...['\u001b', '\u001b[31m', '\u0000', '🧪', '\ud800', '\r', 'x'.repeat(2000)],
  ),
  fc.string({ unit: 'binary', maxLength: 20 }),
);

/** What is wrong with how a text is read; null when nothing is. */
function faultIn(text: string): string | null {
  const began = performance.now();
  const scanner = new SidebandScanner();
  const pieces = [...scanner.push(text), ...scanner.end()];
  const took = performance.now() - began;
  if (took > 20 + (MILLISECONDS_PER_KILOBYTE * text.length) / 1024)
    return `${String(text.length)} units took ${String(took)} ms`;
  const wrong = pieces.find(
    (piece) => piece.type === 'tag' && (!REFERENCE.test(piece.source) || CONTROL.test(piece.source)),
  );
  if (wrong !== undefined) return `runs what is no tag: ${JSON.stringify(wrong)}`;
  const joined = pieces.map((piece) => (piece.type === 'text' ? piece.text : piece.source)).join('');
  return joined === text ? null : `loses text of ${JSON.stringify(text)}`;
}

export const row: Row = {
  number: 3,
  async run({ count, seed }) {
    const tally = new Tally();
    for (const parts of fc.sample(fc.array(part, { maxLength: 30 }), { seed, numRuns: count })) {
      const text = parts.join('');
      await tally.attempt(JSON.stringify(text.slice(0, 200)), () => {
        // Looked at twice before it counts: another program may have had the processor meanwhile.
        const fault = faultIn(text) && faultIn(text);
        if (fault !== null) throw new Error(fault);
      });
    }
    return tally;
  },
};
