import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { errorMessage } from '#shared/base/errors';
import { CONFIGURATION_VARIABLES } from '#shared/config/schema';
import { writeAtomicallyAtOnce } from '../../../system/atomic-write';
import { quoteForShell } from '../../../system/shell-words';
import { EXIT } from '../exit-codes';
import type { ServiceStart } from './definitions';
import { LAUNCHD_LABEL, launchdPlist, SERVICE_MARK, systemdUnit } from './definitions';

/** How long the manager of services may take, in milliseconds. */
const PATIENCE = 60_000;

/** A manager of services: where it wants its definition, and what tells it of a change. */
interface Manager {
  readonly file: string;
  readonly text: string;
  /** Fails when the manager does not answer. */
  readonly probe: readonly string[];
  readonly start: readonly (readonly string[])[];
  readonly end: readonly (readonly string[])[];
  readonly afterRemoval: readonly (readonly string[])[];
  readonly status: readonly string[];
  readonly hint: string;
}

/** `fugue service install|uninstall|status`: has the system keep Fugue running without a window. */
export function serviceCommand(words: readonly string[]): number {
  const [action, ...rest] = words;
  const dryRun = rest.includes('--dry-run');
  if (rest.some((word) => word !== '--dry-run') || (dryRun && action === 'status')) return usage();
  const manager = process.platform === 'darwin' ? launchd(startOf()) : systemd(startOf());
  switch (action) {
    case 'install':
      return install(manager, dryRun);
    case 'uninstall':
      return uninstall(manager, dryRun);
    case 'status':
      return status(manager);
    default:
      return usage();
  }
}

function usage(): number {
  process.stderr.write('use fugue service install|uninstall [--dry-run], or fugue service status\n');
  return EXIT.usage;
}

/** How Fugue starts without a window: by the script of the checkout, or by what this was started with. */
function startOf(): ServiceStart {
  const script = path.join(path.dirname(__dirname), 'scripts', 'fugue');
  const command = fs.existsSync(script)
    ? [script, '--headless']
    : [process.execPath, path.join(__dirname, 'headless.cjs')];
  const node = path.dirname(process.execPath);
  const folders = (process.env['PATH'] ?? '').split(':').filter((folder) => path.isAbsolute(folder));
  const kept = ['FUGUE_HOME', 'CLAUDE_CONFIG_DIR', ...Object.keys(CONFIGURATION_VARIABLES)];
  const environment: Record<string, string> = { PATH: [...new Set([...folders, node])].join(':') };
  for (const name of kept) {
    const value = process.env[name];
    if (value !== undefined && value !== '') environment[name] = value;
  }
  // Where panes are run by Electron, its own variable would be missing.
  if (process.versions['electron'] !== undefined && command[0] === process.execPath)
    environment['ELECTRON_RUN_AS_NODE'] = '1';
  return { command, environment };
}

function systemd(start: ServiceStart): Manager {
  const base = process.env['XDG_CONFIG_HOME'] || path.join(homeFolder(), '.config');
  const user = ['systemctl', '--user'];
  return {
    file: path.join(base, 'systemd/user/fugue.service'),
    text: systemdUnit(start),
    probe: [...user, 'show-environment'],
    start: [
      [...user, 'daemon-reload'],
      [...user, 'enable', '--now', 'fugue.service'],
    ],
    end: [[...user, 'disable', '--now', 'fugue.service']],
    afterRemoval: [[...user, 'daemon-reload']],
    status: [...user, 'is-active', 'fugue.service'],
    hint: `to have it run while you are not logged in: loginctl enable-linger ${os.userInfo().username}`,
  };
}

function launchd(start: ServiceStart): Manager {
  const file = path.join(homeFolder(), 'Library/LaunchAgents', `${LAUNCHD_LABEL}.plist`);
  const domain = `gui/${String(process.getuid?.() ?? 0)}`;
  return {
    file,
    text: launchdPlist(start),
    probe: ['launchctl', 'print', domain],
    start: [['launchctl', 'bootstrap', domain, file]],
    end: [['launchctl', 'bootout', `${domain}/${LAUNCHD_LABEL}`]],
    afterRemoval: [],
    status: ['launchctl', 'print', `${domain}/${LAUNCHD_LABEL}`],
    hint: 'it starts again with each login',
  };
}

function install(manager: Manager, dryRun: boolean): number {
  const { file, text, start, hint } = manager;
  if (stateOf(manager) === 'foreign')
    return complain(`${file} is none of Fugue's, so it was left alone: move it first`);
  if (dryRun) {
    say(`${file} would be:\n\n${text}`);
    say(`and this would be run:\n${shown(start)}`);
    return EXIT.done;
  }
  try {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    writeAtomicallyAtOnce(file, text, 0o644);
  } catch (error) {
    return complain(`${file} could not be written: ${errorMessage(error)}`);
  }
  say(`${file} is written`);
  if (!manages(manager)) {
    say(`the manager of services does not answer here; where it does, run:\n${shown(start)}`);
    return EXIT.done;
  }
  const failed = runAll(start);
  if (failed !== null) return complain(failed);
  say(`Fugue runs as a service now; ${hint}`);
  return EXIT.done;
}

function uninstall(manager: Manager, dryRun: boolean): number {
  const { file, end, afterRemoval } = manager;
  switch (stateOf(manager)) {
    case 'missing':
      say('no service is installed');
      return EXIT.done;
    case 'foreign':
      return complain(`${file} is none of Fugue's, so it was left alone`);
    default:
  }
  if (dryRun) {
    say(`this would be run, and ${file} removed:\n${shown([...end, ...afterRemoval])}`);
    return EXIT.done;
  }
  const answers = manages(manager);
  // One that does not run can't be ended, which is as good.
  if (answers) runAll(end);
  fs.rmSync(file, { force: true });
  if (answers) runAll(afterRemoval);
  say(`${file} is gone${answers ? ', and Fugue runs as a service no more' : ''}`);
  return EXIT.done;
}

function status(manager: Manager): number {
  const { file } = manager;
  const state = stateOf(manager);
  if (state === 'missing') return complain('no service is installed: fugue service install does it');
  if (state === 'foreign') return complain(`${file} is none of Fugue's`);
  if (state === 'outdated')
    say(`${file} starts another Fugue, or in another way: fugue service install renews it`);
  if (!manages(manager))
    return complain(`${file} is there, but the manager of services does not answer here`);
  if (runAll([manager.status]) !== null) return complain(`${file} is there, but it does not run`);
  say(`Fugue runs as a service, by ${file}`);
  return EXIT.done;
}

function stateOf({ file, text }: Manager): 'missing' | 'foreign' | 'outdated' | 'current' {
  let found: string;
  try {
    found = fs.readFileSync(file, 'utf8');
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'missing' : 'foreign';
  }
  if (!found.includes(SERVICE_MARK)) return 'foreign';
  return found === text ? 'current' : 'outdated';
}

function manages({ probe }: Manager): boolean {
  return runAll([probe]) === null;
}

/** Runs the commands, one after the other; a sentence for the first that fails. */
function runAll(commands: readonly (readonly string[])[]): string | null {
  for (const [program = '', ...words] of commands) {
    try {
      execFileSync(program, words, {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
        timeout: PATIENCE,
      });
    } catch (error) {
      const { stderr } = error as { readonly stderr?: unknown };
      const said = typeof stderr === 'string' ? stderr.trim() : '';
      return `${[program, ...words].join(' ')} failed: ${said || errorMessage(error)}`;
    }
  }
  return null;
}

function shown(commands: readonly (readonly string[])[]): string {
  const plain = /^[\w@%+=:,./-]+$/;
  return commands
    .map((words) => `  ${words.map((word) => (plain.test(word) ? word : quoteForShell(word))).join(' ')}`)
    .join('\n');
}

function homeFolder(): string {
  return process.env['HOME'] || os.homedir();
}

function say(sentence: string): void {
  process.stdout.write(`${sentence}\n`);
}

function complain(sentence: string): number {
  process.stderr.write(`${sentence}\n`);
  return EXIT.failed;
}
