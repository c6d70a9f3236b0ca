import { useRef } from 'react';
import { Overlay } from '../dialogs/Overlay';
import { setUi, useUi } from '../store/ui-store';
import { KeyEditor } from './KeyEditor';
import { SettingsList } from './SettingsList';

const VIEWS = [
  ['values', 'All'],
  ['keys', 'Keys'],
] as const;

/** Everything that `fugue.toml` may say, to be looked at and changed. */
export function SettingsPanel() {
  const shown = useUi((state) => state.settingsShown);
  const search = useRef<HTMLInputElement>(null);
  return (
    <Overlay
      open={shown !== null}
      close={() => {
        setUi({ settingsShown: null, settingsSearch: '', previewTheme: null });
      }}
      title="Settings"
      titleShown
      className="settings"
      testId="settings"
      initialFocus={() => search.current}
    >
      <div className="history-views" role="group" aria-label="What is shown">
        {VIEWS.map(([name, title]) => (
          <button
            key={name}
            type="button"
            className="history-view"
            aria-pressed={shown === name}
            onClick={() => {
              setUi({ settingsShown: name, previewTheme: null });
            }}
          >
            {title}
          </button>
        ))}
      </div>
      {shown === 'keys' ? <KeyEditor search={search} /> : <SettingsList search={search} />}
    </Overlay>
  );
}
