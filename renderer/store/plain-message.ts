import { paneLabel } from '#shared/model/pane';
import { asPaneId } from '#shared/model/ids';
import type { AppState } from '#shared/state/state';

const ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/** A message of a command for people: names in place of ids, which only programs can use. */
export function plainMessage(message: string, state: AppState | null): string {
  const plain = message
    .replace(new RegExp(` \\(${ID}\\)`, 'g'), '')
    .replace(new RegExp(ID, 'g'), (id) => {
      const pane = state?.panes[asPaneId(id)];
      return pane === undefined ? id : paneLabel(pane);
    })
    .replace(new RegExp(`\\bno pane "?${ID}"?`, 'gi'), 'no such pane')
    // It has gone meanwhile, and its name with it.
    .replace(new RegExp(`\\b(?:the )?pane "?${ID}"?`, 'gi'), 'that pane');
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}
