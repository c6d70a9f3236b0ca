import { describe, expect, it } from 'vitest';
import { dropAt } from '#renderer/tiles/drop-at';
import type { LayoutNode } from '#shared/layout/tree';
import { parseLayout } from '#shared/layout/text-form';

const bounds = { x: 0, y: 0, width: 1000, height: 600 };

function layout(text: string): LayoutNode {
  const parsed = parseLayout(text);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.value;
}

const at = (text: string, pane: string, x: number, y: number) =>
  dropAt(layout(text), pane, bounds, 6, { x, y });
const two = 'h(0.5:a,0.5:b)';

describe('where a dragged pane goes', () => {
  it('goes to the edge of a pane it is near to', () => {
    expect(at(two, 'a', 750, 570)).toEqual({ kind: 'pane', target: 'b', zone: 'bottom' });
    expect(at(two, 'a', 960, 300)).toEqual({ kind: 'pane', target: 'b', zone: 'right' });
  });

  it('changes places over the centre', () => {
    expect(at(two, 'a', 750, 300)).toEqual({ kind: 'pane', target: 'b', zone: 'centre' });
  });

  it('goes to the edge of the window near its border', () => {
    expect(at(two, 'a', 700, 3)).toEqual({ kind: 'window', edge: 'top' });
  });

  it('goes nowhere over itself, its own edges, a gap, and outside (case lay-01)', () => {
    for (const [x, y] of [
      [250, 300],
      [30, 300],
      [480, 300],
      [500, 300],
      [-5, 300],
      [500, 700],
    ] as const) {
      expect(at(two, 'a', x, y)).toBeNull();
    }
  });

  it('goes nowhere where it stands already', () => {
    expect(at(two, 'a', 3, 300)).toBeNull();
    expect(at(two, 'a', 520, 300)).toBeNull();
  });

  it('goes nowhere when it is alone, or unknown', () => {
    expect(at('a', 'a', 500, 590)).toBeNull();
    expect(at(two, 'c', 750, 300)).toBeNull();
  });
});
