import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { pointerOutsideOfPreview } from '@atlaskit/pragmatic-drag-and-drop/element/pointer-outside-of-preview';
import { setCustomNativeDragPreview } from '@atlaskit/pragmatic-drag-and-drop/element/set-custom-native-drag-preview';
import {
  Columns2,
  Maximize2,
  MessageSquareText,
  Minimize2,
  Rows2,
  ShieldOff,
  SquareTerminal,
  X,
} from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { PaneId } from '#shared/model/ids';
import { paneLabel } from '#shared/model/pane';
import { pleaOf, presentPane } from '#shared/state/attention';
import { worksUnasked } from '#shared/state/channels';
import { paneRequests } from '#shared/state/requests';
import { chatCommands } from '../chat/chat-commands';
import { closePane } from '../commands/closing';
import { MessageBadge } from '../messages/MessageBadge';
import { InlineName } from '../sessions/InlineName';
import { Dot } from '../status/Dot';
import { StateBadge } from '../status/StateBadge';
import { shortenPath } from '../status/shorten-path';
import { appState, useAppState } from '../store/replica';
import { runCommand } from '../store/run-command';
import { setUi, ui, useUi } from '../store/ui-store';
import { focusPane } from '../terminal/terminal-registry';
import { carrySource } from './drag-data';

const UNASKED =
  'This Claude does everything unasked: whoever can write to a channel can have it do all that you can do.';

interface Properties {
  readonly paneId: PaneId;
  readonly active: boolean;
  readonly zoomed: boolean;
}

export function PaneHeader({ paneId, active, zoomed }: Properties) {
  const header = useRef<HTMLElement>(null);
  const pane = useAppState((state) => state.panes[paneId]);
  const home = useAppState((state) => state.runtime.userHome);
  const unasked = useAppState((state) => worksUnasked(state, paneId));
  const requests = useAppState(paneRequests);
  const renaming = useUi((state) => state.renaming?.place === 'header' && state.renaming.id === paneId);
  useDraggable(header, paneId);
  if (pane === undefined) return null;
  const label = paneLabel(pane);
  const agent = pane.agent;
  const shown = presentPane(pane, requests);
  const showsProgram = pane.face !== 'chat' && pane.program !== '' && pane.program !== label;
  const run = (direction: 'horizontal' | 'vertical') => () => {
    void runCommand('split_pane', { pane_id: paneId, direction, focus: true });
  };
  return (
    <header
      className="pane-header"
      ref={header}
      data-testid={`pane-header-${paneId}`}
      onClick={() => {
        if (!renaming) focusPane(paneId);
      }}
      onDoubleClick={(event) => {
        if ((event.target as Element).closest('button') === null) {
          setUi({ renaming: { place: 'header', id: paneId } });
        }
      }}
    >
      <Dot dot={shown.dot} />
      {renaming ? (
        <InlineName
          label="Name of the pane"
          value={pane.name ?? ''}
          placeholder={label}
          emptyAllowed
          save={(name) => runCommand('rename_pane', { pane_id: paneId, name })}
        />
      ) : (
        <span className="pane-label" title={label}>
          {label}
        </span>
      )}
      {!renaming && showsProgram && <span className="pane-program">{pane.program}</span>}
      {!renaming && (
        <span className="pane-directory" title={pane.currentDirectory}>
          {shortenPath(pane.currentDirectory, home, 32)}
        </span>
      )}
      <div className="pane-buttons" data-active={active || undefined}>
        {pane.claude !== null && (
          <HeaderButton
            name={pane.face === 'chat' ? 'Show as terminal' : 'Show as chat'}
            onClick={() => void chatCommands.setFace(paneId, pane.face === 'chat' ? 'terminal' : 'chat')}
          >
            {pane.face === 'chat' ? (
              <SquareTerminal size={14} aria-hidden />
            ) : (
              <MessageSquareText size={14} aria-hidden />
            )}
          </HeaderButton>
        )}
        <HeaderButton name="Split right" onClick={run('horizontal')}>
          <Columns2 size={14} aria-hidden />
        </HeaderButton>
        <HeaderButton name="Split down" onClick={run('vertical')}>
          <Rows2 size={14} aria-hidden />
        </HeaderButton>
        <HeaderButton
          name={zoomed ? 'End zoom' : 'Zoom'}
          onClick={() => void runCommand('zoom_pane', { pane_id: paneId })}
        >
          {zoomed ? <Minimize2 size={14} aria-hidden /> : <Maximize2 size={14} aria-hidden />}
        </HeaderButton>
        <HeaderButton name="Close pane" onClick={() => void closePane(paneId)}>
          <X size={14} aria-hidden />
        </HeaderButton>
      </div>
      {unasked && (
        <span className="pane-unasked" title={UNASKED} data-testid={`unasked-${paneId}`}>
          <ShieldOff size={12} aria-hidden />
          <span>Asks for no permission</span>
        </span>
      )}
      <MessageBadge paneId={paneId} />
      {agent !== null && (
        <StateBadge paneId={paneId} agent={agent} shown={shown} plea={pleaOf(pane, requests)} />
      )}
      {zoomed && <span className="pane-zoom-hint">Zoomed</span>}
    </header>
  );
}

function HeaderButton({
  name,
  onClick,
  children,
}: {
  readonly name: string;
  readonly onClick: () => void;
  readonly children: React.ReactNode;
}) {
  return (
    <button
      type="button"
      className="button-icon"
      aria-label={name}
      title={name}
      onClick={(event) => {
        event.stopPropagation();
        onClick();
      }}
    >
      {children}
    </button>
  );
}

function useDraggable(header: React.RefObject<HTMLElement | null>, paneId: PaneId): void {
  useEffect(() => {
    const element = header.current;
    if (element === null) return;
    return draggable({
      element,
      canDrag: () => ui.getState().renaming?.id !== paneId,
      getInitialData: () => carrySource({ kind: 'pane', paneId }),
      onGenerateDragPreview: ({ nativeSetDragImage }) => {
        setCustomNativeDragPreview({
          nativeSetDragImage,
          getOffset: pointerOutsideOfPreview({ x: '12px', y: '12px' }),
          render: ({ container }) => {
            const pane = appState()?.panes[paneId];
            const chip = document.createElement('div');
            chip.className = 'drag-chip';
            chip.textContent = pane === undefined ? '' : paneLabel(pane);
            container.append(chip);
          },
        });
      },
    });
  }, [header, paneId]);
}
