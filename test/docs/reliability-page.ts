import { complaintAbout, type Results } from '../faults/results';
import { TABLE } from '../faults/table';
import { paragraphs, table } from './markdown';

/** What the fault suite found, from its results alone. */
export function reliabilityPage(results: Results): string {
  const machines = [...new Set(Object.values(results).map(({ machine }) => machine))];
  const rows = TABLE.map(({ number, title, wanted, apart, nightly }) => {
    const result = results[String(number)];
    const name = `${title}${nightly === true ? ' (nightly)' : ''}`;
    if (result === undefined) return [String(number), name, '', '', '', '', '', apart ?? 'not run yet'];
    const complaint = complaintAbout(number, result);
    return [
      String(number),
      name,
      `${String(result.tried)}${result.tried < wanted ? ` of ${String(wanted)}` : ''}`,
      String(result.held),
      String(result.tried - result.held),
      `${String(result.twinLost)} of ${String(result.twinTried)}`,
      `${String(result.seconds)} s`,
      `${complaint === null ? '' : '**not as it has to be**, '}${result.date}, ${letterOf(machines.indexOf(result.machine))}`,
    ];
  });
  const here = TABLE.filter(({ apart }) => apart === undefined);
  const good = here.filter(({ number }) => {
    const result = results[String(number)];
    return result !== undefined && complaintAbout(number, result) === null;
  });
  return paragraphs(
    '# Reliability',
    'Written by `npm run test:faults`, and by `npm run docs` from `reliability.json`. Not to be edited.',
    `${String(good.length)} of ${String(here.length)} rows are as they have to be: all that was tried held, and the twin of the row lost. A twin does the same on a build with a guard taken out, or against something that does without it; it shows that the row can fail. \`npm run test:faults -- --rows 1-5,20\` runs rows again, \`--nightly\` also those that take long, and a small part of some is in the normal tests.`,
    table(['#', 'What was tried', 'Tried', 'Held', 'Lost', 'Twin lost', 'Took', 'When, where'], rows),
    machines.map((machine, index) => `- ${letterOf(index)}: ${machine}`).join('\n'),
  );
}

function letterOf(index: number): string {
  return String.fromCharCode('A'.charCodeAt(0) + index);
}
