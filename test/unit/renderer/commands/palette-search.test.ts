import { describe, expect, it } from 'vitest';
import { paletteItems } from '../../../../renderer/commands/palette-entries';
import { parseCommandLine } from '#shared/commands/command-line';
import { readKeyBindings } from '../../../../renderer/commands/key-bindings';
import { fitOf } from '../../../../renderer/commands/palette-search';
import { PALETTE_WORDS } from '../../../../renderer/commands/palette-words';
import { stateOf } from '#test/helpers/state';

const state = stateOf({ home: { main: 'h(0.5:a,0.5:b)' } });
const items = paletteItems(state, readKeyBindings(state.configuration, parseCommandLine));

/** The titles that a search finds, the best first. */
const found = (search: string): readonly string[] =>
  items
    .map((item) => ({ title: item.title, fit: fitOf(item, search, items) }))
    .filter(({ fit }) => fit > 0)
    .sort((left, right) => right.fit - left.fit)
    .map(({ title }) => title);

describe('what the palette asks for', () => {
  it('takes nothing as an answer where the command does', () => {
    const asks = new Map(items.map((item) => [item.title, item.ask?.mayBeEmpty]));
    expect(asks.get('Rename pane')).toBe(true);
    expect(asks.get('Rename window')).toBe(false);
    expect(asks.get('Move pane to another window')).toBe(false);
    expect(asks.get('Split right')).toBeUndefined();
  });
});

describe('a search in the palette', () => {
  it('finds the import of a theme by each of its words', () => {
    for (const search of ['import', 'import theme', 'theme', 'terminal theme'])
      expect(found(search)[0], search).toBe('Settings: import a theme of another terminal');
  });

  it('takes what begins with the words before what has them somewhere', () => {
    const all = ['Close pane', 'Unclose it', 'Now close', 'Enclosed'].map((title) => ({
      title,
      detail: '',
      id: '',
    }));
    const order = all
      .map((item) => ({ ...item, fit: fitOf(item, 'clo', all) }))
      .sort((left, right) => right.fit - left.fit);
    expect(order.map(({ title }) => title)).toEqual(['Close pane', 'Now close', 'Unclose it', 'Enclosed']);
  });

  it('finds by the words that people bring along, after what has them in its title', () => {
    const wanted: readonly (readonly [string, string])[] = [
      ['tab', 'New window'],
      ['close tab', 'Close window'],
      ['quit', 'Close this desktop window'],
      ['bigger text', 'Larger text in this pane'],
      ['dark mode', 'Settings'],
      ['options', 'Settings'],
      ['help', 'Show all keys'],
      ['approve', 'Inbox: everything that waits for you'],
      ['notifications', 'Show notices'],
    ];
    for (const [search, title] of wanted) expect(found(search), search).toContain(title);
    expect(found('tab'), 'letters that stand apart').not.toContain('Arrange panes with a main one above');
    expect(found('window')[0]).toBe('New window');
  });

  it('has other words only for what there is', () => {
    const ids = items.map(({ id }) => id);
    expect(Object.keys(PALETTE_WORDS).filter((id) => !ids.includes(id))).toEqual([]);
  });

  it('passes letters over only where nothing has the words, and not many', () => {
    expect(found('spr')[0]).toBe('Split right');
    expect(found('rnwin')[0]).toBe('Rename window');
    for (const search of ['xqzj', 'tmpr', 'ipotr', 'deploy', 'rebase'])
      expect(found(search), search).toEqual([]);
  });
});
