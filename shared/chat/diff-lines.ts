import { structuredPatch } from 'diff';
import type { PatchHunk } from './tool-call';

export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed' | 'gap';
  readonly text: string;
  /** Number of the line before and after; null where it is in only one of them, or nobody knows. */
  readonly before: number | null;
  readonly after: number | null;
}

/** Two texts so long are not compared line by line, which takes long; in UTF-16 units. */
const LONGEST = 200_000;

/** The lines of a change whose place in the file is known. */
export function linesOfPatch(hunks: readonly PatchHunk[]): readonly DiffLine[] {
  return hunks.flatMap((hunk, index) => [
    ...(index === 0 ? [] : [GAP]),
    ...linesOfHunk(hunk.lines, hunk.oldStart, hunk.newStart),
  ]);
}

/** The lines of a change of one text to another; where in the file they stand is not known. */
export function linesOfChange(before: string, after: string): readonly DiffLine[] {
  if (before.length + after.length > LONGEST) return [...wholly(before, '-'), ...wholly(after, '+')];
  const { hunks } = structuredPatch('', '', before, after, undefined, undefined, {
    context: 3,
    maxEditLength: 2000,
  }) ?? {
    hunks: null,
  };
  if (hunks === null) return [...wholly(before, '-'), ...wholly(after, '+')];
  return hunks.flatMap((hunk, index) => [
    ...(index === 0 ? [] : [GAP]),
    ...linesOfHunk(hunk.lines, null, null),
  ]);
}

const GAP: DiffLine = { kind: 'gap', text: '', before: null, after: null };

function wholly(text: string, sign: string): readonly DiffLine[] {
  if (text === '') return [];
  return linesOfHunk(
    text
      .replace(/\n$/, '')
      .split('\n')
      .map((line) => sign + line),
    null,
    null,
  );
}

function linesOfHunk(
  lines: readonly string[],
  oldStart: number | null,
  newStart: number | null,
): readonly DiffLine[] {
  let before = oldStart;
  let after = newStart;
  const next: DiffLine[] = [];
  for (const line of lines) {
    const sign = line.charAt(0);
    // "\ No newline at end of file" is about the line above it.
    if (sign === '\\') continue;
    const text = line.slice(1);
    if (sign === '+') next.push({ kind: 'added', text, before: null, after });
    else if (sign === '-') next.push({ kind: 'removed', text, before, after: null });
    else next.push({ kind: 'same', text, before, after });
    if (sign !== '+' && before !== null) before += 1;
    if (sign !== '-' && after !== null) after += 1;
  }
  return next;
}

export function countChanges(lines: readonly DiffLine[]): {
  readonly added: number;
  readonly removed: number;
} {
  return {
    added: lines.filter(({ kind }) => kind === 'added').length,
    removed: lines.filter(({ kind }) => kind === 'removed').length,
  };
}
