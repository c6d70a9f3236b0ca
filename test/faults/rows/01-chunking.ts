import { randomCut } from '#test/helpers/chunks';
import { terminalSubjects } from '../cut-readers';
import { type Row, Tally } from '../row';

/** The states take longest to find: every so many ways of cutting look at them. */
const STATES_EVERY = 10;

export const row: Row = {
  number: 1,
  async run({ count, random }) {
    const tally = new Tally();
    // A small run reads a few of them often, as each has to be read uncut first.
    const subjects = terminalSubjects().slice(0, count < 1000 ? 6 : undefined);
    for (let way = 0; tally.tried < count; way += 1) {
      const subject = subjects[way % subjects.length]!;
      const longest = way % 4 === 0 ? 4 : 300;
      const differences = await subject.differences(
        (bytes) => randomCut(bytes, random, longest),
        way % STATES_EVERY === 0,
      );
      tally.check(differences === '', `${subject.name}, way ${String(way)}: other ${differences}`);
    }
    return tally;
  },
};
