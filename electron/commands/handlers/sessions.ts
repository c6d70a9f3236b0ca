import path from 'node:path';
import { present } from '#shared/base/assert';
import { failure } from '#shared/base/errors';
import { ok } from '#shared/base/result';
import type { Session } from '#shared/model/session';
import { windowShowing } from '#shared/state/desktop-windows';
import { panesOfSession, sessionsInOrder } from '#shared/state/selectors';
import type { AppState } from '#shared/state/state';
import { uniqueName } from '../../session/creation';
import { askedFrom, resolveSession } from '../../session/targets';
import { paneView, sessionView, windowView } from '../../session/views';
import type { CommandContext, Handler } from '../context';
import { newPane } from './new-pane';
import { stepFrom } from './steps';

function view(context: CommandContext, session: Session) {
  return sessionView(
    context.service.state,
    present(context.service.state.sessions[session.id], 'the session is there'),
  );
}

export const listSessions: Handler<'list_sessions'> = ({ state }) =>
  ok({ sessions: sessionsInOrder(state).map((session) => sessionView(state, session)) });

export const createSession: Handler<'create_session'> = (context, input) => {
  const { service, origin } = context;
  const taken = sessionsInOrder(context.state).map((session) => session.name);
  if (input.name !== undefined && taken.includes(input.name)) {
    return failure('refused', `there is a session "${input.name}" already: choose another name`, taken);
  }
  const pane = newPane(
    context,
    { command: input.command, cwd: input.cwd, kind: 'terminal', face: input.face, role: input.role },
    context.workingDirectory,
  );
  if (!pane.ok) return pane;
  const admitted = service.admit(1, null, origin);
  if (!admitted.ok) return admitted;
  const name = input.name ?? uniqueName(path.basename(pane.value.directory) || 'root', taken);
  const made = service.createSession(name, pane.value, origin);
  const from = askedFrom(context.state, origin);
  if (input.focus) service.dispatch({ type: 'session/selected', sessionId: made.session.id, from });
  const { state } = service;
  return ok({
    session: view(context, made.session),
    window: windowView(state, made.window),
    pane: paneView(state, present(state.panes[made.pane.id], 'the new pane is there')),
  });
};

export const renameSession: Handler<'rename_session'> = (context, input) => {
  const session = resolveSession(context.state, context.origin, input.session_id);
  if (!session.ok) return session;
  const others = sessionsInOrder(context.state).filter((entry) => entry.id !== session.value.id);
  if (others.some((entry) => entry.name === input.name)) {
    return failure('refused', `there is a session "${input.name}" already: choose another name`);
  }
  context.service.dispatch({ type: 'session/renamed', sessionId: session.value.id, name: input.name });
  return ok({ session: view(context, session.value) });
};

export const selectSession: Handler<'select_session'> = (context, input) => {
  const from = resolveSession(
    context.state,
    context.origin,
    input.toward === undefined ? input.session_id : undefined,
  );
  if (!from.ok) return from;
  const session =
    input.toward === undefined
      ? from.value
      : stepFrom(reachable(context.state, from.value), from.value, input.toward);
  const asked = askedFrom(context.state, context.origin);
  context.service.dispatch({ type: 'session/selected', sessionId: session.id, from: asked });
  return ok({ session: view(context, session) });
};

/** Where a step leads from a session: past those that other desktop windows show, unless there are no others. */
function reachable(state: AppState, from: Session): readonly Session[] {
  const all = sessionsInOrder(state);
  const free = all.filter(({ id }) => id === from.id || windowShowing(state, id) === null);
  return free.length > 1 ? free : all;
}

export const killSession: Handler<'kill_session'> = async (context, input) => {
  const session = resolveSession(context.state, context.origin, input.session_id);
  if (!session.ok) return session;
  const panes = panesOfSession(context.state, session.value.id).map((pane) => pane.id);
  await context.service.closePanes(panes, { type: 'session/removed', sessionId: session.value.id });
  return ok({ session_id: session.value.id, closed_panes: panes });
};
