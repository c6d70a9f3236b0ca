import { answer, failure, story, text } from '../index';

/** The service is overloaded once; the retry works. */
export const overloadedThenFine = story('overloaded, then fine', [
  failure(529, { retryAfterSeconds: 1 }),
  answer(text('Back again after a short pause.')),
]);
