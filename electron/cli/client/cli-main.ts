import fs from 'node:fs';
import type { Failure } from '#shared/base/errors';
import type { CommandName } from '#shared/commands/catalog';
import { isCommandName } from '#shared/commands/catalog';
import { parseCommandWords } from '#shared/commands/command-line';
import type { CommandReply } from '#shared/ipc/channels';
import { locations } from '../../system/locations';
import { PANE_TOKEN_VARIABLE } from '../../system/pane-tokens';
import { completionCommand } from './completion/completion-command';
import { configCommand } from './config-command';
import { doctorCommand } from './doctor/doctor-command';
import { EXIT } from './exit-codes';
import { hookCommand } from './hook-command';
import { commandHelp, generalHelp, programWordHelp } from './help';
import { hookOf, installCommand, uninstallCommand } from './install-command';
import { logCommand } from './log-command';
import { mcpBridgeCommand } from './mcp-bridge-command';
import { nearProgramWord, programWord } from './program-words';
import { reportCommand } from './report-command';
import { requestCommand } from './run-command';
import { serviceCommand } from './service/service-command';

async function main(words: readonly string[]): Promise<number> {
  const where = locations(process.env);
  const [first, ...rest] = words;
  if (first !== undefined && programWord(first) !== undefined && asksForHelp(rest)) {
    return help(first === 'run' ? rest[0] : first);
  }
  switch (first) {
    case undefined:
    case 'help':
    case '--help':
    case '-h':
      return help(rest[0]);
    case 'completion':
      return completionCommand(rest, where.commandSocket);
    case 'config':
      return configCommand(rest, where);
    case 'log':
      return logCommand(rest, where.log);
    case 'explain':
      return run(['explain_status', ...rest], where.commandSocket);
    case 'doctor':
      return doctorCommand(where, rest);
    case 'report':
      return reportCommand(where, rest);
    case 'service':
      return serviceCommand(rest);
    case 'install':
      return installCommand(where, rest);
    case 'uninstall':
      return uninstallCommand(where, rest);
    case 'hook':
      return hookCommand(rest[0], () => hookOf(where).script.folder);
    case 'mcp-bridge':
      return mcpBridgeCommand(where);
    case 'send':
      return sendCommand(rest, where.commandSocket);
    case 'run':
      return run(rest, where.commandSocket);
    default:
      return misspelt(first) ?? run(words, where.commandSocket);
  }
}

/** Tells of a first word that is no command, and nearly one of the program's own; null for all else. */
function misspelt(word: string): number | null {
  const near = isCommandName(word.replaceAll('-', '_')) ? undefined : nearProgramWord(word);
  if (near === undefined) return null;
  process.stderr.write(`there is no command ${word}; did you mean fugue ${near.name}?\n`);
  return EXIT.usage;
}

/** `fugue send CHANNEL TEXT`: a message as an adapter would write it; the text may come from standard input. */
function sendCommand(words: readonly string[], socket: string): Promise<number> {
  const place = words.findIndex((word, index) => index > 0 && word === '-');
  const text = place < 0 ? null : fs.readFileSync(0, 'utf8').replace(/\n$/, '');
  // Whatever the text begins with, it is no flag.
  const given =
    text === null ? words : [...words.slice(0, place), '--message', text, ...words.slice(place + 1)];
  return run(['send_channel_message', ...given], socket);
}

function help(about: string | undefined): number {
  const name = about?.replaceAll('-', '_');
  const word = about === undefined ? undefined : programWord(about);
  if (name === undefined || isHelpFlag(about)) process.stdout.write(generalHelp());
  else if (word !== undefined) process.stdout.write(programWordHelp(word));
  else if (isCommandName(name)) process.stdout.write(commandHelp(name));
  else {
    process.stderr.write(`there is no command ${about || '""'}: fugue help lists all\n`);
    return EXIT.usage;
  }
  return EXIT.done;
}

function isHelpFlag(word: string | undefined): boolean {
  return word === '--help' || word === '-h';
}

function asksForHelp(words: readonly string[]): boolean {
  return flagsOf(words).some(isHelpFlag);
}

/** The words before `--`, behind which nothing is a flag. */
function flagsOf(words: readonly string[]): readonly string[] {
  const end = words.indexOf('--');
  return end < 0 ? words : words.slice(0, end);
}

async function run(words: readonly string[], socket: string): Promise<number> {
  const flags = flagsOf(words);
  const json = flags.includes('--json');
  const rest = [...flags.filter((word) => word !== '--json'), ...words.slice(flags.length)];
  if (asksForHelp(rest)) return help(rest[0]);
  const parsed = parseCommandWords(rest);
  if (!parsed.ok) return complain(parsed.error, json, EXIT.usage);
  const print = (reply: CommandReply): void => {
    process.stdout.write(json ? `${JSON.stringify(reply.output)}\n` : `${reply.text}\n`);
  };
  let told = false;
  const outcome = await requestCommand(
    socket,
    {
      command: parsed.value.name,
      input: parsed.value.input,
      token: process.env[PANE_TOKEN_VARIABLE] ?? null,
      workingDirectory: process.cwd(),
    },
    (reply) => {
      told = true;
      print(reply);
    },
  );
  if (outcome.kind === 'not-running') {
    const message = 'Fugue is not running: start it with fugue, or fugue --headless';
    return complain({ code: 'unavailable', message }, json, EXIT.notRunning);
  }
  if (outcome.kind === 'hung-up') {
    const message = 'Fugue ended, or is too busy, before it answered: look whether it runs, and try again';
    return complain({ code: 'unavailable', message }, json, EXIT.failed);
  }
  const { response } = outcome;
  if (!response.ok) {
    const usageFault = response.error.code === 'invalid' || response.error.code === 'unknown-command';
    return complain(response.error, json, usageFault ? EXIT.usage : EXIT.failed);
  }
  if (!told) print(response.value);
  return cameToNothing(parsed.value.name, response.value.output) ? EXIT.failed : EXIT.done;
}

/** To scripts a wait that ended without what was waited for is a failure, and so is a message that nobody gets. */
function cameToNothing(name: CommandName, output: CommandReply['output']): boolean {
  if (output['matched'] === false) return true;
  const sends = name === 'send_orchestration' || name === 'broadcast';
  return (
    sends && [output['reached'], output['queued']].every((list) => Array.isArray(list) && list.length === 0)
  );
}

function complain(error: Failure, json: boolean, code: number): number {
  if (json) process.stdout.write(`${JSON.stringify({ error })}\n`);
  process.stderr.write(`${error.message}\n`);
  return code;
}

// Who reads the output may have enough of it: `fugue watch-events | head -1`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? EXIT.done : EXIT.failed);
});

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(`fugue failed: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = EXIT.failed;
  },
);
