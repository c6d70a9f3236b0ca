import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Drop, LayoutNode } from '#shared/layout/tree';
import type { PaneId, SessionId, WindowId } from '#shared/model/ids';
import type { Theme } from '#shared/theme/tokens';
import { darkTheme } from '#shared/theme/tokens';

/** A question in front of everything else. */
export interface Dialog {
  readonly id: number;
  readonly title: string;
  readonly message: string;
  /** Text that is shown as it is, such as what would be pasted. */
  readonly quoted: string | null;
  readonly confirm: string;
  readonly danger: boolean;
  /** The button that Enter presses at first. A question that comes unasked starts on the harmless one. */
  readonly initialFocus: 'confirm' | 'cancel';
  /** Also y and n answer, as where tmux asks. Never where the question comes unasked: the keys may be meant for a program. */
  readonly letters: boolean;
  /** The pane whose program asked; the question goes when the pane goes. */
  readonly paneId: PaneId | null;
  readonly answer: (confirmed: boolean) => void;
}

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'failure' | 'plain';
}

/** A pane on its way to another place. */
export interface PaneDrag {
  readonly paneId: PaneId;
  readonly target:
    | { readonly kind: 'layout'; readonly drop: Drop }
    | { readonly kind: 'window'; readonly windowId: WindowId }
    | null;
}

/** A layout that is shown before the main process knows of it; it holds only while `base` is the true one. */
export interface LayoutPreview {
  readonly windowId: WindowId;
  readonly base: LayoutNode;
  readonly layout: LayoutNode;
  readonly dragging: boolean;
}

/** The name that is being edited, and in which view. */
export interface Renaming {
  readonly place: 'sidebar' | 'tab' | 'header';
  readonly id: SessionId | WindowId | PaneId;
}

/** A conversation on disk, to be read and not to be gone on with. */
export interface ShownTranscript {
  readonly claudeSessionId: string;
  readonly path: string;
  readonly title: string;
}

export interface UiState {
  /** What commands mean is known by now; it is not waited for before the window is drawn. */
  readonly catalogLoaded: boolean;
  readonly sidebarShown: boolean;
  /** Whether the person wants to see what to try in the demo; null leaves it to the room that there is. */
  readonly demoGuideWanted: boolean | null;
  /** Sessions and windows whose parts are not listed in the sidebar. */
  readonly collapsed: ReadonlySet<string>;
  readonly palette: 'closed' | 'open';
  readonly keyHelp: boolean;
  readonly noticesShown: boolean;
  readonly messagesShown: boolean;
  /** The pane whose messages alone are shown; null shows those of all. */
  readonly messagesPane: PaneId | null;
  readonly channelsShown: boolean;
  readonly inboxShown: boolean;
  readonly historyShown: boolean;
  /** Which part of the settings is shown; null while they are closed. */
  readonly settingsShown: 'values' | 'keys' | null;
  /** What the settings are searched for when they are opened. */
  readonly settingsSearch: string;
  readonly processesShown: boolean;
  readonly logShown: boolean;
  /** The conversation that is shown to be read; null while none is. */
  readonly transcript: ShownTranscript | null;
  readonly dialogs: readonly Dialog[];
  readonly toasts: readonly Toast[];
  readonly prefixPending: boolean;
  /** A short word about the key that was pressed after the prefix and means nothing. */
  readonly keyHint: string | null;
  /** How many pixels larger than the settings say the text of a pane is. */
  readonly fontSizes: Readonly<Record<PaneId, number>>;
  readonly findPaneId: PaneId | null;
  readonly drag: PaneDrag | null;
  readonly layoutPreview: LayoutPreview | null;
  readonly renaming: Renaming | null;
  readonly runtimeBannerSmall: boolean;
  /** The faults of the settings that the person has put away; other ones are shown again. */
  readonly problemsHidden: string;
  readonly narrow: boolean;
  readonly theme: Theme;
  /** A theme that is looked at before it is chosen; null while none is. */
  readonly previewTheme: string | null;
}

export const ui = createStore<UiState>(() => ({
  catalogLoaded: false,
  sidebarShown: true,
  demoGuideWanted: null,
  collapsed: new Set(),
  palette: 'closed',
  keyHelp: false,
  noticesShown: false,
  messagesShown: false,
  messagesPane: null,
  channelsShown: false,
  inboxShown: false,
  historyShown: false,
  settingsShown: null,
  settingsSearch: '',
  processesShown: false,
  logShown: false,
  transcript: null,
  dialogs: [],
  toasts: [],
  prefixPending: false,
  keyHint: null,
  fontSizes: {},
  findPaneId: null,
  drag: null,
  layoutPreview: null,
  renaming: null,
  runtimeBannerSmall: false,
  problemsHidden: '',
  narrow: false,
  theme: darkTheme,
  previewTheme: null,
}));

export function useUi<T>(select: (state: UiState) => T): T {
  return useStore(ui, select);
}

export function setUi(change: Partial<UiState>): void {
  ui.setState(change);
}

/** Opens the feed of messages: of one pane, or of all. */
export function showMessages(pane: PaneId | null): void {
  setUi({ messagesShown: true, messagesPane: pane });
}

let nextId = 1;

/** Asks; resolves with whether the person agreed. */
export function confirm(question: {
  readonly title: string;
  readonly message: string;
  readonly quoted?: string;
  readonly confirm: string;
  readonly danger?: boolean;
  readonly initialFocus?: Dialog['initialFocus'];
  readonly letters?: boolean;
  readonly paneId?: PaneId;
}): Promise<boolean> {
  return new Promise((resolve) => {
    const id = nextId++;
    const dialog: Dialog = {
      id,
      title: question.title,
      message: question.message,
      quoted: question.quoted ?? null,
      confirm: question.confirm,
      danger: question.danger ?? false,
      initialFocus: question.initialFocus ?? 'confirm',
      letters: question.letters ?? false,
      paneId: question.paneId ?? null,
      answer(confirmed) {
        ui.setState(({ dialogs }) => ({ dialogs: dialogs.filter((entry) => entry.id !== id) }));
        resolve(confirmed);
      },
    };
    ui.setState(({ dialogs }) => ({ dialogs: [...dialogs, dialog] }));
  });
}

const TOAST_MILLISECONDS = 5000;
const TOASTS_AT_ONCE = 3;

/** Says something for a few seconds. The same words twice are shown once. */
export function toast(text: string, tone: Toast['tone'] = 'failure'): void {
  const id = nextId++;
  ui.setState(({ toasts }) => ({
    toasts: [...toasts.filter((entry) => entry.text !== text), { id, text, tone }].slice(-TOASTS_AT_ONCE),
  }));
  window.setTimeout(() => {
    dismissToast(id);
  }, TOAST_MILLISECONDS);
}

export function dismissToast(id: number): void {
  ui.setState(({ toasts }) => ({ toasts: toasts.filter((entry) => entry.id !== id) }));
}

/** Whether something lies over the panes and has the keyboard for itself. */
export function overlayOpen(state: UiState = ui.getState()): boolean {
  return (
    state.palette === 'open' ||
    state.keyHelp ||
    state.noticesShown ||
    state.messagesShown ||
    state.channelsShown ||
    state.inboxShown ||
    state.transcript !== null ||
    state.historyShown ||
    state.settingsShown !== null ||
    state.processesShown ||
    state.logShown ||
    state.dialogs.length > 0
  );
}
