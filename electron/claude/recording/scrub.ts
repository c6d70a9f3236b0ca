import type { RecordedEvent, Recording } from './format';

export interface PrivateNames {
  /** Folders of a person: what is below them keeps its name. */
  readonly homes: readonly string[];
  readonly users: readonly string[];
  readonly machines: readonly string[];
}

/** What is private in any recording. The part in the first group stays as it is. */
const PATTERNS: readonly RegExp[] = [
  /()[A-Za-z0-9_.+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+/g, // e-mail addresses
  /(\/(?:home|Users)\/)[A-Za-z0-9_.-]+/g,
  /(\bsk-(?:ant-)?)[A-Za-z0-9_-]{12,}/g,
  /(\bBearer\s+)[A-Za-z0-9._~+/-]{8,}=*/gi,
  /(\beyJ)[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*/g,
  /(\b(?:AKIA|ASIA))[A-Z0-9]{16}\b/g,
  /(\bgh[pousr]_|\bgithub_pat_)[A-Za-z0-9_]{20,}/g,
  /()\b[a-z_][a-z0-9_-]*@[A-Za-z0-9-]+(?=:[~/])/g, // the prompt of a shell
];

/**
 * Makes a recording fit to be given away: paths of homes, names of people and machines, addresses and secrets become
 * text of the same length, so that every time and every column stays. Doing it again changes nothing. What a
 * program wraps over two rows, or writes with escape sequences inside, is not found.
 */
export function scrubRecording(recording: Recording, names: PrivateNames): Recording {
  const scrub = (text: string): string => scrubText(text, names);
  const events = scrubStream(scrubStream(recording.events, 'output', scrub), 'input', scrub);
  return {
    ...recording,
    header: {
      ...recording.header,
      fields: scrubValue(recording.header.fields, scrub) as Record<string, unknown>,
    },
    events: events.map((event): RecordedEvent => {
      if (event.kind === 'hook' || event.kind === 'registry')
        return { ...event, value: scrubValue(event.value, scrub) };
      return event.kind === 'marker' ? { ...event, data: scrub(event.data) } : event;
    }),
  };
}

/** Replaces by characters of the same number. */
export function scrubText(text: string, names: PrivateNames): string {
  let clean = text;
  for (const home of sorted(names.homes)) {
    // Claude names the folders of its transcripts after the path, with dashes for all that is no letter or digit.
    const dashed = home.replace(/[^A-Za-z0-9]/g, '-');
    clean = clean.replaceAll(home, placeholder(home)).replaceAll(dashed, placeholder(dashed));
  }
  for (const name of sorted([...names.users, ...names.machines])) {
    // Inside a longer word it is not the name.
    clean = clean.replace(new RegExp(`(?<![\\w])${escape(name)}(?![\\w])`, 'g'), placeholder(name));
  }
  return PATTERNS.reduce(
    (result, pattern) =>
      result.replace(pattern, (whole: string, kept: string) => kept + placeholder(whole.slice(kept.length))),
    clean,
  );
}

/** One kind of stream as a whole: what is private may be cut over several events. */
function scrubStream(
  events: readonly RecordedEvent[],
  kind: 'output' | 'input',
  scrub: (text: string) => string,
): readonly RecordedEvent[] {
  const clean = scrub(events.map((event) => (event.kind === kind ? event.data : '')).join(''));
  let position = 0;
  return events.map((event) => {
    if (event.kind !== kind) return event;
    const data = clean.slice(position, position + event.data.length);
    position += event.data.length;
    return { ...event, data };
  });
}

function scrubValue(value: unknown, scrub: (text: string) => string): unknown {
  if (typeof value === 'string') return scrub(value);
  if (Array.isArray(value)) return value.map((each: unknown) => scrubValue(each, scrub));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [scrub(key), scrubValue(each, scrub)]),
  );
}

/** Letters and digits become x, what parts them stays. */
function placeholder(text: string): string {
  return text.replace(/[A-Za-z0-9]/g, 'x');
}

/** Longest first, so that a name inside another one does not spoil it; very short ones would hit anything. */
function sorted(names: readonly string[]): string[] {
  return [...new Set(names)]
    .filter((name) => name.length >= 3)
    .sort((one, other) => other.length - one.length);
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
