/** What a wait for text is told when the program ended and the text can't come any more. */
export const PROGRAM_ENDED = 'ended';
