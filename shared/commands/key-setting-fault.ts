import { parseCommandLine } from './command-line';
import { readEffect } from './key-effect';
import { parseKeyName } from './key-names';

const TABLES: readonly string[] = ['keys.prefixed', 'keys.direct'];

/**
 * Why a setting of a key would do nothing; null when it does something, or is no setting of a key. What stands there
 * already is not asked about: who mends one binding must not be kept from it by another.
 */
export function keySettingFault(
  setting: string,
  entry: string | null,
  value: unknown,
  now: unknown,
): string | null {
  if (setting === 'keys.prefix') return typeof value === 'string' ? nameFault(value) : null;
  if (!TABLES.includes(setting)) return null;
  const before = now as Readonly<Record<string, unknown>>;
  const given = entry === null ? (value as Readonly<Record<string, unknown>>) : { [entry]: value };
  for (const [key, line] of Object.entries(given)) {
    if (before[key] === line || typeof line !== 'string') continue;
    const fault = nameFault(key);
    if (fault !== null) return fault;
    // An empty line takes what the key does otherwise away.
    const effect = line === '' ? null : readEffect(line, parseCommandLine);
    if (typeof effect === 'string') return `${key} can't be "${line}": ${effect}`;
  }
  return null;
}

function nameFault(key: string): string | null {
  const name = parseKeyName(key);
  return name.ok ? null : `"${key}" is no key: ${name.error}`;
}
