import type { KeyPress } from '#shared/commands/key-names';

/** A press of a key, without modifiers unless they are named. */
export function press(key: string, change: Partial<KeyPress> = {}): KeyPress {
  return {
    key,
    code: '',
    ctrlKey: false,
    altKey: false,
    shiftKey: false,
    metaKey: false,
    altGraph: false,
    ...change,
  };
}
