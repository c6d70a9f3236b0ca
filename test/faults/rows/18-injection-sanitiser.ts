import fc from 'fast-check';
import { cleanMessage, formatMessage, MESSAGE_MAXIMUM_BYTES } from '#shared/delivery/message-text';
import { anyText } from '#test/helpers/any-text';
import { type Row, Tally } from '../row';

const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;
const HIDDEN = /[\u200b\u200e\u200f\u202a-\u202e\u2028\u2029\u2066-\u2069\ufeff]/;

/** What is wrong with a text as it would be given to a Claude; null when nothing is. */
function faultOf(text: string): string | null {
  const { text: cleaned } = cleanMessage(text);
  if (CONTROL.test(cleaned)) return 'a control character is left';
  if (HIDDEN.test(cleaned)) return 'a hidden character is left';
  if (/^[!/#[@]/m.test(cleaned)) return 'a line begins like a command';
  if (cleanMessage(cleaned).text !== cleaned) return 'cleaned twice it is another';
  const message = formatMessage({ time: '12:00', sender: 'mail', content: text });
  if (!message.ok) return null;
  if (Buffer.byteLength(message.value) > MESSAGE_MAXIMUM_BYTES) return 'it is too long';
  if (message.value.split('\n').some((line, at) => (at === 0) !== line.startsWith('[12:00 mail] ')))
    return 'another line passes for the beginning of a message';
  return CONTROL.test(message.value) ? 'a control character is in the message' : null;
}

export const row: Row = {
  number: 18,
  async run({ count, seed }) {
    const tally = new Tally();
    for (const text of fc.sample(anyText, { seed, numRuns: count })) {
      const fault = faultOf(text);
      tally.check(fault === null, `${JSON.stringify(text)}: ${String(fault)}`);
    }
    return tally;
  },
};
