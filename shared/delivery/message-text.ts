import { invariant } from '../base/assert';
import type { Result } from '../base/result';
import { fail, ok } from '../base/result';

/** The longest message that is given to a Claude, in bytes of UTF-8, with the line that says from whom it is. */
export const MESSAGE_MAXIMUM_BYTES = 4096;
const SENDER_MAXIMUM_LENGTH = 80;

/** A message that does not fit. Nothing of it was sent. */
export interface MessageTooLong {
  /** A sentence that says what to do. */
  readonly message: string;
  readonly bytes: number;
  /** As much of its beginning as would fit, cut between characters. */
  readonly head: string;
}

/**
 * What could steer the terminal or the prompt of a Claude, or say something other than what is shown: control
 * characters (C0 but for tab and newline, DEL, C1), bidirectional and zero-width characters, line and paragraph
 * separators, and the tags and variation selectors in which text can be hidden. Emoji keep what makes them one: a
 * selector of their coloured form, and joiners between two of them.
 */
const UNSAFE =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u206f\ufe00-\ufe0e\ufeff\ufff9-\ufffb\u{e0000}-\u{e01ef}]|(?<!\p{Extended_Pictographic}|[0-9#*](?=\ufe0f\u20e3))\ufe0f|(?<!\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?)\u200d|\u200d(?!\p{Extended_Pictographic})/gu;
const LONE_SURROGATE = /\p{Cs}/gu;
/** What a Claude takes for words of its own surroundings, or Fugue for a tag. Blanks are counted, so this is linear. */
const FORGED_TAG = /<(?=\s{0,4}\/?\s{0,4}(?:system-reminder|fugue:))/gi;
/**
 * What a prompt may take for a file to read: an at-sign behind anything but a letter, as in an address. What counts
 * as the beginning of a word differs from one Claude to the next: blanks, brackets, full stops of other scripts.
 */
const FILE_MENTION = /(?<![\p{L}\p{N}_\\])@(?=\S)/gu;
/** First characters of a line that a prompt takes for more than text, or that begin a message. */
const LEADING = /^(?=[/!#@[])/gm;

/**
 * Makes text from outside safe to be given to a Claude as a message of its own: without control and hidden
 * characters, with Unix line ends, lone surrogates replaced, forged tags and mentions of files made inert, and
 * no line that begins like a command. Cleaning twice changes nothing more. `changed`: it is not what came in.
 */
export function cleanMessage(text: string): { readonly text: string; readonly changed: boolean } {
  const cleaned = scrub(text).replace(LEADING, '  ');
  return { text: cleaned, changed: cleaned !== text };
}

/**
 * Writes `[HH:MM sender] content`, with lines after the first indented, so that content can not pass for another
 * message. Fails when the whole is longer than a message may be.
 */
export function formatMessage(message: {
  /** `HH:MM`, as the person's clock shows it. */
  readonly time: string;
  readonly sender: string;
  readonly content: string;
}): Result<string, MessageTooLong> {
  invariant(/^\d\d:\d\d$/.test(message.time), `the time of a message is HH:MM, not ${message.time}`);
  const content = scrub(message.content).trimEnd().replaceAll('\n', '\n  ');
  if (content.trim() === '')
    return fail({
      message: 'the message holds nothing that can be read: write something',
      bytes: 0,
      head: '',
    });
  return fitMessage(`[${message.time} ${cleanSender(message.sender)}] ${content}`);
}

/** Gives the text back if it is short enough for a message. */
export function fitMessage(text: string): Result<string, MessageTooLong> {
  let bytes = 0;
  let fitting = 0;
  for (const character of text) {
    bytes += utf8Length(character.codePointAt(0) ?? 0);
    if (bytes <= MESSAGE_MAXIMUM_BYTES) fitting += character.length;
  }
  if (bytes <= MESSAGE_MAXIMUM_BYTES) return ok(text);
  return fail({
    message: `the message has ${String(bytes)} bytes, and ${String(MESSAGE_MAXIMUM_BYTES)} are the most: send it in parts, or put it into a file and name the file`,
    bytes,
    head: text.slice(0, fitting),
  });
}

/** A sender's name for one line; brackets in it could end the line's head early, and no word of it mentions a file. */
function cleanSender(sender: string): string {
  const line = scrub(sender)
    .replace(/(?<![\p{L}\p{N}_])[\\@]+/gu, '')
    .replace(/\s+/g, ' ')
    .replaceAll('[', '(')
    .replaceAll(']', ')');
  // What was taken out may have stood between the parts of a tag.
  const name = [...scrub(line).trim()].slice(0, SENDER_MAXIMUM_LENGTH).join('');
  return name.trim() || 'unknown';
}

function scrub(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(UNSAFE, '')
    .replace(LONE_SURROGATE, '\ufffd')
    .replace(FORGED_TAG, '&lt;')
    .replace(FILE_MENTION, '\\@');
}

function utf8Length(codePoint: number): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x1_0000 ? 3 : 4;
}
