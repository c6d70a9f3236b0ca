import { issueSentence } from '#shared/base/issue-sentence';
import { definitionOf } from '#shared/commands/catalog';
import { parseCommandWords } from '#shared/commands/command-line';
import type { LogQuestion } from '../../log/read-log';
import { logLine, readLog } from '../../log/read-log';
import { EXIT } from './exit-codes';

/** `fugue log`: the same as the command read_log, from the file itself, so that it needs no running app. */
export function logCommand(words: readonly string[], file: string): number {
  const json = words.includes('--json');
  const parsed = parseCommandWords(['read_log', ...words.filter((word) => word !== '--json')]);
  const input = parsed.ok ? definitionOf('read_log').input.safeParse(parsed.value.input) : null;
  if (!parsed.ok || input?.success !== true) {
    const [issue] = input?.error?.issues ?? [];
    const fault = parsed.ok
      ? issue && `${issue.path.join('.')}: ${issueSentence(issue)}`
      : parsed.error.message;
    process.stderr.write(`fugue log: ${fault ?? 'wrong usage'}\n`);
    return EXIT.usage;
  }
  for (const entry of readLog(file, input.data as unknown as LogQuestion))
    process.stdout.write(`${json ? JSON.stringify(entry) : logLine(entry)}\n`);
  return EXIT.done;
}
