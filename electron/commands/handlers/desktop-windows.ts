import { failure } from '#shared/base/errors';
import { ok } from '#shared/base/result';
import type { DesktopWindow } from '#shared/model/desktop-window';
import { asSessionId } from '#shared/model/ids';
import { frontDesktopWindow, unshownSessions, windowShowing } from '#shared/state/desktop-windows';
import type { AppState } from '#shared/state/state';
import { resolveSession } from '../../session/targets';
import type { CommandContext, Handler } from '../context';
import { createSession } from './sessions';

const HEADLESS = 'Fugue runs headless and has no windows: start it on a desktop with fugue';

function view(state: AppState, window: DesktopWindow) {
  const session = window.sessionId === null ? undefined : state.sessions[window.sessionId];
  return {
    id: window.id,
    session_id: window.sessionId,
    session: session?.name ?? null,
    front: frontDesktopWindow(state)?.id === window.id,
  };
}

export const listDesktopWindows: Handler<'list_desktop_windows'> = ({ state }) =>
  ok({ desktop_windows: state.desktopWindows.map((window) => view(state, window)) });

export const openDesktopWindow: Handler<'open_desktop_window'> = async (context, input) => {
  if (context.state.desktopWindows.length === 0) return failure('unavailable', HEADLESS);
  const session =
    input.session_id === undefined
      ? await unshownSession(context)
      : resolveSession(context.state, context.origin, input.session_id);
  if (!session.ok) return session;
  const { window, opened } = context.desktopWindows.open(session.value.id);
  return ok({ desktop_window: view(context.service.state, window), opened });
};

/** The first session that no window shows; where each is shown, a new one. */
async function unshownSession(context: CommandContext) {
  const [next] = unshownSessions(context.state);
  if (next !== undefined) return ok({ id: next });
  const made = await createSession(context, { focus: false });
  return made.ok ? ok({ id: asSessionId(made.value.session.id) }) : made;
}

export const closeDesktopWindow: Handler<'close_desktop_window'> = (context, input) => {
  if (context.state.desktopWindows.length === 0) return failure('unavailable', HEADLESS);
  const session = resolveSession(context.state, context.origin, input.session_id);
  if (!session.ok) return session;
  const window = windowShowing(context.state, session.value.id);
  if (window === null)
    return failure('not-found', `no window shows session ${session.value.name}: there is none to close`);
  context.desktopWindows.close(window.id);
  return ok({ desktop_window: view(context.state, window) });
};
