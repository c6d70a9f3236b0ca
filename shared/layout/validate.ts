import type { Result } from '../base/result';
import { ok } from '../base/result';
import type { LayoutError } from './errors';
import { refuse } from './errors';
import { isUsableRatio, normalForm } from './normalise';
import type { LayoutChild, LayoutNode } from './node';
import { MAXIMUM_DEPTH, MAXIMUM_PANES, paneNode } from './node';

/** Written ratios may be rounded by hand; a sum further than this from 1 means that something is missing. */
const SUM_TOLERANCE = 1e-6;

interface Inspection {
  readonly known: ReadonlySet<string> | null;
  readonly seen: Set<string>;
}

/**
 * Checks loaded data of unknown shape and gives it as a layout in normal form.
 *
 * @param knownPanes the panes that may occur; without it any may. Known panes that do not occur are no fault.
 * Fails with `bad-shape`, `empty-split`, `bad-ratio`, `unknown-pane`, `duplicate-pane`, `too-deep` or `too-many`;
 * the message names the place, for example `children[0].node`.
 */
export function validate(value: unknown, knownPanes?: Iterable<string>): Result<LayoutNode, LayoutError> {
  const known = knownPanes === undefined ? null : new Set(knownPanes);
  const inspected = inspect(value, '', 0, { known, seen: new Set() });
  return inspected.ok ? ok(normalForm(inspected.value)) : inspected;
}

/** Whether the value is an object with fields. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function inspect(
  value: unknown,
  place: string,
  depth: number,
  inspection: Inspection,
): Result<LayoutNode, LayoutError> {
  if (!isRecord(value)) return refuse('bad-shape', `${where(place)} has to be a pane or a split.`);
  if (value['type'] === 'pane') return inspectPane(value['pane'], place, inspection);
  if (value['type'] === 'split') return inspectSplit(value, place, depth, inspection);
  return refuse('bad-shape', `The type of ${where(place)} has to be "pane" or "split".`);
}

function inspectPane(pane: unknown, place: string, inspection: Inspection): Result<LayoutNode, LayoutError> {
  const { known, seen } = inspection;
  if (typeof pane !== 'string')
    return refuse('bad-shape', `The pane of ${where(place)} has to be a pane's id.`);
  if (known !== null && !known.has(pane)) {
    return refuse(
      'unknown-pane',
      `Pane "${pane}" at ${where(place)} does not exist. Take it out of the layout.`,
    );
  }
  if (seen.has(pane)) {
    return refuse(
      'duplicate-pane',
      `Pane "${pane}" at ${where(place)} stands twice. Take one out of the layout.`,
    );
  }
  if (seen.size >= MAXIMUM_PANES) {
    return refuse('too-many', `A layout holds at most ${String(MAXIMUM_PANES)} panes. Take some out.`);
  }
  seen.add(pane);
  return ok(paneNode(pane));
}

function inspectSplit(
  value: Readonly<Record<string, unknown>>,
  place: string,
  depth: number,
  inspection: Inspection,
): Result<LayoutNode, LayoutError> {
  const { direction, children } = value;
  if (depth >= MAXIMUM_DEPTH) {
    return refuse(
      'too-deep',
      `Splits can nest ${String(MAXIMUM_DEPTH)} deep at most. Make ${where(place)} flatter.`,
    );
  }
  if (direction !== 'horizontal' && direction !== 'vertical') {
    return refuse('bad-shape', `The direction of ${where(place)} has to be "horizontal" or "vertical".`);
  }
  if (!Array.isArray(children))
    return refuse('bad-shape', `The children of ${where(place)} have to be a list.`);
  if (children.length < 2) {
    return refuse(
      'empty-split',
      `The split at ${where(place)} needs two children. Put its only pane there instead.`,
    );
  }
  const inspected: LayoutChild[] = [];
  for (const [index, child] of (children as readonly unknown[]).entries()) {
    const at = `${place === '' ? '' : `${place}.`}children[${String(index)}]`;
    if (!isRecord(child)) return refuse('bad-shape', `${where(at)} has to have a ratio and a node.`);
    const { ratio } = child;
    if (!isUsableRatio(ratio)) return refuse('bad-ratio', `The ratio of ${where(at)} has to be above 0.`);
    const node = inspect(child['node'], `${at}.node`, depth + 1, inspection);
    if (!node.ok) return node;
    inspected.push({ ratio, node: node.value });
  }
  const sum = inspected.reduce((total, child) => total + child.ratio, 0);
  if (!(Math.abs(sum - 1) <= SUM_TOLERANCE)) {
    return refuse('bad-ratio', `The ratios of ${where(place)} sum to ${String(sum)}. Make them sum to 1.`);
  }
  return ok({ type: 'split', direction, children: inspected });
}

function where(place: string): string {
  return place === '' ? 'the layout' : place;
}
