const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAY = 24 * 60 * 60 * 1000;

/**
 * When a usage limit ends, in milliseconds since 1970, from what the screen says: `3pm`, `3:30pm (Europe/Berlin)`,
 * `Oct 9, 5pm`, or seconds since 1970. Without a date it is the next such time. Null when the text is none of these.
 */
export function readResetTime(text: string, now: number): number | null {
  const seconds = /^\s*(\d{10})\s*$/.exec(text);
  if (seconds !== null) return Number(seconds[1]) * 1000;
  const match =
    /^\s*(?:([a-z]{3})[a-z]*\.? (\d{1,2})(?:,| at)? )?(\d{1,2})(?::(\d{2}))?\s*(am|pm)?(?:\s*\(([A-Za-z0-9_+\-/]+)\))?\s*\.?\s*$/i.exec(
      text,
    );
  if (match === null) return null;
  const [, monthName, dayText, hourText = '', minuteText, half, zone] = match;
  const hour = hourOfDay(Number(hourText), half?.toLowerCase());
  const minute = Number(minuteText ?? 0);
  if (hour === null || minute > 59 || (half === undefined && minuteText === undefined)) return null;
  const today = dateIn(now, zone);
  if (today === null) return null;
  if (monthName === undefined) {
    const first = atTime({ ...today, hour, minute }, zone);
    return first > now ? first : atTime({ ...(dateIn(first + DAY, zone) ?? today), hour, minute }, zone);
  }
  const month = MONTHS.indexOf(monthName.toLowerCase());
  if (month < 0) return null;
  const day = Number(dayText);
  const thisYear = atTime({ year: today.year, month, day, hour, minute }, zone);
  // A date long past belongs to the next year: limits are told at its end for its beginning.
  return thisYear > now - 180 * DAY
    ? thisYear
    : atTime({ year: today.year + 1, month, day, hour, minute }, zone);
}

interface WallTime {
  readonly year: number;
  /** Counted from 0. */
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
}

function hourOfDay(hour: number, half: string | undefined): number | null {
  if (half === undefined) return hour <= 23 ? hour : null;
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (half === 'pm' ? 12 : 0);
}

function partsIn(time: number, zone: string | undefined): Record<string, number> | null {
  try {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    });
    return Object.fromEntries(format.formatToParts(time).map((part) => [part.type, Number(part.value)]));
  } catch {
    return null; // There is no such time zone.
  }
}

function dateIn(time: number, zone: string | undefined): { year: number; month: number; day: number } | null {
  const parts = partsIn(time, zone);
  if (parts === null) return null;
  return { year: parts['year'] ?? 0, month: (parts['month'] ?? 1) - 1, day: parts['day'] ?? 1 };
}

/** The moment at which clocks in a zone show a time. The second look is for a change of the clocks in between. */
function atTime(wanted: WallTime, zone: string | undefined): number {
  const asUtc = Date.UTC(wanted.year, wanted.month, wanted.day, wanted.hour, wanted.minute);
  const offset = (time: number): number => {
    const parts = partsIn(time, zone);
    if (parts === null) return 0;
    const shown = Date.UTC(
      parts['year'] ?? 0,
      (parts['month'] ?? 1) - 1,
      parts['day'],
      parts['hour'],
      parts['minute'],
    );
    return shown - Math.floor(time / 60_000) * 60_000;
  };
  return asUtc - offset(asUtc - offset(asUtc));
}
