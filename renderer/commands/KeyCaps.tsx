import { showKey } from './key-names';

/** A key as it is printed on a keyboard. */
export function KeyCaps({ name }: { readonly name: string }) {
  return <kbd>{showKey(name)}</kbd>;
}
