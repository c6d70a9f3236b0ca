import { present } from '#shared/base/assert';
import type { Failure } from '#shared/base/errors';
import { failure } from '#shared/base/errors';
import type { Result } from '#shared/base/result';
import { ok } from '#shared/base/result';
import { planLayout } from '#shared/layout/declarative';
import { rectangles } from '#shared/layout/geometry';
import type { Edge, PaneResize, SplitDirection } from '#shared/layout/tree';
import {
  balance,
  equalize,
  resizeDivider,
  resizePane as resizeInTree,
  setPaneSize,
} from '#shared/layout/tree';
import { askedFrom, resolvePane, resolveSession, resolveWindow, windowOf } from '../../session/targets';
import { paneView } from '../../session/views';
import type { NewPane } from '../../session/creation';
import type { Handler } from '../context';
import type { NewPaneInput } from './new-pane';
import { directoryOf, edgeOf, layoutFailure, newPane, splitWithNewPane } from './new-pane';
import { layoutOfPane, viewOfPane } from './panes';
import { viewOfWindow } from './windows';

export const createLayout: Handler<'create_layout'> = (context, input) => {
  const { service } = context;
  const session = resolveSession(context.state, context.origin, input.session_id);
  if (!session.ok) return session;
  const plan = planLayout<NewPaneInput>(input.layout, () => service.newPaneId());
  if (!plan.ok) return layoutFailure(plan.error);
  // Everything that can be refused is asked before the first pane is made.
  const base = directoryOf(context, session.value);
  const leaves: { id: string; pane: NewPane }[] = [];
  for (const leaf of plan.value.leaves) {
    const pane = newPane(context, leaf.pane, base);
    if (!pane.ok) return pane;
    leaves.push({ id: leaf.id, pane: pane.value });
  }
  const { bounds, gap, minimum } = service.layoutView(session.value.id);
  const small = rectangles(plan.value.tree, bounds, gap).filter(
    (area) => area.width < minimum.width || area.height < minimum.height,
  );
  if (small.length > 0) {
    return failure(
      'no-space',
      `${String(small.length)} of the ${String(leaves.length)} panes would be smaller than ${String(minimum.width)} × ${String(minimum.height)} pixels: use fewer panes or other ratios`,
    );
  }
  const admitted = service.admit(leaves.length, session.value, context.origin);
  if (!admitted.ok) return admitted;
  const made = service.createLayoutWindow(
    session.value,
    input.name ?? null,
    plan.value.tree,
    leaves,
    input.focus,
    context.origin,
  );
  const from = askedFrom(context.state, context.origin);
  if (input.focus) service.dispatch({ type: 'window/selected', windowId: made.window.id, from });
  return ok({
    window: viewOfWindow(context, made.window.id),
    panes: made.panes.map((pane) =>
      paneView(service.state, present(service.state.panes[pane.id], 'the new pane is there')),
    ),
  });
};

export const splitPane: Handler<'split_pane'> = (context, input) => {
  const target = resolvePane(context.state, context.origin, input.pane_id);
  if (!target.ok) return target;
  const made = splitWithNewPane(context, target.value, input, {
    edge: input.edge ?? edgeOf(input.direction),
    ratio: input.ratio,
    focus: input.focus,
  });
  if (!made.ok) return made;
  return ok({ pane: viewOfPane(context, made.value.id), layout: layoutOfPane(context, made.value.id) });
};

export const resizePane: Handler<'resize_pane'> = (context, input) => {
  const pane = resolvePane(context.state, context.origin, input.pane_id);
  if (!pane.ok) return pane;
  const { id, windowId } = pane.value;
  const { sessionId, ...window } = windowOf(context.state, pane.value);
  let { layout } = window;
  const change = pixelChange(input);
  if (!change.ok) return change;
  if (change.value !== null) {
    const resized = resizeInTree(layout, id, change.value, context.service.layoutView(sessionId));
    if (!resized.ok) return layoutFailure(resized.error);
    layout = resized.value;
  }
  for (const [direction, share] of [
    ['horizontal', input.width],
    ['vertical', input.height],
  ] as const) {
    if (share === undefined) continue;
    const resized = setPaneSize(layout, id, direction, share);
    if (!resized.ok) return layoutFailure(resized.error);
    layout = resized.value;
  }
  context.service.setLayout(windowId, layout);
  return ok({ pane: viewOfPane(context, id), layout: layoutOfPane(context, id) });
};

/** What is to change by pixels; null when only shares are given. */
function pixelChange(input: {
  readonly edge?: Edge | undefined;
  readonly toward?: Edge | undefined;
  readonly direction?: SplitDirection | undefined;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly amount?: number | undefined;
}): Result<PaneResize | null, Failure> {
  const { edge, toward, direction, amount = 40 } = input;
  const ways = [edge, toward, direction].filter((way) => way !== undefined).length;
  if (ways > 1) return failure('invalid', 'resize_pane takes one of edge, toward and direction');
  if (edge !== undefined) return ok({ edge, amount });
  if (toward !== undefined) return ok({ towards: toward, amount });
  if (direction !== undefined) return ok({ direction, amount });
  if (input.width !== undefined || input.height !== undefined) return ok(null);
  return failure('invalid', 'resize_pane needs edge, toward or direction with amount, or width, or height');
}

export const moveDivider: Handler<'move_divider'> = (context, input) => {
  const window = resolveWindow(context.state, context.origin, input.window_id, undefined);
  if (!window.ok) return window;
  const moved = resizeDivider(
    window.value.layout,
    input.path,
    input.index,
    input.delta,
    context.service.layoutView(window.value.sessionId),
  );
  if (!moved.ok) return layoutFailure(moved.error);
  context.service.setLayout(window.value.id, moved.value);
  return ok({ window: viewOfWindow(context, window.value.id) });
};

export const balanceLayout: Handler<'balance_layout'> = (context, input) => {
  const window = resolveWindow(context.state, context.origin, input.window_id, input.session_id);
  if (!window.ok) return window;
  const { layout } = window.value;
  context.service.setLayout(window.value.id, input.mode === 'equal' ? equalize(layout) : balance(layout));
  return ok({ window: viewOfWindow(context, window.value.id) });
};
