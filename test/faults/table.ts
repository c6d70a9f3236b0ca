// The rows of the acceptance table: what is tried, how often, and where. What they do is in `rows/`.

export interface TableRow {
  readonly number: number;
  /** What is tried, and what has to hold. */
  readonly title: string;
  /** How many things are tried at least; in the unit that the title names. */
  readonly wanted: number;
  /** Seconds after which the row, or its twin, is ended and lost. */
  readonly limit: number;
  /** How many are tried in the normal tests; without it the row is none of them. */
  readonly quick?: number;
  /** Takes so long that it runs only when asked for. */
  readonly nightly?: boolean;
  /** It needs the window: a display. */
  readonly window?: boolean;
  /** Why there is no such row here. */
  readonly apart?: string;
}

const row = (
  number: number,
  title: string,
  wanted: number,
  limit: number,
  more: Partial<TableRow> = {},
): TableRow => ({
  number,
  title,
  wanted,
  limit,
  ...more,
});

export const TABLE: readonly TableRow[] = [
  row(
    1,
    'Recorded bytes cut in random ways give what they give uncut: characters, screens, states, lines, tags',
    10_000,
    300,
    { quick: 40 },
  ),
  row(2, 'The same byte by byte, and in every way of two pieces for three of them', 10_000, 300, {
    quick: 300,
  }),
  row(
    3,
    'Random text with tags, escapes and quotes: nothing throws, a KB takes 5 ms at most, and only real tags are run',
    20_000,
    180,
    { quick: 500 },
  ),
  row(4, 'Hostile megabytes: each reader is through one in 200 ms', 12, 60, { quick: 3 }),
  row(
    5,
    'Forged tags (in files, results, quotes, fences, with a wrong nonce, cut by escapes) run nothing',
    100,
    60,
    { quick: 100 },
  ),
  row(
    6,
    'Hostile requests to each address of the MCP server reach no tool, end in 12 s, and take no memory',
    198,
    300,
  ),
  row(7, 'Chains of requests with a foreign Host or Origin reach no tool', 10, 60, { quick: 10 }),
  row(8, 'The token of one pane gives no rights over another', 50, 60),
  row(9, 'Slow connections: a good client is answered in 500 ms meanwhile, all are closed in 15 s', 200, 120),
  row(
    10,
    'MCP under load: 20 clients with 10 calls a second for a minute, no error, no crossed answer, 99 % in a second',
    12_000,
    180,
    { nightly: true },
  ),
  row(11, 'Clients that come and go without a word leave no session, memory or descriptor behind', 2000, 240),
  row(12, 'Scenarios of the conformance suite on two versions of Node, without a baseline', 16, 180),
  row(
    13,
    'Hostile text in a chat, put together here from tags, handlers, encodings and places: no script, request or navigation',
    263,
    300,
    { window: true },
  ),
  row(14, 'Links of all kinds: only clean http(s) is opened, after a click and an answer', 60, 180, {
    window: true,
  }),
  row(15, 'Each channel of the window × ten bad inputs: all refused, none throws', 10, 180, { window: true }),
  row(
    16,
    'Questions to the terminal, alone and in floods: replies are of fixed shapes and at most 4 KB/s',
    40,
    180,
  ),
  row(17, 'Escape sequences: no crash, and no title, clipboard or link as a side effect', 126, 180),
  row(
    18,
    'Any text as a message: no control characters, no line that is a command, done twice like done once, at most 4096 bytes',
    50_000,
    120,
    { quick: 2000 },
  ),
  row(
    19,
    'Hostile messages to the real Claude: no file is made, it lives, its mode stays, the text arrives',
    30,
    900,
  ),
  row(
    20,
    'A message around a dialog of the real Claude: the command never runs, the message arrives once',
    60,
    1800,
  ),
  row(21, 'Messages to an idle real Claude are submitted once', 50, 900),
  row(
    22,
    'Messages while the real Claude works, also many turns in a row: each in one turn, in order, none lost',
    100,
    900,
  ),
  row(
    23,
    'Lines through 500 FIFOs: none lost, torn or doubled, the loop never stands for 500 ms',
    50_000,
    120,
  ),
  row(
    24,
    'Lines around the size that a pipe takes whole, by four writers at once: whole up to 4096 bytes, above that refused; of a stranger whole or counted; never merged',
    6600,
    120,
  ),
  row(25, 'FIFOs made and removed at random: none is missed for a second, no descriptor is left', 2000, 300),
  row(
    26,
    'Outputs without a reader, missing, links, files, of others: refused in 50 ms, nothing is written to a file',
    250,
    60,
    { quick: 25 },
  ),
  row(
    27,
    'A reader that never reads: it is told of once the pipe is full, the others get all, memory stays',
    1000,
    60,
    {
      quick: 300,
    },
  ),
  row(28, 'Open FIFOs without writers do not hold up other work with files, nor the end of the app', 50, 60),
  row(
    29,
    'A runtime directory of another, a link, open to others, a file, or deleted: refused with the reason, or there again in 10 s',
    100,
    300,
  ),
  row(30, 'Runtime directories with long paths: a clear refusal, never another socket', 20, 60, {
    quick: 20,
  }),
  row(
    31,
    'The app killed while it writes its state: it always loads, and never older than the last that was acknowledged',
    300,
    600,
  ),
  row(
    32,
    'The n-th call to the file system fails (no space, I/O error, no descriptors, short write): the old or the new state, and an error',
    20,
    60,
    { quick: 20 },
  ),
  row(
    33,
    'A full disk: the old state stays readable, the window says so, writing goes on when there is space',
    20,
    180,
  ),
  row(
    34,
    'State files cut, flipped, old, new, huge: the previous generation or a clean start, and the bad file is kept',
    300,
    180,
    { quick: 40 },
  ),
  row(
    35,
    'The app killed with six panes in tmux: the same panes in 5 s, no program started twice',
    50,
    1800,
    { nightly: true },
  ),
  row(
    36,
    'The tmux server killed under load: noticed in a second, shown, started again once, with its conversation',
    20,
    900,
  ),
  row(
    37,
    'A Claude that keeps ending: at most five starts, then it is left alone; started by hand it works',
    20,
    300,
  ),
  row(38, 'Failures that do not pass: at most two starts, and the reason is shown', 30, 900),
  row(39, 'The real Claude killed in a turn is there again', 30, 1200),
  row(
    40,
    'Delays between restarts: within their bounds, reset after a minute up, and limited for all together',
    10_000,
    60,
    { quick: 1000 },
  ),
  row(41, 'The clock jumps by hours and days: no storm of restarts, no early end of a wait', 10, 300),
  row(
    42,
    'A second instance: beside a living, a killed, a stopped one; never two readers of a FIFO, no socket is stolen',
    20,
    300,
  ),
  row(43, 'A home that is read-only: it starts, says so (also in the window), and panes work', 6, 180, {
    window: true,
  }),
  row(
    44,
    'The hook command with a bad server or bad input: always exit 0, in 300 ms, or 2 s when nobody answers',
    200,
    300,
  ),
  row(
    45,
    'Hooks of the real Claude while Fugue is down, hangs or is slow: a turn takes at most 2 s more, the answer is the same',
    30,
    600,
  ),
  row(
    46,
    'A flood of hooks by many, forged ones among them: order is kept, the forged are dropped',
    5000,
    120,
    { quick: 500 },
  ),
  row(
    47,
    'Requests for permission answered twice, late, unknown or never: one decision each, none allowed by default',
    100,
    120,
    { quick: 100 },
  ),
  row(
    48,
    "The user's settings in 40 states: invalid ones are left as they are, valid ones keep all else, removal gives back the value",
    40,
    60,
    { quick: 40 },
  ),
  row(49, 'Eight writers of the settings with the lock: none is lost', 160, 60),
  row(50, 'A proxy in the environment: each version of the real Claude reaches MCP without it', 10, 300),
  row(51, 'Planted secrets are in no log, state, crash, report or command line', 40, 180),
  row(
    52,
    '100 MB from each of six panes: the loop stands for 100 ms at most, memory stays, the others answer',
    6,
    300,
  ),
  row(53, 'A subscriber that never reads is let go at 8 MB; the others get all', 200, 120),
  row(54, 'The port taken by a stranger: another port is used, and the stranger gets no token', 10, 300),
  row(55, 'Fuses of the packaged app, and preferences of each window', 15, 120, { window: true }),
  row(
    56,
    'Half an hour of random faults with four panes: every invariant holds, memory and descriptors stay within 10 %',
    30,
    36_000,
    { nightly: true },
  ),
  row(
    57,
    'Installed from the lock file without scripts, it builds, passes its tests and lists its parts',
    1,
    900,
  ),
];

export function tableRow(number: number): TableRow {
  const found = TABLE.find((one) => one.number === number);
  if (found === undefined) throw new Error(`there is no row ${String(number)}`);
  return found;
}
