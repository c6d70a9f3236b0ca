import { useState } from 'react';

/**
 * Whether the person has come to an element, by pointer or by keyboard: what it offers beside its content is made only
 * then, as a conversation that is scrolled has many that nobody comes to.
 */
export function useWanted(): readonly [
  boolean,
  { readonly onPointerEnter: () => void; readonly onFocus: () => void },
] {
  const [wanted, setWanted] = useState(false);
  const want = (): void => {
    setWanted(true);
  };
  return [wanted, { onPointerEnter: want, onFocus: want }];
}
