import { AppWindow, ChevronDown, ChevronRight, Plus, X } from 'lucide-react';
import { useRef } from 'react';
import { assertNever } from '#shared/base/assert';
import { AttentionCount } from '../status/AttentionCount';
import { Dot } from '../status/Dot';
import { runCommand } from '../store/run-command';
import { setUi, useUi } from '../store/ui-store';
import { useWindowDropTarget } from '../tiles/use-pane-drag';
import { InlineName } from './InlineName';
import { closeRow, toggle } from './sidebar-actions';
import type { TreeRow } from './tree-rows';

interface Properties {
  readonly row: TreeRow;
  /** The one line of the tree that Tab reaches. */
  readonly focusable: boolean;
  readonly choose: () => void;
  readonly activate: () => void;
}

export function SidebarRow({ row, focusable, choose, activate }: Properties) {
  const line = useRef<HTMLDivElement>(null);
  const renaming = useUi((state) => state.renaming?.place === 'sidebar' && state.renaming.id === row.id);
  const droppedOn = useUi(
    (state) => state.drag?.target?.kind === 'window' && state.drag.target.windowId === row.id,
  );
  useWindowDropTarget(line, row.kind === 'window' ? row.id : null);
  return (
    <div
      ref={line}
      className="tree-row"
      role="treeitem"
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-selected={row.current}
      aria-label={`${row.kind} ${row.label}${row.state === '' ? '' : `, ${row.state}`}`}
      {...(row.expanded === null ? {} : { 'aria-expanded': row.expanded })}
      tabIndex={focusable ? 0 : -1}
      data-row={row.id}
      data-testid={`sidebar-${row.kind}-${row.id}`}
      data-kind={row.kind}
      data-claude={(row.kind === 'pane' && row.state !== '') || undefined}
      data-attention={row.needs ?? undefined}
      data-drop={droppedOn || undefined}
      onFocus={choose}
      onClick={activate}
      onDoubleClick={() => {
        setUi({ renaming: { place: 'sidebar', id: row.id } });
      }}
    >
      {row.expanded === null ? (
        <span className="tree-chevron" />
      ) : (
        <span
          className="tree-chevron"
          aria-hidden
          onClick={(event) => {
            event.stopPropagation();
            toggle(row.id);
          }}
          onDoubleClick={(event) => {
            event.stopPropagation();
          }}
        >
          {row.expanded ? <ChevronDown size={12} /> : <ChevronRight size={12} />}
        </span>
      )}
      <Dot dot={row.dot} />
      {renaming ? (
        <InlineName
          label={`Name of the ${row.kind}`}
          value={row.label}
          emptyAllowed={row.kind === 'pane'}
          save={(name) => rename(row, name)}
          after={() => line.current?.focus()}
        />
      ) : (
        <span className="tree-label" title={row.state === '' ? row.label : `${row.label}\n${row.state}`}>
          {row.label}
          {row.kind === 'pane' && row.state !== '' && (
            <span className="tree-state">
              {row.detail} {row.state}
            </span>
          )}
        </span>
      )}
      {row.kind !== 'pane' && <AttentionCount count={row.attention} />}
      {row.kind !== 'pane' && row.detail !== '' && <span className="tree-detail">{row.detail}</span>}
      {/* For the mouse; keys do the same: Delete closes, F2 renames. */}
      <span className="tree-actions" aria-hidden>
        {row.kind === 'session' && !row.current && (
          <span
            className="button-icon"
            title="Show in a desktop window of its own"
            onClick={(event) => {
              event.stopPropagation();
              void runCommand('open_desktop_window', { session_id: row.id });
            }}
          >
            <AppWindow size={12} />
          </span>
        )}
        {row.kind === 'session' && (
          <span
            className="button-icon"
            title="New window"
            onClick={(event) => {
              event.stopPropagation();
              void runCommand('create_window', { session_id: row.id, focus: true });
            }}
          >
            <Plus size={12} />
          </span>
        )}
        <span
          className="button-icon"
          title={`Close ${row.kind}`}
          onClick={(event) => {
            event.stopPropagation();
            closeRow(row);
          }}
        >
          <X size={12} />
        </span>
      </span>
    </div>
  );
}

function rename(row: TreeRow, name: string): Promise<boolean> {
  switch (row.kind) {
    case 'session':
      return runCommand('rename_session', { session_id: row.id, name });
    case 'window':
      return runCommand('rename_window', { window_id: row.id, name });
    case 'pane':
      return runCommand('rename_pane', { pane_id: row.id, name });
    default:
      return assertNever(row, 'row');
  }
}
