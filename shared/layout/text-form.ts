import type { Result } from '../base/result';
import { fail, ok } from '../base/result';
import type { LayoutError, LayoutErrorCode } from './errors';
import { isUsableRatio, normalForm } from './normalise';
import type { LayoutChild, LayoutNode, SplitDirection } from './node';
import { MAXIMUM_DEPTH, MAXIMUM_PANES, paneNode } from './node';

/** The longest text that is read, in UTF-16 code units. */
export const MAXIMUM_TEXT_LENGTH = 1_048_576;

/** Why a text is no layout, and where: the offset in UTF-16 code units, from 0. */
export interface LayoutTextError extends LayoutError {
  readonly position: number;
}

const BARE_PANE = /^[A-Za-z0-9_.-]+$/;
/** What JSON leaves as it is although it ends a line or cannot be seen. */
const UNSEEN = /[\u007f-\u009f\u2028\u2029\ufeff]/g;

/**
 * The layout as one line: a pane is its id, `h(0.6:a,0.4:b)` puts panes side by side and `v(…)` stacks them. An id
 * that holds other characters than letters, digits, `_`, `.` and `-` is written as a JSON string. `parseLayout` gives
 * back exactly the same tree.
 */
export function formatLayout(tree: LayoutNode): string {
  if (tree.type === 'pane') return formatPane(tree.pane);
  const children = tree.children.map((child) => `${String(child.ratio)}:${formatLayout(child.node)}`);
  return `${tree.direction === 'horizontal' ? 'h' : 'v'}(${children.join(',')})`;
}

function formatPane(pane: string): string {
  if (BARE_PANE.test(pane)) return pane;
  const escape = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(pane).replace(UNSEEN, escape);
}

/**
 * Reads a layout from its one-line form and brings it to normal form; ratios that do not sum to 1 are scaled. Spaces
 * between the parts are allowed.
 * Fails with `syntax`, `bad-ratio`, `empty-split`, `duplicate-pane`, `too-deep` or `too-many` and the position.
 */
export function parseLayout(text: string): Result<LayoutNode, LayoutTextError> {
  if (text.length > MAXIMUM_TEXT_LENGTH) {
    const message = `A layout's text can be ${String(MAXIMUM_TEXT_LENGTH)} characters long. Shorten it.`;
    return fail({ code: 'too-many', message, position: MAXIMUM_TEXT_LENGTH });
  }
  const reader = new LayoutReader(text);
  const tree = reader.readAll();
  return tree === null ? fail(reader.fault) : ok(normalForm(tree));
}

/** Reads by descent. A method that gives null has put the reason into `fault`. */
class LayoutReader {
  fault: LayoutTextError = { code: 'syntax', message: 'Write a layout.', position: 0 };
  #position = 0;
  readonly #seen = new Set<string>();

  constructor(readonly text: string) {}

  readAll(): LayoutNode | null {
    const node = this.#readNode(0);
    if (node === null) return null;
    this.#take(/\s*/y);
    if (this.#position < this.text.length)
      return this.#refuse('syntax', 'The layout ends here. Remove what follows.');
    return node;
  }

  #readNode(depth: number): LayoutNode | null {
    this.#take(/\s*/y);
    const start = this.#position;
    const opening = this.#take(/([hv])\s*\(/y);
    if (opening === null) return this.#readPane();
    if (depth >= MAXIMUM_DEPTH) {
      const message = `Splits can nest ${String(MAXIMUM_DEPTH)} deep at most. Make the layout flatter.`;
      return this.#refuse('too-deep', message, start);
    }
    return this.#readChildren(opening.startsWith('h') ? 'horizontal' : 'vertical', start, depth);
  }

  #readChildren(direction: SplitDirection, start: number, depth: number): LayoutNode | null {
    const children: LayoutChild[] = [];
    for (;;) {
      const ratio = this.#readRatio();
      if (ratio === null) return null;
      const node = this.#readNode(depth + 1);
      if (node === null) return null;
      children.push({ ratio, node });
      if (this.#take(/\s*,/y) !== null) continue;
      if (this.#take(/\s*\)/y) === null)
        return this.#refuse('syntax', 'Write "," and another pane here, or ")".');
      if (children.length > 1) return { type: 'split', direction, children };
      return this.#refuse(
        'empty-split',
        'A split needs at least two panes. Write its only pane instead.',
        start,
      );
    }
  }

  #readRatio(): number | null {
    this.#take(/\s*/y);
    const start = this.#position;
    const digits = this.#take(/(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?(?=\s*:)/y);
    if (digits === null) return this.#refuse('syntax', 'Write a ratio and ":" here, for example "0.5:".');
    this.#take(/\s*:/y);
    const ratio = Number(digits);
    return isUsableRatio(ratio) ? ratio : this.#refuse('bad-ratio', 'A ratio has to be above 0.', start);
  }

  #readPane(): LayoutNode | null {
    const start = this.#position;
    const pane = this.#take(/[A-Za-z0-9_.-]+/y) ?? this.#readQuoted();
    if (pane === null)
      return this.#refuse('syntax', 'Write a pane\'s id here, or a split: "h(" or "v(".', start);
    if (this.#seen.has(pane)) {
      return this.#refuse('duplicate-pane', `Pane "${pane}" stands twice. Remove one of the two.`, start);
    }
    if (this.#seen.size >= MAXIMUM_PANES) {
      const message = `A layout holds at most ${String(MAXIMUM_PANES)} panes. Remove some.`;
      return this.#refuse('too-many', message, start);
    }
    this.#seen.add(pane);
    return paneNode(pane);
  }

  #readQuoted(): string | null {
    // Exactly the strings of JSON: what matches can be parsed without a throw.
    const quoted = this.#take(/"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y);
    return quoted === null ? null : (JSON.parse(quoted) as string);
  }

  #take(pattern: RegExp): string | null {
    pattern.lastIndex = this.#position;
    const found = pattern.exec(this.text)?.[0];
    if (found === undefined) return null;
    this.#position += found.length;
    return found;
  }

  #refuse(code: LayoutErrorCode, message: string, position = this.#position): null {
    this.fault = { code, message, position };
    return null;
  }
}
