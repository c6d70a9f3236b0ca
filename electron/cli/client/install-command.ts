import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { installMcpEntry, removeMcpEntry } from '../../claude/install/mcp-entry';
import { sharedConfiguration } from '../../claude/launch/isolation';
import { writeAtomicallyAtOnce } from '../../system/atomic-write';
import { commandFolder } from '../../system/command-shim';
import type { Locations } from '../../system/locations';
import { EXIT } from './exit-codes';

const recordSchema = z.object({
  version: z.literal(1),
  mcp: z.object({
    file: z.string(),
    madeFile: z.boolean(),
    madeServers: z.boolean(),
    inserted: z.string(),
    replaced: z.string(),
  }),
});
type InstallRecord = z.output<typeof recordSchema>;

/** `fugue install`: makes Fugue's tools known to Claudes that Fugue does not start itself. */
export async function installCommand(where: Locations): Promise<number> {
  const command = path.join(commandFolder(where.home), 'fugue');
  if (!fs.existsSync(command)) {
    process.stderr.write(`there is no ${command} yet: start Fugue once, then install\n`);
    return EXIT.failed;
  }
  const { stateFile } = sharedConfiguration(process.env);
  const before = readRecord(where);
  const installed = await installMcpEntry(stateFile, command);
  if (!installed.ok) return complain(installed.error);
  // Installing again must not forget what the first time found.
  const mcp = before?.mcp.file === stateFile ? before.mcp : installed.value;
  writeAtomicallyAtOnce(recordFile(where), JSON.stringify({ version: 1, mcp } satisfies InstallRecord));
  process.stdout.write(`${stateFile} names Fugue's MCP server now; fugue uninstall takes it out again\n`);
  return EXIT.done;
}

/** `fugue uninstall`: undoes what `fugue install` did, and nothing else. */
export async function uninstallCommand(where: Locations): Promise<number> {
  const record = readRecord(where);
  if (record === null) {
    process.stdout.write('nothing is installed\n');
    return EXIT.done;
  }
  const removed = await removeMcpEntry(record.mcp);
  if (!removed.ok) return complain(removed.error);
  fs.rmSync(recordFile(where), { force: true });
  process.stdout.write(`${record.mcp.file} is as if Fugue had not been there\n`);
  return EXIT.done;
}

function recordFile(where: Locations): string {
  return path.join(where.home, 'installed.json');
}

function readRecord(where: Locations): InstallRecord | null {
  try {
    const parsed = recordSchema.safeParse(JSON.parse(fs.readFileSync(recordFile(where), 'utf8')));
    return parsed.success ? parsed.data : null;
  } catch {
    return null; // Nothing was installed from here.
  }
}

function complain(sentence: string): number {
  process.stderr.write(`${sentence}\n`);
  return EXIT.failed;
}
