import fs from 'node:fs';
import path from 'node:path';
import lockfile from 'proper-lockfile';
import { z } from 'zod';
import { writeAtomicallyAtOnce } from '../../system/atomic-write';
import type { Locations } from '../../system/locations';

const mcpSchema = z.object({
  file: z.string(),
  madeFile: z.boolean(),
  madeServers: z.boolean(),
  inserted: z.string(),
  replaced: z.string(),
});
const hooksSchema = z.object({
  file: z.string(),
  command: z.string(),
  madeFile: z.boolean(),
  madeHooks: z.boolean(),
  madeEvents: z.array(z.string()),
  changes: z.array(z.object({ start: z.number(), inserted: z.string(), replaced: z.string() })),
  digest: z.string().nullable(),
});
const recordSchema = z.union([
  z.object({ version: z.literal(2), mcp: mcpSchema.nullable(), hooks: hooksSchema.nullable() }),
  // Before there were hooks to install.
  z.object({ version: z.literal(1), mcp: mcpSchema }).transform(({ mcp }) => ({ mcp, hooks: null })),
]);

/** What is installed, and what stood there before. */
export interface InstallRecord {
  readonly mcp: z.output<typeof mcpSchema> | null;
  readonly hooks: z.output<typeof hooksSchema> | null;
}

const NOTHING: InstallRecord = { mcp: null, hooks: null };

export function readRecord(where: Locations): InstallRecord {
  try {
    const parsed = recordSchema.safeParse(JSON.parse(fs.readFileSync(recordFile(where), 'utf8')));
    return parsed.success ? parsed.data : NOTHING;
  } catch {
    return NOTHING; // Nothing was installed from here.
  }
}

export function writeRecord(where: Locations, { mcp, hooks }: InstallRecord): void {
  if (mcp === null && hooks === null) fs.rmSync(recordFile(where), { force: true });
  else writeAtomicallyAtOnce(recordFile(where), JSON.stringify({ version: 2, mcp, hooks }));
}

/** Does something while nobody else installs or uninstalls. Rejects when somebody does for too long. */
export async function alone<T>(where: Locations, work: () => Promise<T>): Promise<T> {
  fs.mkdirSync(where.home, { recursive: true, mode: 0o700 });
  const release = await lockfile.lock(recordFile(where), {
    realpath: false,
    stale: 20_000,
    retries: { retries: 60, minTimeout: 50, maxTimeout: 250 },
  });
  try {
    return await work();
  } finally {
    await release();
  }
}

function recordFile(where: Locations): string {
  return path.join(where.home, 'installed.json');
}
