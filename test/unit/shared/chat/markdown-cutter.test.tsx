import fc from 'fast-check';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import ReactMarkdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { describe, expect, it } from 'vitest';
import { cutMarkdown, MarkdownCutter } from '#shared/chat/markdown-cutter';

const draw = (text: string): string =>
  renderToStaticMarkup(
    createElement(ReactMarkdown, { remarkPlugins: [remarkGfm], components: { img: () => 'picture' } }, text),
  );
/** Between blocks stands white space that nobody sees. */
const plain = (markup: string): string => markup.replace(/>\s+</g, '><').trim();
const drawCut = (text: string): string => plain(cutMarkdown(text).map(draw).join('\n'));

/** Lines that Markdown is made of, without what refers to another place. */
const line = fc.oneof(
  fc.constantFrom(
    '',
    '',
    '',
    'A paragraph.',
    'goes on',
    '# Heading',
    '## Two ##',
    'Under',
    '=====',
    '-----',
    '---',
    '***',
    '* * *',
    '- item',
    '  - nested',
    '  more of it',
    '    deeper',
    '1. one',
    '2) two',
    '10. ten',
    '- [ ] open',
    '> quote',
    '> - in it',
    '>',
    '```',
    '```ts',
    '````',
    '~~~',
    ' ```',
    '   ```',
    '    ```',
    '- ```',
    '> ```',
    'const x = 1;',
    '    indented',
    '\ttabbed',
    '| a | b |',
    '|---|---|',
    '| 1 | 2 |',
    '<div>',
    '</div>',
    '<!-- open',
    'closed -->',
    '<pre>',
    '</pre>',
    '<b>bold</b> text',
    '**bold** and `code`',
    '*emphasis',
    '`` ` ``',
    '`open',
    '\\# no heading',
    '2026 was a year',
    '3.14 is a number',
    '+ plus',
    '“Quoted”',
    '日本語',
    '  ',
    '\t',
    'two blanks  ',
    'backslash\\',
    'https://example.com',
    '![picture](x.png)',
    '[link](https://example.com)',
  ),
  fc.string({ maxLength: 12 }).filter((text) => !/[\r\n[\]]/.test(text)),
);
const markdown = fc.array(line, { maxLength: 30 }).map((lines) => lines.join('\n'));

describe('cutting Markdown', () => {
  it('draws pieces as it draws the whole', () => {
    fc.assert(
      fc.property(markdown, (text) => {
        expect(drawCut(text)).toBe(plain(draw(text)));
      }),
      { numRuns: 300 },
    );
  }, 60_000);

  it('gives the same pieces for every way of cutting its input', () => {
    fc.assert(
      fc.property(markdown, fc.array(fc.nat(400), { maxLength: 8 }), (text, cuts) => {
        const cutter = new MarkdownCutter();
        const at = [...cuts.map((cut) => Math.min(cut, text.length)), 0, text.length].sort((a, b) => a - b);
        const pieces = at.slice(1).flatMap((end, index) => cutter.push(text.slice(at[index], end)));
        const { tail } = cutter;
        expect(tail === '' ? pieces : [...pieces, tail]).toEqual(cutMarkdown(text));
        expect(cutMarkdown(text).join('')).toBe(text);
      }),
    );
  });

  it('cuts between paragraphs, headings and code', () => {
    const text = '# One\n\nText.\n\n```ts\na\n\nb\n```\n\nMore.\n\n## Two\n\nEnd.\n';
    expect(cutMarkdown(text)).toEqual([
      '# One\n\n',
      'Text.\n\n',
      '```ts\na\n\nb\n```\n\n',
      'More.\n\n',
      '## Two\n\n',
      'End.\n',
    ]);
  });

  it('never cuts inside of a list that goes on', () => {
    expect(cutMarkdown('- a\n\n- b\n\n  more\n\nAfter.\n')).toEqual(['- a\n\n- b\n\n  more\n\n', 'After.\n']);
  });
});
