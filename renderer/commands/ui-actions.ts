import { flushSync } from 'react-dom';
import { assertNever } from '#shared/base/assert';
import type { PaneId } from '#shared/model/ids';
import { openRequests } from '#shared/state/requests';
import { activePane, activeSession, activeWindow } from '#shared/state/selectors';
import { appState } from '../store/replica';
import { runRaw } from '../store/run-command';
import { setUi, showMessages, toast, ui } from '../store/ui-store';
import { copySelection, focusActiveTerminal, pasteClipboard } from '../terminal/terminal-registry';
import { changeFontSize } from '../terminal/font-sizes';
import { zoom } from '../theme/zoom';
import { closePane, closeSession, closeWindow } from './closing';
import type { KeyEffect } from '#shared/commands/key-effect';
import type { UiAction } from '#shared/commands/ui-action-names';

export function runEffect(effect: KeyEffect): void {
  if (effect.kind === 'ui') runUiAction(effect.action);
  else void runRaw(effect.command.name, effect.command.input);
}

export function runUiAction(action: UiAction): void {
  const state = appState();
  if (state === null) return;
  const pane = activePane(state);
  const window = activeWindow(state);
  const session = activeSession(state);
  switch (action) {
    case 'palette':
      setUi({ palette: 'open' });
      break;
    case 'keys':
      setUi({ keyHelp: true });
      break;
    case 'copy':
      void copySelection();
      break;
    case 'paste':
      void pasteClipboard();
      break;
    case 'search':
      if (pane !== null) setUi({ findPaneId: pane.id });
      focusFindBar();
      break;
    case 'toggle-sidebar':
      setUi({ sidebarShown: !ui.getState().sidebarShown });
      focusActiveTerminal();
      break;
    case 'focus-sidebar':
      // Drawn at once: the very next key has to find the sidebar, and must not reach the program.
      flushSync(() => {
        setUi({ sidebarShown: true });
      });
      focusSidebar();
      break;
    case 'focus-terminal':
      focusActiveTerminal();
      break;
    case 'agent-details':
      if (pane?.agent == null) toast('No Claude runs in this pane', 'plain');
      else focusStateBadge(pane.id);
      break;
    case 'close-pane':
      if (pane !== null) void closePane(pane.id);
      break;
    case 'close-window':
      if (window !== null) void closeWindow(window.id);
      break;
    case 'close-session':
      if (session !== null) void closeSession(session.id);
      break;
    case 'rename-pane':
      if (pane !== null) setUi({ renaming: { place: 'header', id: pane.id } });
      break;
    case 'rename-window':
      if (window !== null) setUi({ renaming: { place: 'tab', id: window.id } });
      break;
    case 'rename-session':
      if (session !== null) setUi({ sidebarShown: true, renaming: { place: 'sidebar', id: session.id } });
      break;
    case 'font-larger':
      if (pane !== null) changeFontSize(pane.id, 1);
      break;
    case 'font-smaller':
      if (pane !== null) changeFontSize(pane.id, -1);
      break;
    case 'font-reset':
      if (pane !== null) changeFontSize(pane.id, null);
      break;
    case 'zoom-in':
      zoom(1);
      break;
    case 'zoom-out':
      zoom(-1);
      break;
    case 'zoom-reset':
      zoom(null);
      break;
    case 'settings':
      setUi({ settingsShown: 'values' });
      break;
    case 'import-theme':
      setUi({ settingsShown: 'values', settingsSearch: 'import theme' });
      break;
    case 'key-settings':
      setUi({ settingsShown: 'keys' });
      break;
    case 'processes':
      setUi({ processesShown: true });
      break;
    case 'log':
      setUi({ logShown: true });
      break;
    case 'notices':
      setUi({ noticesShown: true });
      break;
    case 'messages':
      showMessages(null);
      break;
    case 'channels':
      setUi({ channelsShown: true });
      break;
    case 'inbox':
      setUi({ inboxShown: true });
      break;
    case 'history':
      setUi({ historyShown: true });
      break;
    case 'requests':
      if (openRequests(state).length === 0) toast('No agent asks for anything now', 'plain');
      else focusRequest();
      break;
    default:
      assertNever(action, 'action');
  }
}

/** The badge tells more while it has the keyboard. */
function focusStateBadge(paneId: PaneId): void {
  document.querySelector<HTMLElement>(`[data-badge-of="${CSS.escape(paneId)}"]`)?.focus();
}

/** The request itself, not one of its answers: nothing is allowed by a key that was meant for something else. */
export function focusRequest(): void {
  document.querySelector<HTMLElement>('.request')?.focus();
}

function focusSidebar(): void {
  document.querySelector<HTMLElement>('[role="treeitem"][tabindex="0"]')?.focus();
}

/** The bar may be open already; then its field gets the keyboard again. */
function focusFindBar(): void {
  document.querySelector<HTMLInputElement>('.find-bar input')?.select();
}
