import type { Clock } from '#shared/base/clock';
import type { Disposable } from '#shared/base/disposable';
import { DisposableStore } from '#shared/base/disposable';
import { assertNever } from '#shared/base/assert';
import { asPaneId } from '#shared/model/ids';
import { activePane } from '#shared/state/selectors';
import { plainTitle } from '../claude/detect/title';
import type { PaneNews, PtyHostClient } from '../pty/pty-host-client';
import type { ChatSessions } from './chat/chat-sessions';
import type { SessionService } from './session-service';
import { cleanTitle } from './text-cleaning';
import { paneNewsThroughTmux } from './through-tmux';

/** Turns what the terminal host tells into facts of the state: flow 1, for panes. */
export class PaneNewsReader implements Disposable {
  private readonly disposables = new DisposableStore();

  constructor(
    private readonly service: SessionService,
    host: PtyHostClient,
    chats: Pick<ChatSessions, 'onNews'>,
    private readonly clock: Clock,
    private readonly isWindowFocused: () => boolean,
  ) {
    this.disposables.add(
      host.onNews((told) => {
        const pane = this.service.state.panes[asPaneId(told.paneId)];
        if (pane !== undefined) for (const news of paneNewsThroughTmux(pane, told)) this.take(news);
      }),
    );
    this.disposables.add(
      chats.onNews((news) => {
        this.take(news);
      }),
    );
    this.disposables.add(
      host.onLost((description) => {
        this.lost(description);
      }),
    );
  }

  dispose(): void {
    this.disposables.dispose();
  }

  private take(news: PaneNews): void {
    const paneId = asPaneId(news.paneId);
    const pane = this.service.state.panes[paneId];
    if (pane === undefined) return;
    switch (news.type) {
      case 'spawned':
        this.service.process(paneId, { status: 'running', pid: news.pid, startedAt: this.clock.now() });
        break;
      case 'failed':
        this.service.process(paneId, { status: 'failed', reason: news.reason, endedAt: this.clock.now() });
        break;
      case 'exited':
        this.service.process(paneId, {
          status: 'exited',
          exitCode: news.exitCode,
          signal: news.signal,
          endedAt: this.clock.now(),
        });
        this.service.dispatch({ type: 'pane/title-changed', paneId, title: '' });
        break;
      case 'title':
        this.service.dispatch({
          type: 'pane/title-changed',
          paneId,
          title: cleanTitle(plainTitle(news.title)),
        });
        break;
      case 'program':
        this.service.dispatch({
          type: 'pane/program-changed',
          paneId,
          program: cleanTitle(news.program),
          currentDirectory: news.directory ?? pane.currentDirectory,
        });
        break;
      case 'bell': {
        const seen = this.isWindowFocused() && activePane(this.service.state)?.id === paneId;
        if (!seen) this.service.dispatch({ type: 'pane/bell-changed', paneId, bell: true });
        break;
      }
      case 'resized':
        this.service.dispatch({ type: 'pane/resized', paneId, columns: news.columns, rows: news.rows });
        break;
      case 'typed':
        this.service.typing.note(paneId);
        break;
      case 'changed':
      case 'frame':
        break; // for those who listen by themselves
      default:
        assertNever(news, 'news of a pane');
    }
  }

  private lost(description: string): void {
    const reason = `the terminal host ended (${description}); press Enter to start again`;
    let count = 0;
    for (const pane of Object.values(this.service.state.panes)) {
      if (pane.process.status !== 'running' && pane.process.status !== 'starting') continue;
      // Its Claude runs beside the host.
      if (pane.claude?.driver === 'stream') continue;
      count += 1;
      this.service.process(pane.id, { status: 'lost', reason, endedAt: this.clock.now() });
    }
    if (count > 0) {
      this.service.addNotice(
        'error',
        `The terminal host ended and took ${count === 1 ? 'one program' : `${String(count)} programs`} along`,
        ['It runs again. Press Enter in a pane to start its program again.'],
      );
    }
  }
}
