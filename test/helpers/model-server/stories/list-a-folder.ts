import { answer, story, text, tool } from '../index';

/** Runs a command that only reads, so no permission is asked, then says what was found. */
export const listAFolder = story('list a folder', [
  answer(text('I will look.'), tool('Bash', { command: 'ls', description: 'List the folder' })),
  answer(text('That is everything in the folder.')),
]);
