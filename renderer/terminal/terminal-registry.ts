import type { PaneId } from '#shared/model/ids';
import { asPaneId } from '#shared/model/ids';
import type { Pane } from '#shared/model/pane';
import { activePane, activeWindow } from '#shared/state/selectors';
import type { AppState } from '#shared/state/state';
import { bridge, onBytePort } from '../bridge/bridge';
import { composers } from '../chat/composers';
import { appState, isHeldHere, replica } from '../store/replica';
import { runCommand } from '../store/run-command';
import { confirm, overlayOpen, toast, ui } from '../store/ui-store';
import { ClipboardGate } from './clipboard-gate';
import { FeedScheduler } from './feed-scheduler';
import { openLink } from './links';
import { preparePaste } from './paste';
import { terminalKeyEffect } from './terminal-keys';
import type { TerminalLook } from './terminal-options';
import { terminalOptions } from './terminal-options';
import { TerminalSession } from './terminal-session';
import { WebglContexts } from './webgl-contexts';

const sessions = new Map<PaneId, TerminalSession>();
/** Panes whose byte port is there or under way. */
const attached = new Set<PaneId>();
const scheduler = new FeedScheduler();
const clipboardGate = new ClipboardGate(() => Date.now());
export const contexts = new WebglContexts();

export function terminalOf(paneId: PaneId): TerminalSession | undefined {
  return sessions.get(paneId);
}

export function terminalCount(): number {
  return sessions.size;
}

/** Draws all terminals anew: a font has come. */
export function drawTerminalsAgain(): void {
  for (const session of sessions.values()) session.drawAgain();
}

export function activeTerminal(): TerminalSession | undefined {
  const state = appState();
  const pane = state === null ? null : activePane(state);
  return pane === null ? undefined : sessions.get(pane.id);
}

/** Gives the keyboard to the active pane, unless something lies over the panes. */
export function focusActiveTerminal(): void {
  const paneId = activePaneId();
  if (!overlayOpen() && paneId !== null) focusPane(paneId);
}

/** Gives the keyboard to a pane: to its terminal, or to where one writes when it is shown as a chat. */
export function focusPane(paneId: PaneId): void {
  if (appState()?.panes[paneId]?.face !== 'chat') sessions.get(paneId)?.focus();
  else composers.focus(paneId);
}

/** Keeps one terminal for each pane that this window of the desktop has, from now on. */
export function followPanes(): void {
  onBytePort(({ paneId, port }) => {
    const session = sessions.get(asPaneId(paneId));
    if (session === undefined) port.close();
    else session.connect(port);
  });
  replica.subscribe(({ state }, { state: before }) => {
    if (state !== null) update(state, before);
  });
  ui.subscribe((now, before) => {
    if (now.theme !== before.theme || now.fontSizes !== before.fontSizes) configureAll();
  });
  const state = appState();
  if (state !== null) update(state, null);
}

function update(state: AppState, before: AppState | null): void {
  if (state.configuration !== before?.configuration) {
    contexts.configure(state.configuration.terminal);
    configureAll();
  }
  if (state.panes === before?.panes && state.desktopWindows === before.desktopWindows) return;
  for (const [id, session] of sessions) {
    if (isHeldHere(state, id)) continue;
    sessions.delete(id);
    attached.delete(id);
    clipboardGate.forget(id);
    session.dispose();
  }
  for (const pane of Object.values(state.panes)) {
    if (!isHeldHere(state, pane.id)) continue;
    if (!sessions.has(pane.id)) sessions.set(pane.id, createSession(pane, state));
    // The port of a lost terminal host leads nowhere; a host that took its place gives a new one.
    if (pane.process.status === 'lost') attached.delete(pane.id);
    else if (isWanted(state, pane)) attach(pane.id);
  }
}

/**
 * Whether the window takes the output of a pane. What nobody has looked at yet is not parsed and kept here too: the
 * terminal host has it, and gives all of it when the pane is first in view.
 */
function isWanted(state: AppState, pane: Pane): boolean {
  return sessions.get(pane.id)?.wasShown === true || activeWindow(state)?.id === pane.windowId;
}

function attach(paneId: PaneId): void {
  if (attached.has(paneId)) return;
  attached.add(paneId);
  bridge.invoke('bytes:attach', { paneId }).then(
    (result) => {
      // The next change of the pane is the occasion to try again.
      if (!result.ok) attached.delete(paneId);
    },
    () => attached.delete(paneId),
  );
}

function configureAll(): void {
  const state = appState();
  if (state === null) return;
  for (const [paneId, session] of sessions) session.configure(optionsOf(paneId, state));
}

function optionsOf(paneId: PaneId, state: AppState): TerminalLook {
  const { theme, fontSizes } = ui.getState();
  return terminalOptions(state.configuration, theme, fontSizes[paneId] ?? 0);
}

function createSession(pane: Pane, state: AppState): TerminalSession {
  return new TerminalSession(pane.id, {
    scheduler,
    contexts,
    options: optionsOf(pane.id, state),
    columns: pane.columns,
    rows: pane.rows,
    shown: () => {
      attach(pane.id);
    },
    focused: () => activePaneId() === pane.id,
    keyEvent: (event) => keyEvent(pane.id, event),
    link: (text) => void openLink(text, pane.id),
    clipboard: (data) => void clipboardWish(pane.id, data),
    pasted: (text) => void pasteInto(pane.id, text),
    selected: (text) => {
      if (appState()?.configuration.terminal['copy-on-select'] === true) {
        void bridge.invoke('clipboard:write', { text });
      }
    },
  });
}

export function activePaneId(): PaneId | null {
  const state = appState();
  return state === null ? null : (activePane(state)?.id ?? null);
}

/** False keeps the event from the terminal. */
function keyEvent(paneId: PaneId, event: KeyboardEvent): boolean {
  const pane = appState()?.panes[paneId];
  const effect = pane === undefined ? null : terminalKeyEffect(event, pane);
  if (effect === null) return true;
  event.preventDefault();
  if (effect.kind === 'restart') void runCommand('restart_pane', { pane_id: paneId });
  if (effect.kind === 'send') sessions.get(paneId)?.type(effect.data);
  return false;
}

async function clipboardWish(paneId: PaneId, data: string): Promise<void> {
  if (appState()?.configuration.terminal['clipboard-write'] === 'never') return;
  const text = clipboardGate.request(paneId, data);
  if (text === null) return;
  const allowed = await confirm({
    title: 'A program wants to write the clipboard',
    message: 'It would replace what is there with this text.',
    quoted: text,
    confirm: 'Write clipboard',
    initialFocus: 'cancel',
    paneId,
  });
  clipboardGate.answered(paneId, allowed);
  if (allowed) await bridge.invoke('clipboard:write', { text });
}

/** Sends pasted text to a pane's program, and asks first where each line would be run as it comes. */
export async function pasteInto(paneId: PaneId, text: string): Promise<void> {
  const session = sessions.get(paneId);
  if (session === undefined || text === '') return;
  const paste = preparePaste(text, session.terminal.modes.bracketedPasteMode);
  if (paste.needsConfirmation) {
    const lines = paste.shown.trimEnd().split('\n').length;
    const agreed = await confirm({
      title: `Paste ${String(lines)} lines?`,
      message: 'The program in this pane takes each line as if you had pressed Enter after it.',
      quoted: paste.shown,
      confirm: 'Paste',
      paneId,
    });
    if (!agreed) return;
  }
  sessions.get(paneId)?.type(paste.data);
}

/** Puts the selected text of the active pane on the clipboard. */
export async function copySelection(): Promise<void> {
  const text = activeTerminal()?.terminal.getSelection() ?? '';
  if (text === '') toast('Nothing is selected in this pane.', 'plain');
  else await bridge.invoke('clipboard:write', { text });
}

export async function pasteClipboard(): Promise<void> {
  const paneId = activePaneId();
  if (paneId !== null) await pasteInto(paneId, await bridge.invoke('clipboard:read', null));
}
