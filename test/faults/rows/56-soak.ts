import fs from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '#test/helpers/root';
import { type Row, type RowContext, Tally } from '../row';
import { FAULTS, type Sample, SoakWorld } from '../soak';

/** FUGUE_SOAK_MINUTES makes it shorter, or longer. */
const MINUTES = Number(process.env['FUGUE_SOAK_MINUTES'] ?? 30);
/** In this part of the time, at the end, the app is not killed, so that one life is long. */
const LONG_LIFE = 0.5;
/** Samples of a life that do not count: what is made once is no growth. */
const WARM_UP = 0.2;
const FLAT = 0.1;
const LEAST_SAMPLES = 6;
const LOG = path.join(repositoryRoot, '.cache/faults/soak.log');

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** How much the last third is above the first, as a part of that; null when there are too few to tell. */
function growth(values: readonly number[]): number | null {
  if (values.length < LEAST_SAMPLES) return null;
  const third = Math.floor(values.length / 3);
  return median(values.slice(-third)) / median(values.slice(0, third)) - 1;
}

async function soak(context: RowContext, minutes: number, leak: number): Promise<Tally> {
  const tally = new Tally();
  const world = new SoakWorld(context.scratch);
  fs.writeFileSync(LOG, '');
  const log = (text: string) => {
    fs.appendFileSync(LOG, `${new Date().toISOString()} ${text}\n`);
  };
  await world.begin();
  context.defer(() => world.end());
  const began = performance.now();
  const part = () => (performance.now() - began) / (minutes * 60_000);
  /** Of each life, by the age of the app in rounds. */
  const lives: Sample[][] = [[]];
  for (let round = 0; part() < 1 && !tally.hopeless; round += 1) {
    const mayDie = leak === 0 && part() < 1 - LONG_LIFE;
    const fault = context.pick(mayDie ? FAULTS : FAULTS.filter((one) => one !== 'app'));
    if (fault === 'app') lives.push([]);
    await tally.attempt(`round ${String(round)}, ${fault}`, async () => {
      await world.strike(fault);
      await world.check();
    });
    if (leak > 0) await world.leak(leak);
    const sample = world.sample();
    lives.at(-1)!.push(sample);
    log(
      `round ${String(round)} ${fault}: ${String(Math.round(sample.memory / 1e6))} MB, ${String(sample.descriptors)} descriptors, ${String(tally.lost.length)} lost`,
    );
  }
  const long = lives.at(-1)!;
  const living = long.slice(Math.floor(long.length * WARM_UP));
  const young = lives.flatMap(([first]) => (first === undefined ? [] : [first]));
  for (const what of ['memory', 'descriptors'] as const)
    for (const [name, samples] of [
      ['in one life', living],
      ['from life to life', young],
    ] as const) {
      const grown = growth(samples.map((sample) => sample[what]));
      log(
        `${what} ${name}: ${grown === null ? 'too few samples' : `${(grown * 100).toFixed(1)} %`} (${String(samples.length)})`,
      );
      context.say(
        `${what} ${name}: ${grown === null ? 'too few samples' : `${(grown * 100).toFixed(1)} % more`}`,
      );
      tally.alsoCheck(
        grown === null || grown <= FLAT,
        `${what} grew ${name} by ${((grown ?? 0) * 100).toFixed(1)} %`,
      );
    }
  tally.alsoCheck(living.length >= LEAST_SAMPLES, 'the last life was too short to tell anything');
  return tally;
}

export const row: Row = {
  number: 56,
  run: (context) => soak(context, MINUTES, 0),
  // As where what comes and goes is kept.
  weakened: (context) => soak(context, Math.min(MINUTES, 1), 6),
};
