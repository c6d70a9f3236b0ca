import { errorMessage } from '#shared/base/errors';
import type { CommandCall, CommandName, CommandOutput } from '#shared/commands/catalog';
import type { Failure } from '#shared/base/errors';
import type { Result } from '#shared/base/result';
import { fail, ok } from '#shared/base/result';
import { bridge } from '../bridge/bridge';
import { plainMessage } from './plain-message';
import { appState } from './replica';
import { toast } from './ui-store';

/** Runs a command of the catalog. What comes of it is seen in the state; a failure is shown as a toast. */
export async function runCommand<Name extends CommandName>(
  name: Name,
  input: CommandCall<Name>,
): Promise<boolean> {
  return runRaw(name, input);
}

/**
 * Runs a command whose name and input are still to be checked by the main process, as key bindings, the palette and
 * what notices offer hold them.
 */
export async function runRaw(name: string, input: Readonly<Record<string, unknown>>): Promise<boolean> {
  try {
    const result = await bridge.invoke('command:run', { name, input });
    if (result.ok) {
      // Nothing is seen of this in the state, so it has to be said.
      const { pane, moved } = result.value.output;
      if (pane === null || moved === false) toast(plainMessage(result.value.text, appState()), 'plain');
      return true;
    }
    toast(plainMessage(result.error.message, appState()));
  } catch (error) {
    toast(`The command did not get through: ${errorMessage(error)}`);
  }
  return false;
}

/** Asks something by a command that only reads. Null when no answer came; the view then says so itself. */
export async function askCommand<Name extends CommandName>(
  name: Name,
  input: CommandCall<Name>,
): Promise<CommandOutput<Name> | null> {
  try {
    const result = await bridge.invoke('command:run', { name, input });
    return result.ok ? (result.value.output as CommandOutput<Name>) : null;
  } catch {
    return null; // the main process went away
  }
}

/** Runs a command whose failure is shown by the view that asked, beside what it is about. */
export async function tryCommand<Name extends CommandName>(
  name: Name,
  input: CommandCall<Name>,
): Promise<Result<CommandOutput<Name>, Failure>> {
  try {
    const result = await bridge.invoke('command:run', { name, input });
    return result.ok ? ok(result.value.output as CommandOutput<Name>) : result;
  } catch (error) {
    return fail({ code: 'unavailable', message: `It did not get through: ${errorMessage(error)}` });
  }
}
