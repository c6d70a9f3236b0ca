import { formatLayout, parseLayout } from '#shared/layout/text-form';
import type { LayoutNode } from '#shared/layout/tree';
import { replacePane } from '#shared/layout/tree';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyTree, expectNormalForm, text, tree, unwrap } from './support';

describe('formatLayout', () => {
  it.each<[string, string]>([
    ['a', 'a'],
    ['0190-abc_d.e', '0190-abc_d.e'],
    ['h', 'h'],
    ['', '""'],
    ['two words', '"two words"'],
    ['say "hi"\\', '"say \\"hi\\"\\\\"'],
    ['a\nb\u2028c\u0085d', '"a\\nb\\u2028c\\u0085d"'],
    ['\ud800', '"\\ud800"'],
    ['größe', '"größe"'],
    ['h(1:a)', '"h(1:a)"'],
  ])('writes the pane %j as %s', (pane, expected) => {
    const written = formatLayout({ type: 'pane', pane });
    expect(written).toBe(expected);
    expect(parseLayout(written)).toEqual({ ok: true, value: { type: 'pane', pane } });
  });
});

describe('parseLayout', () => {
  it.each([
    ['h(0.6:a,0.4:v(0.5:b,0.5:c))', 'h(0.6:a,0.4:v(0.5:b,0.5:c))'],
    [' h ( 0.6 : a , 0.4 : b ) ', 'h(0.6:a,0.4:b)'],
    ['h(1:a,1:b)', 'h(0.5:a,0.5:b)'],
    ['h(60:a,40:b)', 'h(0.6:a,0.4:b)'],
    ['h(.5:a,5e-1:b)', 'h(0.5:a,0.5:b)'],
    ['h(0.5:h(0.5:a,0.5:b),0.5:c)', 'h(0.25:a,0.25:b,0.5:c)'],
    ['h(0.5:h,0.5:v)', 'h(0.5:h,0.5:v)'],
    ['h(1e308:a,1e308:b)', 'h(0.5:a,0.5:b)'],
  ])('reads %s', (written, expected) => {
    expect(text(tree(written))).toBe(expected);
  });

  it.each<[string, string, number]>([
    ['', 'syntax', 0],
    ['   ', 'syntax', 3],
    ['h(', 'syntax', 2],
    ['h()', 'syntax', 2],
    ['h(a,b)', 'syntax', 2],
    ['h(0.5:a', 'syntax', 7],
    ['h(0.5:a,', 'syntax', 8],
    ['h(0.5:a,)', 'syntax', 8],
    ['h(0.5:,0.5:b)', 'syntax', 6],
    ['h(0.5:a,0.5:b)x', 'syntax', 14],
    ['h(0.5:a 0.5:b)', 'syntax', 7],
    ['h(-1:a,0.5:b)', 'syntax', 2],
    ['h(NaN:a,0.5:b)', 'syntax', 2],
    ['h(0:a,0.5:b)', 'bad-ratio', 2],
    ['h(1e999:a,0.5:b)', 'bad-ratio', 2],
    ['h(1:a)', 'empty-split', 0],
    ['h(0.5:a,0.5:v(1:b))', 'empty-split', 12],
    ['h(0.5:a,0.5:a)', 'duplicate-pane', 12],
    ['"open', 'syntax', 0],
    ['"bad \\x escape"', 'syntax', 0],
    ['x(0.5:a,0.5:b)', 'syntax', 1],
    ['h(0.5:'.repeat(65), 'too-deep', 384],
    ['h(0.5:'.repeat(100_000), 'too-deep', 384],
    ['a'.repeat(1_048_577), 'too-many', 1_048_576],
    [`h(${Array.from({ length: 1001 }, (_, index) => `1:p${String(index)}`).join(',')})`, 'too-many', 6894],
  ])('refuses %.30s: %s at %s', (written, code, position) => {
    const parsed = parseLayout(written);
    expect(parsed.ok ? 'read' : [parsed.error.code, parsed.error.position]).toEqual([code, position]);
  });
});

describe('the text form', () => {
  it('gives back any tree exactly', () => {
    fc.assert(
      fc.property(anyTree, (node) => {
        expect(parseLayout(formatLayout(node))).toEqual({ ok: true, value: node });
      }),
      { numRuns: 500 },
    );
  });

  it('is one line and gives back any pane id', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (pane) => {
        const node = unwrap(
          replacePane(tree('h(0.3:"\\u0000 first",0.7:"\\u0000 second")'), '\0 first', pane),
        );
        const written = formatLayout(node);
        expect(written).not.toMatch(/[\n\r\u2028\u2029\u0085]/);
        expect(parseLayout(written)).toEqual({ ok: true, value: node });
      }),
      { numRuns: 500 },
    );
  });

  it('reads any text without a throw, and only into normal form', () => {
    const pieces = fc.constantFrom(
      'h(',
      'v(',
      ')',
      ',',
      '0.5:',
      '1:',
      'a',
      'b',
      'c',
      '"',
      '\\',
      ' ',
      '1e',
      ':',
    );
    const almost = fc.array(pieces, { maxLength: 30 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 50 }), almost), (written) => {
        const parsed = parseLayout(written);
        if (parsed.ok) expectNormalForm(parsed.value);
        else expect(parsed.error.position).toBeLessThanOrEqual(written.length);
      }),
      { numRuns: 2000 },
    );
  });

  it('points into the text for any damage to a valid one', () => {
    fc.assert(
      fc.property(anyTree, fc.nat(), fc.string({ maxLength: 2 }), (node: LayoutNode, at, put) => {
        const written = formatLayout(node);
        const damaged =
          written.slice(0, at % written.length) + put + written.slice((at % written.length) + 1);
        const parsed = parseLayout(damaged);
        if (parsed.ok) expectNormalForm(parsed.value);
        else expect(parsed.error.message).toMatch(/\.$/);
      }),
      { numRuns: 500 },
    );
  });
});
