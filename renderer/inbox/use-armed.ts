import { useEffect, useState } from 'react';

/** A click or key that was on its way when a question appeared answers nothing. Milliseconds. */
const ARMED_AFTER = 700;

/** Whether what appeared under this name has been there long enough to be meant by a click or a key. */
export function useArmed(name: string): boolean {
  const [armed, setArmed] = useState<string | null>(null);
  useEffect(() => {
    const timer = window.setTimeout(() => {
      setArmed(name);
    }, ARMED_AFTER);
    return () => {
      window.clearTimeout(timer);
    };
  }, [name]);
  return armed === name;
}
