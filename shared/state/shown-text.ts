/*
 * Text from programs and agents is data: what is shown of it neither moves anything around nor hides anything.
 */

/** What has no look of its own, or would change the look of what stands around it. */
const INVISIBLE =
  /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e01ef}]/gu;

/** Text of several lines without what can't be seen; lines stay lines. */
export function plainText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(INVISIBLE, (character) => (character === '\n' || character === '\t' ? character : ''))
    .trim();
}

/** A part of a text: as it is, or a character that can't be seen, in the way in which it is written in code. */
export interface VisiblePart {
  readonly text: string;
  readonly escaped: boolean;
}

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * Cuts a text so that each character in it can be seen, also one that would change what a shell does and not how the
 * line looks. Nothing is left out. Joined again, only the escaped parts differ from the text.
 */
export function visibleParts(text: string): readonly VisiblePart[] {
  const parts: VisiblePart[] = [];
  let end = 0;
  for (const match of text.matchAll(INVISIBLE)) {
    if (match.index > end) parts.push({ text: text.slice(end, match.index), escaped: false });
    parts.push({ text: escapeOf(match[0]), escaped: true });
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), escaped: false });
  return parts;
}

function escapeOf(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  if (point < 0x80) return SHORT[character] ?? `\\x${point.toString(16).padStart(2, '0')}`;
  return `\\u{${point.toString(16)}}`;
}
