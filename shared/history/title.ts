import { plainLine } from '../state/attention';

/** The longest title, in characters as people see them. */
export const TITLE_LIMIT = 200;

/** Where the words of a title come from, the first that says something wins. */
export interface TitleSources {
  /** Given by the person, by `/rename` or `--name`. */
  readonly custom: string | null;
  /** Made by Claude from what the conversation is about. */
  readonly made: string | null;
  /** What older versions called a made title. */
  readonly summary: string | null;
  /** The first prompt that a person wrote. */
  readonly prompt: string | null;
}

/**
 * What a conversation is called. It is text of strangers: one line, without what could disguise it. `at` (milliseconds
 * since 1970) names a conversation that says nothing about itself.
 */
export function titleOf(sources: TitleSources, at: number): string {
  for (const source of [sources.custom, sources.made, sources.summary, sources.prompt]) {
    const title = cutTitle(source ?? '');
    if (title !== '') return title;
  }
  return neutralTitle(at);
}

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

export function neutralTitle(at: number): string {
  const date = new Date(at);
  const time = [date.getHours(), date.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':');
  return `Conversation of ${String(date.getDate())} ${MONTHS[date.getMonth()] ?? ''}, ${time}`;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** So much of a text is looked at: the longest emoji of families and flags have fewer units to a character. */
const LOOKED_AT = TITLE_LIMIT * 16;

/** One line of at most `limit` characters as people see them; none is cut in two. */
export function cutTitle(text: string, limit: number = TITLE_LIMIT): string {
  const line = plainLine(text.slice(0, LOOKED_AT), LOOKED_AT);
  if (line.length <= limit) return withoutHalves(line);
  const kept: string[] = [];
  for (const { segment } of graphemes.segment(line)) {
    if (kept.length === limit) return `${kept.slice(0, -1).join('').trimEnd()}…`;
    kept.push(segment);
  }
  return withoutHalves(line);
}

/** A transcript may hold half of a character, and so may the place where a long text was cut. */
function withoutHalves(line: string): string {
  return line.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '').trim();
}
