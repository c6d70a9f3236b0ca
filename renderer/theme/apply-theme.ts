import { themeInForce, themeNamed } from '#shared/theme/themes';
import type { Theme } from '#shared/theme/tokens';
import { appState, replica } from '../store/replica';
import { setUi, ui } from '../store/ui-store';

const prefersDark = window.matchMedia('(prefers-color-scheme: dark)');

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function apply(theme: Theme): void {
  const { style } = document.documentElement;
  style.colorScheme = theme.dark ? 'dark' : 'light';
  for (const [key, value] of Object.entries(theme.color)) style.setProperty(`--color-${kebab(key)}`, value);
  for (const [key, value] of Object.entries(theme.code)) style.setProperty(`--code-${key}`, value);
  style.setProperty('--color-terminal', theme.terminal.background);
  if (ui.getState().theme !== theme) setUi({ theme });
}

/** Keeps the look of the page that of the settings, of the system and of what is tried out, from now on. */
export function followTheme(): void {
  const update = (): void => {
    const state = appState();
    if (state === null) return;
    const { appearance } = state.configuration;
    const { previewTheme } = ui.getState();
    const tried = previewTheme === null ? null : themeNamed(previewTheme, state.themes);
    apply(tried ?? themeInForce(appearance, prefersDark.matches, state.themes));
    document.documentElement.style.setProperty('--sidebar-width', `${String(appearance['sidebar-width'])}px`);
  };
  update();
  prefersDark.addEventListener('change', update);
  ui.subscribe((now, before) => {
    if (now.previewTheme !== before.previewTheme) update();
  });
  replica.subscribe(({ state }, before) => {
    if (
      state?.configuration.appearance !== before.state?.configuration.appearance ||
      state?.themes !== before.state?.themes
    )
      update();
  });
}
