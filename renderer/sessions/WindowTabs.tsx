import { PanelLeft, Plus, X } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { useEffect, useRef } from 'react';
import { useShallow } from 'zustand/react/shallow';
import type { WindowId } from '#shared/model/ids';
import type { Window } from '#shared/model/window';
import { attentionIn, mostUrgentDot } from '#shared/state/attention';
import { paneRequests } from '#shared/state/requests';
import { activeSession, panesOf, windowsOf } from '#shared/state/selectors';
import { closeWindow } from '../commands/closing';
import { runUiAction } from '../commands/ui-actions';
import { AttentionCount } from '../status/AttentionCount';
import { Dot } from '../status/Dot';
import { useAppState } from '../store/replica';
import { runCommand } from '../store/run-command';
import { setUi, useUi } from '../store/ui-store';
import { focusActiveTerminal } from '../terminal/terminal-registry';
import { useWindowDropTarget } from '../tiles/use-pane-drag';
import { InlineName } from './InlineName';

export function WindowTabs() {
  const sessionId = useAppState((state) => activeSession(state)?.id ?? null);
  const activeId = useAppState((state) => activeSession(state)?.activeWindowId ?? null);
  const windows = useAppState(useShallow((state) => (sessionId === null ? [] : windowsOf(state, sessionId))));
  const list = useRef<HTMLDivElement>(null);
  if (sessionId === null) return null;
  const press = (event: KeyboardEvent<HTMLDivElement>): void => {
    const index = windows.findIndex((window) => window.id === activeId);
    const target = keyTarget(event.key, index, windows);
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === 'Delete' && activeId !== null) void closeWindow(activeId);
    else if (event.key === 'F2' && activeId !== null) setUi({ renaming: { place: 'tab', id: activeId } });
    else if (event.key === 'Escape' || event.key === 'Enter' || event.key === 'ArrowDown')
      focusActiveTerminal();
    else if (target !== undefined) {
      list.current?.querySelector<HTMLElement>(`#tab-${target.id}`)?.focus();
      void runCommand('select_window', { window_id: target.id });
    } else return;
    event.preventDefault();
  };
  return (
    <div className="window-bar">
      <button
        type="button"
        className="button-icon"
        aria-label="Show or hide the sidebar"
        title="Show or hide the sidebar"
        onClick={() => {
          runUiAction('toggle-sidebar');
        }}
      >
        <PanelLeft size={14} aria-hidden />
      </button>
      <div className="window-tabs" role="tablist" aria-label="Windows" ref={list} onKeyDown={press}>
        {windows.map((window, index) => (
          <WindowTab key={window.id} window={window} index={index} active={window.id === activeId} />
        ))}
      </div>
      <button
        type="button"
        className="button-icon"
        aria-label="New window"
        title="New window"
        onClick={() => void runCommand('create_window', { session_id: sessionId, focus: true })}
      >
        <Plus size={14} aria-hidden />
      </button>
    </div>
  );
}

function keyTarget(key: string, index: number, windows: readonly Window[]): Window | undefined {
  switch (key) {
    case 'ArrowRight':
      return windows[(index + 1) % windows.length];
    case 'ArrowLeft':
      return windows[(index - 1 + windows.length) % windows.length];
    case 'Home':
      return windows[0];
    case 'End':
      return windows.at(-1);
    default:
      return undefined;
  }
}

function WindowTab({
  window,
  index,
  active,
}: {
  readonly window: Window;
  readonly index: number;
  readonly active: boolean;
}) {
  const tab = useRef<HTMLDivElement>(null);
  const dot = useAppState((state) => mostUrgentDot(panesOf(state, window.id), paneRequests(state)));
  const attention = useAppState((state) => attentionIn(panesOf(state, window.id), paneRequests(state)));
  const renaming = useUi((state) => state.renaming?.place === 'tab' && state.renaming.id === window.id);
  const droppedOn = useUi(
    (state) => state.drag?.target?.kind === 'window' && state.drag.target.windowId === window.id,
  );
  useWindowDropTarget(tab, window.id);
  useEffect(() => {
    if (active) tab.current?.scrollIntoView({ inline: 'nearest', block: 'nearest' });
  }, [active]);
  return (
    <div
      ref={tab}
      id={`tab-${window.id}`}
      className="window-tab"
      role="tab"
      aria-selected={active}
      aria-controls="tile-area"
      tabIndex={active ? 0 : -1}
      data-testid={`window-tab-${window.id}`}
      data-drop={droppedOn || undefined}
      onClick={() => void select(window.id)}
      onDoubleClick={() => {
        setUi({ renaming: { place: 'tab', id: window.id } });
      }}
      onAuxClick={(event) => {
        if (event.button === 1) void closeWindow(window.id);
      }}
    >
      <span className="window-tab-index" aria-hidden>
        {index}
      </span>
      <Dot dot={dot} />
      {renaming ? (
        <InlineName
          label="Name of the window"
          value={window.name}
          save={(name) => runCommand('rename_window', { window_id: window.id, name })}
        />
      ) : (
        <span className="window-tab-name" title={window.name}>
          {window.name}
        </span>
      )}
      <AttentionCount count={attention} />
      {/* For the mouse; the Delete key does the same. */}
      <span
        className="button-icon window-tab-close"
        aria-hidden
        title="Close window"
        onClick={(event) => {
          event.stopPropagation();
          void closeWindow(window.id);
        }}
      >
        <X size={12} />
      </span>
    </div>
  );
}

async function select(windowId: WindowId): Promise<void> {
  if (await runCommand('select_window', { window_id: windowId })) focusActiveTerminal();
}
