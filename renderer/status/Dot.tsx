import type { PaneDot } from '#shared/state/attention';

const WORDS: Readonly<Record<PaneDot, string>> = {
  idle: 'Claude is idle',
  busy: 'Claude is at work',
  waiting: 'waits for you',
  done: 'done, not looked at yet',
  problem: 'has a problem',
  ended: 'has ended',
  running: 'running',
};

/** The state of a pane, or of the most urgent one among several, as a dot. */
export function Dot({ dot }: { readonly dot: PaneDot }) {
  return <span className="dot" data-dot={dot} role="img" aria-label={WORDS[dot]} title={WORDS[dot]} />;
}
