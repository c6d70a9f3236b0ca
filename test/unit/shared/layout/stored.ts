import fc from 'fast-check';

/** A pane as it is stored. */
export const pane = (id: string) => ({ type: 'pane', pane: id });
/** A split as it is stored, damaged or not. */
export const split = (direction: string, ...children: unknown[]) => ({ type: 'split', direction, children });
/** A child of a stored split. */
export const child = (ratio: unknown, node: unknown) => ({ ratio, node });
/** Panes of equal width. */
export const row = (...panes: string[]) =>
  split('horizontal', ...panes.map((id) => child(1 / panes.length, pane(id))));

/** Splits in one another to that depth, with the panes a, p0, p1, … */
export function nested(depth: number): unknown {
  let node: unknown = pane('a');
  for (let level = 0; level < depth; level++) {
    node = split(
      level % 2 === 0 ? 'horizontal' : 'vertical',
      child(0.5, node),
      child(0.5, pane(`p${String(level)}`)),
    );
  }
  return node;
}

/** JSON values of which many look like layouts, with every kind of damage. */
export const anyLoaded: fc.Arbitrary<unknown> = fc.letrec<{ node: unknown; child: unknown }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 5, depthIdentifier: 'loaded' },
    fc.constantFrom('a', 'b', 'c', 'd', 'ghost').map(pane),
    fc.jsonValue({ maxDepth: 2 }),
    fc.record(
      {
        type: fc.constantFrom<unknown>('split', 'pane', 7),
        direction: fc.constantFrom<unknown>('horizontal', 'vertical', 'row', null),
        children: fc.oneof(
          fc.array(tie('child'), { maxLength: 4, depthIdentifier: 'loaded' }),
          fc.constantFrom<unknown>(null, 'a', {}),
        ),
        pane: fc.constantFrom<unknown>('a', 7, null),
      },
      { requiredKeys: [] },
    ),
  ),
  child: fc.oneof(
    {
      arbitrary: fc.record({
        ratio: fc.oneof(fc.constantFrom<unknown>(0.5, 1, 0, -1, null, '1', 1e308), fc.double()),
        node: tie('node'),
      }),
      weight: 5,
    },
    { arbitrary: fc.jsonValue({ maxDepth: 1 }), weight: 1 },
  ),
})).node;
