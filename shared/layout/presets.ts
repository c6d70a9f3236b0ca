import type { Result } from '../base/result';
import { fail, ok } from '../base/result';
import { gridLayout, rowLayout } from './arrange';
import { normalise } from './normalise';
import type { LayoutNode, SplitDirection } from './node';
import { countPanes, paneIds, paneNode, sameArrangement } from './node';
import { parseLayout } from './text-form';

/** The arrangements that come with Fugue, named as in tmux, in the order in which they are gone through. */
export const LAYOUT_PRESETS = [
  'even-horizontal',
  'even-vertical',
  'main-horizontal',
  'main-vertical',
  'tiled',
] as const;
export type LayoutPresetName = (typeof LAYOUT_PRESETS)[number];

/** The share of the first pane where it is the main one. */
const MAIN_SHARE = 0.6;

/** An arrangement of the person's own: the text of a layout. */
export interface OwnPreset {
  readonly name: string;
  readonly layout: string;
}

/** The same panes in another arrangement. Fails with a sentence when there is none of the name. */
export function applyPreset(
  tree: LayoutNode,
  name: string,
  own: readonly OwnPreset[],
): Result<LayoutNode, string> {
  const panes = paneIds(tree);
  if (isPresetName(name)) return ok(builtIn(name, panes) ?? tree);
  const preset = own.find((candidate) => candidate.name === name);
  if (preset === undefined) {
    const names = [...LAYOUT_PRESETS, ...own.map((candidate) => candidate.name)];
    return fail(`there is no arrangement ${name}; there are ${names.join(', ')}`);
  }
  const shape = parseLayout(preset.layout);
  if (!shape.ok) return fail(`the arrangement ${name} is no layout: ${shape.error.message}`);
  return ok(fill(shape.value, panes) ?? tree);
}

/** The name of the arrangement after the one that the panes have; the first when they have none of them. */
export function nextPreset(tree: LayoutNode, own: readonly OwnPreset[]): string {
  const names: readonly string[] = [...LAYOUT_PRESETS, ...own.map(({ name }) => name)];
  const at = names.findIndex((name) => {
    const arranged = applyPreset(tree, name, own);
    return arranged.ok && isAlike(arranged.value, tree);
  });
  // Few panes lie alike in several arrangements: one is looked for that changes something.
  for (let step = 1; step <= names.length; step += 1) {
    const name = names[(at + step) % names.length] ?? 'tiled';
    const arranged = applyPreset(tree, name, own);
    if (arranged.ok && !isAlike(arranged.value, tree)) return name;
  }
  return 'tiled';
}

/** The arrangement of a window as a text that can be kept: its panes are numbers in their order. */
export function shapeOf(tree: LayoutNode): LayoutNode {
  let number = 0;
  const numbered = (node: LayoutNode): LayoutNode =>
    node.type === 'pane'
      ? paneNode(String((number += 1)))
      : {
          ...node,
          children: node.children.map((child) => ({
            ratio: Number(child.ratio.toFixed(4)),
            node: numbered(child.node),
          })),
        };
  return numbered(tree);
}

function isPresetName(name: string): name is LayoutPresetName {
  return (LAYOUT_PRESETS as readonly string[]).includes(name);
}

function builtIn(name: LayoutPresetName, panes: readonly string[]): LayoutNode | null {
  switch (name) {
    case 'even-horizontal':
      return rowLayout(panes, 'horizontal');
    case 'even-vertical':
      return rowLayout(panes, 'vertical');
    case 'main-horizontal':
      return mainLayout(panes, 'vertical');
    case 'main-vertical':
      return mainLayout(panes, 'horizontal');
    case 'tiled':
      return gridLayout(panes);
  }
}

/** The first pane large, and beside it the others in one row. */
function mainLayout(panes: readonly string[], direction: SplitDirection): LayoutNode | null {
  const [main, ...others] = panes;
  if (main === undefined) return null;
  const rest = rowLayout(others, direction === 'horizontal' ? 'vertical' : 'horizontal');
  if (rest === null) return paneNode(main);
  return normalise({
    type: 'split',
    direction,
    children: [
      { ratio: MAIN_SHARE, node: paneNode(main) },
      { ratio: 1 - MAIN_SHARE, node: rest },
    ],
  });
}

/** Panes put into the places of a shape. Places without a pane go; panes without a place share the last one. */
function fill(shape: LayoutNode, panes: readonly string[]): LayoutNode | null {
  const places = countPanes(shape);
  const last = panes.slice(places - 1);
  let index = -1;
  const place = (node: LayoutNode, direction: SplitDirection): LayoutNode | null => {
    if (node.type === 'pane') {
      index += 1;
      const pane = panes[index];
      if (pane === undefined) return null;
      return index === places - 1 && last.length > 1
        ? rowLayout(last, direction === 'horizontal' ? 'vertical' : 'horizontal')
        : paneNode(pane);
    }
    const children = node.children.flatMap((child) => {
      const filled = place(child.node, node.direction);
      return filled === null ? [] : [{ ratio: child.ratio, node: filled }];
    });
    return children.length === 0 ? null : { ...node, children };
  };
  const filled = place(shape, 'vertical');
  return filled === null ? null : normalise(filled);
}

/** The same arrangement with nearly the same sizes. */
function isAlike(one: LayoutNode, other: LayoutNode): boolean {
  return sameArrangement(one, other) && sameSizes(one, other);
}

function sameSizes(one: LayoutNode, other: LayoutNode): boolean {
  if (one.type === 'pane' || other.type === 'pane') return one.type === other.type;
  return one.children.every((child, index) => {
    const twin = other.children[index];
    return (
      twin !== undefined && Math.abs(child.ratio - twin.ratio) < 0.01 && sameSizes(child.node, twin.node)
    );
  });
}
