import { answer, story, text } from '../index';

/** A slow stream, then an answer that stops after its first words until the test releases it. */
export const slowThenHeld = story('slow, then held', [
  answer(text('Slowly, one piece after the other, this answer arrives.')).slowly(150),
  answer(text('First words, and then the rest once it is released.')).held('inside'),
]);
