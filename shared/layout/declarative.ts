import { present } from '../base/assert';
import type { Result } from '../base/result';
import { ok } from '../base/result';
import type { LayoutError } from './errors';
import { refuse } from './errors';
import { isUsableRatio, normalForm } from './normalise';
import type { LayoutNode, SplitDirection } from './node';
import { MAXIMUM_DEPTH, MAXIMUM_PANES, paneNode } from './node';
import { isRecord } from './validate';

/** A layout that is asked for: what each pane shall be, and how the panes share the space. */
export type DeclarativeLayout<P> = DeclarativePane<P> | DeclarativeSplit<P>;

/** A pane that is asked for; the layout takes what it says as it is. */
export interface DeclarativePane<P> {
  readonly pane: P;
}

/** Layouts that share a space. A missing ratio stands for an equal share of what the given ones leave. */
export interface DeclarativeSplit<P> {
  readonly direction: SplitDirection;
  readonly splits: readonly { readonly ratio?: number | undefined; readonly layout: DeclarativeLayout<P> }[];
}

/** A pane of a plan: its new id and what was asked for. */
export interface PlannedPane<P> {
  readonly id: string;
  readonly pane: P;
}

/** The layout to make, and its panes in visual order. */
export interface LayoutPlan<P> {
  readonly tree: LayoutNode;
  readonly leaves: readonly PlannedPane<P>[];
}

/** A rest below this is what rounding leaves of nothing, or no space that a pane could use. */
const LEAST_REST = 1e-3;

/** A checked layout that has no ids yet. */
type Draft<P> =
  | { readonly pane: P }
  | { readonly direction: SplitDirection; readonly children: readonly { ratio: number; draft: Draft<P> }[] };

/**
 * Turns a layout that is asked for into a tree in normal form. The whole of it is checked, its shape included,
 * before the first id is taken. Ratios that are all given are scaled to a sum of 1; a split with one entry is that
 * entry.
 *
 * @param nextId gives a fresh id at each call; called once a pane, in visual order.
 * Fails with `bad-shape`, `empty-split`, `bad-ratio`, `too-deep` or `too-many`; the message begins with the place of
 * the fault, for example `layout.splits[1].layout`.
 */
export function planLayout<P>(
  layout: DeclarativeLayout<P>,
  nextId: () => string,
): Result<LayoutPlan<P>, LayoutError> {
  const count = { panes: 0 };
  const checked = check<P>(layout, 'layout', 0, count);
  if (!checked.ok) return checked;
  const leaves: PlannedPane<P>[] = [];
  const built = build(checked.value, nextId, leaves);
  if (new Set(leaves.map((leaf) => leaf.id)).size < leaves.length) {
    throw new Error('invariant broken: an id was given out twice');
  }
  return ok({ tree: normalForm(built), leaves });
}

function check<P>(
  layout: unknown,
  place: string,
  depth: number,
  count: { panes: number },
): Result<Draft<P>, LayoutError> {
  if (!isRecord(layout) || 'pane' in layout === 'splits' in layout) {
    return refuse('bad-shape', `${place}: give either "pane", or "direction" and "splits".`);
  }
  if (!('splits' in layout)) {
    count.panes += 1;
    if (count.panes <= MAXIMUM_PANES) return ok({ pane: layout['pane'] as P });
    return refuse(
      'too-many',
      `${place}: a layout holds at most ${String(MAXIMUM_PANES)} panes. Ask for fewer.`,
    );
  }
  const { direction, splits } = layout;
  if (depth >= MAXIMUM_DEPTH) {
    return refuse(
      'too-deep',
      `${place}: splits can nest ${String(MAXIMUM_DEPTH)} deep at most. Make it flatter.`,
    );
  }
  if (direction !== 'horizontal' && direction !== 'vertical') {
    return refuse('bad-shape', `${place}.direction: give "horizontal" or "vertical".`);
  }
  if (!Array.isArray(splits)) return refuse('bad-shape', `${place}.splits: give a list of layouts.`);
  if (splits.length === 0) return refuse('empty-split', `${place}.splits: give at least one layout.`);
  const entries = splits as readonly unknown[];
  const ratios = checkRatios(entries, place);
  if (!ratios.ok) return ratios;
  const children: { ratio: number; draft: Draft<P> }[] = [];
  for (const [index, entry] of entries.entries()) {
    const inner = isRecord(entry) ? entry['layout'] : undefined;
    const draft = check<P>(inner, `${place}.splits[${String(index)}].layout`, depth + 1, count);
    if (!draft.ok) return draft;
    children.push({ ratio: present(ratios.value[index], 'one ratio for each entry'), draft: draft.value });
  }
  return ok({ direction, children });
}

function checkRatios(entries: readonly unknown[], place: string): Result<readonly number[], LayoutError> {
  const given: (number | null)[] = [];
  for (const [index, entry] of entries.entries()) {
    const at = `${place}.splits[${String(index)}]`;
    if (!isRecord(entry)) return refuse('bad-shape', `${at}: give a "layout", and a "ratio" if it matters.`);
    const { ratio } = entry;
    if (ratio !== undefined && !isUsableRatio(ratio)) {
      return refuse('bad-ratio', `${at}.ratio: give a number above 0, for example 0.5.`);
    }
    given.push(ratio ?? null);
  }
  const missing = given.filter((ratio) => ratio === null).length;
  const rest = 1 - given.reduce<number>((sum, ratio) => sum + (ratio ?? 0), 0);
  if (missing > 0 && !(rest > LEAST_REST)) {
    return refuse(
      'bad-ratio',
      `${place}.splits: the ratios leave nothing for the entries without one. Give all.`,
    );
  }
  return ok(given.map((ratio) => ratio ?? rest / missing));
}

function build<P>(draft: Draft<P>, nextId: () => string, leaves: PlannedPane<P>[]): LayoutNode {
  if ('pane' in draft) {
    const id = nextId();
    leaves.push({ id, pane: draft.pane });
    return paneNode(id);
  }
  return {
    type: 'split',
    direction: draft.direction,
    children: draft.children.map((child) => ({
      ratio: child.ratio,
      node: build(child.draft, nextId, leaves),
    })),
  };
}
