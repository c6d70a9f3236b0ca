import type { z } from 'zod';

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  record: 'an object',
  object: 'an object',
};
/** How a message begins that no schema of ours has written. */
const FROM_ZOD = /^(?:Too small|Too big|Invalid \w+)(?=$|:)/;

/** What is wrong with a value, in words for whoever gave it: what its schema says itself, or the same in plain words. */
export function issueSentence(issue: z.core.$ZodIssue): string {
  if (!FROM_ZOD.test(issue.message)) return issue.message;
  switch (issue.code) {
    case 'too_small':
      return bound('least', issue.origin, issue.minimum, issue.inclusive !== false);
    case 'too_big':
      return bound('most', issue.origin, issue.maximum, issue.inclusive !== false);
    case 'invalid_type':
      return issue.message.endsWith('received undefined')
        ? 'is missing'
        : `expected ${TYPES[issue.expected] ?? issue.expected}`;
    case 'invalid_format':
      return ['guid', 'uuid'].includes(issue.format)
        ? 'expected an id such as 01234567-89ab-4cde-8f01-23456789abcd'
        : `expected ${issue.format}`;
    default:
      return issue.message.replace(/^Invalid \w+: /, '');
  }
}

function bound(which: 'least' | 'most', origin: string, limit: number | bigint, inclusive: boolean): string {
  const number = String(limit);
  if (origin === 'string')
    return which === 'least' && number === '1'
      ? 'must not be empty'
      : `must have at ${which} ${number} characters`;
  if (origin === 'array' || origin === 'set')
    return `expected at ${which} ${number} ${number === '1' ? 'entry' : 'entries'}`;
  return `expected ${inclusive ? `at ${which}` : which === 'least' ? 'more than' : 'less than'} ${number}`;
}
