import { assertNever } from '#shared/base/assert';
import type {
  ExpectRequest,
  FromHost,
  HostRequests,
  ReadRequest,
  TerminalColors,
  ToHost,
} from '../host-protocol';
import { HostedPane } from './hosted-pane';
import { readScreen } from './read-screen';
import type { BytePort } from './subscriber';

/** How the host speaks with the process that owns it. */
export interface HostLink {
  send(message: FromHost): void;
  onMessage(listener: (message: ToHost, port: BytePort | null) => void): void;
}

/** The terminal host: owns every program and every screen, and nothing else. */
export class PtyHost {
  private readonly panes = new Map<string, HostedPane>();
  private readonly waitingIn = new Map<number, HostedPane>();
  /** Ports of windows that asked before the pane came to be here. */
  private readonly early = new Map<string, BytePort>();
  private colors: TerminalColors | null = null;

  constructor(
    private readonly link: HostLink,
    private readonly ended: () => void,
  ) {
    link.onMessage((message, port) => {
      this.take(message, port);
    });
    link.send({ type: 'ready' });
  }

  private take(message: ToHost, port: BytePort | null): void {
    switch (message.type) {
      case 'spawn':
      case 'show': {
        const { request } = message;
        let pane = this.panes.get(request.paneId);
        const again = pane !== undefined;
        if (pane === undefined) {
          pane = new HostedPane(
            request.paneId,
            request,
            (news) => {
              this.link.send(news);
            },
            this.colors,
          );
          this.panes.set(request.paneId, pane);
        }
        if (message.type === 'spawn') pane.start(request, again);
        const early = this.early.get(request.paneId);
        this.early.delete(request.paneId);
        if (early !== undefined) pane.attach(early);
        break;
      }
      case 'write':
        this.panes.get(message.paneId)?.input(message.data);
        break;
      case 'resize':
        this.panes.get(message.paneId)?.resize(message.columns, message.rows);
        break;
      case 'watch':
        this.panes.get(message.paneId)?.watchFrames(message.on);
        break;
      case 'forget': {
        const pane = this.panes.get(message.paneId);
        this.panes.delete(message.paneId);
        this.early.get(message.paneId)?.close();
        this.early.delete(message.paneId);
        void pane?.forget();
        break;
      }
      case 'attach':
        if (port !== null) this.attach(message.paneId, port);
        break;
      case 'colors':
        this.colors = message.colors;
        for (const pane of this.panes.values()) pane.setColors(message.colors);
        break;
      case 'request':
        this.answer(message);
        break;
      case 'cancel':
        this.waitingIn.get(message.id)?.waits.cancel(message.id);
        this.waitingIn.delete(message.id);
        break;
      case 'ping':
        this.link.send({ type: 'pong', id: message.id });
        break;
      case 'shutdown':
        void this.shutdown();
        break;
      default:
        assertNever(message, 'message to the terminal host');
    }
  }

  private attach(paneId: string, port: BytePort): void {
    const pane = this.panes.get(paneId);
    if (pane !== undefined) {
      pane.attach(port);
      return;
    }
    this.early.get(paneId)?.close();
    this.early.set(paneId, port);
  }

  private answer(message: Extract<ToHost, { type: 'request' }>): void {
    const { id, name } = message;
    const pane = this.panes.get(message.paneId);
    if (pane === undefined) {
      // A pane that is gone has ended already; every other question has no answer.
      if (name === 'end') this.reply(id, 'end', null);
      else this.refuse(id, 'the pane has no screen any more');
      return;
    }
    switch (name) {
      case 'read':
        // What was written before the question counts, parsed or not.
        pane.screen.write('', () => {
          this.reply(id, 'read', readScreen(pane.screen, message.input as ReadRequest));
        });
        break;
      case 'serialize':
        this.reply(id, 'serialize', pane.serialize((message.input as { lines: number }).lines));
        break;
      case 'modes':
        this.reply(id, 'modes', {
          bracketedPaste: pane.screen.bracketedPaste,
          applicationCursorKeys: pane.screen.applicationCursorKeys,
        });
        break;
      case 'expect':
        this.waitingIn.set(id, pane);
        pane.waits.add(id, message.input as ExpectRequest, (outcome) => {
          this.waitingIn.delete(id);
          if (outcome.ok) this.reply(id, 'expect', outcome.value);
          else this.refuse(id, outcome.error);
        });
        break;
      case 'end':
        void pane.end().then(() => {
          this.reply(id, 'end', null);
        });
        break;
      default:
        assertNever(name, 'question to the terminal host');
    }
  }

  private reply<Name extends keyof HostRequests>(
    id: number,
    _name: Name,
    value: HostRequests[Name]['output'],
  ): void {
    this.link.send({ type: 'reply', id, value });
  }

  private refuse(id: number, reason: string): void {
    this.link.send({ type: 'refused', id, reason });
  }

  private async shutdown(): Promise<void> {
    await Promise.all([...this.panes.values()].map((pane) => pane.forget()));
    this.panes.clear();
    this.ended();
  }
}
