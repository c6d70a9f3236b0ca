import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { definitionOf } from '#shared/commands/catalog';
import { DEFAULT_PREFIXED_KEYS } from '#shared/config/default-keys';
import { parseCommandLine } from '#shared/commands/command-line';
import { person, TestCore } from '#test/helpers/core';

let core: TestCore;
const panes: string[] = [];
beforeAll(async () => {
  core = await TestCore.start();
  await core.run('split_pane', { direction: 'horizontal' });
  const [left] = (await core.run('list_panes', {})).panes;
  await core.run('split_pane', { pane_id: left?.id ?? '', direction: 'vertical' });
  panes.push(...(await core.run('list_panes', {})).panes.map((pane) => pane.id));
});
afterAll(async () => {
  await core.close();
});

async function layout(): Promise<string> {
  return (await core.run('list_windows', {})).windows[0]?.layout ?? '';
}

/** Share of the left column. */
async function leftShare(): Promise<number> {
  return Number(/^h\(([\d.]+):/.exec(await layout())?.[1]);
}

describe('changing sizes by keys and from the palette', () => {
  it('moves the same divider the same way from both of its sides', async () => {
    for (const pane_id of panes) {
      await core.run('balance_layout', { mode: 'equal' });
      await core.run('resize_pane', { pane_id, toward: 'right', amount: 100 });
      expect(await leftShare()).toBeGreaterThan(0.5);
      await core.run('resize_pane', { pane_id, toward: 'left', amount: 200 });
      expect(await leftShare()).toBeLessThan(0.5);
    }
  });

  it('does something for the first and the last pane of a row, with every key and every entry', async () => {
    const keys = Object.values(DEFAULT_PREFIXED_KEYS).filter((line) => line.startsWith('resize_pane'));
    const inputs = [
      ...keys.map((line) => {
        const parsed = parseCommandLine(line);
        return parsed.ok ? parsed.value.input : {};
      }),
      ...definitionOf('resize_pane').palette.map((entry) => entry.input ?? {}),
    ];
    expect(inputs).toHaveLength(8);
    for (const pane_id of panes.slice(0, 2)) {
      for (const input of inputs) {
        await core.run('balance_layout', { mode: 'equal' });
        const before = await layout();
        const result = await core.core.dispatcher.run({
          name: 'resize_pane',
          input: { ...input, pane_id },
          origin: person,
        });
        expect(result.ok ? '' : result.error.message).toBe('');
        expect(await layout()).not.toBe(before);
      }
    }
  });

  it('takes one way of saying it at a time', async () => {
    const both = await core.attempt('resize_pane', { edge: 'left', toward: 'left' });
    expect(both.ok ? '' : both.error.message).toContain('one of edge, toward and direction');
    const none = await core.attempt('resize_pane', {});
    expect(none.ok ? '' : none.error.message).toContain('toward');
  });
});

describe('a new pane without a direction', () => {
  it('comes beside the other while both stay wide enough to be read, and below it where they would not', async () => {
    const window = await core.run('create_window', { name: 'new', focus: true });
    const { id } = window.pane;
    const shape = async (): Promise<string> =>
      (await core.run('list_windows', {})).windows.find(({ name }) => name === 'new')?.layout ?? '';
    const shapes: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      await core.run('create_pane', { pane_id: id });
      shapes.push((await shape()).replaceAll(/[^hv(]/g, ''));
    }
    expect(shapes[0]).toMatch(/^h\(/);
    expect(shapes[2]).toContain('v(');
    await core.run('create_pane', { pane_id: id, direction: 'horizontal' });
    expect((await shape()).match(/h\(/g)?.length).toBe((shapes[2]?.match(/h\(/g)?.length ?? 0) + 1);
  });
});
