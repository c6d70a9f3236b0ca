import { DEFAULT_DIRECT_KEYS, DEFAULT_PREFIXED_KEYS } from './default-keys';
import type { Configuration } from './schema';

/** The key tables in force: the defaults with the file's entries over them. */
export function effectiveKeys(configuration: Configuration): {
  readonly prefix: string;
  readonly prefixed: Readonly<Record<string, string>>;
  readonly direct: Readonly<Record<string, string>>;
} {
  const merge = (defaults: Readonly<Record<string, string>>, own: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries({ ...defaults, ...own }).filter(([, command]) => command !== ''));
  return {
    prefix: configuration.keys.prefix,
    prefixed: merge(DEFAULT_PREFIXED_KEYS, configuration.keys.prefixed),
    direct: merge(DEFAULT_DIRECT_KEYS, configuration.keys.direct),
  };
}
