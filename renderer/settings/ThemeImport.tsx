import { useRef, useState } from 'react';
import { bridge } from '../bridge/bridge';
import { tryCommand } from '../store/run-command';
import { sectionTitle } from './setting-words';

const TITLE = 'Theme of another terminal';
const FROM = 'From iTerm2, Alacritty, Windows Terminal, VS Code, kitty, Xresources or base16.';
/** Where it stands among the settings, and what it is found by there. */
export const THEME_IMPORT_SECTION = 'appearance';
export const THEME_IMPORT_TEXT = `${sectionTitle(THEME_IMPORT_SECTION)} ${TITLE} import ${FROM}`;

/** Takes over the colours of another terminal, and uses them at once. */
export function ThemeImport() {
  const file = useRef<HTMLInputElement>(null);
  const [said, setSaid] = useState<{ readonly text: string; readonly failed: boolean } | null>(null);
  const take = async (chosen: File): Promise<void> => {
    const kept = await tryCommand('import_theme', { file: bridge.pathOf(chosen) });
    if (!kept.ok) {
      setSaid({ text: kept.error.message, failed: true });
      return;
    }
    const { name } = kept.value;
    const used = await tryCommand('set_setting', { key: 'appearance.theme', value: name });
    setSaid(
      used.ok
        ? { text: `It is kept as ${name}, and in use.`, failed: false }
        : { text: used.error.message, failed: true },
    );
  };
  return (
    <div className="setting">
      <div className="setting-words">
        <span className="setting-name">{TITLE}</span>
        <p className="muted">{FROM}</p>
        {said !== null && (
          <p className={said.failed ? 'setting-fault' : 'muted'} role={said.failed ? 'alert' : 'status'}>
            {said.text}
          </p>
        )}
      </div>
      <div className="setting-value">
        <input
          ref={file}
          type="file"
          hidden
          aria-label="File of a theme"
          data-testid="theme-file"
          accept=".itermcolors,.toml,.json,.jsonc,.conf,.yaml,.yml,.Xresources,*"
          onChange={(event) => {
            const [chosen] = event.target.files ?? [];
            if (chosen !== undefined) void take(chosen);
            // The same file may be chosen again, once it is mended.
            event.target.value = '';
          }}
        />
        <button
          type="button"
          className="button"
          onClick={() => {
            file.current?.click();
          }}
        >
          Choose a file
        </button>
      </div>
    </div>
  );
}
