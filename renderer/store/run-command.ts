import { errorMessage } from '#shared/base/errors';
import type { CommandCall, CommandName } from '#shared/commands/catalog';
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

/** Runs a command with input that is still to be checked, as key bindings and the palette hold it. */
export async function runRaw(name: CommandName, input: Readonly<Record<string, unknown>>): Promise<boolean> {
  try {
    const result = await bridge.invoke('command:run', { name, input });
    if (result.ok) return true;
    toast(plainMessage(result.error.message, appState()));
  } catch (error) {
    toast(`The command did not get through: ${errorMessage(error)}`);
  }
  return false;
}
