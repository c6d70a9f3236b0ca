import type { Result } from '#shared/base/result';
import { fail, ok } from '#shared/base/result';
import { MCP_SERVER_NAME } from '#shared/commands/tools';
import { differenceOf } from './text-difference';
import { changeUserFile, withValue } from './user-file';

const SERVERS = 'mcpServers';

/** What an installation found, so that its removal leaves the same. */
export interface McpInstallation {
  /** The file that Claude reads its servers from. */
  readonly file: string;
  readonly madeFile: boolean;
  readonly madeServers: boolean;
  /** The text that was put in, and what stood in its place. */
  readonly inserted: string;
  readonly replaced: string;
}

/** Names Fugue's server to all Claudes of the person, as a bridge that needs no port and no secret in the file. */
export async function installMcpEntry(
  file: string,
  commandFile: string,
  dryRun = false,
): Promise<Result<McpInstallation, string>> {
  let madeFile = false;
  let madeServers = false;
  let difference = { inserted: '', replaced: '' };
  const changed = await changeUserFile(
    file,
    (text) => {
      const servers = valueOf(text)[SERVERS] ?? {};
      if (typeof servers !== 'object' || Array.isArray(servers) || valueOf(text)[SERVERS] === null)
        return fail(`${SERVERS} in ${file} is no list of servers, so it was left alone: mend it first`);
      const known = (servers as Readonly<Record<string, unknown>>)[MCP_SERVER_NAME];
      if (known !== undefined && !isOurs(known, commandFile))
        return fail(
          `${file} has a server "${MCP_SERVER_NAME}" that Fugue did not put there: remove or rename it first`,
        );
      madeFile = text === '';
      madeServers = !Object.hasOwn(valueOf(text), SERVERS);
      const entry = { type: 'stdio', command: commandFile, args: ['mcp-bridge'] };
      const before = text === '' ? '{}\n' : text;
      const after = withValue(before, [SERVERS, MCP_SERVER_NAME], entry);
      const { inserted, replaced } = differenceOf(before, after);
      difference = { inserted, replaced };
      return ok(after);
    },
    { dryRun },
  );
  return changed.ok ? ok({ file, madeFile, madeServers, ...difference }) : changed;
}

/** Takes the entry away, and with it what was made for it alone. */
export function removeMcpEntry(installation: McpInstallation, dryRun = false): Promise<Result<null, string>> {
  const { file, madeFile, madeServers, inserted, replaced } = installation;
  return changeUserFile(
    file,
    (text) => {
      if (text === '') return ok(null);
      const servers = valueOf(text)[SERVERS];
      if (typeof servers !== 'object' || servers === null || !Object.hasOwn(servers, MCP_SERVER_NAME))
        return ok(text);
      const alone = Object.keys(servers).length === 1;
      const without = withValue(
        text,
        alone && madeServers ? [SERVERS] : [SERVERS, MCP_SERVER_NAME],
        undefined,
      );
      // What was put in still stands there as it was: then all bytes are as before. Otherwise it means the same.
      const exact = inserted === '' ? text : text.split(inserted).join(replaced);
      if (text.split(inserted).length === 2 && means(exact, without) && !madeFile) return ok(exact);
      return ok(madeFile && Object.keys(valueOf(without)).length === 0 ? null : without);
    },
    { dryRun },
  );
}

function isOurs(entry: unknown, commandFile: string): boolean {
  const { command, args } = (entry ?? {}) as { command?: unknown; args?: unknown };
  return command === commandFile && JSON.stringify(args) === '["mcp-bridge"]';
}

function means(left: string, right: string): boolean {
  try {
    return JSON.stringify(JSON.parse(left)) === JSON.stringify(JSON.parse(right));
  } catch {
    return false;
  }
}

function valueOf(text: string): Readonly<Record<string, unknown>> {
  return text.trim() === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
}
