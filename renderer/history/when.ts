const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long ago something was, in the unit that matters; what is older than a week has its day. Milliseconds since 1970. */
export function when(at: number, now: number): string {
  const ago = now - at;
  if (ago < MINUTE) return 'just now';
  if (ago < HOUR) return `${String(Math.floor(ago / MINUTE))} min ago`;
  if (ago < DAY) return `${String(Math.floor(ago / HOUR))} h ago`;
  if (ago < 7 * DAY) return `${String(Math.floor(ago / DAY))} d ago`;
  const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return new Date(at).toLocaleDateString(undefined, {
    day: 'numeric',
    month: 'short',
    ...(isThisYear ? {} : { year: 'numeric' }),
  });
}

/** Bytes as people say them: `980 B`, `12.4 kB`. */
export function byteCount(bytes: number): string {
  const count = tokenCount(bytes);
  return count.includes(' ') ? `${count}B` : `${count} B`;
}

/** A count of tokens as people say it: `980`, `12.4 k`, `3.1 M`. */
export function tokenCount(count: number): string {
  if (count < 1000) return String(count);
  for (const [unit, size] of [
    ['k', 1e3],
    ['M', 1e6],
    ['G', 1e9],
  ] as const) {
    const value = count / size;
    // What would be rounded to a thousand belongs to the next unit.
    if (value < 999.5 || unit === 'G')
      return `${value < 99.95 ? value.toFixed(1) : value.toFixed(0)} ${unit}`;
  }
  return String(count);
}
