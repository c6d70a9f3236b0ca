import type { DeclarativeLayout } from '#shared/layout/declarative';
import { planLayout } from '#shared/layout/declarative';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyTree, expectNormalForm, text } from './support';

const pane = (name: string) => ({ pane: { name } });

function counter(): () => string {
  let next = 0;
  return () => `id${String(next++)}`;
}

function plan(layout: unknown): string {
  const planned = planLayout(layout as DeclarativeLayout<{ name: string }>, counter());
  if (!planned.ok) return `${planned.error.code}: ${planned.error.message}`;
  const names = planned.value.leaves.map((leaf) => `${leaf.id}=${leaf.pane.name}`).join(' ');
  return `${text(planned.value.tree)} ${names}`;
}

describe('planLayout', () => {
  it('plans the layout of three panes', () => {
    const layout = {
      direction: 'horizontal',
      splits: [
        { ratio: 0.6, layout: pane('editor') },
        {
          ratio: 0.4,
          layout: {
            direction: 'vertical',
            splits: [
              { ratio: 0.5, layout: pane('tests') },
              { ratio: 0.5, layout: pane('log') },
            ],
          },
        },
      ],
    };
    expect(plan(layout)).toBe('h(0.6:id0,0.4:v(0.5:id1,0.5:id2)) id0=editor id1=tests id2=log');
  });

  it.each<[string, unknown, string]>([
    ['a single pane', pane('a'), 'id0 id0=a'],
    [
      'ratios that sum to more than 1',
      {
        direction: 'vertical',
        splits: [
          { ratio: 60, layout: pane('a') },
          { ratio: 40, layout: pane('b') },
        ],
      },
      'v(0.6:id0,0.4:id1) id0=a id1=b',
    ],
    [
      'no ratios',
      { direction: 'vertical', splits: [{ layout: pane('a') }, { layout: pane('b') }] },
      'v(0.5:id0,0.5:id1) id0=a id1=b',
    ],
    [
      'some ratios',
      {
        direction: 'vertical',
        splits: [{ ratio: 0.5, layout: pane('a') }, { layout: pane('b') }, { layout: pane('c') }],
      },
      'v(0.5:id0,0.25:id1,0.25:id2) id0=a id1=b id2=c',
    ],
    [
      'a split in a split of its direction',
      {
        direction: 'horizontal',
        splits: [
          { layout: { direction: 'horizontal', splits: [{ layout: pane('a') }, { layout: pane('b') }] } },
          { layout: pane('c') },
        ],
      },
      'h(0.25:id0,0.25:id1,0.5:id2) id0=a id1=b id2=c',
    ],
    ['a split with one entry', { direction: 'horizontal', splits: [{ layout: pane('a') }] }, 'id0 id0=a'],
  ])('takes %s', (_, layout, expected) => {
    expect(plan(layout)).toBe(expected);
  });

  const row = (...splits: unknown[]) => ({ direction: 'horizontal', splits });
  it.each<[unknown, RegExp]>([
    [null, /^bad-shape: layout: /],
    ['a', /^bad-shape: layout: /],
    [[], /^bad-shape: layout: /],
    [{}, /^bad-shape: layout: /],
    [{ ...pane('a'), ...row({ layout: pane('b') }) }, /^bad-shape: layout: /],
    [row(), /^empty-split: layout\.splits: /],
    [{ direction: 'horizontal', splits: 'a' }, /^bad-shape: layout\.splits: /],
    [{ direction: 'diagonal', splits: [{ layout: pane('a') }] }, /^bad-shape: layout\.direction: /],
    [{ splits: [{ layout: pane('a') }] }, /^bad-shape: layout\.direction: /],
    [row({ layout: pane('a') }, null), /^bad-shape: layout\.splits\[1\]: /],
    [row({ layout: pane('a') }, {}), /^bad-shape: layout\.splits\[1\]\.layout: /],
    [
      row({ layout: pane('a') }, { layout: row({ layout: 7 }) }),
      /layout\.splits\[1\]\.layout\.splits\[0\]\.layout: /,
    ],
    [row({ layout: pane('a') }, { layout: row() }), /^empty-split: layout\.splits\[1\]\.layout\.splits: /],
    [row({ ratio: 0, layout: pane('a') }), /^bad-ratio: layout\.splits\[0\]\.ratio: /],
    [row({ ratio: -1, layout: pane('a') }), /^bad-ratio: layout\.splits\[0\]\.ratio: /],
    [row({ ratio: '0.5', layout: pane('a') }), /^bad-ratio: layout\.splits\[0\]\.ratio: /],
    [row({ ratio: Number.NaN, layout: pane('a') }), /^bad-ratio: layout\.splits\[0\]\.ratio: /],
    [row({ ratio: 1, layout: pane('a') }, { layout: pane('b') }), /^bad-ratio: layout\.splits: /],
    [
      row(...[0.1, 0.2, 0.7].map((ratio) => ({ ratio, layout: pane('a') })), { layout: pane('b') }),
      /^bad-ratio: layout\.splits: /,
    ],
    [
      row(...Array.from({ length: 1001 }, () => ({ layout: pane('a') }))),
      /^too-many: layout\.splits\[1000\]\.layout: /,
    ],
  ])('refuses %.60j', (layout, expected) => {
    expect(plan(layout)).toMatch(expected);
  });

  it('refuses what nests too deep, however deep', () => {
    let layout: unknown = pane('a');
    for (let depth = 0; depth < 50_000; depth++) layout = row({ layout });
    expect(plan(layout)).toMatch(/^too-deep: layout\.splits\[0\]/);
  });

  it('takes no id before all is checked', () => {
    let taken = 0;
    const layout = row({ layout: pane('a') }, { layout: row() }) as DeclarativeLayout<{ name: string }>;
    planLayout(layout, () => `id${String(taken++)}`);
    expect(taken).toBe(0);
  });

  it('throws when ids are given out twice', () => {
    const layout = row({ layout: pane('a') }, { layout: pane('b') }) as DeclarativeLayout<{ name: string }>;
    expect(() => planLayout(layout, () => 'same')).toThrow('twice');
  });

  it('never throws on any JSON value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const planned = planLayout(value as unknown as DeclarativeLayout<unknown>, counter());
        if (planned.ok) expectNormalForm(planned.value.tree);
      }),
    );
  });

  it('gives back any tree that is written in its form', () => {
    type Written = DeclarativeLayout<string>;
    fc.assert(
      fc.property(anyTree, (node) => {
        const write = (at: typeof node): Written =>
          at.type === 'pane'
            ? { pane: at.pane }
            : {
                direction: at.direction,
                splits: at.children.map((child) => ({ ratio: child.ratio, layout: write(child.node) })),
              };
        const planned = planLayout(write(node), counter());
        if (!planned.ok) throw new Error(planned.error.message);
        const payloads = planned.value.leaves.map((leaf) => leaf.pane);
        const named = JSON.stringify(planned.value.tree).replace(/"id(\d+)"/g, (_, index: string) =>
          JSON.stringify(payloads[Number(index)]),
        );
        expect(JSON.parse(named)).toEqual(node);
      }),
    );
  });
});
