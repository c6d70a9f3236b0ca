// `npm run replay -- FILE… [--json]`: what Fugue would have said about the Claude of a recording, and when.
import fs from 'node:fs';
import path from 'node:path';
import { parseRecording } from '#electron/claude/recording/format';
import { compare, replay, type ReplayedState } from '#electron/claude/recording/replay';

const usage = 'usage: replay FILE… [--json]';

async function main(args: readonly string[]): Promise<number> {
  const json = args.includes('--json');
  const files = args.filter((argument) => argument !== '--json' && argument !== '--');
  const unknown = files.find((file) => file.startsWith('-'));
  if (unknown !== undefined || files.length === 0) {
    process.stderr.write(`${unknown === undefined ? '' : `there is no option ${unknown}\n`}${usage}\n`);
    return 2;
  }
  let failed = false;
  for (const file of files) failed = !(await replayFile(file, json)) || failed;
  return failed ? 1 : 0;
}

/** False when the file can't be read or does not show what it says it shows. */
async function replayFile(file: string, json: boolean): Promise<boolean> {
  let text: string;
  try {
    // Started through npm, the current directory is that of the package; a name is meant from where one stands.
    text = fs.readFileSync(path.resolve(process.env['INIT_CWD'] ?? '.', file), 'utf8');
  } catch (error) {
    process.stderr.write(`${file}: ${error instanceof Error ? error.message : 'it cannot be read'}\n`);
    return false;
  }
  const recording = parseRecording(text);
  if (!recording.ok) {
    process.stderr.write(`${file}:${recording.error.line}: ${recording.error.message}\n`);
    return false;
  }
  const told = await replay(recording.value);
  process.stdout.write(json ? jsonLines(file, told) : table(file, told));
  const mismatches = compare(told, recording.value.expectations);
  for (const { expected, told: at } of mismatches) {
    const was =
      at === null
        ? 'nothing was known'
        : `it was ${at.state}${at.waitingFor === null ? '' : ` (${at.waitingFor})`}: ${at.reason}`;
    process.stderr.write(`${file}: at ${expected.t} s expected ${JSON.stringify(expected)}, but ${was}\n`);
  }
  return mismatches.length === 0;
}

function jsonLines(file: string, told: readonly ReplayedState[]): string {
  return told
    .map(({ t, state, reason, source, waitingFor, resetsAt }) =>
      JSON.stringify({
        file,
        t,
        state,
        reason,
        source,
        ...(waitingFor === null ? {} : { waitingFor }),
        ...(resetsAt === null ? {} : { resetsAt }),
      }),
    )
    .map((line) => `${line}\n`)
    .join('');
}

function table(file: string, told: readonly ReplayedState[]): string {
  const rows = told.map(({ t, state, waitingFor, source, reason }) => {
    const name = waitingFor === null ? state : `${state} (${waitingFor})`;
    return `${t.toFixed(3).padStart(9)}  ${name.padEnd(20)}  ${source.padEnd(8)}  ${reason}\n`;
  });
  return `${file}\n${rows.join('')}`;
}

void main(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
