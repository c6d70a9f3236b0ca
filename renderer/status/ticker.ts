const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | null = null;

/** Calls back each second until the returned function is called. All who listen share one timer. */
export function everySecond(listener: () => void): () => void {
  // A function of its own for each caller, also when two pass the same.
  const entry = (): void => {
    listener();
  };
  listeners.add(entry);
  timer ??= setInterval(() => {
    for (const each of [...listeners]) each();
  }, 1000);
  return () => {
    listeners.delete(entry);
    if (listeners.size > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
  };
}
