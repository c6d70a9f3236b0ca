import type { Failure } from '../base/errors';
import type { Result } from '../base/result';
import { ok } from '../base/result';
import type { CommandName } from './catalog';
import type { CommandLine } from './command-line';
import { isUiAction, type UiAction } from './ui-action-names';

/** What a key does. */
export type KeyEffect =
  | { readonly kind: 'command'; readonly command: CommandLine }
  | { readonly kind: 'ui'; readonly action: UiAction };

/** Reads a command as the settings write it. */
export type LineReader = (line: string) => Result<CommandLine, Failure>;

/**
 * Enough to tell keys apart. The catalog says what a line means, and is not waited for before the window is drawn:
 * whatever is read before it is there knows the name alone, and finds no fault.
 */
export const nameAlone: LineReader = (line) =>
  ok({ name: (/^\s*(\S+)/.exec(line)?.[1] ?? '') as CommandName, input: {} });

/** What a line of the settings does; a sentence when it means nothing. */
export function readEffect(value: string, readLine: LineReader): KeyEffect | string {
  if (value.startsWith('ui:')) {
    const action = value.slice(3);
    return isUiAction(action) ? { kind: 'ui', action } : `there is no action ${value}`;
  }
  const parsed = readLine(value);
  return parsed.ok ? { kind: 'command', command: parsed.value } : parsed.error.message;
}
