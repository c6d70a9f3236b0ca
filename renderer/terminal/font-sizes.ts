import type { PaneId } from '#shared/model/ids';
import { appState, replica } from '../store/replica';
import { setUi, ui } from '../store/ui-store';

/** Where the sizes are kept over a restart: they are a matter of this window alone. */
const PLACE = 'fugue.font-sizes';
const LEAST = -10;
const MOST = 20;

/** Makes the text of a pane larger or smaller by pixels; null gives it the size of the settings. */
export function changeFontSize(paneId: PaneId, by: number | null): void {
  const { fontSizes } = ui.getState();
  const { [paneId]: before = 0, ...others } = fontSizes;
  const size = by === null ? 0 : Math.min(MOST, Math.max(LEAST, before + by));
  keep(size === 0 ? others : { ...fontSizes, [paneId]: size });
}

/** Brings the sizes of the last time back, and lets go of those of closed panes. */
export function followFontSizes(): void {
  const state = appState();
  if (state !== null) keep(living(parse(window.localStorage.getItem(PLACE)), state.panes));
  // Another window of the desktop has changed one; its panes may come here.
  window.addEventListener('storage', ({ key, newValue }) => {
    const panes = appState()?.panes;
    if (key === PLACE && panes !== undefined) setUi({ fontSizes: living(parse(newValue), panes) });
  });
  replica.subscribe(({ state: now }, before) => {
    if (now === null || now.panes === before.state?.panes) return;
    const { fontSizes } = ui.getState();
    const left = living(fontSizes, now.panes);
    if (Object.keys(left).length !== Object.keys(fontSizes).length) keep(left);
  });
}

function keep(fontSizes: Readonly<Record<PaneId, number>>): void {
  setUi({ fontSizes });
  window.localStorage.setItem(PLACE, JSON.stringify(fontSizes));
}

function living(
  sizes: Readonly<Record<string, unknown>>,
  panes: Readonly<Record<PaneId, unknown>>,
): Readonly<Record<PaneId, number>> {
  return Object.fromEntries(
    Object.entries(sizes).filter(
      ([id, size]) => id in panes && typeof size === 'number' && size >= LEAST && size <= MOST,
    ),
  ) as Readonly<Record<PaneId, number>>;
}

function parse(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const value = JSON.parse(text ?? '{}') as unknown;
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
  } catch {
    return {}; // something else has written there
  }
}
