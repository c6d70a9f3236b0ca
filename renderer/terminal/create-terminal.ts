import { UnicodeGraphemesAddon } from '@xterm/addon-unicode-graphemes';
import { WebLinksAddon } from '@xterm/addon-web-links';
import { Terminal } from '@xterm/xterm';
import type { FeedScheduler } from './feed-scheduler';
import { scrollWithoutTicks } from './scroll-without-ticks';
import { silenceQueries } from './silence-queries';
import type { TerminalLook } from './terminal-options';
import { FIXED_OPTIONS } from './terminal-options';
import type { WebglContexts } from './webgl-contexts';

/** What a terminal needs from around it. */
export interface TerminalSurroundings {
  readonly scheduler: FeedScheduler;
  readonly contexts: WebglContexts;
  readonly options: TerminalLook;
  readonly columns: number;
  readonly rows: number;
  /** It comes into view. */
  readonly shown: () => void;
  readonly focused: () => boolean;
  readonly keyEvent: (event: KeyboardEvent) => boolean;
  readonly link: (text: string) => void;
  readonly clipboard: (data: string) => void;
  readonly pasted: (text: string) => void;
  readonly selected: (text: string) => void;
}

/** The terminal itself, with what every terminal of the window has. It is not in the page yet. */
export function createTerminal(around: TerminalSurroundings): Terminal {
  const terminal = new Terminal({
    ...FIXED_OPTIONS,
    ...around.options.options,
    cols: around.columns,
    rows: around.rows,
    linkHandler: {
      activate: (_event, text) => {
        around.link(text);
      },
    },
  });
  terminal.loadAddon(new UnicodeGraphemesAddon());
  terminal.loadAddon(
    new WebLinksAddon((_event, text) => {
      around.link(text);
    }),
  );
  silenceQueries(terminal);
  terminal.attachCustomKeyEventHandler(around.keyEvent);
  terminal.attachCustomWheelEventHandler((event) => scrollWithoutTicks(terminal, event));
  return terminal;
}
