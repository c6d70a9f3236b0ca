import type { TestHooks } from '#renderer/terminal/test-hooks';

/** What the bench asks of a page, be it Fugue's or a floor's. */
export interface BenchProbe {
  /** What the terminal's screen holds, parsed, drawn or not. */
  text(pane: string): string;
  /** The element whose text is what is drawn. */
  rows(pane: string): HTMLElement | null;
  /** Types without a key; only floors have it. */
  send?(pane: string, data: string): void;
  focus?(pane: string): void;
}

/** Waits for the echo of each key, from the key's event to the text in the page. */
export interface EchoProbe {
  expected: string;
  readonly latencies: number[];
  /** Resolves when the last key's echo is in the page. */
  settled(): Promise<void>;
}

declare global {
  interface Window {
    fugueTest?: TestHooks;
    benchProbe?: BenchProbe;
    benchEcho?: EchoProbe;
    benchQuiet?: Promise<number>;
  }
}
