import type { z } from 'zod';

/** What a setting may be, for a sentence that says why a value of it was refused. */
export function allowed(error: z.ZodError): string {
  return error.issues.map(sentence).join('; ');
}

function sentence(issue: z.core.$ZodIssue): string {
  if (issue.code === 'too_big' && issue.origin === 'number')
    return `expected ${issue.inclusive === false ? 'less than' : 'at most'} ${String(issue.maximum)}`;
  if (issue.code === 'too_small' && issue.origin === 'number')
    return `expected ${issue.inclusive === false ? 'more than' : 'at least'} ${String(issue.minimum)}`;
  return issue.message.replace(/^Invalid input: /, '');
}
