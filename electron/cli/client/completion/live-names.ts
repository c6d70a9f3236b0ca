import type { CommandName, CommandOutput } from '#shared/commands/catalog';
import { requestCommand } from '../run-command';

export const LIVE_KINDS = ['panes', 'windows', 'sessions'] as const;
export type LiveKind = (typeof LIVE_KINDS)[number];

/** A completion that takes longer than this many milliseconds helps nobody. */
const PATIENCE = 1500;

/** Names by which things of the running app can be called from here; none when no app runs. */
export async function liveNames(kind: LiveKind, socket: string, token: string | null): Promise<string[]> {
  const ask = async <Name extends CommandName>(
    command: Name,
    input: Readonly<Record<string, unknown>> = {},
  ): Promise<CommandOutput<Name> | null> => {
    const request = { command, input, token, workingDirectory: process.cwd() };
    const outcome = await requestCommand(socket, request, undefined, PATIENCE);
    if (outcome.kind !== 'response' || !outcome.response.ok) return null;
    return outcome.response.value.output as CommandOutput<Name>;
  };
  switch (kind) {
    case 'panes': {
      const [here, all] = await Promise.all([ask('list_panes'), ask('list_panes', { all: true })]);
      return unique([
        ...(all?.panes ?? []).map((entry) => entry.name),
        ...(here?.panes ?? []).map((entry) => String(entry.index)),
      ]);
    }
    case 'windows': {
      const windows = (await ask('list_windows'))?.windows ?? [];
      return unique([...windows.map((entry) => entry.name), ...windows.map((entry) => String(entry.index))]);
    }
    case 'sessions':
      return unique(((await ask('list_sessions'))?.sessions ?? []).map((entry) => entry.name));
  }
}

/** Names that are there once: one that several things have says too little. */
function unique(names: readonly (string | null)[]): string[] {
  const given = names.filter((name) => name !== null && name !== '');
  return given.filter((name) => given.indexOf(name) === given.lastIndexOf(name)) as string[];
}
