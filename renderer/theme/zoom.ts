import { bridge } from '../bridge/bridge';
import { appState, replica } from '../store/replica';
import { runCommand } from '../store/run-command';
import { nextZoom } from './zoom-steps';

/** What was asked for last: several keys may come before the settings have been read again. */
let wanted: number | null = null;

/** Makes all of the window larger or smaller, and keeps it in the settings. */
export function zoom(direction: 1 | -1 | null): void {
  const factor = wanted ?? appState()?.configuration.appearance.zoom ?? 1;
  const next = nextZoom(factor, direction);
  if (next === factor) return;
  wanted = next;
  bridge.zoom(next);
  const written =
    next === 1
      ? runCommand('reset_setting', { key: 'appearance.zoom' })
      : runCommand('set_setting', { key: 'appearance.zoom', value: next });
  void written.then((done) => {
    if (!done) follow();
  });
}

function follow(): void {
  wanted = null;
  const factor = appState()?.configuration.appearance.zoom;
  if (factor !== undefined) bridge.zoom(factor);
}

/** Keeps the size of the page that of the settings, from now on. */
export function followZoom(): void {
  follow();
  replica.subscribe(({ state }, before) => {
    if (state?.configuration.appearance.zoom !== before.state?.configuration.appearance.zoom) follow();
  });
}
