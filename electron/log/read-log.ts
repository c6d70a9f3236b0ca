import fs from 'node:fs';
import { LOG_GENERATIONS } from './rotate';

export const LOG_LEVELS = ['info', 'warn', 'error'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export interface LogEntry {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly level: LogLevel;
  readonly event: string;
  /** Everything else that was told, as JSON. */
  readonly detail: string;
}

export interface LogQuestion {
  /** Most entries that come back: the newest. */
  readonly lines: number;
  /** This level and graver ones. */
  readonly level: LogLevel;
  /** Only entries with this in their event or detail, whatever the case; empty takes all. */
  readonly text: string;
}

/** Read backwards in pieces of so many bytes, so that a large log costs no more than what is asked of it. */
const PIECE = 64 * 1024;

/** The newest entries of a log, the oldest of them first; what was set aside is looked through as well. */
export function readLog(file: string, { lines, level, text }: LogQuestion): readonly LogEntry[] {
  const least = LOG_LEVELS.indexOf(level);
  const wanted = text.toLowerCase();
  const found: LogEntry[] = [];
  const files = [
    file,
    ...Array.from({ length: LOG_GENERATIONS }, (_, index) => `${file}.${String(index + 1)}`),
  ];
  for (const one of files) {
    for (const line of linesBackwards(one)) {
      const entry = parseLogLine(line);
      if (entry === null || LOG_LEVELS.indexOf(entry.level) < least) continue;
      if (wanted !== '' && !`${entry.event} ${entry.detail}`.toLowerCase().includes(wanted)) continue;
      found.push(entry);
      if (found.length >= lines) return found.reverse();
    }
  }
  return found.reverse();
}

/** Null for a line that is none of the log's, such as one that was cut off. */
export function parseLogLine(line: string): LogEntry | null {
  try {
    const { level, time, msg, ...rest } = JSON.parse(line) as Record<string, unknown>;
    if (typeof level !== 'number' || typeof msg !== 'string') return null;
    const at = Date.parse(String(time));
    return {
      at: Number.isNaN(at) ? 0 : at,
      level: level >= 50 ? 'error' : level >= 40 ? 'warn' : 'info',
      event: msg,
      detail: Object.keys(rest).length === 0 ? '' : JSON.stringify(rest),
    };
  } catch {
    return null;
  }
}

/** An entry as one line of text. */
export function logLine({ at, level, event, detail }: LogEntry): string {
  return [new Date(at).toISOString(), level.padEnd(5), event, detail].filter((part) => part !== '').join(' ');
}

function* linesBackwards(file: string): Generator<string> {
  let descriptor: number;
  try {
    descriptor = fs.openSync(file, 'r');
  } catch {
    return; // there is no such file
  }
  try {
    let end = fs.fstatSync(descriptor).size;
    let rest = Buffer.alloc(0);
    while (end > 0) {
      const length = Math.min(PIECE, end);
      const piece = Buffer.alloc(length);
      const count = fs.readSync(descriptor, piece, 0, length, end - length);
      end -= length;
      const bytes = Buffer.concat([piece.subarray(0, count), rest]);
      // The first line may have begun before the piece; cut at a line end, no character is cut.
      const first = end === 0 ? -1 : bytes.indexOf(10);
      if (end > 0 && first < 0) {
        rest = bytes;
        continue;
      }
      const whole = bytes
        .subarray(first + 1)
        .toString('utf8')
        .split('\n');
      rest = bytes.subarray(0, Math.max(0, first));
      for (const line of whole.reverse()) if (line !== '') yield line;
    }
  } finally {
    fs.closeSync(descriptor);
  }
}
