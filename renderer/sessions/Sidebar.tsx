import { Plus } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { useMemo, useRef, useState } from 'react';
import { useAppState } from '../store/replica';
import { runCommand } from '../store/run-command';
import { useUi } from '../store/ui-store';
import { SidebarRow } from './SidebarRow';
import { activate, pressed } from './sidebar-actions';
import type { TreeRow } from './tree-rows';
import { treeRows } from './tree-rows';

/** Everything there is, as a tree: sessions, their windows, their panes. `children` stand below it. */
export function Sidebar({ children }: { readonly children?: ReactNode }) {
  const state = useAppState((whole) => whole);
  const collapsed = useUi((whole) => whole.collapsed);
  const rows = useMemo(() => treeRows(state, collapsed), [state, collapsed]);
  const tree = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const deepest = rows.filter((row) => row.current).at(-1);
  const focusable = rows.find((row) => row.id === chosen) ?? deepest ?? rows[0];

  const goTo = (row: TreeRow | undefined): void => {
    if (row === undefined) return;
    setChosen(row.id);
    tree.current?.querySelector<HTMLElement>(`[data-row="${row.id}"]`)?.focus();
  };
  const press = (event: KeyboardEvent<HTMLDivElement>): void => {
    const index = rows.findIndex((row) => row.id === focusable?.id);
    const row = rows[index];
    if (row === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    const done = pressed(event.key, row, index, rows, goTo);
    if (!done) return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <nav className="sidebar" aria-label="Sessions" data-testid="sidebar">
      <div className="sidebar-head">
        <h2>Sessions</h2>
        <button
          type="button"
          className="button-icon"
          aria-label="New session"
          title="New session"
          onClick={() => void runCommand('create_session', { focus: true })}
        >
          <Plus size={14} aria-hidden />
        </button>
      </div>
      {rows.length === 0 ? (
        <p className="sidebar-empty">No session yet. The plus above makes one.</p>
      ) : (
        <div
          className="tree"
          role="tree"
          aria-label="Sessions, windows and panes"
          ref={tree}
          onKeyDown={press}
        >
          {rows.map((row) => (
            <SidebarRow
              key={row.id}
              row={row}
              focusable={row.id === focusable?.id}
              choose={() => {
                setChosen(row.id);
              }}
              activate={() => {
                void activate(row);
              }}
            />
          ))}
        </div>
      )}
      {children}
    </nav>
  );
}
