import type { Pane } from '#shared/model/pane';

/** What a key does in a terminal when it does something else than the terminal would do by itself. */
export type TerminalKeyEffect =
  | { readonly kind: 'restart' }
  | { readonly kind: 'send'; readonly data: string }
  | { readonly kind: 'ignore' };

interface Key {
  readonly type: string;
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
  readonly repeat: boolean;
  readonly isComposing: boolean;
}

/** Programs in which Enter ends nothing: there is no program, and Enter starts one. */
export function awaitsRestart(pane: Pane): boolean {
  const { status } = pane.process;
  return status === 'exited' || status === 'failed' || status === 'lost' || status === 'waiting';
}

/** Null: the terminal deals with the key as ever. */
export function terminalKeyEffect(key: Key, pane: Pane): TerminalKeyEffect | null {
  if (key.key !== 'Enter' || key.isComposing || key.ctrlKey || key.altKey || key.metaKey) return null;
  if (awaitsRestart(pane)) {
    // A key held down would start a program that ends at once over and over.
    return key.type === 'keydown' && !key.repeat ? { kind: 'restart' } : { kind: 'ignore' };
  }
  if (!key.shiftKey) return null;
  if (key.type !== 'keydown') return { kind: 'ignore' };
  // Claude takes Escape and Enter for a new line; to every other program Shift changes nothing about Enter.
  return { kind: 'send', data: pane.program === 'claude' ? '\u001b\r' : '\r' };
}
