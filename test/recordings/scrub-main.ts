// `npm run scrub -- FILE… [--home DIR] [--user NAME] [--machine NAME]`: makes recordings fit to be given away, in place.
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { formatRecording, parseRecording } from '#electron/claude/recording/format';
import { scrubRecording } from '#electron/claude/recording/scrub';
import { namesOfThisMachine } from './private-names';

const usage = 'usage: scrub FILE… [--home DIR]… [--user NAME]… [--machine NAME]…';

function main(args: readonly string[]): number {
  const list = { type: 'string', multiple: true, default: [] as string[] } as const;
  let parsed;
  try {
    parsed = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { home: list, user: list, machine: list },
    });
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : 'wrong usage'}\n${usage}\n`);
    return 2;
  }
  if (parsed.positionals.length === 0) {
    process.stderr.write(`${usage}\n`);
    return 2;
  }
  const own = namesOfThisMachine();
  const names = {
    homes: [...own.homes, ...parsed.values.home],
    users: [...own.users, ...parsed.values.user],
    machines: [...own.machines, ...parsed.values.machine],
  };
  let failed = false;
  for (const name of parsed.positionals) {
    const file = path.resolve(process.env['INIT_CWD'] ?? '.', name);
    try {
      const recording = parseRecording(fs.readFileSync(file, 'utf8'));
      if (!recording.ok) throw new Error(`line ${recording.error.line}: ${recording.error.message}`);
      fs.writeFileSync(file, formatRecording(scrubRecording(recording.value, names)));
    } catch (error) {
      failed = true;
      process.stderr.write(`${name}: ${error instanceof Error ? error.message : 'unknown fault'}\n`);
    }
  }
  return failed ? 1 : 0;
}

process.exitCode = main(process.argv.slice(2));
