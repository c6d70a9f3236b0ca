import type { SlashCommand } from '../ipc/chat-port';

/** A file as a prompt names it: Claude reads what stands behind the at-sign. */
export function mention(path: string): string {
  return /[\s"'()[\]{},;]/.test(path) ? `@"${path.replaceAll('"', '\\"')}"` : `@${path}`;
}

/** Puts words at a place in a text, with blanks around them where there are none. Gives where the caret goes. */
export function insertWords(
  text: string,
  at: { readonly start: number; readonly end: number },
  words: string,
): { readonly text: string; readonly caret: number } {
  const before = text.slice(0, at.start);
  const after = text.slice(at.end);
  const gap = before === '' || /\s$/.test(before) ? '' : ' ';
  const head = `${before}${gap}${words}${/^\s/.test(after) ? '' : ' '}`;
  return { text: head + after, caret: head.length };
}

/** What is typed of a command behind a slash at the very start; null when no command is being typed. */
export function slashQuery(text: string, caret: number): string | null {
  const match = /^\/(\S*)$/.exec(text.slice(0, caret));
  return match === null || /^\S/.test(text.slice(caret)) ? null : (match[1] ?? '');
}

/** The commands that fit, those that begin with what is typed first. */
export function matchCommands(commands: readonly SlashCommand[], query: string): readonly SlashCommand[] {
  const wanted = query.toLowerCase();
  const rank = ({ name }: SlashCommand): number => {
    const at = name.toLowerCase().indexOf(wanted);
    return at < 0 ? 2 : at === 0 ? 0 : 1;
  };
  return commands
    .filter((command) => rank(command) < 2)
    .sort((left, right) => rank(left) - rank(right) || (left.name < right.name ? -1 : 1));
}

/** Prompts that were sent, to be called back one by one. What is being written waits at the lower end. */
export interface Recall {
  /** How many steps back; 0 is what is being written. */
  readonly step: number;
  readonly draft: string;
}

export const NOT_RECALLING: Recall = { step: 0, draft: '' };

/** A step towards older (`-1`) or newer (`1`) prompts. Null when there is none in that direction. */
export function recall(
  state: Recall,
  prompts: readonly string[],
  text: string,
  direction: -1 | 1,
): { readonly state: Recall; readonly text: string } | null {
  const step = state.step - direction;
  if (step < 0 || step > prompts.length) return null;
  const draft = state.step === 0 ? text : state.draft;
  return { state: { step, draft }, text: step === 0 ? draft : (prompts[prompts.length - step] ?? '') };
}

/** Whether the caret stands in the first or in the last line of the text. */
export function caretLine(text: string, caret: number): { readonly first: boolean; readonly last: boolean } {
  return { first: !text.slice(0, caret).includes('\n'), last: !text.slice(caret).includes('\n') };
}
