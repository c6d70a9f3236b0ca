import type { Configuration } from '../config/schema';
import type { OwnThemes } from '../theme/themes';
import type { ChannelsState } from '../model/channels';
import { CHANNELS_OFF } from '../model/channels';
import type { HistoryState } from '../model/history';
import { NO_HISTORY } from '../model/history';
import type { DemoFacts } from '../model/demo';
import type { Delivery } from '../model/delivery';
import type { DesktopWindow, ViewBounds } from '../model/desktop-window';
import type { PaneId, SessionId, WindowId } from '../model/ids';
import type { Notice } from '../model/notice';
import type { Pane } from '../model/pane';
import type { PermissionAsk } from '../model/permission';
import type { Session } from '../model/session';
import type { Window } from '../model/window';

export type { ViewBounds };

/** Facts about the running program that never change while it runs. */
export interface RuntimeFacts {
  readonly version: string;
  readonly electron: string | null;
  /** The version of the fallback runtime when the app does not run on the Electron that it pins. */
  readonly fallbackRuntime: string | null;
  /** Not null in `fugue --demo`. */
  readonly demo: DemoFacts | null;
  /** The person's own folder, shown as `~`. */
  readonly userHome: string;
  readonly home: string;
  readonly configurationFile: string;
}

export interface AppState {
  readonly sessions: Readonly<Record<SessionId, Session>>;
  readonly sessionOrder: readonly SessionId[];
  /** What the desktop window in front shows; what is asked for from nowhere else is meant for it. */
  readonly activeSessionId: SessionId | null;
  /** Empty without a desktop. The first takes the place of all that are not there: it keeps what no other shows. */
  readonly desktopWindows: readonly DesktopWindow[];
  readonly windows: Readonly<Record<WindowId, Window>>;
  readonly panes: Readonly<Record<PaneId, Pane>>;
  readonly notices: readonly Notice[];
  /** Messages between Claudes, oldest first: all that wait, and the newest of those that are done with. */
  readonly deliveries: readonly Delivery[];
  /** What Claudes ask the person, oldest first. */
  readonly asks: readonly PermissionAsk[];
  readonly channels: ChannelsState;
  readonly history: HistoryState;
  readonly bounds: ViewBounds;
  readonly configuration: Configuration;
  readonly themes: OwnThemes;
  /** Faults of the configuration file, each a sentence; empty when it is clean. */
  readonly configurationProblems: readonly string[];
  readonly runtime: RuntimeFacts;
}

/** The area that counts while no window tells its own, as in headless mode. */
export const DEFAULT_BOUNDS: ViewBounds = { width: 1600, height: 900 };

export function initialState(configuration: Configuration, runtime: RuntimeFacts): AppState {
  return {
    sessions: {},
    sessionOrder: [],
    activeSessionId: null,
    desktopWindows: [],
    windows: {},
    panes: {},
    notices: [],
    deliveries: [],
    asks: [],
    channels: CHANNELS_OFF,
    history: NO_HISTORY,
    bounds: DEFAULT_BOUNDS,
    configuration,
    themes: {},
    configurationProblems: [],
    runtime,
  };
}
