import { gridLayout } from './arrange';
import { isUsableRatio, normalise } from './normalise';
import type { LayoutChild, LayoutNode, SplitDirection } from './node';
import { MAXIMUM_DEPTH, countPanes, depthOf, paneNode } from './node';
import { isRecord, validate } from './validate';

/** What became of loaded data. */
export interface Repair {
  /** A layout in normal form that holds each known pane exactly once; null when no pane is known. */
  readonly tree: LayoutNode | null;
  /** The ids in the data that belong to no known pane, each once. */
  readonly dropped: readonly string[];
  /** The known panes that the data did not place, in the order in which they were given. */
  readonly added: readonly string[];
  /** Whether the data could not be taken as it was. */
  readonly changed: boolean;
}

interface Salvage {
  readonly known: ReadonlySet<string>;
  readonly placed: Set<string>;
  readonly dropped: Set<string>;
}

/**
 * Makes a layout of loaded data, however damaged: known panes stay where they are, unknown ones go, of a pane that
 * stands twice the first stays, and known panes that are missing come in at the right with as much area each as the
 * others have on average. Never fails on a JSON value.
 */
export function repair(value: unknown, knownPanes: Iterable<string>): Repair {
  const known = new Set(knownPanes);
  const salvage: Salvage = { known, placed: new Set(), dropped: new Set() };
  const kept = salvageNodes(value, 0, 1, salvage);
  const tree = normalise({ type: 'split', direction: 'horizontal', children: kept });
  const added = [...known].filter((pane) => !salvage.placed.has(pane));
  const dropped = [...salvage.dropped];
  return {
    tree: append(tree, added),
    dropped,
    added,
    changed: added.length > 0 || dropped.length > 0 || !(known.size === 0 || validate(value, known).ok),
  };
}

function append(tree: LayoutNode | null, added: readonly string[]): LayoutNode | null {
  const block = gridLayout(added);
  if (tree === null || block === null) return tree ?? block;
  const share = added.length / (added.length + countPanes(tree));
  // A tree of full depth grows along its own root, as a split around it would nest too deep.
  const direction: SplitDirection =
    tree.type === 'split' && depthOf(tree) >= MAXIMUM_DEPTH ? tree.direction : 'horizontal';
  return normalise({
    type: 'split',
    direction,
    children: [
      { ratio: 1 - share, node: tree },
      { ratio: share, node: block },
    ],
  });
}

/** What can be saved of a node. That is at most one child, except below the deepest nesting, where panes come flat. */
function salvageNodes(
  value: unknown,
  depth: number,
  ratio: number,
  salvage: Salvage,
): readonly LayoutChild[] {
  if (!isRecord(value)) return [];
  const { pane, children, direction } = value;
  if (typeof pane === 'string') return place(pane, salvage) ? [{ ratio, node: paneNode(pane) }] : [];
  if (!Array.isArray(children)) return [];
  if (depth >= MAXIMUM_DEPTH) {
    const panes = gather(value).filter((id) => place(id, salvage));
    return panes.map((id) => ({ ratio: ratio / panes.length, node: paneNode(id) }));
  }
  const kept = (children as readonly unknown[]).flatMap((child) => {
    if (!isRecord(child)) return [];
    const share = isUsableRatio(child['ratio']) ? child['ratio'] : Number.NaN;
    return salvageNodes(child['node'], depth + 1, share, salvage);
  });
  const node = normalise({
    type: 'split',
    direction: direction === 'vertical' ? 'vertical' : 'horizontal',
    children: kept,
  });
  return node === null ? [] : [{ ratio, node }];
}

function place(pane: string, salvage: Salvage): boolean {
  if (!salvage.known.has(pane)) {
    salvage.dropped.add(pane);
    return false;
  }
  if (salvage.placed.has(pane)) return false;
  salvage.placed.add(pane);
  return true;
}

/** The ids of all panes below a value in order, without recursion: the data may nest deeper than the stack allows. */
function gather(value: unknown): readonly string[] {
  const found: string[] = [];
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (!isRecord(next)) continue;
    if (typeof next['pane'] === 'string') found.push(next['pane']);
    else if (Array.isArray(next['children'])) {
      const nodes = (next['children'] as readonly unknown[]).map((child) =>
        isRecord(child) ? child['node'] : null,
      );
      for (const node of nodes.reverse()) open.push(node);
    }
  }
  return found;
}
