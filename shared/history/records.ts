import { parseJsonLine } from '../base/framing';

/** A line of a transcript, as far as it is an object at all: nothing about its fields is known. */
export type TranscriptRecord = Readonly<Record<string, unknown>>;

/** Null for a line that is cut, empty or no object. */
export function parseRecord(line: string): TranscriptRecord | null {
  if (line === '') return null;
  const parsed = parseJsonLine(line);
  return parsed.ok &&
    typeof parsed.value === 'object' &&
    parsed.value !== null &&
    !Array.isArray(parsed.value)
    ? (parsed.value as TranscriptRecord)
    : null;
}

/** Text blocks of a message; results of tools and thinking are not said to anybody. */
export function saidIn(record: TranscriptRecord): string {
  const content = objectOf(record['message'])?.['content'];
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((block: unknown) => {
      const { type, text } = objectOf(block) ?? {};
      return type === 'text' && typeof text === 'string' ? text : '';
    })
    .filter((part) => part !== '')
    .join('\n');
}

/** Whether somebody said something to the other here, so that a search looks at it. */
export function isSaid(record: TranscriptRecord): boolean {
  return (
    (record['type'] === 'user' || record['type'] === 'assistant') &&
    record['isMeta'] !== true &&
    record['isSidechain'] !== true &&
    record['isCompactSummary'] !== true
  );
}

/** What Claude or its commands put in front of the person's words, or in their place. */
const MACHINE_TEXT =
  /^(?:<(?:command-|local-command-|bash-|system-reminder|user-memory-input|task-notification|ide_)|Caveat: |This session is being continued from a previous conversation|\[Request interrupted by user)/;
/** Big pastes are wrapped by newer versions; the words in them are the person's all the same. */
const PASTE = /<\/?pasted_content id="[^"]*">/g;

/** The words of a prompt that a person wrote; empty for everything else that stands in a user line. */
export function realPrompt(record: TranscriptRecord): string {
  if (record['type'] !== 'user' || record['isMeta'] === true || record['isCompactSummary'] === true)
    return '';
  if (record['isVisibleInTranscriptOnly'] === true) return '';
  const said = saidIn(record).trim();
  return MACHINE_TEXT.test(said) ? '' : said.replace(PASTE, ' ').trim();
}

/** Milliseconds since 1970; null when the line has no time that can be read. */
export function timeOf(record: TranscriptRecord): number | null {
  const { timestamp } = record;
  if (typeof timestamp !== 'string') return null;
  const at = Date.parse(timestamp);
  return Number.isNaN(at) ? null : at;
}

export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

export function objectOf(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : null;
}
