import { execFile, execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { repositoryRoot } from '#test/helpers/root';
import { cleanEnvironment } from '#test/helpers/clean-environment';
import { must } from '../claude';
import { type Row, type RowContext, Tally } from '../row';

/** How many lines of each output of a program that failed are told. */
const LAST_LINES = 12;

interface Lock {
  readonly packages: Readonly<
    Record<string, { readonly resolved?: string; readonly integrity?: string; readonly link?: boolean }>
  >;
}

/** All that is under version control, as somebody gets it who clones it. */
function checkout({ scratch }: RowContext): string {
  const folder = scratch.folder('checkout');
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: repositoryRoot, encoding: 'utf8' }).split(
    '\0',
  );
  for (const file of files.filter((name) => name !== '' && fs.existsSync(path.join(repositoryRoot, name)))) {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    fs.cpSync(path.join(repositoryRoot, file), path.join(folder, file), { verbatimSymlinks: true });
  }
  return folder;
}

interface Ending {
  readonly code?: number | string;
  readonly signal?: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** How a program ended, and the last that it said: of a test run that is what failed, of npm the reason. */
function endingOf({ code, signal, stdout, stderr }: Ending): string {
  const last = [stdout, stderr].flatMap((text) =>
    stripVTControlCharacters(text)
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '' && !line.includes('complete log of this run'))
      .slice(-LAST_LINES),
  );
  return `ended with ${String(signal ?? code)}, and said last: ${last.join(' | ')}`;
}

async function install(context: RowContext, folder: string): Promise<Tally> {
  const tally = new Tally();
  const run = async (program: string, ...words: string[]) => {
    const options = { cwd: folder, env: cleanEnvironment({ CI: '1' }), maxBuffer: 256 * 1024 * 1024 };
    const { stdout } = await promisify(execFile)(program, words, options).catch((error: unknown) => {
      throw new Error(`${[program, ...words].join(' ')} ${endingOf(error as Ending)}`);
    });
    return stdout;
  };
  const step = async (name: string, work: () => Promise<unknown>) => {
    const before = tally.lost.length;
    await tally.attempt(name, work);
    context.say(tally.lost.length === before ? `${name}: done` : `failed: ${String(tally.lost.at(-1))}`);
  };
  await step('the lock file names only the registry, each package with its digest', async () => {
    const { packages } = JSON.parse(fs.readFileSync(path.join(folder, 'package-lock.json'), 'utf8')) as Lock;
    const odd = Object.entries(packages).filter(
      ([name, { resolved = '', integrity = '', link }]) =>
        name !== '' &&
        link !== true &&
        // Without an address it comes from the registry that npm is set to.
        !(
          (resolved === '' || resolved.startsWith('https://registry.npmjs.org/')) &&
          integrity.startsWith('sha512-')
        ),
    );
    must(
      odd.length === 0,
      `these are not: ${odd
        .map(([name]) => name)
        .slice(0, 5)
        .join()}`,
    );
  });
  await step('it is installed without scripts', () =>
    run('npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'),
  );
  if (tally.lost.length > 0) return tally;
  await step('the one package with a script that is allowed is built', () =>
    run('npm', 'rebuild', 'node-pty'),
  );
  await step('it builds', () => run('npm', 'run', 'build'));
  await step('its tests pass', () =>
    run('npx', 'vitest', 'run', '--project', 'contract', '--project', 'unit'),
  );
  await step('it lists its parts', async () => {
    const parts = JSON.parse(await run('npm', 'sbom', '--sbom-format', 'cyclonedx')) as {
      components: unknown[];
    };
    must(parts.components.length > 100, `only ${String(parts.components.length)} parts`);
  });
  return tally;
}

export const row: Row = {
  number: 57,
  run: (context) => install(context, checkout(context)),
  // A package that is another than the one that was locked.
  weakened: (context) => {
    const folder = checkout(context);
    const file = path.join(folder, 'package-lock.json');
    const lock = fs.readFileSync(file, 'utf8');
    fs.writeFileSync(file, lock.replace(/sha512-[A-Za-z0-9+/]{10}/, `sha512-${'A'.repeat(10)}`));
    return install(context, folder);
  },
};
