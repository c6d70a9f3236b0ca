import type { Drop, Edge } from '#shared/layout/tree';
import { dropPane, movePane, movePaneToRootEdge } from '#shared/layout/tree';
import { describe, expect, it } from 'vitest';
import { EDGES, outcome, tree } from './support';

describe('movePane', () => {
  it.each<[string, string, string, Edge, string]>([
    ['h(0.6:a,0.4:b)', 'a', 'b', 'right', 'h(0.5:b,0.5:a)'],
    ['h(0.6:a,0.4:b)', 'a', 'b', 'top', 'v(0.5:a,0.5:b)'],
    ['h(0.6:a,0.4:b)', 'b', 'a', 'bottom', 'v(0.5:a,0.5:b)'],
    ['h(0.5:a,0.25:b,0.25:c)', 'c', 'a', 'left', 'h(0.333333:c,0.333333:a,0.333333:b)'],
    ['h(0.5:a,0.25:b,0.25:c)', 'c', 'a', 'bottom', 'h(0.666667:v(0.5:a,0.5:c),0.333333:b)'],
    ['h(0.6:a,0.4:v(0.5:b,0.5:c))', 'a', 'c', 'bottom', 'v(0.5:b,0.25:c,0.25:a)'],
    ['h(0.6:a,0.4:v(0.5:b,0.5:c))', 'b', 'a', 'left', 'h(0.3:b,0.3:a,0.4:c)'],
    ['h(0.5:a,0.5:b)', 'x', 'b', 'top', 'unknown-pane'],
    ['h(0.5:a,0.5:b)', 'a', 'x', 'top', 'unknown-pane'],
    ['h(0.5:a,0.5:b)', 'x', 'x', 'top', 'unknown-pane'],
  ])('%s: %s to %s, %s gives %s', (before, pane, target, edge, after) => {
    expect(outcome(movePane(tree(before), pane, target, edge))).toBe(after);
  });
});

describe('a pane dropped where it is (lay-01)', () => {
  const before = tree('h(0.2:a,0.5:v(0.3:b,0.7:c),0.3:d)');

  it.each(EDGES)('on its own %s edge', (edge) => {
    const after = movePane(before, 'b', 'b', edge);
    expect(after.ok && after.value).toBe(before);
  });

  it('on its own centre', () => {
    const after = dropPane(before, 'b', { kind: 'pane', target: 'b', zone: 'centre' });
    expect(after.ok && after.value).toBe(before);
  });

  it.each<[string, string, Edge]>([
    ['b', 'c', 'top'],
    ['c', 'b', 'bottom'],
  ])('%s beside its neighbour %s, where it stands already', (pane, target, edge) => {
    const after = movePane(before, pane, target, edge);
    expect(after.ok && after.value).toBe(before);
  });

  it.each<[string, Edge]>([
    ['a', 'left'],
    ['d', 'right'],
  ])('%s at the %s edge of the window, where it stands already', (pane, edge) => {
    const after = movePaneToRootEdge(before, pane, edge);
    expect(after.ok && after.value).toBe(before);
  });

  it.each(EDGES)('as the only pane, at the %s edge', (edge) => {
    const alone = tree('a');
    for (const after of [movePane(alone, 'a', 'a', edge), movePaneToRootEdge(alone, 'a', edge)]) {
      expect(after.ok && after.value).toBe(alone);
    }
  });
});

describe('movePaneToRootEdge', () => {
  it.each<[string, string, Edge, number | undefined, string]>([
    ['h(0.6:a,0.4:b)', 'a', 'right', undefined, 'h(0.5:b,0.5:a)'],
    ['h(0.6:a,0.4:b)', 'a', 'top', undefined, 'v(0.5:a,0.5:b)'],
    ['h(0.5:a,0.25:b,0.25:c)', 'a', 'right', undefined, 'h(0.333333:b,0.333333:c,0.333333:a)'],
    ['h(0.6:a,0.4:v(0.5:b,0.5:c))', 'b', 'left', 0.2, 'h(0.2:b,0.48:a,0.32:c)'],
    ['h(0.6:a,0.4:v(0.5:b,0.5:c))', 'a', 'bottom', undefined, 'v(0.333333:b,0.333333:c,0.333333:a)'],
    ['h(0.5:a,0.5:b)', 'x', 'left', undefined, 'unknown-pane'],
    ['h(0.5:a,0.5:b)', 'a', 'right', 3, 'bad-ratio'],
  ])('%s: %s to %s with %s gives %s', (before, pane, edge, ratio, after) => {
    expect(outcome(movePaneToRootEdge(tree(before), pane, edge, ratio))).toBe(after);
  });
});

describe('dropPane', () => {
  it.each<[string, Drop, string]>([
    ['a', { kind: 'pane', target: 'b', zone: 'centre' }, 'h(0.6:b,0.4:a)'],
    ['a', { kind: 'pane', target: 'b', zone: 'top' }, 'v(0.5:a,0.5:b)'],
    ['a', { kind: 'window', edge: 'right' }, 'h(0.5:b,0.5:a)'],
    ['n', { kind: 'pane', target: 'b', zone: 'right' }, 'h(0.6:a,0.2:b,0.2:n)'],
    ['n', { kind: 'window', edge: 'top' }, 'v(0.5:n,0.5:h(0.6:a,0.4:b))'],
    ['n', { kind: 'pane', target: 'b', zone: 'centre' }, 'unknown-pane'],
    ['a', { kind: 'pane', target: 'x', zone: 'top' }, 'unknown-pane'],
  ])('%s dropped %j', (pane, drop, after) => {
    expect(outcome(dropPane(tree('h(0.6:a,0.4:b)'), pane, drop))).toBe(after);
  });
});
