import type { Delivery } from '#shared/model/delivery';
import type { PaneId } from '#shared/model/ids';
import type { SessionService } from '../session-service';
import type { ChatReceiver } from './chat-receiver';
import type { DeliveryTarget, Given, Readiness } from './deliveries';
import type { Injector } from './injector';
import type { TranscriptMark } from './transcript-mark';
import { isChat } from '#shared/model/pane';

/** Gives each message by the way that its receiver has: into its terminal, or over its own protocol. */
export class Receivers implements DeliveryTarget {
  constructor(
    private readonly service: SessionService,
    private readonly injector: Injector,
    private readonly chat: ChatReceiver,
  ) {}

  readiness(paneId: PaneId, rushed = false): Readiness {
    const pane = this.service.state.panes[paneId];
    const driver = this.isChat(paneId) ? 'stream' : 'terminal';
    // What waits for the other driver is given once that one holds the conversation.
    if (pane?.process.status === 'running' && pane.claude !== null && pane.claude.driver !== driver)
      return { type: 'wait', reason: 'its conversation is about to change hands', until: null };
    return driver === 'stream' ? this.chat.readiness(paneId, rushed) : this.injector.readiness(paneId);
  }

  mark(paneId: PaneId): TranscriptMark | null {
    return this.injector.mark(paneId);
  }

  wasGiven(text: string, mark: TranscriptMark): boolean {
    return this.injector.wasGiven(text, mark);
  }

  hindrance(paneId: PaneId, text: string): Promise<string | null> {
    return this.isChat(paneId) ? this.chat.hindrance() : this.injector.hindrance(paneId, text);
  }

  give(delivery: Delivery & { readonly to: PaneId }, mark: TranscriptMark): Promise<Given> {
    return this.isChat(delivery.to) ? this.chat.give(delivery, mark) : this.injector.give(delivery, mark);
  }

  /** Gives a prompt of somebody who has the turn to type in this pane. `id`: Claude takes it once. */
  giveInTurn(paneId: PaneId, id: string, text: string, mark: TranscriptMark): Promise<Given> {
    return this.isChat(paneId)
      ? this.chat.giveText(paneId, id, text, mark)
      : this.injector.giveInTurn(paneId, text, mark);
  }

  private isChat(paneId: PaneId): boolean {
    const pane = this.service.state.panes[paneId];
    return pane !== undefined && isChat(pane);
  }
}
