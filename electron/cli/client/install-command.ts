import fs from 'node:fs';
import path from 'node:path';
import { installHookEntries, removeHookEntries } from '../../claude/install/hook-entries';
import type { HookScript } from '../../claude/install/hook-script';
import { removeHookScript, stateOfHookScript, writeHookScript } from '../../claude/install/hook-script';
import { installMcpEntry, removeMcpEntry } from '../../claude/install/mcp-entry';
import { sharedConfiguration } from '../../claude/launch/isolation';
import { commandFolder } from '../../system/command-shim';
import { readConfigurationFile } from '../../system/configuration-file';
import type { Locations } from '../../system/locations';
import { expandHome } from '../../system/locations';
import { EXIT } from './exit-codes';
import type { InstallRecord } from './install-record';
import { alone, readRecord, writeRecord } from './install-record';

/** The hook as the settings have it: where the script stands, and what it says. */
export function hookOf(where: Locations): {
  readonly file: string;
  readonly script: HookScript;
  readonly enabled: boolean;
} {
  const { channels } = readConfigurationFile(where.configurationFile, process.env).configuration;
  return {
    file: expandHome(channels['hook-script'], process.env),
    script: { folder: channels['runtime-dir'], commandFile: path.join(commandFolder(where.home), 'fugue') },
    enabled: channels.enabled,
  };
}

/** Claude's file of settings. */
export function settingsFile(): string {
  return path.join(sharedConfiguration(process.env).directory, 'settings.json');
}

/** `fugue install`: makes Fugue known to Claudes that Fugue does not start itself: its tools, and its hook. */
export async function installCommand(where: Locations, words: readonly string[]): Promise<number> {
  const dryRun = dryRunOf('install', words);
  if (dryRun === null) return EXIT.usage;
  const command = path.join(commandFolder(where.home), 'fugue');
  if (!fs.existsSync(command)) {
    process.stderr.write(`there is no ${command} yet: start Fugue once, then install\n`);
    return EXIT.failed;
  }
  if (dryRun) return install(where, command, true);
  return alone(where, () => install(where, command, false));
}

async function install(where: Locations, command: string, dryRun: boolean): Promise<number> {
  const faults: string[] = [];
  const record = readRecord(where);
  const mcp = await installMcp(record, command, dryRun, faults);
  if (!dryRun) writeRecord(where, { ...record, mcp });
  const hooks = await installHooks(where, record, dryRun, faults);
  if (!dryRun) writeRecord(where, { mcp, hooks });
  if (faults.length === 0) say(dryRun ? 'nothing was changed' : 'fugue uninstall takes all of it out again');
  return complain(faults);
}

async function installMcp(
  { mcp: before }: InstallRecord,
  command: string,
  dryRun: boolean,
  faults: string[],
): Promise<InstallRecord['mcp']> {
  const { stateFile } = sharedConfiguration(process.env);
  if (before !== null && before.file !== stateFile && !dryRun) await removeMcpEntry(before);
  const installed = await installMcpEntry(stateFile, command, dryRun);
  if (!installed.ok) {
    faults.push(installed.error);
    return before;
  }
  say(`${stateFile} ${dryRun ? 'would name' : 'names'} Fugue's MCP server${dryRun ? '' : ' now'}`);
  // Installing again must not forget what the first time found.
  return before?.file === stateFile ? before : installed.value;
}

async function installHooks(
  where: Locations,
  { hooks: before }: InstallRecord,
  dryRun: boolean,
  faults: string[],
): Promise<InstallRecord['hooks']> {
  const { file: scriptFile, script, enabled } = hookOf(where);
  const settings = settingsFile();
  const sameFile = before?.file === settings ? before : null;
  const foreign = stateOfHookScript(scriptFile, script) === 'foreign';
  // First what may fail: no settings shall name a script that is not there.
  const possible = await installHookEntries(settings, scriptFile, sameFile, true);
  if (!possible.ok) {
    faults.push(`${possible.error}. The hook is not installed`);
    return before;
  }
  if (dryRun && !foreign) {
    say(`${scriptFile} would be the hook, and ${settings} would name it`);
    return before;
  }
  const written = writeHookScript(scriptFile, script);
  if (!written.ok) {
    faults.push(`${written.error}. The hook is not installed`);
    return before;
  }
  if (before !== null && sameFile === null) await removeHookEntries(before);
  const installed = await installHookEntries(settings, scriptFile, sameFile);
  if (!installed.ok) {
    faults.push(`${installed.error}. The hook is not installed`);
    return before;
  }
  if (before !== null && before.command !== scriptFile) removeHookScript(before.command);
  say(`${settings} names the hook ${scriptFile} now, for Claudes in panes that Fugue did not start itself`);
  if (!enabled) say('the hook has nobody to tell while channels are switched off: set enabled in [channels]');
  return {
    ...installed.value,
    madeEvents: [...installed.value.madeEvents],
    changes: [...installed.value.changes],
  };
}

/** `fugue uninstall`: undoes what `fugue install` did, and nothing else. */
export async function uninstallCommand(where: Locations, words: readonly string[]): Promise<number> {
  const dryRun = dryRunOf('uninstall', words);
  if (dryRun === null) return EXIT.usage;
  return dryRun ? uninstall(where, true) : alone(where, () => uninstall(where, false));
}

async function uninstall(where: Locations, dryRun: boolean): Promise<number> {
  const faults: string[] = [];
  let { mcp, hooks } = readRecord(where);
  if (mcp === null && hooks === null) say('nothing is installed');
  if (mcp !== null) {
    const removed = await removeMcpEntry(mcp, dryRun);
    if (removed.ok) {
      say(
        dryRun
          ? `${mcp.file} would lose Fugue's MCP server`
          : `${mcp.file} is as if Fugue had not been there`,
      );
      mcp = null;
    } else faults.push(removed.error);
  }
  if (hooks !== null) {
    const removed = await removeHookEntries(hooks, dryRun);
    if (removed.ok) {
      const { file, command } = hooks;
      if (!dryRun) removeHookScript(command);
      say(
        dryRun
          ? `${file} would lose Fugue's hook`
          : `${file} is as if Fugue had not been there, and the hook is gone`,
      );
      hooks = null;
    } else faults.push(removed.error);
  }
  if (!dryRun) writeRecord(where, { mcp, hooks });
  return complain(faults);
}

/** Whether nothing is to be written; null for words that nobody knows, which has been told. */
function dryRunOf(command: string, words: readonly string[]): boolean | null {
  const unknown = words.find((word) => word !== '--dry-run');
  if (unknown === undefined) return words.length > 0;
  process.stderr.write(
    `fugue ${command} does not know "${unknown}": use fugue ${command}, or fugue ${command} --dry-run\n`,
  );
  return null;
}

function say(sentence: string): void {
  process.stdout.write(`${sentence}\n`);
}

function complain(sentences: readonly string[]): number {
  for (const sentence of sentences) process.stderr.write(`${sentence}\n`);
  return sentences.length === 0 ? EXIT.done : EXIT.failed;
}
