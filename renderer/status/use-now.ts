import { useEffect, useState } from 'react';

/** The time, anew each second while it is wanted. */
export function useNow(wanted = true): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!wanted) return;
    const tick = (): void => {
      setNow(Date.now());
    };
    tick();
    const timer = window.setInterval(tick, 1000);
    return () => {
      window.clearInterval(timer);
    };
  }, [wanted]);
  return now;
}
