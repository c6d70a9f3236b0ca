import { ScreenModel } from '#electron/screen/screen-model';
import { type Row, Tally } from '../row';

const SECRET = 'touch made-by-a-reply';
const BYTES_PER_SECOND = 4096;
/** All that may be typed back: fixed words and numbers, and nothing of what was sent. */
const SHAPES = [
  /^\u001b\[[?>]?[\d;]*[cnR]$/,
  /^\u001b\[\??[\d;]+\$y$/,
  /^\u001b\[8;\d+;\d+t$/,
  /^\u001bP[01]\$r[\d;]{0,20}(?:["$ ]?[A-Za-z{|}])?\u001b\\$/,
  /^\u001bP>\|xterm\.js\([\d.]+\)\u001b\\$/,
  /^\u001b\](?:4;\d+|1[0-2]);rgb:[0-9a-f/]+(?:\u001b\\|\u0007)$/,
  /^\u001b\[[IO]$/,
];

const QUERIES: readonly string[] = [
  ...['c', '0c', '>c', '>0c', '=c', '5n', '6n', '?6n', '?15n', '?25n', '?26n', '?53n', 'x', '1x'],
  ...[
    '11t',
    '13t',
    '14t',
    '15t',
    '16t',
    '18t',
    '19t',
    '20t',
    '21t',
    '22t',
    '23t',
    '>q',
    '?u',
    '?1$p',
    '4$p',
    '?2004$p',
  ],
].map((code) => `\u001b[${code}`);
const HOSTILE: readonly string[] = [
  `\u001b]0;${SECRET}\u0007\u001b[21t`,
  `\u001b]2;${SECRET}\u001b\\\u001b[20t`,
  `\u001bP$q${SECRET}\u001b\\`,
  '\u001bP$qm\u001b\\',
  `\u001bP+q${Buffer.from(SECRET).toString('hex')}\u001b\\`,
  `\u001b]52;c;?\u0007`,
  `\u001b]52;c;${Buffer.from(SECRET).toString('base64')}\u0007\u001b]52;c;?\u0007`,
  `\u001b]10;?\u0007`,
  `\u001b]4;1;?\u0007`,
  `\u001b]1337;ReportVariable=${SECRET}\u0007`,
  `\u001b]50;?\u0007`,
  `\u001b]7;file://${SECRET}\u0007\u001b]7;?\u0007`,
  '\u0005',
  `\u001b]8;;${SECRET}\u0007link\u001b]8;;\u0007`,
];

async function repliesTo(text: string, now: () => number): Promise<readonly string[]> {
  const screen = new ScreenModel({ columns: 80, rows: 24, scrollbackLines: 100 }, now);
  screen.setColors({ foreground: '#ffffff', background: '#000000', cursor: '#888888' });
  const replies: string[] = [];
  screen.onReply((reply) => replies.push(reply));
  await new Promise<void>((resolve) => screen.write(text, resolve));
  screen.dispose();
  return replies;
}

export const row: Row = {
  number: 16,
  async run() {
    const tally = new Tally();
    for (const query of [...QUERIES, ...HOSTILE]) {
      const replies = await repliesTo(query, () => 0);
      const odd = replies.filter((reply) => !SHAPES.some((shape) => shape.test(reply)));
      tally.check(
        odd.length === 0 && !replies.join('').includes(SECRET),
        `${JSON.stringify(query)} is answered with ${JSON.stringify(replies)}`,
      );
    }
    for (const query of ['\u001b[6n', '\u001b[c', '\u001b[>q', '\u001bP$qm\u001b\\']) {
      const flood = query.repeat(Math.ceil((1024 * 1024) / query.length));
      const typed = (await repliesTo(flood, () => 0)).reduce((sum, { length }) => sum + length, 0);
      tally.check(typed <= BYTES_PER_SECOND, `a flood is answered with ${String(typed)} bytes in a second`);
    }
    return tally;
  },
};
