import fs from 'node:fs';
import path from 'node:path';
import type { JSONPath } from 'jsonc-parser';
import { applyEdits, modify } from 'jsonc-parser';
import lockfile from 'proper-lockfile';
import { errorMessage } from '#shared/base/errors';
import type { Result } from '#shared/base/result';
import { fail, ok } from '#shared/base/result';
import { writeAtomicallyAtOnce } from '../../system/atomic-write';

/** A file that is larger is none that Claude keeps, in bytes. */
const SIZE_LIMIT = 2 * 1024 * 1024;
/** Claude itself waits for the same lock, so it is held for a moment only. */
const LOCK = {
  stale: 10_000,
  retries: { retries: 40, minTimeout: 50, maxTimeout: 250 },
  realpath: false,
} as const;

/** What a change makes of a file, whose text is empty when it does not exist; null removes the file. */
export type Change = (text: string, exists: boolean) => Result<string | null, string>;

/**
 * Changes a file of the person's that Claude writes too: under Claude's own lock, as a whole or not at all, with its
 * mode, through links. A file that Claude could not read either is left as it is. With `dryRun` nothing is written.
 * The failure is a sentence.
 */
export async function changeUserFile(
  file: string,
  change: Change,
  { dryRun = false }: { readonly dryRun?: boolean } = {},
): Promise<Result<null, string>> {
  let release: (() => Promise<void>) | null = null;
  try {
    const target = realFile(file);
    if (!dryRun) {
      fs.mkdirSync(path.dirname(target), { recursive: true });
      release = await lockfile.lock(target, LOCK);
    }
    const status = fs.statSync(target, { throwIfNoEntry: false });
    if (status !== undefined && status.size > SIZE_LIMIT)
      return fail(`${file} is larger than 2 MB, so it was left alone`);
    const before = status === undefined ? '' : fs.readFileSync(target, 'utf8');
    if (before.trim() !== '' && !isObject(before))
      return fail(`${file} is not valid JSON, so Claude ignores it too and it was left alone: mend it first`);
    const after = change(before, status !== undefined);
    if (!after.ok) return after;
    if (dryRun) return ok(null);
    if (after.value === null) fs.rmSync(target, { force: true });
    else if (after.value !== before)
      writeAtomicallyAtOnce(target, after.value, status === undefined ? 0o600 : status.mode & 0o777);
    return ok(null);
  } catch (error) {
    return fail(`${file} could not be changed: ${errorMessage(error)}`);
  } finally {
    await release?.().catch(() => undefined);
  }
}

/** The text with a value put in or, for undefined, taken out; all other bytes stay. */
export function withValue(text: string, place: JSONPath, value: unknown): string {
  const formattingOptions = { ...indentationOf(text), eol: text.includes('\r\n') ? '\r\n' : '\n' };
  return applyEdits(text, modify(text === '' ? '{}' : text, place, value, { formattingOptions }));
}

/** The file behind links, also when it does not exist yet. */
function realFile(file: string): string {
  try {
    return fs.realpathSync(file);
  } catch {
    const link = fs.lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true;
    return link ? path.resolve(path.dirname(file), fs.readlinkSync(file)) : file;
  }
}

function isObject(text: string): boolean {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

function indentationOf(text: string): { readonly insertSpaces: boolean; readonly tabSize: number } {
  const indent = /\n([ \t]+)"/.exec(text)?.[1] ?? '  ';
  return indent.startsWith('\t')
    ? { insertSpaces: false, tabSize: 1 }
    : { insertSpaces: true, tabSize: indent.length };
}
