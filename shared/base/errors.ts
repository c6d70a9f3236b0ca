import type { Result } from './result';
import { fail } from './result';

/**
 * The kinds of expected failure. `refused`: the rules forbid it. `busy`: try again later.
 * `unavailable`: something outside (a program, a file, the window) is not there.
 */
export const FAILURE_CODES = [
  'invalid',
  'unknown-command',
  'not-found',
  'ambiguous',
  'refused',
  'limit',
  'busy',
  'no-space',
  'timeout',
  'unavailable',
  'internal',
] as const;
export type FailureCode = (typeof FAILURE_CODES)[number];

/** An expected failure, told in a sentence that says what to do next. */
export interface Failure {
  readonly code: FailureCode;
  readonly message: string;
  /** What could have been meant, when a name was unknown or ambiguous. */
  readonly candidates?: readonly string[];
}

export function failure(
  code: FailureCode,
  message: string,
  candidates?: readonly string[],
): Result<never, Failure> {
  return fail(candidates === undefined ? { code, message } : { code, message, candidates });
}

/** The text of anything that was thrown. */
export function errorMessage(error: unknown): string {
  if (error instanceof Error) return error.message;
  return typeof error === 'string' ? error : JSON.stringify(error);
}
