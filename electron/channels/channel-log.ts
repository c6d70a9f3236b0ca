import type { Disposable } from '#shared/base/disposable';
import { DisposableStore } from '#shared/base/disposable';
import { errorMessage } from '#shared/base/errors';
import type { AgentState } from '#shared/model/agent-state';
import type { Delivery } from '#shared/model/delivery';
import type { PaneId } from '#shared/model/ids';
import type { Pane } from '#shared/model/pane';
import type { Logger } from '../log/logger';
import type { SessionService } from '../session/session-service';

export interface ChannelLoggerOptions {
  /** The file that is written to now; null while nothing is to be kept. */
  readonly file: () => string | null;
  readonly open: (file: string) => Logger;
  /** Gets what can't be kept there. */
  readonly instead: Logger;
}

/** A logger whose file is opened with the first line, and anew when the settings name another. */
export function channelLogger({ file, open, instead }: ChannelLoggerOptions): Logger {
  let opened: { readonly file: string; readonly logger: Logger } | null = null;
  const current = (): Logger => {
    const wanted = file();
    if (wanted === null) return instead;
    if (opened?.file !== wanted) {
      try {
        opened = { file: wanted, logger: open(wanted) };
      } catch (error) {
        opened = { file: wanted, logger: instead };
        instead.warn('channels.no-log', { file: wanted, reason: errorMessage(error) });
      }
    }
    return opened.logger;
  };
  return {
    info: (event, fields) => {
      current().info(event, fields);
    },
    warn: (event, fields) => {
      current().warn(event, fields);
    },
    error: (event, fields) => {
      current().error(event, fields);
    },
  };
}

export interface ChannelLogOptions {
  readonly service: SessionService;
  readonly logger: Logger;
  /** The panes whose Claudes get the messages. */
  readonly panes: () => readonly Pane[];
}

/** Notes what becomes of messages, and how the Claudes fare that get them; never what is said. */
export class ChannelLog implements Disposable {
  private readonly store = new DisposableStore();
  private readonly states = new Map<PaneId, AgentState>();

  constructor(private readonly options: ChannelLogOptions) {
    this.store.add(
      options.service.onAction(({ action }) => {
        if (action.type === 'delivery/changed') this.delivery(action.delivery);
        else if (action.type === 'pane/removed') this.states.delete(action.paneId);
        else if (action.type === 'pane/agent-changed' && action.agent !== null)
          this.state(action.paneId, action.agent.state, action.agent.source);
      }),
    );
  }

  dispose(): void {
    this.store.dispose();
  }

  private delivery({ id, to, kind, topic, state, reason }: Delivery): void {
    if (kind !== 'channel') return;
    const fields = { id, channel: topic, pane: to };
    if (state === 'delivered') this.options.logger.info('message.injected', fields);
    else if (state === 'failed') this.options.logger.warn('message.failed', { ...fields, reason });
  }

  private state(paneId: PaneId, state: AgentState, source: string): void {
    const before = this.states.get(paneId);
    if (before === state || !this.options.panes().some(({ id }) => id === paneId)) return;
    this.states.set(paneId, state);
    const { logger } = this.options;
    if (state === 'crashed') logger.warn('claude.crashed', { pane: paneId, source });
    else if (before === 'crashed') logger.info('claude.restarted', { pane: paneId });
    if (state === 'idle' || state === 'complete') logger.info('claude.ready', { pane: paneId, source });
  }
}
