import fs from 'node:fs';
import path from 'node:path';
import type { Clock } from '#shared/base/clock';
import type { Disposable } from '#shared/base/disposable';
import { DisposableStore } from '#shared/base/disposable';
import { errorMessage } from '#shared/base/errors';
import type { Event } from '#shared/base/emitter';
import { Emitter } from '#shared/base/emitter';
import type { PaneId } from '#shared/model/ids';
import { asPaneId } from '#shared/model/ids';
import type { Backend } from '../../claude/backend/backend';
import type { StreamObservation } from '../../claude/detect/stream';
import type { StreamAsk } from '../../claude/stream/control';
import type { Logger } from '../../log/logger';
import type { SpawnRequest } from '../../pty/host-protocol';
import type { PaneNews } from '../../pty/pty-host-client';
import type { ChatChange } from './chat-session';
import { ChatSession } from './chat-session';

export interface ChatSessionsOptions {
  /** Where lines of Claudes are kept while they run. */
  readonly folder: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly newId: () => string;
}

/** What a Claude is started with, besides its command line. */
export interface ChatConversation {
  readonly backend: Backend;
  readonly sessionId: string | null;
  readonly transcript: string | null;
  /** What it is told first; null for nothing. */
  readonly prompt: string | null;
}

/** How a Claude ended that Fugue talked to. */
export interface ChatEnd {
  readonly paneId: PaneId;
  /** The end of what it wrote to standard error. */
  readonly said: string;
}

/** The Claudes that Fugue talks to itself, one for each pane that is a chat. */
export class ChatSessions implements Disposable {
  private readonly store = new DisposableStore();
  private readonly sessions = new Map<PaneId, ChatSession>();
  private readonly newsEmitter = this.store.add(new Emitter<PaneNews>());
  private readonly changeEmitter = this.store.add(
    new Emitter<{ readonly paneId: PaneId; readonly change: ChatChange }>(),
  );
  private readonly observedEmitter = this.store.add(
    new Emitter<{ readonly paneId: PaneId; readonly event: StreamObservation }>(),
  );
  private readonly askEmitter = this.store.add(
    new Emitter<{ readonly paneId: PaneId; readonly ask: StreamAsk }>(),
  );
  private readonly askEndedEmitter = this.store.add(
    new Emitter<{ readonly paneId: PaneId; readonly requestId: string }>(),
  );
  private readonly endEmitter = this.store.add(new Emitter<ChatEnd>());

  /** Starts and ends, as the terminal host tells of them for terminals. */
  readonly onNews: Event<PaneNews> = this.newsEmitter.event;
  readonly onChange = this.changeEmitter.event;
  /** What lines say about the state of a Claude. */
  readonly onObserved = this.observedEmitter.event;
  readonly onAsk = this.askEmitter.event;
  readonly onAskEnded = this.askEndedEmitter.event;
  /** Comes right before the news of the end. */
  readonly onEnd: Event<ChatEnd> = this.endEmitter.event;

  constructor(private readonly options: ChatSessionsOptions) {}

  of(paneId: PaneId): ChatSession | null {
    return this.sessions.get(paneId) ?? null;
  }

  start(request: SpawnRequest, { prompt, ...conversation }: ChatConversation): void {
    const paneId = asPaneId(request.paneId);
    const session = this.session(paneId);
    const { file, args, cwd, environment } = request;
    session.start({ file, args, cwd, environment, ...conversation }).then(
      (client) => {
        const { pid } = client;
        if (pid !== undefined) this.newsEmitter.fire({ type: 'spawned', paneId, pid });
        client.onAsk((ask) => {
          this.askEmitter.fire({ paneId, ask });
        });
        client.onAskEnded((requestId) => {
          this.askEndedEmitter.fire({ paneId, requestId });
        });
        client.onEnd(({ exitCode, signal, said }) => {
          this.options.logger.info('chat.ended', { paneId, exitCode, signal });
          this.endEmitter.fire({ paneId, said });
          this.newsEmitter.fire(
            pid === undefined
              ? { type: 'failed', paneId, reason: `Claude can't be started: ${said}` }
              : { type: 'exited', paneId, exitCode, signal },
          );
        });
        if (prompt !== null) client.prompt({ uuid: this.options.newId(), content: prompt });
      },
      (error: unknown) => {
        this.newsEmitter.fire({ type: 'failed', paneId, reason: errorMessage(error) });
      },
    );
  }

  /** The conversation of a pane goes on in its terminal. */
  leave(paneId: PaneId): void {
    this.sessions.get(paneId)?.leave();
  }

  /** Ends the Claude of a pane, if one runs; resolves once it is gone. */
  async end(paneId: PaneId): Promise<void> {
    await this.sessions.get(paneId)?.client?.end();
  }

  /** Ends them all; resolves once they are gone. */
  async endAll(): Promise<void> {
    await Promise.all([...this.sessions.keys()].map((paneId) => this.end(paneId)));
  }

  forget(paneId: PaneId): void {
    this.sessions.get(paneId)?.dispose();
    this.sessions.delete(paneId);
    fs.rmSync(this.logFile(paneId), { force: true });
  }

  dispose(): void {
    for (const session of this.sessions.values()) session.dispose();
    this.sessions.clear();
    this.store.dispose();
  }

  private logFile(paneId: PaneId): string {
    return path.join(this.options.folder, `pane-${paneId}.jsonl`);
  }

  private session(paneId: PaneId): ChatSession {
    const known = this.sessions.get(paneId);
    if (known !== undefined) return known;
    const { clock, logger } = this.options;
    const session = new ChatSession(this.logFile(paneId), clock, (error) => {
      logger.error('chat.log-failed', { paneId, reason: errorMessage(error) });
    });
    this.sessions.set(paneId, session);
    session.onChange((change) => {
      this.changeEmitter.fire({ paneId, change });
    });
    session.onObserved((event) => {
      this.observedEmitter.fire({ paneId, event });
    });
    return session;
  }
}
