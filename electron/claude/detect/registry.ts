import { z } from 'zod';
import type { Result } from '#shared/base/result';
import { fail, ok } from '#shared/base/result';

/**
 * What Claude writes about itself in `<configuration folder>/sessions/<pid>.json`. `shell` is a turn that is over
 * while a shell of it goes on in the background.
 */
export interface RegistryEntry {
  readonly pid: number;
  /** When the process started, as the system counts it; tells a process from a later one with the same number. */
  readonly procStart: string | null;
  readonly sessionId: string;
  readonly cwd: string;
  readonly name: string | null;
  /** Null when Claude is driven over its standard input: then it tells its state there. */
  readonly status: 'idle' | 'busy' | 'waiting' | 'shell' | null;
  /** What a `waiting` one waits for, in Claude's words: `permission prompt`, `dialog open`. */
  readonly waitingFor: string | null;
}

const STATUSES = ['idle', 'busy', 'waiting', 'shell'] as const;

const fileSchema = z.object({
  pid: z.number().int().positive(),
  sessionId: z.string().min(1),
  cwd: z.string(),
  procStart: z.union([z.string(), z.number()]).nullish(),
  name: z.string().nullish(),
  // A status that a later version adds is one that we know nothing about.
  status: z.enum(STATUSES).nullish().catch(null),
  waitingFor: z.string().nullish().catch(null),
});

/** Reads a file of the registry. It may be read while it is written: text that is cut is a failure, to be read again. */
export function parseRegistryEntry(text: string): Result<RegistryEntry, string> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return fail('the file is not whole JSON');
  }
  const parsed = fileSchema.safeParse(value);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return fail(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'unexpected content'}`);
  }
  const { pid, sessionId, cwd, procStart, name, status, waitingFor } = parsed.data;
  return ok({
    pid,
    procStart: procStart == null ? null : String(procStart),
    sessionId,
    cwd,
    name: name ?? null,
    status: status ?? null,
    waitingFor: waitingFor ?? null,
  });
}
