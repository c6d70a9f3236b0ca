import { assertNever } from '#shared/base/assert';
import type { KeyEffect, LineReader } from '#shared/commands/key-effect';
import { readEffect } from '#shared/commands/key-effect';
import { effectiveKeys } from '#shared/config/effective-keys';
import type { Configuration } from '#shared/config/schema';
import type { KeyPress } from '#shared/commands/key-names';
import { isModifierKey, namesOf, parseKeyName } from '#shared/commands/key-names';

export interface Binding {
  /** As it is written in the configuration. */
  readonly key: string;
  readonly value: string;
  readonly effect: KeyEffect;
}

export interface KeyBindings {
  readonly prefix: string;
  readonly prefixName: string;
  readonly prefixed: ReadonlyMap<string, Binding>;
  readonly direct: ReadonlyMap<string, Binding>;
  /** A sentence for each binding that means nothing; the others work all the same. */
  readonly problems: readonly string[];
}

const FALLBACK_PREFIX = 'C-b';

export function readKeyBindings(configuration: Configuration, readLine: LineReader): KeyBindings {
  const keys = effectiveKeys(configuration);
  const problems: string[] = [];
  const read = (table: Readonly<Record<string, string>>, section: string): Map<string, Binding> => {
    const bindings = new Map<string, Binding>();
    for (const [key, value] of Object.entries(table)) {
      const name = parseKeyName(key);
      const effect = readEffect(value, readLine);
      if (!name.ok) problems.push(`keys.${section}: "${key}" is no key: ${name.error}`);
      else if (typeof effect === 'string') problems.push(`keys.${section}."${key}": ${effect}`);
      else bindings.set(name.value, { key, value, effect });
    }
    return bindings;
  };
  const prefix = parseKeyName(keys.prefix);
  if (!prefix.ok) problems.push(`keys.prefix = "${keys.prefix}" is no key: ${prefix.error}`);
  return {
    prefix: prefix.ok ? prefix.value : FALLBACK_PREFIX,
    prefixName: prefix.ok ? keys.prefix : FALLBACK_PREFIX,
    prefixed: read(keys.prefixed, 'prefixed'),
    direct: read(keys.direct, 'direct'),
    problems,
  };
}

/** What to do with a pressed key. `pass`: it is the program's. `swallow`: it is nobody's. */
export type KeyDecision =
  | { readonly kind: 'pass' }
  | { readonly kind: 'swallow' }
  | { readonly kind: 'prefix' }
  | { readonly kind: 'run'; readonly binding: Binding }
  | { readonly kind: 'unbound'; readonly key: string };

/** Time in which a repeatable key works again without the prefix, in milliseconds; that of tmux. */
const REPEAT_MILLISECONDS = 500;

/** Sizes are changed in many small steps, so their keys can be held down or pressed again. */
function isRepeatable({ effect }: Binding): boolean {
  return effect.kind === 'command' && effect.command.name === 'resize_pane';
}

/** Remembers whether the prefix was pressed. Every key gets exactly one decision. */
export class KeyMachine {
  private pending = false;
  private repeatUntil = -Infinity;

  constructor(
    private readonly bindings: () => KeyBindings,
    /** Milliseconds that never jump. */
    private readonly now: () => number,
  ) {}

  get prefixPending(): boolean {
    return this.pending;
  }

  press(press: KeyPress): KeyDecision {
    const bindings = this.bindings();
    // A modifier alone is on its way to a key, so the prefix goes on waiting.
    if (isModifierKey(press)) return { kind: 'pass' };
    const names = namesOf(press);
    if (this.pending) {
      this.pending = false;
      // Twice the prefix is the prefix itself, for the program.
      if (names.includes(bindings.prefix)) return { kind: 'pass' };
      if (names.includes('Escape')) return { kind: 'swallow' };
      const binding = find(bindings.prefixed, names);
      return binding === null ? { kind: 'unbound', key: names[0] ?? press.key } : this.run(binding);
    }
    if (this.now() < this.repeatUntil) {
      const binding = find(bindings.prefixed, names);
      if (binding !== null && isRepeatable(binding)) return this.run(binding);
    }
    this.repeatUntil = -Infinity;
    if (names.includes(bindings.prefix)) {
      this.pending = true;
      return { kind: 'prefix' };
    }
    const binding = find(bindings.direct, names);
    return binding === null ? { kind: 'pass' } : { kind: 'run', binding };
  }

  reset(): void {
    this.pending = false;
    this.repeatUntil = -Infinity;
  }

  private run(binding: Binding): KeyDecision {
    if (isRepeatable(binding)) this.repeatUntil = this.now() + REPEAT_MILLISECONDS;
    return { kind: 'run', binding };
  }
}

function find(table: ReadonlyMap<string, Binding>, names: readonly string[]): Binding | null {
  for (const name of names) {
    const binding = table.get(name);
    if (binding !== undefined) return binding;
  }
  return null;
}

/** Whether two effects are the same, for telling which key a command of the palette has. */
export function sameEffect(one: KeyEffect, other: KeyEffect): boolean {
  switch (one.kind) {
    case 'ui':
      return other.kind === 'ui' && one.action === other.action;
    case 'command':
      return (
        other.kind === 'command' &&
        one.command.name === other.command.name &&
        sorted(one.command.input) === sorted(other.command.input)
      );
    default:
      return assertNever(one, 'key effect');
  }
}

function sorted(input: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(Object.entries(input).sort(([left], [right]) => left.localeCompare(right)));
}
