/** What a check has found. A `problem` keeps something from working; a `warning` makes it work less well. */
export interface Finding {
  readonly check: string;
  readonly level: 'ok' | 'warning' | 'problem';
  readonly says: string;
  /** How to mend it, as a sentence; empty when there is nothing to mend. */
  readonly mend: string;
}

export const ok = (check: string, says: string): Finding => ({ check, level: 'ok', says, mend: '' });
export const warning = (check: string, says: string, mend: string): Finding => ({
  check,
  level: 'warning',
  says,
  mend,
});
export const problem = (check: string, says: string, mend: string): Finding => ({
  check,
  level: 'problem',
  says,
  mend,
});
