import { defaultFilter } from 'cmdk';
import { beginsWords, matchesSearch } from './matches-search';
import { PALETTE_WORDS } from './palette-words';

/** How much of a name letters that stand apart must make up to be meant: `spr` is meant for `Split right`, `import` is not. */
const WEAKEST = 0.1;

interface Named {
  readonly title: string;
  readonly detail: string;
  readonly id: string;
}

/** Everything that an item is found by. The id of a pane says nothing; that of a command is its name. */
function searchText({ title, detail, id }: Named): string {
  return id.startsWith('pane-') ? `${title} ${detail}` : `${title} ${detail} ${id}`;
}

/** The same, and what people call it who have other words for it. */
function widerText(item: Named): string {
  return `${searchText(item)} ${PALETTE_WORDS[item.id] ?? ''}`;
}

/**
 * How well an item fits a search, from 0, which leaves it out, to 1. What begins with the words comes before what has them
 * somewhere, and that before what only other words name. Only where nothing has the words themselves, letters in between are passed over, and not many.
 */
export function fitOf(item: Named, search: string, all: readonly Named[]): number {
  const text = searchText(item);
  if (matchesSearch(text, search)) {
    if (item.title.toLowerCase().startsWith(search.trim().toLowerCase())) return 1;
    return beginsWords(item.title, search) ? 0.9 : beginsWords(text, search) ? 0.8 : 0.7;
  }
  if (matchesSearch(widerText(item), search)) return 0.6;
  if (all.some((other) => matchesSearch(widerText(other), search))) return 0;
  const score = defaultFilter(item.title, search);
  return score < WEAKEST ? 0 : score * 0.6;
}
