import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyPreset, LAYOUT_PRESETS, nextPreset, shapeOf } from '#shared/layout/presets';
import { formatLayout } from '#shared/layout/text-form';
import { paneIds } from '#shared/layout/tree';
import { anyTree, expectNormalForm, text, tree } from './support';

function arranged(layout: string, name: string, own: { name: string; layout: string }[] = []): string {
  const result = applyPreset(tree(layout), name, own);
  return result.ok ? text(result.value) : result.error;
}

const FIVE = 'h(0.9:a,0.1:v(0.5:b,0.5:h(0.3:c,0.3:d,0.4:e)))';

describe('an arrangement', () => {
  it('puts the same panes in its own way', () => {
    expect(arranged(FIVE, 'even-horizontal')).toBe('h(0.2:a,0.2:b,0.2:c,0.2:d,0.2:e)');
    expect(arranged(FIVE, 'even-vertical')).toBe('v(0.2:a,0.2:b,0.2:c,0.2:d,0.2:e)');
    expect(arranged(FIVE, 'main-vertical')).toBe('h(0.6:a,0.4:v(0.25:b,0.25:c,0.25:d,0.25:e))');
    expect(arranged(FIVE, 'main-horizontal')).toBe('v(0.6:a,0.4:h(0.25:b,0.25:c,0.25:d,0.25:e))');
    expect(arranged(FIVE, 'tiled')).toBe('h(0.4:v(0.5:a,0.5:b),0.2:c,0.4:v(0.5:d,0.5:e))');
    expect(LAYOUT_PRESETS.map((name) => arranged('a', name))).toEqual(['a', 'a', 'a', 'a', 'a']);
    expect(arranged('a', 'spiral')).toMatch(/^there is no arrangement spiral; there are even-horizontal, /);
  });

  it('of the person takes fewer and more panes than it was made with', () => {
    const own = [{ name: 'review', layout: 'h(0.7:1,0.3:v(0.5:2,0.5:3))' }];
    expect(arranged('v(0.5:x,0.25:y,0.25:z)', 'review', own)).toBe('h(0.7:x,0.3:v(0.5:y,0.5:z))');
    expect(arranged('v(0.5:x,0.5:y)', 'review', own)).toBe('h(0.7:x,0.3:y)');
    expect(arranged('x', 'review', own)).toBe('x');
    expect(arranged(FIVE, 'review', own)).toBe(
      'h(0.7:a,0.3:v(0.5:b,0.5:h(0.333333:c,0.333333:d,0.333333:e)))',
    );
    expect(arranged('x', 'bad', [{ name: 'bad', layout: 'h(' }])).toMatch(
      /^the arrangement bad is no layout/,
    );
  });

  it('keeps any panes, in a whole tree, and is kept itself as a text', () => {
    fc.assert(
      fc.property(anyTree, anyTree, fc.constantFrom('own', ...LAYOUT_PRESETS), (before, shape, name) => {
        const own = [{ name: 'own', layout: formatLayout(shapeOf(shape)) }];
        const result = applyPreset(before, name, own);
        expect(result.ok).toBe(true);
        if (!result.ok) return;
        expectNormalForm(result.value);
        expect(paneIds(result.value)).toEqual(paneIds(before));
        const again = applyPreset(result.value, name, own);
        expect(again.ok && text(again.value)).toBe(text(result.value));
      }),
      { numRuns: 300 },
    );
  });
});

describe('the next arrangement', () => {
  it('goes through all of them, and never to one that changes nothing', () => {
    let layout = tree(FIVE);
    const own = [{ name: 'own', layout: 'v(0.3:1,0.7:2)' }];
    const seen = Array.from({ length: 7 }, () => {
      const name = nextPreset(layout, own);
      const result = applyPreset(layout, name, own);
      if (result.ok) layout = result.value;
      return name;
    });
    expect(seen).toEqual([...LAYOUT_PRESETS, 'own', 'even-horizontal']);
    expect(nextPreset(tree('h(0.5:a,0.5:b)'), [])).toBe('even-vertical');
    expect(nextPreset(tree('v(0.6:a,0.4:b)'), [])).toBe('main-vertical');
    expect(nextPreset(tree('h(0.6:a,0.4:b)'), [])).toBe('tiled');
    expect(nextPreset(tree('a'), [])).toBe('tiled');
  });
});
