import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TAG_LIMIT } from '#shared/sideband/tag-reader';
import { everyCut, seededRandom } from '#test/helpers/chunks';
import { MESSAGE, scan, sourceOf, tagsIn } from './support';

const LIST = '<fugue:list />';

describe('examples', () => {
  it.each([
    ['a fence', `\`\`\`\n${LIST}\n\`\`\`\n`],
    ['a fence of tildes', `~~~ xml\n${LIST}\n~~~`],
    ['a fence that is not closed', `\`\`\`\n${LIST}\n\n${LIST}`],
    ['a fence that a shorter one does not close', `\`\`\`\`\n\`\`\`\n${LIST}`],
    ['a fence that another mark does not close', `\`\`\`\n~~~\n${LIST}`],
    ['a fence that words do not close', `\`\`\`\n\`\`\` x\n${LIST}`],
    ['a fence that an indented one does not close', `\`\`\`\n    \`\`\`\n${LIST}`],
    ['the words of a fence', `\`\`\`xml ${LIST}\n\`\`\``],
    ['an indented fence', `   ~~~\n${LIST}`],
    ['a fence in a list', `- \`\`\`\n  ${LIST}\n  \`\`\``],
    ['a fence in a numbered list', `12. \`\`\`\n${LIST}`],
    ['a fence in a list in a list', `- 1) ~~~\n${LIST}`],
    ['a fence with CRLF', `\`\`\`\r\n${LIST}\r\n`],
    ['indented code', `text\n\n    ${LIST}`],
    ['code indented by a tab', `\t${LIST}`],
    ['code indented by blanks and a tab', `  \t${LIST}`],
    ['code in a list item', `-     ${LIST}`],
    ['a quote', `> ${LIST}\n`],
    ['a quote in a list', `  - > ${LIST}`],
    ['the text that goes on after a quote', `> x\n${LIST}`],
    ['text that goes on after a quote in a quote', `> > x\ny\n  ${LIST}`],
    ['text after a quote that begins with a number', `> x\n12 ${LIST}`],
    ['text after a quote that begins with code', `> x\n\`y\` ${LIST}`],
    ['a comment', `<!-- ${LIST} -->`],
    ['a comment of several paragraphs', `<!--\n\n${LIST}\n\n-->`],
    ['a comment that is not closed', `<!-- x -> ${LIST}\n\n${LIST}`],
    ['a comment in a line', `so <!-- like\n${LIST} --> this`],
    ['preformatted text', `<pre>\n${LIST}\n\n${LIST}</pre>`],
    ['preformatted text with a class', `<PRE class="x">${LIST}</Pre >`],
    ['preformatted text that another element does not close', `<pre>\n</prefix></code>${LIST}`],
    ['preformatted text in a list', `- <pre>${LIST}</pre>`],
    ['preformatted text in a line', `so: <pre>\n${LIST}</pre>`],
    ['a quote in HTML', `<blockquote>\n\n${LIST}\n</blockquote>`],
    ['code in HTML', `the tag <code>${LIST}</code> does it`],
    ['a code span', `see \`${LIST}\` here`],
    ['a code span of two', `see \`\` \` ${LIST} \` \`\` here`],
    ['a code span at the start', `\`${LIST}\``],
    ['a code span of three at the start', `\`\`\`${LIST}\`\`\``],
    ['a code span that is not closed on its line', `a \`${LIST}\nb`],
    ['a backslash', `\\${LIST}`],
    ['three backslashes', `\\\\\\${LIST}`],
  ])('in %s are text', (_place, text) => {
    for (const pieces of everyCut(text)) expect(scan(pieces)).toEqual([{ type: 'text', text }]);
  });

  it.each([
    ['after a fence', `\`\`\`\nx\n\`\`\`\n${LIST}`],
    ['after a fence of tildes that a longer one closes', `~~~\nx\n~~~~~ \n${LIST}`],
    ['after a fence with CRLF', `\`\`\`\r\nx\r\n\`\`\`\r\n${LIST}`],
    ['after a fence in a list', `10. \`\`\`\n    x\n    \`\`\`\n${LIST}`],
    ['after two backticks on a line', `\`\`\n${LIST}`],
    ['after code in three backticks', `\`\`\`x\`\`\` ${LIST}`],
    ['after a code span', `\`x\` ${LIST}`],
    ['after a code span of two', `\`\`x\`y\`\` ${LIST}`],
    ['after a code span that ended with its line', `a \`b\n${LIST}`],
    ['after a backtick that is escaped', `\\\` ${LIST}`],
    ['after two backslashes', `\\\\${LIST}`],
    ['after indented code', `    x\n${LIST}`],
    ['after a quote and an empty line', `> x\n\n${LIST}`],
    ['after a quote with CRLF', `> x\r\n\r\n${LIST}`],
    ['after an empty quote', `>\n${LIST}`],
    ['in a list after a quote', `> x\n- ${LIST}`],
    ['after a fence after a quote', `> x\n~~~\ny\n~~~\n${LIST}`],
    ['after a comment', `<!-- x --> ${LIST}`],
    ['after comments of hardly anything', `<!--><!---><!-- --->${LIST}`],
    ['after what is no comment', `<!- ${LIST}`],
    ['after a comment that is escaped', `\\<!-- ${LIST}`],
    ['after the beginning of a comment in code', `\`<!--\` ${LIST}`],
    ['after a comment in a line that ended with its paragraph', `x <!-- y\n \n${LIST}`],
    ['after preformatted text', `<pre>x</pre >${LIST}`],
    ['after another element', `<prefix>${LIST}`],
    ['after a word about an element in a line', `use <pre> there\n\n${LIST}`],
    ['after code in HTML', `<code>x</code> ${LIST}`],
    ['after code in HTML that ended with its line', `<code>x\n${LIST}`],
    ['indented by three', `   ${LIST}`],
    ['in a list', `- ${LIST}`],
    ['in a numbered list', `1. ${LIST}`],
    ['in bold', `**${LIST}**`],
    ['after tildes in a line', `~~${LIST}~~`],
    ['after a number', `1 ${LIST}`],
    ['after a dash', `-${LIST}`],
    ['in the middle of a line with many blanks', `a      ${LIST}`],
    ['after another tag on the line', `<fugue:dance/>${LIST}`],
    ['after a less-than', `<${LIST}`],
    ['after the beginning of a tag', `<fugue${LIST}`],
  ])('%s there are tags', (_place, text) => {
    for (const pieces of everyCut(text)) {
      expect(scan(pieces).filter((piece) => piece.type === 'tag')).toEqual([
        { type: 'tag', tag: { tag: 'list' }, source: LIST },
      ]);
    }
  });
});

describe('a tag of its greatest length', () => {
  const padded = (length: number): string => {
    const [head, tail] = ['<fugue:spawn command="', '" />'];
    return `${head}${'x'.repeat(length - head.length - tail.length)}${tail}`;
  };

  it('runs, and is text when it is longer', () => {
    expect(tagsIn(padded(TAG_LIMIT))).toHaveLength(1);
    const long = padded(TAG_LIMIT + 1);
    expect(scan([long])).toEqual([{ type: 'text', text: long }]);
  });

  it('does not hide the tags in what was too long', () => {
    const text = `<fugue:input pane="1">${LIST}${'x'.repeat(TAG_LIMIT)}</fugue:input>`;
    expect(tagsIn(text)).toEqual([{ tag: 'list' }]);
    expect(sourceOf(scan([text]))).toBe(text);
  });
});

describe('every way of cutting', () => {
  const whole = scan([MESSAGE]);

  it('finds what the message holds', () => {
    expect(tagsIn(MESSAGE).map((tag) => (tag as { tag: string }).tag)).toEqual([
      'spawn',
      'read',
      'input',
      'control',
      'list',
      'focus',
      'input',
    ]);
    expect(whole.filter((piece) => piece.type === 'malformed')).toHaveLength(8);
    expect(sourceOf(whole)).toBe(MESSAGE);
  });

  it('in two, and unit by unit, gives the same', () => {
    for (const pieces of everyCut(MESSAGE)) expect(scan(pieces)).toEqual(whole);
  });

  it('at 10,000 random places gives the same', () => {
    const random = seededRandom(20_260);
    const expected = JSON.stringify(whole);
    for (let round = 0; round < 10_000; round += 1) {
      const pieces: string[] = [];
      for (let start = 0; start < MESSAGE.length;) {
        const end = start + 1 + Math.floor(random() * 200);
        pieces.push(MESSAGE.slice(start, end));
        start = end;
      }
      if (JSON.stringify(scan(pieces)) !== expected) expect(pieces).toEqual('cut without a difference');
    }
  });

  it('gives the same for any text made of what tags are made of, and never throws', () => {
    const part = fc.constantFrom(
      ...['<', '/', '>', '"', "'", '=', ' ', '\n', '\t', '`', '```', '~~~', '\\', '-', '1.', '    ', '&lt;'],
      ...['<fugue:', '</fugue:', 'spawn', 'input', 'list', 'pane="1"', 'command="', " command='x'", '/>'],
      ...['<fugue:input pane="1">', '</fugue:input>', LIST, '<fugue:spawn command="x"/>', '\u001b', '\0'],
      ...[
        '🧪',
        '\ud800',
        '\r',
        'word',
        'x'.repeat(2000),
        '> ',
        '<!--',
        '--',
        '->',
        '<pre',
        '</pre',
        '<code>',
      ],
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), fc.array(fc.nat(), { maxLength: 8 }), (parts, cuts) => {
        const text = parts.join('');
        const places = cuts.map((cut) => cut % (text.length + 1)).sort((left, right) => left - right);
        const pieces = [0, ...places].map((start, index) => text.slice(start, places[index] ?? text.length));
        const once = scan([text]);
        expect(scan(pieces)).toEqual(once);
        expect(sourceOf(once)).toBe(text);
      }),
      { seed: 7, numRuns: 1500 },
    );
  });

  it('passes any text on as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        expect(sourceOf(scan([text]))).toBe(text);
      }),
      { seed: 8, numRuns: 500 },
    );
  });
});

describe('hostile shapes of a megabyte', () => {
  const filled = (pattern: string): string => pattern.repeat(Math.ceil(1_000_000 / pattern.length));
  it.each([
    ['a name without end', `<fugue:${filled('a')}`],
    ['names without end', filled('<fugue:a')],
    ['openings', filled('<fugue:')],
    ['closings', filled('</fugue:')],
    ['inputs that are not closed', filled('<fugue:input pane="1">')],
    [
      'other tags in inputs that are not closed',
      filled(`<fugue:input pane="1">${'<fugue:list>'.repeat(400)}`),
    ],
    ['quotes that are not closed', filled(`<fugue:spawn command="<fugue:spawn cwd='`)],
    ['a quote that is not closed', `<fugue:spawn command="${filled('x')}`],
    ['blanks', `<fugue:list>${filled(' ')}`],
    ['attributes', `<fugue:spawn${filled(' a="b"')}`],
    ['ends and blanks', `<fugue:input pane="1">${filled('</fugue:input      ')}>`],
    ['less-thans', filled('<')],
    ['backticks', filled('`')],
    ['rising runs of backticks', Array.from({ length: 1400 }, (_, run) => '`'.repeat(run)).join(' ')],
    ['list markers', filled('- ')],
    ['backslashes', filled('\\')],
    ['comments', filled('<!--')],
    ['elements', filled('<pre')],
    ['quotes of text', filled('> x\n')],
  ])('with %s are read to the end', (_shape, text) => {
    const pieces = scan([text]);
    expect(sourceOf(pieces) === text).toBe(true);
    expect(pieces.some((piece) => piece.type === 'tag')).toBe(false);
    // Cut small, as they stream in.
    const cut = Array.from({ length: Math.ceil(text.length / 100) }, (_, index) =>
      text.slice(index * 100, index * 100 + 100),
    );
    expect(scan(cut).length).toBe(pieces.length);
  });
});
