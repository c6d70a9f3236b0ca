import { execFile, execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { repositoryRoot } from '#test/helpers/root';
import { cleanEnvironment } from '#test/helpers/clean-environment';
import { must } from '../claude';
import { type Row, type RowContext, Tally } from '../row';

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

async function install(context: RowContext, folder: string): Promise<Tally> {
  const tally = new Tally();
  const run = async (program: string, ...words: string[]) => {
    const { stdout } = await promisify(execFile)(program, words, {
      cwd: folder,
      env: cleanEnvironment({ CI: '1' }),
      maxBuffer: 256 * 1024 * 1024,
    });
    return stdout;
  };
  const step = async (name: string, work: () => Promise<unknown>) => {
    const before = tally.lost.length;
    await tally.attempt(name, work);
    context.say(`${name}: ${tally.lost.length === before ? 'done' : 'failed'}`);
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
