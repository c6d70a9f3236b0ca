import type { PaletteChoices } from '#shared/commands/define-command';
import type { CommandOutput } from '#shared/commands/catalog';
import { activeWindow, panesOf, windowsOf } from '#shared/state/selectors';
import type { AppState } from '#shared/state/state';
import { when } from '../history/when';
import { beginsWords, matchesSearch } from './matches-search';

/** One value of a field that the palette asks for. */
export interface Choice {
  /** As the command takes it. */
  readonly value: string;
  readonly label: string;
  readonly detail: string;
}

/** What is said where there is nothing to choose from. */
export const NO_CHOICES: Readonly<Record<PaletteChoices, string>> = {
  windows: 'This session has no other window. New window makes one.',
  'layout-presets': 'There is no arrangement.',
  snapshots: 'No earlier workspace is kept yet.',
};

/** The windows of the session that a pane can move to. */
export function windowChoices(state: AppState): readonly Choice[] {
  const here = activeWindow(state);
  if (here === null) return [];
  return windowsOf(state, here.sessionId).flatMap((window, index) =>
    window.id === here.id
      ? []
      : [
          {
            value: window.id,
            label: `${String(index)} ${window.name}`,
            detail: paneCount(panesOf(state, window.id).length),
          },
        ],
  );
}

export function presetChoices({ presets }: CommandOutput<'list_layout_presets'>): readonly Choice[] {
  return presets.map(({ name, own }) => ({ value: name, label: name, detail: own ? 'your own' : '' }));
}

export function snapshotChoices(
  { snapshots }: CommandOutput<'list_snapshots'>,
  now: number,
): readonly Choice[] {
  return snapshots.map(({ name, saved_at, sessions, panes }) => ({
    value: name,
    label: sessions.join(', ') || name,
    detail: `${paneCount(panes)} · ${when(saved_at, now)}`,
  }));
}

/** How well a choice fits what was typed, from 0, which leaves it out, to 1: that with the number or the begin of a name comes first. */
export function choiceFit({ label }: Choice, search: string): number {
  if (label.toLowerCase().startsWith(search.trim().toLowerCase())) return 1;
  if (beginsWords(label, search)) return 0.9;
  return matchesSearch(label, search) ? 0.5 : 0;
}

function paneCount(count: number): string {
  return count === 1 ? '1 pane' : `${String(count)} panes`;
}
