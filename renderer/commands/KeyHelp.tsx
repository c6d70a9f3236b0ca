import { Overlay } from '../dialogs/Overlay';
import { useAppState } from '../store/replica';
import { setUi, useUi } from '../store/ui-store';
import { describeEffect } from './describe-effect';
import { KeyCaps } from './KeyCaps';
import type { Binding } from './key-bindings';
import { keyBindings } from './keyboard';

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
        program too.{' '}
        <button
          type="button"
          className="button-quiet"
          onClick={() => {
            setUi({ keyHelp: false, settingsShown: 'keys' });
          }}
        >
          Change keys
        </button>
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
          <dd>{describeEffect(binding.effect)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Tables put keys that are numbers first; people look for the others first. */
function digitsLast(bindings: readonly Binding[]): readonly Binding[] {
  const isDigit = ({ key }: Binding): boolean => /^\d$/.test(key);
  return [...bindings.filter((binding) => !isDigit(binding)), ...bindings.filter(isDigit)];
}
