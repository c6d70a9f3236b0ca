import type { Configuration } from '../config/schema';
import type { OwnThemes } from '../theme/themes';
import type { LayoutNode } from '../layout/tree';
import type { AgentStatus } from '../model/agent-state';
import type { ClaudeInPane } from '../model/claude-in-pane';
import type { ChannelsState } from '../model/channels';
import type { Delivery } from '../model/delivery';
import type { DesktopWindow } from '../model/desktop-window';
import type { DesktopWindowId, PaneId, SessionId, WindowId } from '../model/ids';
import type { Notice } from '../model/notice';
import type { HelpRequest, Pane, PaneFace, PaneInTmux, PaneProcess } from '../model/pane';
import type { PermissionAsk } from '../model/permission';
import type { ReadingProgress } from '../model/history';
import type { Session } from '../model/session';
import type { Window } from '../model/window';
import type { ViewBounds } from './state';

/** The desktop window in which something was asked for; left out, it is the one in front. */
interface Asked {
  readonly from?: DesktopWindowId | undefined;
}

/** Every change of the state, and nothing else changes it. All values are decided before. */
export type Action =
  | {
      readonly type: 'session/created';
      readonly session: Session;
      readonly windows: readonly Window[];
      readonly panes: readonly Pane[];
    }
  | { readonly type: 'session/renamed'; readonly sessionId: SessionId; readonly name: string }
  | (Asked & { readonly type: 'session/selected'; readonly sessionId: SessionId })
  | { readonly type: 'session/removed'; readonly sessionId: SessionId }
  | {
      readonly type: 'session/environment-changed';
      readonly sessionId: SessionId;
      readonly environment: Readonly<Record<string, string>>;
    }
  | {
      readonly type: 'session/metadata-changed';
      readonly sessionId: SessionId;
      readonly metadata: Readonly<Record<string, string>>;
    }
  | { readonly type: 'session/tags-changed'; readonly sessionId: SessionId; readonly tags: readonly string[] }
  | {
      readonly type: 'window/created';
      readonly window: Window;
      readonly panes: readonly Pane[];
      readonly select: boolean;
    }
  | { readonly type: 'window/renamed'; readonly windowId: WindowId; readonly name: string }
  | (Asked & { readonly type: 'window/selected'; readonly windowId: WindowId })
  | { readonly type: 'window/removed'; readonly windowId: WindowId }
  | { readonly type: 'window/layout-changed'; readonly windowId: WindowId; readonly layout: LayoutNode }
  | { readonly type: 'window/zoomed'; readonly windowId: WindowId; readonly paneId: PaneId | null }
  | (Asked & {
      readonly type: 'panes/added';
      readonly windowId: WindowId;
      readonly panes: readonly Pane[];
      readonly layout: LayoutNode;
      readonly focus: PaneId | null;
    })
  | { readonly type: 'pane/removed'; readonly paneId: PaneId }
  | {
      readonly type: 'pane/moved';
      readonly paneId: PaneId;
      readonly windowId: WindowId;
      readonly layout: LayoutNode;
    }
  | (Asked & { readonly type: 'pane/focused'; readonly paneId: PaneId })
  | { readonly type: 'pane/renamed'; readonly paneId: PaneId; readonly name: string | null }
  | { readonly type: 'pane/process-changed'; readonly paneId: PaneId; readonly process: PaneProcess }
  | { readonly type: 'pane/title-changed'; readonly paneId: PaneId; readonly title: string }
  | {
      readonly type: 'pane/program-changed';
      readonly paneId: PaneId;
      readonly program: string;
      readonly currentDirectory: string;
    }
  | {
      readonly type: 'pane/resized';
      readonly paneId: PaneId;
      readonly columns: number;
      readonly rows: number;
    }
  | { readonly type: 'pane/agent-changed'; readonly paneId: PaneId; readonly agent: AgentStatus | null }
  | { readonly type: 'pane/claude-changed'; readonly paneId: PaneId; readonly claude: ClaudeInPane | null }
  | { readonly type: 'pane/tmux-changed'; readonly paneId: PaneId; readonly tmux: PaneInTmux | null }
  | { readonly type: 'pane/face-changed'; readonly paneId: PaneId; readonly face: PaneFace }
  | { readonly type: 'pane/bell-changed'; readonly paneId: PaneId; readonly bell: boolean }
  | { readonly type: 'pane/help-changed'; readonly paneId: PaneId; readonly help: HelpRequest | null }
  | { readonly type: 'deliveries/loaded'; readonly deliveries: readonly Delivery[] }
  /** A message is new, or what has become of it. */
  | { readonly type: 'delivery/changed'; readonly delivery: Delivery }
  /** A Claude asks, or what is known of its question has changed. */
  | { readonly type: 'ask/changed'; readonly ask: PermissionAsk }
  | { readonly type: 'ask/ended'; readonly askId: string }
  | { readonly type: 'channels/changed'; readonly channels: ChannelsState }
  | { readonly type: 'history/changed' }
  | { readonly type: 'history/reading'; readonly reading: ReadingProgress | null }
  | (Asked & { readonly type: 'view/bounds-changed'; readonly bounds: ViewBounds })
  /** The desktop has its windows; those that were there before are forgotten. */
  | { readonly type: 'desktop-windows/began'; readonly windows: readonly DesktopWindow[] }
  | { readonly type: 'desktop-window/opened'; readonly window: DesktopWindow }
  | { readonly type: 'desktop-window/closed'; readonly id: DesktopWindowId }
  | { readonly type: 'notice/added'; readonly notice: Notice }
  | { readonly type: 'notice/dismissed'; readonly noticeId: string }
  | {
      readonly type: 'configuration/changed';
      readonly configuration: Configuration;
      readonly problems: readonly string[];
      /** Left out: the ones that there are. */
      readonly themes?: OwnThemes;
    };

export type ActionType = Action['type'];
