import type { z } from 'zod';
import { issueSentence } from '../base/issue-sentence';

/** What a setting may be, for a sentence that says why a value of it was refused. */
export function allowed(error: z.ZodError): string {
  return error.issues.map(issueSentence).join('; ');
}
