import type { Configuration } from '#shared/config/schema';
import { themeInForce } from '#shared/theme/terminal-colors';
import { themes } from '#shared/theme/tokens';
import { appState, replica } from '../store/replica';
import { setUi } from '../store/ui-store';

const prefersDark = window.matchMedia('(prefers-color-scheme: dark)');

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function apply(appearance: Configuration['appearance']): void {
  const name = themeInForce(appearance.theme, prefersDark.matches);
  const { style, dataset } = document.documentElement;
  dataset.theme = name;
  style.colorScheme = name;
  for (const [key, value] of Object.entries(themes[name].color))
    style.setProperty(`--color-${kebab(key)}`, value);
  const { magenta, green, yellow, blue, cyan, red } = themes[name].terminal;
  const code = { keyword: magenta, string: green, number: yellow, title: blue, type: cyan, deletion: red };
  for (const [key, value] of Object.entries(code)) style.setProperty(`--code-${key}`, value);
  style.setProperty('--code-comment', themes[name].color.textMuted);
  style.setProperty('--color-terminal', themes[name].terminal.background);
  style.setProperty('--sidebar-width', `${String(appearance['sidebar-width'])}px`);
  setUi({ theme: name });
}

/** Keeps the colours of the page those of the configuration and the system, from now on. */
export function followTheme(): void {
  const update = (): void => {
    const state = appState();
    if (state !== null) apply(state.configuration.appearance);
  };
  update();
  prefersDark.addEventListener('change', update);
  replica.subscribe(({ state }, before) => {
    if (state?.configuration.appearance !== before.state?.configuration.appearance) update();
  });
}
