import { useEffect, useState } from 'react';
import { everySecond } from './ticker';

/** The time, anew each second while it is wanted. */
export function useNow(wanted = true): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!wanted) return;
    const tick = (): void => {
      setNow(Date.now());
    };
    tick();
    return everySecond(tick);
  }, [wanted]);
  return now;
}
