/** A part of each day, in minutes since midnight. It may go over midnight; the same minute twice is no time at all. */
export interface QuietHours {
  readonly from: number;
  readonly to: number;
}

/** Reads `22:00-07:00`; null when it is nothing of the kind. */
export function parseQuietHours(text: string): QuietHours | null {
  const match = /^\s*(\d{1,2}):(\d{2})\s*[-–]\s*(\d{1,2}):(\d{2})\s*$/.exec(text);
  if (match === null) return null;
  const [fromHour, fromMinute, toHour, toMinute] = match.slice(1).map(Number) as [
    number,
    number,
    number,
    number,
  ];
  if (fromHour > 23 || toHour > 23 || fromMinute > 59 || toMinute > 59) return null;
  return { from: fromHour * 60 + fromMinute, to: toHour * 60 + toMinute };
}

/** Whether a minute of the day lies in the quiet hours: from their first minute up to, not with, their end. */
export function isQuiet({ from, to }: QuietHours, minuteOfDay: number): boolean {
  return from <= to ? minuteOfDay >= from && minuteOfDay < to : minuteOfDay >= from || minuteOfDay < to;
}
