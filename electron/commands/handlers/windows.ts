import { present } from '#shared/base/assert';
import { ok } from '#shared/base/result';
import type { WindowId } from '#shared/model/ids';
import { panesOf, windowsOf } from '#shared/state/selectors';
import { askedFrom, resolveSession, resolveWindow } from '../../session/targets';
import { paneView, windowView } from '../../session/views';
import type { CommandContext, Handler } from '../context';
import { directoryOf, newPane } from './new-pane';
import { stepFrom } from './steps';

export function viewOfWindow(context: CommandContext, id: WindowId) {
  const { state } = context.service;
  return windowView(state, present(state.windows[id], 'the window is there'));
}

export const listWindows: Handler<'list_windows'> = ({ state, origin }, input) => {
  const session = resolveSession(state, origin, input.session_id);
  return session.ok
    ? ok({ windows: windowsOf(state, session.value.id).map((window) => windowView(state, window)) })
    : session;
};

export const createWindow: Handler<'create_window'> = (context, input) => {
  const session = resolveSession(context.state, context.origin, input.session_id);
  if (!session.ok) return session;
  const pane = newPane(
    context,
    { command: input.command, cwd: input.cwd, kind: 'terminal', face: input.face, role: input.role },
    directoryOf(context, session.value),
  );
  if (!pane.ok) return pane;
  const admitted = context.service.admit(1, session.value, context.origin);
  if (!admitted.ok) return admitted;
  const made = context.service.createWindow(
    session.value,
    input.name ?? null,
    pane.value,
    input.focus,
    context.origin,
  );
  const from = askedFrom(context.state, context.origin);
  if (input.focus) context.service.dispatch({ type: 'window/selected', windowId: made.window.id, from });
  const { state } = context.service;
  return ok({
    window: viewOfWindow(context, made.window.id),
    pane: paneView(state, present(state.panes[made.pane.id], 'the new pane is there')),
  });
};

export const selectWindow: Handler<'select_window'> = (context, input) => {
  const named = input.toward === undefined ? input.window_id : undefined;
  const from = resolveWindow(context.state, context.origin, named, input.session_id);
  if (!from.ok) return from;
  const window =
    input.toward === undefined
      ? from.value
      : stepFrom(windowsOf(context.state, from.value.sessionId), from.value, input.toward);
  const asked = askedFrom(context.state, context.origin);
  context.service.dispatch({ type: 'window/selected', windowId: window.id, from: asked });
  return ok({ window: viewOfWindow(context, window.id) });
};

export const renameWindow: Handler<'rename_window'> = (context, input) => {
  const window = resolveWindow(context.state, context.origin, input.window_id, input.session_id);
  if (!window.ok) return window;
  context.service.dispatch({ type: 'window/renamed', windowId: window.value.id, name: input.name });
  return ok({ window: viewOfWindow(context, window.value.id) });
};

export const closeWindow: Handler<'close_window'> = async (context, input) => {
  const window = resolveWindow(context.state, context.origin, input.window_id, input.session_id);
  if (!window.ok) return window;
  const panes = panesOf(context.state, window.value.id).map((pane) => pane.id);
  await context.service.closePanes(panes, { type: 'window/removed', windowId: window.value.id });
  return ok({ window_id: window.value.id, closed_panes: panes });
};
