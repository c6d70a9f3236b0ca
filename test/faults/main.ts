// The fault and abuse suite: `npm run test:faults -- [--rows 1-5,20] [--nightly] [--seed N]`. Each row and each twin
// runs in a process of its own, so that none disturbs another and one that hangs can be ended.
import { fork } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { describeMachine } from '../bench/machine';
import { reliabilityPage } from '../docs/reliability-page';
import { renderedText } from '../docs/rendered-text';
import { repositoryRoot } from '../helpers/root';
import { parseOptions, UsageError, USAGE } from './options';
import { complaintAbout, readResults, writeResult } from './results';
import { inContext, type Outcome } from './row';
import { loadRow, ROWS } from './rows/index';
import { TABLE, tableRow } from './table';
import { runWorker } from './workers';

type Part = 'run' | 'twin';
/** How many sentences are kept of those that lost. */
const SENTENCES = 5;
const WEAK = path.join(repositoryRoot, '.cache/weak');
/** The seed of a twin may be the same: it tries the same things. */
const TWIN_SHARE = 5;

/** As it can stand in a file and on a terminal: without what only a hostile text holds. */
function plain(sentence: string): string {
  return stripVTControlCharacters(sentence)
    .slice(0, 2000)
    .replace(/[^\u0020-\u007e]/gu, '?');
}

/** In a process of its own: runs one part of a row, and sends the outcome. */
async function child(number: number, part: Part, seed: number): Promise<void> {
  const row = await loadRow(number);
  const { wanted } = tableRow(number);
  const options = { seed, say: (text: string) => void process.stderr.write(`    ${text}\n`) };
  const outcome =
    part === 'run'
      ? await inContext(row.run, { ...options, count: wanted })
      : await inContext(row.weakened ?? row.run, { ...options, count: Math.ceil(wanted / TWIN_SHARE) });
  const { tried, held, lost } = outcome;
  process.send?.({ tried, held, lost: lost.map(plain) }, () => process.exit(0));
}

/** Runs one part of a row in a process of its own. One that takes too long, or dies, has lost. */
async function inProcess(
  number: number,
  part: Part,
  seed: number,
): Promise<Outcome & { readonly broke?: true }> {
  const weak = part === 'twin' && (await loadRow(number)).weakened === undefined;
  const { limit } = tableRow(number);
  const running = fork(
    weak ? path.join(WEAK, 'faults.cjs') : __filename,
    ['--part', String(number), part, String(seed)],
    {
      detached: true,
      serialization: 'advanced',
      execArgv: ['--expose-gc'],
      env: { ...process.env, ...(weak ? { FUGUE_WEAKNESS: String(number), FUGUE_TEST_PRODUCT: WEAK } : {}) },
    },
  );
  const stop = () => {
    try {
      if (running.pid !== undefined) process.kill(-running.pid, 'SIGKILL');
    } catch {
      // All of them have ended.
    }
  };
  const interrupted = () => {
    stop();
    process.exit(130);
  };
  // It has a group of its own, which nobody else ends.
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  let outcome: Outcome & { readonly broke?: true } = {
    ...{ tried: 1, held: 0, broke: true },
    lost: ['it ended without an outcome'],
  };
  running.on('message', (message) => {
    outcome = message as Outcome;
  });
  const timer = setTimeout(() => {
    outcome = { tried: 1, held: 0, broke: true, lost: [`it took longer than ${String(limit)} s`] };
    stop();
  }, limit * 1000);
  await new Promise((resolve) => running.once('exit', resolve));
  clearTimeout(timer);
  stop();
  process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
  return outcome;
}

async function main(words: readonly string[]): Promise<number> {
  const { rows, nightly, seed } = parseOptions(words);
  const chosen = TABLE.filter(({ number, nightly: late }) =>
    rows === null ? ROWS[number] !== undefined && (late !== true || nightly) : rows.has(number),
  );
  const { cpu, cores, kernel, node, electron, date } = describeMachine();
  const machine = `${cpu}, ${String(cores)} cores, ${kernel}, Node ${node}, Electron ${electron}`;
  process.stdout.write(`${machine}\nseed ${String(seed)}: FUGUE_SEED=${String(seed)} repeats it\n`);
  let failed = 0;
  for (const { number, title } of chosen) {
    process.stdout.write(`${String(number).padStart(2)}  ${title}\n`);
    const began = performance.now();
    const { tried, held, lost } = await inProcess(number, 'run', seed);
    const seconds = Math.round((performance.now() - began) / 100) / 10;
    const twin = await inProcess(number, 'twin', seed);
    const result = {
      tried,
      held,
      lost: lost.slice(0, SENTENCES),
      twinTried: twin.tried,
      // One that breaks proves nothing.
      twinLost: twin.broke === true ? 0 : twin.tried - twin.held,
      twinSentence: (twin.lost[0] ?? '').slice(0, 200),
      seconds,
      seed,
      date: date.slice(0, 10),
      machine,
    };
    writeResult(number, result);
    // After each row, as the one that runs the tests looks at the page.
    fs.writeFileSync(
      path.join(repositoryRoot, 'docs/reference/reliability.md'),
      await renderedText(reliabilityPage(readResults())),
    );
    const complaint = complaintAbout(number, result);
    if (complaint !== null) failed += 1;
    process.stdout.write(
      `    ${String(held)} of ${String(tried)} held in ${String(seconds)} s; the twin lost ${String(result.twinLost)} of ${String(twin.tried)}` +
        `${result.twinSentence === '' ? '' : ` (${result.twinSentence})`}${complaint === null ? '' : `\n    NOT AS IT HAS TO BE: ${complaint}`}\n`,
    );
    for (const sentence of result.lost) process.stdout.write(`      ${sentence}\n`);
  }
  process.stdout.write(`${String(chosen.length - failed)} rows as they have to be, ${String(failed)} not\n`);
  return failed === 0 ? 0 : 1;
}

function start([first, ...words]: readonly string[]): Promise<unknown> {
  const [name = '', part = '', seed = ''] = words;
  if (first === '--part') return child(Number(name), part as Part, Number(seed));
  if (first === '--worker') return runWorker(name, words.slice(1));
  return main(process.argv.slice(2)).then((code) => process.exit(code));
}

start(process.argv.slice(2)).catch((error: unknown) => {
  const usage = error instanceof UsageError;
  process.stderr.write(`${usage ? `${error.message}\n${USAGE}` : String((error as Error).stack)}\n`);
  process.exit(usage ? 2 : 1);
});
