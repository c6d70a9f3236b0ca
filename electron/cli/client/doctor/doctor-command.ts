import fs from 'node:fs';
import { readConfigurationFile } from '../../../system/configuration-file';
import type { Locations } from '../../../system/locations';
import { EXIT } from '../exit-codes';
import type { Finding } from '../../../system/requirements/finding';
import { ok, problem } from '../../../system/requirements/finding';
import { checkPlaces } from './places';
import { checkPrograms } from '../../../system/requirements/programs';

/** `fugue doctor`: looks whether all is there that Fugue needs, and says how to mend what is not. Starts no Claude. */
export async function doctorCommand(where: Locations, words: readonly string[]): Promise<number> {
  const unknown = words.find((word) => word !== '--json');
  if (unknown !== undefined) {
    process.stderr.write(
      `fugue doctor does not know "${unknown}": use fugue doctor, or fugue doctor --json\n`,
    );
    return EXIT.usage;
  }
  const findings = await findEverything(where);
  const bad = findings.filter(({ level }) => level === 'problem').length;
  process.stdout.write(
    words.includes('--json') ? `${JSON.stringify({ findings, problems: bad })}\n` : inWords(findings),
  );
  return bad === 0 ? EXIT.done : EXIT.failed;
}

/** All that a doctor looks at. */
export async function findEverything(where: Locations): Promise<readonly Finding[]> {
  const { configuration, problems } = readConfigurationFile(where.configurationFile, process.env);
  const [programs, places] = await Promise.all([
    checkPrograms(configuration),
    checkPlaces(where, configuration),
  ]);
  return [checkHome(where), ...checkConfiguration(where, problems), ...programs, ...places];
}

function checkHome({ home }: Locations): Finding {
  const status = fs.statSync(home, { throwIfNoEntry: false });
  const elsewhere = 'make it yours, or set FUGUE_HOME to a folder of yours';
  if (status === undefined) return ok('home', `${home} does not exist yet; the first start makes it`);
  if (!status.isDirectory()) return problem('home', `${home} is not a folder`, elsewhere);
  if (status.uid !== process.getuid?.()) return problem('home', `${home} belongs to another user`, elsewhere);
  try {
    fs.accessSync(home, fs.constants.W_OK);
    return ok('home', home);
  } catch {
    return problem('home', `${home} can't be written`, elsewhere);
  }
}

function checkConfiguration(where: Locations, problems: readonly string[]): readonly Finding[] {
  const file = where.configurationFile;
  if (problems.length === 0) return [ok('configuration', file)];
  return problems.map((sentence) =>
    problem('configuration', `${file}: ${sentence}`, 'run fugue config edit'),
  );
}

function inWords(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ check }) => check.length));
  const lines = findings.flatMap(({ check, level, says, mend }) => [
    `${level.padEnd('problem'.length)}  ${check.padEnd(width)}  ${says}`,
    ...(mend === '' ? [] : [`${' '.repeat('problem'.length + 2 + width + 2)}→ ${mend}`]),
  ]);
  return `${lines.join('\n')}\n`;
}
