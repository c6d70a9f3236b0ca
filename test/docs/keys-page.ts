import { DEFAULT_DIRECT_KEYS, DEFAULT_PREFIX, DEFAULT_PREFIXED_KEYS } from '#shared/config/default-keys';
import { describeEffect } from '#renderer/commands/describe-effect';
import { readEffect } from '#shared/commands/key-effect';
import { keysAsWritten } from './key-spelling';
import { parseCommandLine } from '#shared/commands/command-line';
import { code, paragraphs, table } from './markdown';

/** Every key that comes with Fugue, with the line of `fugue.toml` that would make it. */
export function keysPage(): string {
  const rows = (keys: Readonly<Record<string, string>>, prefix: string) =>
    Object.entries(keys).map(([key, value]) => {
      const effect = readEffect(value, parseCommandLine);
      if (typeof effect === 'string') throw new Error(`invariant broken: ${key} does nothing: ${effect}`);
      return [code(keysAsWritten(`${prefix}${key}`)), describeEffect(effect), code(`${key}`), code(value)];
    });
  return paragraphs(
    '# Keys',
    'Written by `npm run docs` from the default keys. Not to be edited.',
    'Names of keys in `fugue.toml` are those of tmux: `C-` for Ctrl, `M-` for Alt, `S-` for Shift, then the key. A value is a command, or `ui:` and an action of the window. [Settings](../manual/settings.md) says how to change them.',
    `## After ${code(keysAsWritten(DEFAULT_PREFIX))}`,
    table(
      ['Keys', 'Does', 'Name in `[keys.prefixed]`', 'Value'],
      rows(DEFAULT_PREFIXED_KEYS, `${DEFAULT_PREFIX} `),
    ),
    '## At any time',
    table(['Keys', 'Does', 'Name in `[keys.direct]`', 'Value'], rows(DEFAULT_DIRECT_KEYS, '')),
  );
}
