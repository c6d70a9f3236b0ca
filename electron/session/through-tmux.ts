import type { Pane } from '#shared/model/pane';
import { processVariable, withAncestors } from '../pty/process-tree';
import type { PaneNews } from '../pty/pty-host-client';
import { CLAUDE_PROGRAM } from './claude-in-shell';
import type { StatusRows } from './tmux-panes';
import { readOwnTitle } from './tmux-panes';

/** What tmux shows in the corner of a pane in which somebody reads back. */
const READS_BACK = /\[\d+\/\d+\]\s*$/;

/**
 * What news of a pane say of the Claude that it shows through its tmux; null when they say nothing of it. The program
 * in front is always the viewer, titles come only from Fugue's own server, and rows of tmux's own are no Claude's.
 */
export function claudeNewsThroughTmux(pane: Pane, news: PaneNews, status: StatusRows): PaneNews | null {
  if (pane.tmux === null) return news;
  switch (news.type) {
    case 'program':
      return pane.kind === 'claude' ? null : news;
    case 'title': {
      const own = pane.tmux.server === 'own' ? readOwnTitle(news.title) : null;
      return own === null ? null : { ...news, title: own.title };
    }
    case 'frame': {
      const rows = news.rows.slice(status.top, news.rows.length - status.bottom);
      return READS_BACK.test(rows[0] ?? '') ? null : { ...news, rows };
    }
    default:
      return news;
  }
}

/** What news of a pane are when its program is seen through Fugue's own tmux. */
export function paneNewsThroughTmux(pane: Pane, news: PaneNews): readonly PaneNews[] {
  if (pane.tmux === null) return [news];
  // In front is always what shows the session.
  if (news.type === 'program') return pane.kind === 'claude' ? [{ ...news, program: CLAUDE_PROGRAM }] : [];
  if (pane.tmux.server === 'person') return [news];
  if (news.type !== 'title') return [news];
  const own = readOwnTitle(news.title);
  const pid = pane.process.status === 'running' ? pane.process.pid : 0;
  if (own === null) return [];
  // What tmux names is the shell that keeps how the program has ended.
  const program = pane.kind === 'claude' ? CLAUDE_PROGRAM : own.program;
  return [
    { ...news, title: own.title },
    { type: 'program', paneId: news.paneId, program, directory: own.directory, pid },
  ];
}

/** The Claude pane whose program this is, in the tmux of the pane; null when it is none's. */
export function paneInTmuxOf(pid: number, panes: readonly Pane[]): Pane | null {
  const candidates = panes.filter(({ kind, tmux }) => kind === 'claude' && tmux !== null);
  if (candidates.length === 0) return null;
  const named = processVariable(pid, 'FUGUE_PANE_ID');
  const pane = candidates.find(({ id }) => id === named);
  if (pane === undefined) return null;
  // What a tool of that Claude has started has its variables too.
  const isNested = withAncestors(pid)
    .slice(1)
    .some(({ name }) => name === CLAUDE_PROGRAM);
  return isNested ? null : pane;
}
