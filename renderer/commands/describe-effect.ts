import { assertNever } from '#shared/base/assert';
import { definitionOf } from '#shared/commands/catalog';
import type { KeyEffect } from '#shared/commands/key-effect';
import { sameEffect } from './key-bindings';
import { UI_ACTIONS } from '#shared/commands/ui-action-names';

/** What a key does, in words of the palette where it has them. */
export function describeEffect(effect: KeyEffect): string {
  switch (effect.kind) {
    case 'ui':
      return UI_ACTIONS[effect.action];
    case 'command': {
      const { name, input } = effect.command;
      const entry = definitionOf(name).palette.find((candidate) =>
        sameEffect(effect, { kind: 'command', command: { name, input: candidate.input ?? {} } }),
      );
      if (entry !== undefined) return entry.title;
      if (name === 'select_window' && typeof input.window_id === 'string') return `Window ${input.window_id}`;
      return plainWords(name, input);
    }
    default:
      return assertNever(effect, 'effect');
  }
}

/** A command that the palette does not offer in this form, such as `Resize pane: left, 40`. */
function plainWords(name: string, input: Readonly<Record<string, unknown>>): string {
  const title = name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');
  const values = Object.values(input).filter(
    (value) => typeof value === 'string' || typeof value === 'number',
  );
  return values.length === 0 ? title : `${title}: ${values.join(', ')}`;
}
