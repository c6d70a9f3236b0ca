import { present } from '#shared/base/assert';
import type { Failure } from '#shared/base/errors';
import { failure } from '#shared/base/errors';
import type { Result } from '#shared/base/result';
import { ok } from '#shared/base/result';
import { neighbour } from '#shared/layout/geometry';
import { formatLayout } from '#shared/layout/text-form';
import type { LayoutError, LayoutNode } from '#shared/layout/tree';
import {
  movePane as moveInTree,
  movePaneToRootEdge,
  splitPane,
  splitRoot,
  swapPanes as swapInTree,
} from '#shared/layout/tree';
import type { PaneId } from '#shared/model/ids';
import { asPaneId } from '#shared/model/ids';
import type { Pane } from '#shared/model/pane';
import { ownTmux } from '#shared/model/pane';
import { needsAttention, nextAttention } from '#shared/state/attention';
import { panesOf, panesOfSession, sessionsInOrder } from '#shared/state/selectors';
import { LAYOUT_GAP } from '#shared/state/view';
import {
  askedFrom,
  paneInFront,
  resolvePane,
  resolveSession,
  resolveWindow,
  windowOf,
} from '../../session/targets';
import { paneView } from '../../session/views';
import type { CommandContext, Handler } from '../context';
import { edgeOf, layoutFailure, roomiestDirection, splitWithNewPane } from './new-pane';
import { stepFrom } from './steps';

export function viewOfPane(context: CommandContext, id: PaneId) {
  const { state } = context.service;
  return paneView(state, present(state.panes[id], 'the pane is there'));
}

export function layoutOfPane(context: CommandContext, id: PaneId): string {
  const { state } = context.service;
  return formatLayout(windowOf(state, present(state.panes[id], 'the pane is there')).layout);
}

export const listPanes: Handler<'list_panes'> = ({ state, origin }, input) => {
  const views = (panes: readonly Pane[]) => ok({ panes: panes.map((pane) => paneView(state, pane)) });
  if (input.all) return views(sessionsInOrder(state).flatMap((session) => panesOfSession(state, session.id)));
  if (input.window_id === undefined && input.session_id !== undefined) {
    const session = resolveSession(state, origin, input.session_id);
    return session.ok ? views(panesOfSession(state, session.value.id)) : session;
  }
  if (input.window_id === undefined && sessionsInOrder(state).length === 0) return views([]);
  const window = resolveWindow(state, origin, input.window_id, input.session_id);
  return window.ok ? views(panesOf(state, window.value.id)) : window;
};

export const createPane: Handler<'create_pane'> = (context, input) => {
  const target = targetForNewPane(context, input);
  if (!target.ok) return target;
  const ratio = input.ratio ?? 0.5;
  const made = splitWithNewPane(context, target.value, input, {
    edge: edgeOf(input.direction ?? roomiestDirection(context, target.value, ratio)),
    ratio,
    focus: input.focus,
  });
  return made.ok ? ok({ pane: viewOfPane(context, made.value.id) }) : made;
};

function targetForNewPane(
  context: CommandContext,
  input: {
    readonly pane_id?: string | undefined;
    readonly window_id?: string | undefined;
    readonly session_id?: string | undefined;
  },
): Result<Pane, Failure> {
  if (input.pane_id !== undefined || (input.window_id === undefined && input.session_id === undefined)) {
    return resolvePane(context.state, context.origin, input.pane_id);
  }
  const window = resolveWindow(context.state, context.origin, input.window_id, input.session_id);
  return window.ok
    ? ok(present(context.state.panes[window.value.activePaneId], 'a window has an active pane'))
    : window;
}

export const closePane: Handler<'close_pane'> = async (context, input) => {
  const pane = resolvePane(context.state, context.origin, input.pane_id);
  if (!pane.ok) return pane;
  await context.service.closePanes([pane.value.id], { type: 'pane/removed', paneId: pane.value.id });
  return ok({ pane_id: pane.value.id });
};

export const focusPane: Handler<'focus_pane'> = (context, input) => {
  const from = resolvePane(context.state, context.origin, input.pane_id);
  if (!from.ok) return from;
  const window = windowOf(context.state, from.value);
  let target: PaneId | null = from.value.id;
  if (input.toward === 'next' || input.toward === 'previous') {
    target = stepFrom(panesOf(context.state, window.id), from.value, input.toward).id;
  } else if (input.toward !== undefined) {
    const beside = neighbour(
      window.layout,
      from.value.id,
      input.toward,
      context.service.layoutView(window.sessionId).bounds,
      LAYOUT_GAP,
    );
    // At the edge of the window the focus stays, as people expect of a key.
    target = beside === null ? from.value.id : asPaneId(beside);
  }
  const asked = askedFrom(context.state, context.origin);
  context.service.dispatch({ type: 'pane/focused', paneId: target, from: asked });
  return ok({ pane: viewOfPane(context, target) });
};

export const focusNextAttention: Handler<'focus_next_attention'> = (context) => {
  const front = paneInFront(context.state, context.origin);
  const next = nextAttention(context.state, front);
  const needing = needsAttention(context.state).length;
  if (next === null) return ok({ pane: null, needing, moved: false });
  // Told before the focus makes a finished one an idle one.
  const pane = viewOfPane(context, next);
  const asked = askedFrom(context.state, context.origin);
  context.service.dispatch({ type: 'pane/focused', paneId: next, from: asked });
  return ok({ pane: { ...viewOfPane(context, next), agent: pane.agent }, needing, moved: next !== front });
};

export const renamePane: Handler<'rename_pane'> = (context, input) => {
  const pane = resolvePane(context.state, context.origin, input.pane_id);
  if (!pane.ok) return pane;
  context.service.dispatch({
    type: 'pane/renamed',
    paneId: pane.value.id,
    name: input.name === '' ? null : input.name,
  });
  return ok({ pane: viewOfPane(context, pane.value.id) });
};

export const restartPane: Handler<'restart_pane'> = async (context, input) => {
  const pane = resolvePane(context.state, context.origin, input.pane_id);
  if (!pane.ok) return pane;
  const { status } = pane.value.process;
  if (status === 'running' || status === 'starting') {
    if (!input.force) {
      return failure(
        'refused',
        `the program of that pane still runs: end it first, or set force to have it ended`,
      );
    }
    await context.service.endProgram(pane.value.id);
  }
  context.service.restart(pane.value.id);
  return ok({ pane: viewOfPane(context, pane.value.id) });
};

export const setKeepAlive: Handler<'set_keep_alive'> = async (context, input) => {
  const found = resolvePane(context.state, context.origin, input.pane_id);
  if (!found.ok) return found;
  const { id, tmux, process, agent, claude } = found.value;
  if (tmux?.server === 'person')
    return failure(
      'refused',
      'the managed Claude always lives in tmux: [channels] managed says whether there is one',
    );
  if ((tmux !== null) === input.on) return ok({ pane: viewOfPane(context, id) });
  const runs = process.status === 'running' || process.status === 'starting';
  const movable = claude?.managed === true && (agent?.state === 'idle' || agent?.state === 'complete');
  // A program can't be moved while it runs: it is ended where it lives now, before it lives elsewhere.
  if (runs && !movable && !input.force)
    return failure(
      'busy',
      claude?.managed === true
        ? 'its Claude is at work: try again when it has nothing to do, or set force to have it stopped and resumed'
        : 'its program runs and would have to be started again: end it first, or set force to have it ended',
    );
  if (runs) await context.service.endProgram(id);
  context.service.dispatch({ type: 'pane/tmux-changed', paneId: id, tmux: input.on ? ownTmux(id) : null });
  if (runs) context.service.restart(id);
  return ok({ pane: viewOfPane(context, id) });
};

export const movePane: Handler<'move_pane'> = (context, input) => {
  const pane = resolvePane(context.state, context.origin, input.pane_id);
  if (!pane.ok) return pane;
  if (input.target !== undefined) {
    const target = resolvePane(context.state, context.origin, input.target);
    if (!target.ok) return target;
    if (input.edge === undefined)
      return failure('invalid', 'move_pane with a target needs an edge: left, right, top or bottom');
    return moveBeside(context, pane.value, target.value, input.edge);
  }
  if (input.window_id !== undefined) {
    const window = resolveWindow(context.state, context.origin, input.window_id, input.session_id);
    if (!window.ok) return window;
    if (window.value.id !== pane.value.windowId) {
      const joined = splitRoot(window.value.layout, pane.value.id, input.edge ?? 'right');
      if (!joined.ok) return layoutFailure(joined.error);
      context.service.movePaneToWindow(pane.value.id, window.value.id, joined.value);
      return moved(context, pane.value.id);
    }
  }
  const { layout, sessionId } = windowOf(context.state, pane.value);
  if (input.toward !== undefined) {
    const beside = neighbour(
      layout,
      pane.value.id,
      input.toward,
      context.service.layoutView(sessionId).bounds,
      LAYOUT_GAP,
    );
    return applyLayout(
      context,
      pane.value,
      beside === null
        ? movePaneToRootEdge(layout, pane.value.id, input.toward)
        : moveInTree(layout, pane.value.id, beside, input.toward),
    );
  }
  if (input.edge !== undefined)
    return applyLayout(context, pane.value, movePaneToRootEdge(layout, pane.value.id, input.edge));
  return failure(
    'invalid',
    'move_pane needs to know where: give target and edge, edge alone, toward, or window_id',
  );
};

function moveBeside(
  context: CommandContext,
  pane: Pane,
  target: Pane,
  edge: 'left' | 'right' | 'top' | 'bottom',
) {
  if (pane.windowId === target.windowId) {
    return applyLayout(
      context,
      pane,
      moveInTree(windowOf(context.state, pane).layout, pane.id, target.id, edge),
    );
  }
  const joined = splitPane(windowOf(context.state, target).layout, target.id, pane.id, edge);
  if (!joined.ok) return layoutFailure(joined.error);
  context.service.movePaneToWindow(pane.id, target.windowId, joined.value);
  return moved(context, pane.id);
}

function applyLayout(context: CommandContext, pane: Pane, layout: Result<LayoutNode, LayoutError>) {
  if (!layout.ok) return layoutFailure(layout.error);
  context.service.setLayout(pane.windowId, layout.value);
  return moved(context, pane.id);
}

function moved(context: CommandContext, id: PaneId) {
  return ok({ pane: viewOfPane(context, id), layout: layoutOfPane(context, id) });
}

export const swapPanes: Handler<'swap_panes'> = (context, input) => {
  const pane = resolvePane(context.state, context.origin, input.pane_id);
  if (!pane.ok) return pane;
  const window = windowOf(context.state, pane.value);
  let other: Pane;
  if (input.target !== undefined) {
    const target = resolvePane(context.state, context.origin, input.target);
    if (!target.ok) return target;
    other = target.value;
  } else if (input.toward !== undefined)
    other = stepFrom(panesOf(context.state, window.id), pane.value, input.toward);
  else return failure('invalid', 'swap_panes needs the other pane: give target or toward');
  if (other.windowId !== pane.value.windowId) {
    return failure('invalid', 'panes of different windows can not be swapped: move one with move_pane');
  }
  if (other.id === pane.value.id) return moved(context, pane.value.id);
  return applyLayout(context, pane.value, swapInTree(window.layout, pane.value.id, other.id));
};

export const zoomPane: Handler<'zoom_pane'> = (context, input) => {
  const pane = resolvePane(context.state, context.origin, input.pane_id);
  if (!pane.ok) return pane;
  const window = windowOf(context.state, pane.value);
  const zoomed = input.zoomed ?? window.zoomedPaneId !== pane.value.id;
  const asked = askedFrom(context.state, context.origin);
  if (zoomed) context.service.dispatch({ type: 'pane/focused', paneId: pane.value.id, from: asked });
  context.service.dispatch({
    type: 'window/zoomed',
    windowId: window.id,
    paneId: zoomed ? pane.value.id : null,
  });
  return ok({ pane: viewOfPane(context, pane.value.id) });
};
