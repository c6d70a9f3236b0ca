import type { PaneId, WindowId } from '#shared/model/ids';

/** What is dragged, and what it can be let go on, as the drag and drop library carries it. */
export type DragSource = { readonly kind: 'pane'; readonly paneId: PaneId };
export type DropSpot = { readonly kind: 'area' } | { readonly kind: 'window'; readonly windowId: WindowId };

type Carried = Record<string | symbol, unknown>;

const SOURCE = Symbol('drag source');
const SPOT = Symbol('drop spot');

export function carrySource(source: DragSource): Carried {
  return { [SOURCE]: source };
}

export function carrySpot(spot: DropSpot): Carried {
  return { [SPOT]: spot };
}

export function sourceOf(data: Carried): DragSource | null {
  return (data[SOURCE] as DragSource | undefined) ?? null;
}

export function spotOf(data: Carried | undefined): DropSpot | null {
  return (data?.[SPOT] as DropSpot | undefined) ?? null;
}
