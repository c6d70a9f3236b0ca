import type { Disposable } from '#shared/base/disposable';
import { Emitter } from '#shared/base/emitter';
import type { DesktopWindow } from '#shared/model/desktop-window';
import type { DesktopWindowId, SessionId } from '#shared/model/ids';
import { asDesktopWindowId } from '#shared/model/ids';
import { desktopWindow, windowShowing } from '#shared/state/desktop-windows';
import type { SessionService } from './session-service';

/** What only the desktop can do with a window. */
export interface DesktopWish {
  readonly kind: 'reveal' | 'close';
  readonly id: DesktopWindowId;
}

/** The windows of the desktop, as far as the state knows of them: which there are, and which session each shows. */
export class DesktopWindows implements Disposable {
  private readonly emitter = new Emitter<DesktopWish>();

  /** Somebody asks for a window to come to the front, or to be closed as its own button would. */
  readonly onWish = this.emitter.event;

  constructor(
    private readonly service: SessionService,
    private readonly newId: () => string,
  ) {}

  /** There is a desktop, with these windows; those whose session has gone are left out. */
  begin(windows: readonly DesktopWindow[]): void {
    this.service.dispatch({ type: 'desktop-windows/began', windows });
  }

  /** Shows a session in a window of its own; where one shows it already, that one comes to the front. */
  open(sessionId: SessionId): { window: DesktopWindow; opened: boolean } {
    const shown = windowShowing(this.service.state, sessionId);
    if (shown !== null) {
      this.service.dispatch({ type: 'session/selected', sessionId });
      this.emitter.fire({ kind: 'reveal', id: shown.id });
      return { window: shown, opened: false };
    }
    const window = { id: asDesktopWindowId(this.newId()), sessionId, bounds: null };
    this.service.dispatch({ type: 'desktop-window/opened', window });
    return { window, opened: true };
  }

  /** Asks the desktop to close a window: programs go on. */
  close(id: DesktopWindowId): void {
    this.emitter.fire({ kind: 'close', id });
  }

  /** The person went to a window: what is asked for from nowhere else is meant for it. */
  focused(id: DesktopWindowId): void {
    const sessionId = desktopWindow(this.service.state, id)?.sessionId ?? null;
    if (sessionId !== null && sessionId !== this.service.state.activeSessionId)
      this.service.dispatch({ type: 'session/selected', sessionId });
  }

  /** A window has gone. The last one leaves with the app, and what it showed is what comes back. */
  closed(id: DesktopWindowId): void {
    if (this.service.state.desktopWindows.length > 1)
      this.service.dispatch({ type: 'desktop-window/closed', id });
  }

  dispose(): void {
    this.emitter.dispose();
  }
}
