import type { DesktopWindowId, SessionId } from './ids';

/** The area in which a window's panes are drawn, in CSS pixels. */
export interface ViewBounds {
  readonly width: number;
  readonly height: number;
}

/** A window of the desktop. It shows one session, and no session is shown by two. */
export interface DesktopWindow {
  readonly id: DesktopWindowId;
  /** Null while there is nothing to show, as on the start screen. */
  readonly sessionId: SessionId | null;
  /** Null until its page has measured itself. */
  readonly bounds: ViewBounds | null;
}
