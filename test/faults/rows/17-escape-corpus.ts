import { ScreenModel } from '#electron/screen/screen-model';
import { loadRecording, RECORDING_FILES } from '#test/helpers/recordings';
import { type Row, Tally } from '../row';

const MARK = 'side-effect';
const LONG = 200_000;
/** Each way to begin, with each way to go on, and to end or not. */
const BEGINNINGS = [
  '\u001b[',
  '\u001b]',
  '\u001bP',
  '\u001b_',
  '\u001b^',
  '\u001bX',
  '\u009b',
  '\u009d',
  '\u0090',
  '\u001b#',
  '\u001b(',
];
const BODIES = [
  `52;c;${Buffer.from(MARK).toString('base64')}`,
  `8;;javascript:${MARK}`,
  `7;file:///${MARK}`,
  `9;${MARK}`,
  `10;${MARK}`,
  `777;notify;${MARK};${MARK}`,
  `1337;File=inline=1:${MARK}`,
  `99999999999999;${'1;'.repeat(500)}`,
  `?${'9'.repeat(400)}`,
  'x'.repeat(LONG),
];
/** A title may be set; it is never typed back. */
const TITLE = '\u001b]2;';
const ENDS = ['\u0007', '\u001b\\', 'h', ''];

/** What is wrong after a sequence; null when nothing is. */
async function faultAfter(bytes: string): Promise<string | null> {
  const screen = new ScreenModel({ columns: 80, rows: 24, scrollbackLines: 100 }, () => 0);
  let typed = '';
  const titles: string[] = [];
  screen.onReply((reply) => (typed += reply));
  screen.onTitle((title) => titles.push(title));
  const write = (text: string) => new Promise<void>((resolve) => screen.write(text, resolve));
  try {
    await write(bytes);
    // Whatever was left open is ended, and the terminal is as new.
    await write('\u0018\u001b\\\u001bcalive');
    if (screen.visibleRows()[0] !== 'alive')
      return `the screen shows ${JSON.stringify(screen.visibleRows()[0])}`;
    if (typed.includes(MARK)) return `${JSON.stringify(typed)} is typed back`;
    if (!bytes.startsWith(TITLE) && titles.some((title) => title.includes(MARK)))
      return 'it has set the title';
    return null;
  } finally {
    screen.dispose();
  }
}

export const row: Row = {
  number: 17,
  async run() {
    const tally = new Tally();
    const own = BEGINNINGS.flatMap((beginning) =>
      BODIES.flatMap((body) => ENDS.map((end) => beginning + body + end)),
    );
    const recorded = RECORDING_FILES.flatMap((name) => {
      const outputs = loadRecording(name).events.flatMap((event) =>
        event.kind === 'output' ? [event.data] : [],
      );
      // Cut off in the middle, as by the end of a program.
      return [outputs.join(''), outputs.join('').slice(0, -Math.floor(outputs.join('').length / 3))];
    });
    own.push(`${TITLE}${MARK}\u0007\u001b[21t`, `${TITLE}${MARK}\u001b\\\u001b[20t\u001b[21t`);
    for (const bytes of [...own, ...recorded])
      await tally.attempt(JSON.stringify(bytes.slice(0, 40)), async () => {
        const fault = await faultAfter(bytes);
        if (fault !== null) throw new Error(fault);
      });
    return tally;
  },
};
