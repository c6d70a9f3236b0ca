/** How long something lasts, in the one or two units that matter: `8 s`, `3 min`, `2 h 5 min`, `3 d 4 h`. */
export function spanOfTime(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  if (seconds < 60) return `${String(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${String(minutes)} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return two(hours, 'h', minutes % 60, 'min');
  return two(Math.floor(hours / 24), 'd', hours % 24, 'h');
}

function two(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return `${String(large)} ${largeUnit}${small === 0 ? '' : ` ${String(small)} ${smallUnit}`}`;
}
