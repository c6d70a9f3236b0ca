import { showKey } from '#shared/commands/key-names';

/** A key as it is printed on a keyboard. */
export function KeyCaps({ name }: { readonly name: string }) {
  const shown = showKey(name);
  return <kbd className={shown.length === 1 ? 'key-letter' : undefined}>{shown}</kbd>;
}
