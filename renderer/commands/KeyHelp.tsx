import { assertNever } from '#shared/base/assert';
import { definitionOf } from '#shared/commands/catalog';
import { Overlay } from '../dialogs/Overlay';
import { useAppState } from '../store/replica';
import { setUi, useUi } from '../store/ui-store';
import { KeyCaps } from './KeyCaps';
import type { Binding } from './key-bindings';
import { sameEffect } from './key-bindings';
import { keyBindings } from './keyboard';
import { UI_ACTIONS } from './ui-action-names';

/** Every key there is, as the settings have it. */
export function KeyHelp() {
  const open = useUi((state) => state.keyHelp);
  const configuration = useAppState((state) => state.configuration);
  const bindings = keyBindings(configuration);
  return (
    <Overlay
      open={open}
      close={() => {
        setUi({ keyHelp: false });
      }}
      title="Keys"
      titleShown
      className="key-help"
      testId="key-help"
    >
      <div className="key-help-body" tabIndex={0} role="region" aria-label="List of keys">
        <section>
          <h3>
            After <KeyCaps name={bindings.prefixName} />
          </h3>
          <KeyList bindings={digitsLast([...bindings.prefixed.values()])} />
        </section>
        <section>
          <h3>At any time</h3>
          <KeyList bindings={[...bindings.direct.values()]} />
        </section>
      </div>
      <p className="muted">
        Every other key goes to the program. <KeyCaps name={bindings.prefixName} /> twice sends it to the
        program too. Keys are set in the section <code>[keys]</code> of the settings.
      </p>
    </Overlay>
  );
}

function KeyList({ bindings }: { readonly bindings: readonly Binding[] }) {
  return (
    <dl>
      {bindings.map((binding) => (
        <div key={binding.key}>
          <dt>
            <KeyCaps name={binding.key} />
          </dt>
          <dd>{describe(binding)}</dd>
        </div>
      ))}
    </dl>
  );
}

function describe({ effect }: Binding): string {
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

/** Tables put keys that are numbers first; people look for the others first. */
function digitsLast(bindings: readonly Binding[]): readonly Binding[] {
  const isDigit = ({ key }: Binding): boolean => /^\d$/.test(key);
  return [...bindings.filter((binding) => !isDigit(binding)), ...bindings.filter(isDigit)];
}
