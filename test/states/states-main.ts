// `npm run states [-- --output FILE] [--only NAME] [--version VERSION]`: plays every scenario with every pinned
// version of the real claude, in both renderers and two widths, and writes down how soon each state was told.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { claudeVersions } from '#test/helpers/claude/claude';
import { groups } from '#test/helpers/claude/scenarios/index';
import { playGroup } from '#test/helpers/claude/scenarios/run-group';
import type { Outcome, Variant } from '#test/helpers/claude/scenarios/scenario';
import { repositoryRoot } from '#test/helpers/root';
import { makeTemporaryDirectory } from '#test/helpers/temporary-directory';
import { statesReport } from './report';

interface Measured {
  readonly outcomes: Outcome[];
  readonly failures: string[];
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      output: { type: 'string', default: path.join(repositoryRoot, 'docs/reference/states.md') },
      only: { type: 'string' },
      version: { type: 'string' },
    },
  });
  if (values.version !== undefined) {
    fs.writeFileSync(values.output, JSON.stringify(await measure(values.version, values.only)));
    return 0;
  }
  const measured = await Promise.all(claudeVersions.map((version) => measureApart(version, values.only)));
  const failures = measured.flatMap((one) => one.failures);
  fs.mkdirSync(path.dirname(values.output), { recursive: true });
  fs.writeFileSync(
    values.output,
    statesReport(
      measured.flatMap((one) => one.outcomes),
      failures,
    ),
  );
  return failures.length === 0 ? 0 : 1;
}

/** A process for each version: evidence is noted for a whole process. */
async function measureApart(version: string, only: string | undefined): Promise<Measured> {
  const directory = makeTemporaryDirectory();
  try {
    const output = path.join(directory.path, 'measured.json');
    const limits = only === undefined ? [] : ['--only', only];
    const words = [process.argv[1] ?? '', '--version', version, '--output', output, ...limits];
    const running = spawn(process.execPath, words, { stdio: ['ignore', 'inherit', 'inherit'] });
    await once(running, 'exit');
    return JSON.parse(fs.readFileSync(output, 'utf8')) as Measured;
  } finally {
    directory.remove();
  }
}

async function measure(version: string, only: string | undefined): Promise<Measured> {
  const measured: Measured = { outcomes: [], failures: [] };
  for (const renderer of ['classic', 'fullscreen'] as const) {
    for (const columns of [80, 140]) {
      const variant: Variant = { version, renderer, columns };
      for (const group of groups) {
        if (group.renderer !== undefined && group.renderer !== renderer) continue;
        if (only !== undefined && !group.name.includes(only)) continue;
        const played = await playGroup(group, variant).catch((error: unknown) => ({
          outcomes: [],
          failures: [`${group.name} (${Object.values(variant).join(', ')}): ${String(error)}`],
        }));
        measured.outcomes.push(...played.outcomes);
        measured.failures.push(...played.failures);
        process.stderr.write(
          `${version} ${renderer} ${String(columns)}: ${group.name}: ${String(played.outcomes.length)} states, ${String(played.failures.length)} failures\n`,
        );
        for (const failure of played.failures) process.stderr.write(`${failure}\n\n`);
      }
    }
  }
  return measured;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exit(1);
  },
);
