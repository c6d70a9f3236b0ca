import { asPaneId } from '#shared/model/ids';
import { setUi } from '../store/ui-store';
import { contexts, terminalCount, terminalOf } from './terminal-registry';

/** What end-to-end tests can ask about the terminals of the window. */
export interface TestHooks {
  text(paneId: string): string;
  scrollback(paneId: string): string;
  viewportTop(paneId: string): string;
  /** Whether the newest lines are in view. */
  atBottom(paneId: string): boolean;
  selection(paneId: string): string;
  select(paneId: string, startRow: number, startColumn: number, length: number): void;
  size(paneId: string): { columns: number; rows: number } | null;
  renderer(paneId: string): 'webgl' | 'dom' | null;
  terminalCount(): number;
  contexts(): number;
  /** Shows a theme as the settings do that point at it. */
  tryTheme(name: string): void;
}

declare global {
  interface Window {
    fugueTest?: TestHooks;
  }
}

/** Only a page that was opened with `?test=1` has them. */
export function exposeTestHooks(): void {
  if (new URLSearchParams(window.location.search).get('test') !== '1') return;
  const terminal = (paneId: string) => terminalOf(asPaneId(paneId))?.terminal;
  const rows = (paneId: string, from: number, count: number): string => {
    const buffer = terminal(paneId)?.buffer.active;
    const lines = Array.from({ length: count }, (_, row) =>
      buffer?.getLine(from + row)?.translateToString(true),
    );
    return lines.map((line) => line ?? '').join('\n');
  };
  window.fugueTest = {
    tryTheme(name) {
      setUi({ previewTheme: name });
    },
    text(paneId) {
      const found = terminal(paneId);
      return found === undefined ? '' : rows(paneId, found.buffer.active.baseY, found.rows);
    },
    scrollback(paneId) {
      return rows(paneId, 0, terminal(paneId)?.buffer.active.length ?? 0);
    },
    viewportTop(paneId) {
      return rows(paneId, terminal(paneId)?.buffer.active.viewportY ?? 0, 1);
    },
    atBottom(paneId) {
      const buffer = terminal(paneId)?.buffer.active;
      return buffer?.viewportY === buffer?.baseY;
    },
    selection(paneId) {
      return terminal(paneId)?.getSelection() ?? '';
    },
    select(paneId, startRow, startColumn, length) {
      terminal(paneId)?.select(startColumn, startRow, length);
    },
    size(paneId) {
      const found = terminal(paneId);
      return found === undefined ? null : { columns: found.cols, rows: found.rows };
    },
    renderer(paneId) {
      return terminalOf(asPaneId(paneId))?.renderer ?? null;
    },
    terminalCount,
    contexts: () => contexts.count,
  };
}
