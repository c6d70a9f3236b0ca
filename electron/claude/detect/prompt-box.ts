import { cleanRows, findPromptBox } from './screen-layout';

/**
 * What stands in the prompt box, without blanks: Claude wraps and indents it, so only the characters can be
 * compared. Null while the box is not on the screen, as when a dialog is in its place.
 */
export function textInPromptBox(rows: readonly string[], columns: number): string | null {
  const clean = cleanRows(rows);
  const box = findPromptBox(clean, columns);
  if (box === null) return null;
  const [first = '', ...more] = clean.slice(box.top, box.below).filter((row) => !/^[─━▔╭╰┌└]{3}/.test(row));
  return withoutBlanks([first.replace(/^\s?[❯>]/, ''), ...more].join(''));
}

/** The same of a screen with its colours: null as well when all that stands there is a grey suggestion. */
export function isSuggestion(ansi: string): boolean {
  // The sign, then the cursor's own cell, then everything faint: that is how Claude draws what nobody has typed.
  return ansi.split('\n').some((row) => FAINT_AFTER_SIGN.test(row));
}

const FAINT_AFTER_SIGN =
  /❯(?: |\u00a0|\x1b\[1C)(?:\x1b\[(?:0;)?7m)?(?:\x1b\[[0-9;]*m)*\S?(?:\x1b\[[0-9;]*m)*\x1b\[(?:[0-9;]*;)?2(?:;27)?m/;

/** Whether the box holds this text and nothing else. Long pastes are shown as a note in their place. */
export function boxHolds(box: string, text: string): boolean {
  const wanted = withoutBlanks(text);
  if (box === wanted || /^\[Pastedtext#\d+(?:\+\d+lines)?\]$/.test(box)) return true;
  // A box that is full shows the end of what is in it.
  return box.length >= 200 && wanted.endsWith(box);
}

/** Also without what has no cell of its own: a terminal may or may not give back the joiners of an emoji. */
export function withoutBlanks(text: string): string {
  return text.replace(/[\s\u00a0\u200d\ufe0f]+/g, '');
}
