import { memo, useEffect, useRef, useState } from 'react';
import type { Rectangle } from '#shared/layout/geometry';
import type { PaneId } from '#shared/model/ids';
import { paneLabel } from '#shared/model/pane';
import { presentPane } from '#shared/state/attention';
import { paneRequests } from '#shared/state/requests';
import { activePane } from '#shared/state/selectors';
import { shownLater } from '../application/later';
import { StillChat } from '../chat/StillChat';
import { appState, useAppState } from '../store/replica';
import { runCommand } from '../store/run-command';
import { setUi, useUi } from '../store/ui-store';
import { FindBar } from '../terminal/FindBar';
import { OutputBelow } from '../terminal/OutputBelow';
import { terminalOf } from '../terminal/terminal-registry';
import { ExitNote } from './ExitNote';
import { PaneHeader } from './PaneHeader';

const ChatView = shownLater(() => import('../chat/ChatView').then((module) => module.ChatView));

interface Properties {
  readonly paneId: PaneId;
  /** Null while the pane is not in view. */
  readonly place: Rectangle | null;
  readonly active: boolean;
  readonly zoomed: boolean;
  readonly alone: boolean;
}

export const Tile = memo(function Tile({ paneId, place, active, zoomed, alone }: Properties) {
  const host = useRef<HTMLDivElement>(null);
  const label = useAppState((state) => {
    const pane = state.panes[paneId];
    return pane === undefined ? '' : paneLabel(pane);
  });
  const attention = useAppState((state) => {
    const pane = state.panes[paneId];
    if (pane === undefined) return null;
    const shown = presentPane(pane, paneRequests(state));
    return shown.needsAttention ? shown.state : null;
  });
  const face = useAppState((state) => state.panes[paneId]?.face ?? 'terminal');
  const finding = useUi((state) => state.findPaneId === paneId);
  const dragged = useUi((state) => state.drag?.paneId === paneId);
  const visible = place !== null;
  const chat = face === 'chat';
  // A chat that nobody has looked at yet starts no Claude.
  const [seen, setSeen] = useState(visible);
  if (visible && !seen) setSeen(true);
  useEffect(() => {
    const session = terminalOf(paneId);
    if (host.current !== null) session?.mount(host.current);
    session?.setVisible(visible && !chat);
  }, [paneId, visible, chat]);
  const style = place === null ? { display: 'none' } : styleOf(place);
  return (
    <div
      role="group"
      className="tile"
      style={style}
      aria-label={`Pane ${label}`}
      data-testid={`pane-${paneId}`}
      data-active={active || undefined}
      data-alone={alone || undefined}
      data-attention={attention ?? undefined}
      data-dragged={dragged || undefined}
    >
      <PaneHeader paneId={paneId} active={active} zoomed={zoomed} />
      {/* The terminal stays where it is while the chat is shown: its program goes on drawing. */}
      <div
        className="tile-terminal"
        hidden={chat}
        ref={host}
        onFocus={() => {
          focusPane(paneId);
        }}
      />
      {chat ? (
        <div
          className="tile-chat"
          onKeyDown={(event) => {
            if (event.key.toLowerCase() !== 'f' || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            setUi({ findPaneId: paneId });
          }}
          onFocus={() => {
            focusPane(paneId);
          }}
        >
          {seen && (
            <ChatView
              source={{ kind: 'pane', paneId }}
              visible={visible}
              finding={visible && finding}
              closeFind={() => {
                setUi({ findPaneId: null });
              }}
            />
          )}
        </div>
      ) : (
        <>
          {visible && finding && <FindBar paneId={paneId} />}
          {visible && <OutputBelow paneId={paneId} />}
          <StillChat paneId={paneId} />
          <ExitNote paneId={paneId} />
        </>
      )}
    </div>
  );
});

function styleOf({ x, y, width, height }: Rectangle) {
  return { left: x, top: y, width, height };
}

/** The person went to a terminal, by mouse or by Tab: the state follows. */
function focusPane(paneId: PaneId): void {
  const state = appState();
  if (state === null || activePane(state)?.id === paneId) return;
  void runCommand('focus_pane', { pane_id: paneId });
}
