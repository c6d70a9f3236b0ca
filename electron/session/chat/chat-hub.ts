import type { Clock } from '#shared/base/clock';
import type { Disposable } from '#shared/base/disposable';
import { DisposableSlot, DisposableStore, toDisposable } from '#shared/base/disposable';
import type { ChatFacts, ChatLine, ChatPortDown, ChatPortUp } from '#shared/ipc/chat-port';
import { CHAT_PAGE, NO_FACTS } from '#shared/ipc/chat-port';
import type { PaneId } from '#shared/model/ids';
import type { Segment } from '../../claude/stream/conversation-pages';
import { chatLine, ConversationPages, readChatLine } from '../../claude/stream/conversation-pages';
import { sizeOf } from '../../claude/stream/line-pages';
import { transcriptOf } from '../../claude/transcripts';
import type { SessionService } from '../session-service';
import { ChatOutbox } from './chat-outbox';
import type { ChatSessions } from './chat-sessions';
import type { HandOff } from './hand-off';
import { TranscriptFollower } from './transcript-follower';

/** The newest part of a conversation, which a view gets first, in bytes. */
const FIRST_PAGE = CHAT_PAGE / 2;

/** The end of a chat's port in the main process. */
export interface ChatPort {
  post(message: ChatPortDown): void;
  listen(listener: (message: ChatPortUp) => void): void;
  onClose(listener: () => void): void;
}

export interface ChatHubOptions {
  readonly service: SessionService;
  readonly chats: ChatSessions;
  readonly clock: Clock;
  readonly handOff: HandOff;
}

/** Shows conversations to views: from their end to their beginning, and as they go on. */
export class ChatHub implements Disposable {
  private readonly viewers = new DisposableStore();

  constructor(private readonly options: ChatHubOptions) {}

  /** Shows what stands in a file, which nobody writes to any more or somebody else does. */
  openTranscript(file: string, port: ChatPort): void {
    this.open(port, new Viewer(port, this.options, { kind: 'transcript', file }));
  }

  /** Shows the conversation of a pane, whoever holds it, and whichever it is. */
  openPane(paneId: PaneId, port: ChatPort): void {
    this.open(port, new Viewer(port, this.options, { kind: 'pane', paneId }));
    this.options.service.wake(paneId);
  }

  dispose(): void {
    this.viewers.dispose();
  }

  private open(port: ChatPort, viewer: Viewer): void {
    this.viewers.add(viewer);
    port.onClose(() => {
      this.viewers.delete(viewer);
    });
  }
}

type Source =
  { readonly kind: 'transcript'; readonly file: string } | { readonly kind: 'pane'; readonly paneId: PaneId };

/** One view of one conversation. */
class Viewer implements Disposable {
  private readonly store = new DisposableStore();
  /** What belongs to the conversation that is shown now. */
  private readonly shown = this.store.add(new DisposableSlot<DisposableStore>());
  private readonly outbox: ChatOutbox;
  private pages = new ConversationPages([]);
  private segments: () => readonly Segment[] = () => [];
  /** Names what is shown, so that it is shown anew only when it is something else. */
  private shownAs = '';
  private reading = Promise.resolve();

  private facts: ChatFacts = NO_FACTS;

  constructor(
    port: ChatPort,
    private readonly options: ChatHubOptions,
    private readonly source: Source,
  ) {
    this.outbox = new ChatOutbox(
      (message) => {
        port.post(message);
      },
      (on) => {
        this.holdBack(on);
      },
    );
    this.store.add(
      toDisposable(() => {
        this.holdBack(false);
      }),
    );
    port.listen((message) => {
      this.take(message);
    });
    if (source.kind === 'pane') {
      this.store.add(
        options.service.onAction(({ action }) => {
          if ('paneId' in action && action.paneId === source.paneId) this.lookAtPane(source.paneId);
        }),
      );
      this.store.add(
        options.handOff.onReason((paneId) => {
          if (paneId === source.paneId) this.tellFacts(this.facts);
        }),
      );
      this.lookAtPane(source.paneId);
    } else this.showTranscript(source.file, null, false);
  }

  dispose(): void {
    this.store.dispose();
  }

  private lookAtPane(paneId: PaneId): void {
    const { service, chats } = this.options;
    const pane = service.state.panes[paneId];
    if (pane === undefined) return;
    const file = pane.claude === null ? null : transcriptOf(pane.claude);
    // Before a Claude of a chat is started its transcript is all there is, and nobody writes to it.
    const session = chats.of(paneId);
    const streams = pane.claude?.driver === 'stream' && session?.conversation != null;
    const name = streams ? `stream ${String(session.generation)}` : `file ${file ?? ''}`;
    if (name === this.shownAs) return;
    this.shownAs = name;
    if (streams) this.showStream(paneId);
    else this.showTranscript(file ?? '', pane.claude?.sessionId ?? null, true);
  }

  private showStream(paneId: PaneId): void {
    const { chats } = this.options;
    const session = chats.of(paneId);
    if (session === null) return;
    const shown = this.begin(session.conversation);
    const early: ChatPortDown[] = [];
    let ready = false;
    const tell = (message: ChatPortDown): void => {
      if (ready) this.outbox.push(message);
      else early.push(message);
    };
    this.tellFacts(session.facts);
    shown.add(
      session.onChange((change) => {
        switch (change.type) {
          case 'line':
            tell({ type: 'lines', lines: [change.line] });
            break;
          case 'partial':
            tell({ type: 'partial', lines: [change.line] });
            break;
          case 'facts':
            this.tellFacts(session.facts);
            break;
          case 'reset':
            this.lookAtPane(paneId);
        }
      }),
    );
    this.segments = () => session.segments;
    this.pages = new ConversationPages(session.segments);
    const partial = session.partialLines;
    void this.firstPage(shown).then(() => {
      if (shown.isDisposed) return;
      ready = true;
      if (partial.length > 0) this.outbox.push({ type: 'partial', lines: partial });
      for (const message of early) this.outbox.push(message);
    });
  }

  private showTranscript(file: string, sessionId: string | null, follows: boolean): void {
    const shown = this.begin(sessionId);
    this.tellFacts({ ...NO_FACTS, driver: follows && file !== '' ? 'terminal' : 'none' });
    if (file === '') {
      this.outbox.push({ type: 'lines', lines: [] });
      return;
    }
    let ready: Promise<void> = Promise.resolve();
    const follower = new TranscriptFollower({
      file,
      clock: this.options.clock,
      lines: (lines) => {
        void ready.then(() => {
          if (!shown.isDisposed)
            this.outbox.push({ type: 'lines', lines: lines.map((line) => chatLine(0, line)) });
        });
      },
      restarted: () => {
        this.showTranscript(file, sessionId, follows);
      },
    });
    shown.add(follower);
    ready = (follows ? follower.begin() : sizeOf(file)).then(async (end) => {
      if (shown.isDisposed) return;
      const segments = [{ file, end }];
      this.segments = () => segments;
      this.pages = new ConversationPages(segments);
      await this.firstPage(shown);
    });
  }

  private tellFacts(facts: ChatFacts): void {
    this.facts = facts;
    const { source } = this;
    const handOff = source.kind === 'pane' ? this.options.handOff.reason(source.paneId) : null;
    this.outbox.push({ type: 'facts', facts: { ...facts, handOff } });
  }

  /** Everything that was shown goes. */
  private begin(sessionId: string | null): DisposableStore {
    const shown = new DisposableStore();
    this.shown.value = shown;
    this.outbox.clear();
    this.outbox.push({ type: 'reset', sessionId });
    return shown;
  }

  private async firstPage(shown: DisposableStore): Promise<void> {
    const { lines } = await this.page(FIRST_PAGE);
    if (!shown.isDisposed) this.outbox.push({ type: 'lines', lines });
  }

  /** One page after the other, in the order in which they were asked for. */
  private page(bytes: number): Promise<{ readonly lines: readonly ChatLine[]; readonly more: boolean }> {
    const { pages } = this;
    const page = this.reading.then(() => pages.earlier(bytes));
    this.reading = page.then(
      () => undefined,
      () => undefined,
    );
    return page;
  }

  private take(message: ChatPortUp): void {
    switch (message.type) {
      case 'acknowledge':
        this.outbox.acknowledge(message.units);
        break;
      case 'earlier': {
        const { shown } = this;
        const current = shown.value;
        void this.page(CHAT_PAGE).then(({ lines, more }) => {
          if (shown.value === current) this.outbox.push({ type: 'earlier', lines, more });
        });
        break;
      }
      case 'read':
        void readChatLine(this.segments(), message.id).then((text) => {
          this.outbox.push({ type: 'line', id: message.id, text });
        });
    }
  }

  /** A view that is behind slows its Claude. */
  private holdBack(on: boolean): void {
    if (this.source.kind !== 'pane') return;
    const client = this.options.chats.of(this.source.paneId)?.client;
    if (on) client?.pause();
    else client?.resume();
  }
}
