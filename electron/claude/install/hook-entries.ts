import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Result } from '#shared/base/result';
import { fail, ok } from '#shared/base/result';
import type { TextDifference } from './text-difference';
import { differenceOf, undone } from './text-difference';
import { changeUserFile, withValue } from './user-file';

/**
 * The events that the installed hook is told of. Never those around each use of a tool: they would fire for every
 * command of every Claude on the machine.
 */
export const INSTALLED_EVENTS = [
  'SessionStart',
  'UserPromptSubmit',
  'PermissionRequest',
  'Notification',
  'Stop',
  'SubagentStart',
  'SubagentStop',
  'SessionEnd',
] as const;

/** Seconds after which Claude goes on without the hook. */
const TIMEOUT = 5;

/** What an installation did, so that its removal leaves the same. */
export interface HookInstallation {
  /** Claude's settings. */
  readonly file: string;
  /** The script that is named there. */
  readonly command: string;
  readonly madeFile: boolean;
  readonly madeHooks: boolean;
  readonly madeEvents: readonly string[];
  /** The changes, in order, and the digest of what they led to; no digest when they are not all that was done. */
  readonly changes: readonly TextDifference[];
  readonly digest: string | null;
}

type Json = Readonly<Record<string, unknown>>;

/**
 * Names the script to all Claudes of the person. `before` is an earlier installation in the same file; what it named
 * is replaced. With `dryRun` nothing is written. The failure is a sentence.
 */
export async function installHookEntries(
  file: string,
  command: string,
  before: HookInstallation | null,
  dryRun = false,
): Promise<Result<HookInstallation, string>> {
  let installation: HookInstallation | null = null;
  const changed = await changeUserFile(
    file,
    (text, exists) => {
      if (exists && text.trim() === '')
        return fail(
          `${file} is empty, which Claude can't read either, so it was left alone: remove or mend it first`,
        );
      const stale = before === null || before.command === command ? [] : [before.command];
      const added = withHooks(exists ? text : '{}\n', command, stale);
      if (!added.ok) return fail(`${file}: ${added.error}`);
      const { text: after, changes, madeHooks, madeEvents } = added.value;
      const continues = before !== null && before.digest === digestOf(text);
      installation = {
        file,
        command,
        madeFile: before?.madeFile ?? !exists,
        madeHooks: (before?.madeHooks ?? false) || madeHooks,
        madeEvents: [...new Set([...(before?.madeEvents ?? []), ...madeEvents])],
        changes: before === null ? changes : continues ? [...before.changes, ...changes] : [],
        digest: before === null || continues ? digestOf(after) : null,
      };
      return ok(after);
    },
    { dryRun },
  );
  if (!changed.ok) return changed;
  if (installation === null) throw new Error('invariant broken: a change that succeeded was made');
  return ok(installation);
}

/** Takes out what was put in, and what was made for it alone; all bytes are as before when nobody changed the file since. */
export function removeHookEntries(
  installation: HookInstallation,
  dryRun = false,
): Promise<Result<null, string>> {
  const { file, command, madeFile, madeHooks, madeEvents, changes, digest } = installation;
  return changeUserFile(
    file,
    (text, exists) => {
      if (!exists || text.trim() === '') return ok(exists ? text : null);
      if (digest !== null && digestOf(text) === digest)
        return ok(madeFile ? null : changes.reduceRight(undone, text));
      let after = withoutCommands(text, [command]);
      const hooks = hooksOf(after);
      for (const event of madeEvents)
        if (Array.isArray(hooks?.[event]) && (hooks[event] as unknown[]).length === 0)
          after = withValue(after, ['hooks', event], undefined);
      const left = hooksOf(after);
      if (madeHooks && left !== null && Object.keys(left).length === 0)
        after = withValue(after, ['hooks'], undefined);
      return ok(madeFile && Object.keys(JSON.parse(after) as Json).length === 0 ? null : after);
    },
    { dryRun },
  );
}

/** Which of the events name the script; for reports. */
export function eventsThatName(text: string, command: string): readonly string[] {
  const hooks = hooksOf(text) ?? {};
  return INSTALLED_EVENTS.filter((event) => isNamed(hooks[event], command, event));
}

interface WithHooks {
  readonly text: string;
  readonly changes: readonly TextDifference[];
  readonly madeHooks: boolean;
  readonly madeEvents: readonly string[];
}

function withHooks(text: string, command: string, stale: readonly string[]): Result<WithHooks, string> {
  const value = JSON.parse(text) as Json;
  const madeHooks = !Object.hasOwn(value, 'hooks');
  if (!madeHooks && hooksOf(text) === null)
    return fail('its "hooks" are no object, so it was left alone: mend it first');
  const steps = [text];
  const step = (next: string): void => {
    if (next !== steps.at(-1)) steps.push(next);
  };
  const newest = (): string => steps.at(-1) ?? text;
  for (const next of removals(text, stale)) step(next);
  const madeEvents: string[] = [];
  for (const event of INSTALLED_EVENTS) {
    const groups = hooksOf(newest())?.[event];
    if (groups !== undefined && !Array.isArray(groups))
      return fail(`its hooks of ${event} are no list, so it was left alone: mend it first`);
    if (isNamed(groups, command, event)) continue;
    const group = { hooks: [{ type: 'command', command, args: [event], timeout: TIMEOUT }] };
    if (groups === undefined) {
      madeEvents.push(event);
      step(withValue(newest(), ['hooks', event], [group]));
    } else step(withValue(newest(), ['hooks', event, -1], group));
    const expected = withGroup(JSON.parse(steps.at(-2) ?? text) as Json, event, group);
    // A file that names a key twice, say, can't be changed in one place.
    if (!isDeepStrictEqual(JSON.parse(newest()), expected))
      return fail(
        'it is written in a way that can not be changed safely, so it was left alone: mend it first',
      );
  }
  const changes = steps.slice(1).map((after, index) => differenceOf(steps[index] ?? '', after));
  return ok({ text: newest(), changes, madeHooks, madeEvents });
}

function withGroup(value: Json, event: string, group: unknown): Json {
  const hooks = (value['hooks'] ?? {}) as Readonly<Record<string, unknown[] | undefined>>;
  return { ...value, hooks: { ...hooks, [event]: [...(hooks[event] ?? []), group] } };
}

function withoutCommands(text: string, commands: readonly string[]): string {
  return [text, ...removals(text, commands)].at(-1) ?? text;
}

/** The text after each removal of something that names one of the commands. */
function removals(text: string, commands: readonly string[]): readonly string[] {
  const texts: string[] = [];
  for (;;) {
    const newest = texts.at(-1) ?? text;
    const place = placeOf(hooksOf(newest) ?? {}, commands);
    if (place === null) return texts;
    texts.push(withValue(newest, ['hooks', ...place], undefined));
  }
}

function placeOf(hooks: Json, commands: readonly string[]): (string | number)[] | null {
  for (const [event, groups] of Object.entries(hooks)) {
    for (const [index, group] of asList(groups).entries()) {
      const handlers = asList((group as Json | null)?.['hooks']);
      const own = handlers.findIndex((handler) => commands.includes(commandOf(handler)));
      if (own >= 0) return handlers.length === 1 ? [event, index] : [event, index, 'hooks', own];
    }
  }
  return null;
}

function isNamed(groups: unknown, command: string, event: string): boolean {
  return asList(groups).some((group) =>
    asList((group as Json | null)?.['hooks']).some(
      (handler) => commandOf(handler) === command && isDeepStrictEqual((handler as Json)['args'], [event]),
    ),
  );
}

function commandOf(handler: unknown): string {
  const command = (handler as Json | null)?.['command'];
  return typeof command === 'string' ? command : '';
}

function hooksOf(text: string): Json | null {
  const hooks = (JSON.parse(text) as Json)['hooks'];
  return typeof hooks === 'object' && hooks !== null && !Array.isArray(hooks) ? (hooks as Json) : null;
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
