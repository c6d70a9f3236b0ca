import type { PaletteChoices } from '#shared/commands/define-command';
import type { AppState } from '#shared/state/state';
import { askCommand } from '../store/run-command';
import type { Choice } from './palette-choices';
import { presetChoices, snapshotChoices, windowChoices } from './palette-choices';

/** What a field can be. Null when the main process does not answer. */
export async function choicesOf(
  kind: PaletteChoices,
  state: AppState | null,
): Promise<readonly Choice[] | null> {
  switch (kind) {
    case 'windows':
      return state && windowChoices(state);
    case 'layout-presets': {
      const answer = await askCommand('list_layout_presets', {});
      return answer && presetChoices(answer);
    }
    case 'snapshots': {
      const answer = await askCommand('list_snapshots', {});
      return answer && snapshotChoices(answer, Date.now());
    }
  }
}
