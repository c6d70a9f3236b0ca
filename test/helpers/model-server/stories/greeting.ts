import { answer, story, text, thinking } from '../index';

/** One prompt, one answer. */
export const greetingAnswer = 'Good day! The harbour is quiet and every boat is home.';

export const greeting = story('greeting', [
  answer(thinking('Somebody says hello. A short answer will do.'), text(greetingAnswer)),
]);
