/** The time of day, with the day in front of it when that is another one. `at`: milliseconds since 1970. */
export function timeOf(at: number): string {
  const date = new Date(at);
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
  if (date.toDateString() === new Date().toDateString()) return time;
  return `${date.toLocaleDateString(undefined, { month: 'short', day: 'numeric' })}, ${time.slice(0, 5)}`;
}
