import type { Clock } from '#shared/base/clock';
import type { PaneId } from '#shared/model/ids';
import type { Pane, PaneInTmux } from '#shared/model/pane';
import { withAncestors } from '../../pty/process-tree';
import type { PtyHostClient } from '../../pty/pty-host-client';
import type { SessionService } from '../session-service';
import type { TmuxPanes } from '../tmux-panes';

/** The most that is read of a screen, in bytes. */
const SCREEN_LIMIT = 512 * 1024;

export interface PromptScreen {
  readonly rows: readonly string[];
  readonly columns: number;
}

/** A terminal in which a Claude has its prompt box. */
export interface PromptTerminal {
  /** What it shows, with escapes if asked; null when it can't be read. */
  readonly read: (ansi: boolean) => Promise<PromptScreen | null>;
  /** Why nothing may be typed there just now, in words that follow a name; null when it may. */
  readonly busy: () => Promise<string | null>;
  /** Gives text as a paste. */
  readonly paste: (text: string) => Promise<void>;
  readonly enter: () => Promise<void>;
}

export interface PromptTerminalsOptions {
  readonly service: SessionService;
  readonly host: PtyHostClient;
  readonly tmux: TmuxPanes;
  readonly clock: Clock;
}

/** Finds the terminal of a Claude: the pane's own, or the one that it has in a tmux. */
export class PromptTerminals {
  constructor(private readonly options: PromptTerminalsOptions) {}

  of(paneId: PaneId): PromptTerminal {
    const pane = this.options.service.state.panes[paneId];
    return pane?.tmux == null ? this.ownTerminal(paneId) : this.inTmux(pane, pane.tmux);
  }

  private ownTerminal(paneId: PaneId): PromptTerminal {
    const { host, service } = this.options;
    const write = (data: string): Promise<void> => {
      host.write(paneId, data);
      return Promise.resolve();
    };
    return {
      read: async (ansi) => {
        const reply = await host.request(paneId, 'read', {
          lines: null,
          from: 'screen',
          offset: 0,
          ansi,
          maximumBytes: SCREEN_LIMIT,
        }).outcome;
        const columns = service.state.panes[paneId]?.columns ?? 80;
        return reply.ok ? { rows: reply.value.text.split('\n'), columns } : null;
      },
      busy: () => Promise.resolve(null),
      paste: (text) => write(`\x1b[200~${text}\x1b[201~`),
      enter: () => write('\r'),
    };
  }

  /** Past the terminals that show it: what is typed for somebody counts as nobody's typing, and resizes nothing. */
  private inTmux(pane: Pane, tmux: PaneInTmux): PromptTerminal {
    const server = this.options.tmux.server(tmux);
    const withPane = async <T>(use: (place: string) => Promise<T>, otherwise: T): Promise<T> => {
      const place = await server.programPane(tmux.session);
      return place === null ? otherwise : use(place);
    };
    return {
      read: (ansi) => withPane<PromptScreen | null>((place) => server.screen(place, ansi), null),
      busy: async () => {
        const screen = await withPane((place) => server.screen(place, false), null);
        if (screen === null) return 'its tmux does not answer';
        if (screen.inMode) return 'somebody reads back in it';
        return (await this.someoneTypes(pane, tmux)) ? 'a person types there' : null;
      },
      paste: (text) =>
        withPane<void>(async (place) => {
          await server.paste(place, text);
        }, undefined),
      enter: () =>
        withPane<void>(async (place) => {
          await server.enter(place);
        }, undefined),
    };
  }

  /** Whether somebody has typed lately in a terminal of their own that shows the session; notes when. */
  private async someoneTypes(pane: Pane, tmux: PaneInTmux): Promise<boolean> {
    const { service, clock } = this.options;
    const viewers = await this.options.tmux.server(tmux).viewers(tmux.session);
    const leader = pane.process.status === 'running' ? pane.process.pid : 0;
    const others = viewers.filter(({ pid }) => !withAncestors(pid).some((entry) => entry.pid === leader));
    if (others.length === 0) return false;
    const newest = Math.max(...others.map(({ activity }) => activity));
    // tmux counts whole seconds: the key may have come at the end of this one.
    service.typing.note(pane.id, Math.max(0, clock.now() - (newest + 1) * 1000));
    return service.typing.hold(pane.id) > 0;
  }
}
