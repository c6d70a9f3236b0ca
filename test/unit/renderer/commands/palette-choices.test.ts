import { describe, expect, it } from 'vitest';
import { stateOf } from '#test/helpers/state';
import {
  choiceFit,
  presetChoices,
  snapshotChoices,
  windowChoices,
} from '../../../../renderer/commands/palette-choices';

describe('the windows that a pane can move to', () => {
  it('are the others of its session, with their numbers and what they hold', () => {
    const state = stateOf({ home: { main: 'a', harbour: 'h(0.5:b,0.5:c)', pier: 'd' }, other: { far: 'e' } });
    const choices = windowChoices(state);
    expect(choices.map(({ label, detail }) => [label, detail])).toEqual([
      ['1 harbour', '2 panes'],
      ['2 pier', '1 pane'],
    ]);
    for (const { value } of choices) expect(state.windows[value as never]).toBeDefined();
  });

  it('are none where there is one window, and where there is none', () => {
    expect(windowChoices(stateOf({ home: { main: 'a' }, other: { far: 'b' } }))).toEqual([]);
    expect(windowChoices(stateOf({}))).toEqual([]);
  });
});

describe('what list commands name', () => {
  it('is chosen by the names that the commands take', () => {
    const presets = [
      { name: 'tiled', own: false, layout: null },
      { name: 'my-desk', own: true, layout: 'h(0.5:1,0.5:2)' },
    ];
    expect(presetChoices({ presets })).toEqual([
      { value: 'tiled', label: 'tiled', detail: '' },
      { value: 'my-desk', label: 'my-desk', detail: 'your own' },
    ]);
    const now = 1_800_000_000_000;
    const snapshots = [
      { name: 'w-2', saved_at: now - 7_200_000, sessions: ['api', 'docs'], panes: 5 },
      { name: 'w-1', saved_at: now - 60_000, sessions: [], panes: 1 },
    ];
    expect(snapshotChoices({ snapshots }, now)).toEqual([
      { value: 'w-2', label: 'api, docs', detail: '5 panes · 2 h ago' },
      { value: 'w-1', label: 'w-1', detail: '1 pane · 1 min ago' },
    ]);
  });
});

describe('what is typed', () => {
  const choices = ['1 harbour', '2 pier', '3 old harbour 1'].map((label) => ({
    value: 'f1-21',
    label,
    detail: '',
  }));
  const found = (search: string) =>
    choices
      .filter((choice) => choiceFit(choice, search) > 0)
      .sort((left, right) => choiceFit(right, search) - choiceFit(left, search))
      .map(({ label }) => label);

  it('finds by number and by name, and never by the id that nobody sees', () => {
    expect(found('1')).toEqual(['1 harbour', '3 old harbour 1']);
    expect(found('pi')).toEqual(['2 pier']);
    expect(found('HARB')).toEqual(['1 harbour', '3 old harbour 1']);
    expect(found('f1')).toEqual([]);
    expect(found('')).toHaveLength(3);
  });
});
