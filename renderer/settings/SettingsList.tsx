import { useRef, useState } from 'react';
import type { Setting } from '#shared/config/settings';
import { allSettings } from '#shared/config/settings';
import { CopyLine } from '../channels/CopyLine';
import { matchesSearch } from '../commands/matches-search';
import { SearchField } from '../dialogs/SearchField';
import { useAppState } from '../store/replica';
import { setUi, useUi } from '../store/ui-store';
import { SettingRow } from './SettingRow';
import { sectionTitle, settingText } from './setting-words';
import { THEME_IMPORT_SECTION, THEME_IMPORT_TEXT, ThemeImport } from './ThemeImport';
import { useSources } from './use-sources';

/** Keys have an editor of their own, which shows what they do. */
const HERE = allSettings().filter(({ section }) => section !== 'keys');

/** All settings by section, with a search over their names and what is said of them. */
export function SettingsList({ search }: { readonly search: React.RefObject<HTMLInputElement | null> }) {
  const asked = useUi((state) => state.settingsSearch);
  const [text, setText] = useState(asked);
  const body = useRef<HTMLDivElement>(null);
  const sources = useSources();
  const file = useAppState((state) => state.runtime.configurationFile);
  const found = HERE.filter((setting) => matchesSearch(settingText(setting), text));
  const importFound = matchesSearch(THEME_IMPORT_TEXT, text);
  const sections = [
    ...new Set([...found.map(({ section }) => section), ...(importFound ? [THEME_IMPORT_SECTION] : [])]),
  ];
  return (
    <div className="settings-body">
      <div className="settings-side">
        <SearchField field={search} label="Search settings" text={text} setText={setText} />
        <nav className="settings-sections" aria-label="Sections">
          {sections.map((section) => (
            <button
              key={section}
              type="button"
              onClick={() => {
                body.current
                  ?.querySelector(`[data-section="${CSS.escape(section)}"]`)
                  ?.scrollIntoView({ block: 'start' });
              }}
            >
              {sectionTitle(section)}
            </button>
          ))}
          <button
            type="button"
            onClick={() => {
              setUi({ settingsShown: 'keys' });
            }}
          >
            Keys
          </button>
        </nav>
      </div>
      <div className="settings-main">
        <div ref={body} className="settings-rows" tabIndex={0} role="region" aria-label="Settings">
          {sections.map((section) => (
            <Section
              key={section}
              section={section}
              settings={found.filter((setting) => setting.section === section)}
              sources={sources}
              themeImport={importFound && section === THEME_IMPORT_SECTION}
            />
          ))}
          {sections.length === 0 && (
            <p className="history-none muted" role="status">
              No setting has these words.
            </p>
          )}
          {text === '' && <Lists />}
        </div>
        <div className="settings-file">
          <span className="muted">Kept in, with your comments:</span>
          <CopyLine text={file} name="the path of the settings" />
        </div>
      </div>
    </div>
  );
}

function Section({
  section,
  settings,
  sources,
  themeImport,
}: {
  readonly section: string;
  readonly settings: readonly Setting[];
  readonly sources: ReturnType<typeof useSources>;
  readonly themeImport: boolean;
}) {
  const id = `settings-${section.replaceAll('.', '-')}`;
  return (
    <section data-section={section} aria-labelledby={id}>
      <h3 id={id}>{sectionTitle(section)}</h3>
      {settings.map((setting) => (
        <SettingRow key={setting.key} setting={setting} told={sources.get(setting.key) ?? null} />
      ))}
      {themeImport && <ThemeImport />}
    </section>
  );
}

/** What the file holds as lists of tables: they are shown, and written by hand or by their own commands. */
function Lists() {
  const projects = useAppState((state) => state.configuration.projects);
  const presets = useAppState((state) => state.configuration['layout-presets']);
  return (
    <section aria-labelledby="settings-lists">
      <h3 id="settings-lists">Projects and arrangements</h3>
      <p className="settings-words muted">
        Projects are written into the file as <code>[[projects]]</code>; an arrangement of panes is kept by
        the command <code>Keep this arrangement of panes</code>.
      </p>
      <ul className="settings-lists">
        {projects.map(({ name, path }) => (
          <li key={path}>
            {name ?? path} <span className="muted">{name === undefined ? 'project' : path}</span>
          </li>
        ))}
        {presets.map(({ name, layout }) => (
          <li key={name}>
            {name} <code className="muted">{layout}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}
