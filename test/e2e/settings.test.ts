// Settings, keys, themes, zoom, processes and the log in the real window.
import fs from 'node:fs';
import path from 'node:path';
import { expect, type Locator, test } from '@playwright/test';
import type { App } from '#test/helpers/app';
import { contrastFaults, violations } from '#test/helpers/axe';
import { waitFor } from '#test/helpers/wait';
import { expectNoProblems, openApp, pane, panes, prefixed, run, shows, type } from '#test/helpers/window';

let app: App;
test.afterEach(async () => {
  await app.close();
});

const FILE = '# mine\n[appearance]\nfont-size = 14 # large\n';

const settings = (): Locator => app.page.getByTestId('settings');
const row = (key: string): Locator => settings().locator(`[data-setting="${key}"]`);
const file = (): string => fs.readFileSync(path.join(app.fugueHome, 'config/fugue.toml'), 'utf8');

async function becomes(text: string): Promise<void> {
  await expect.poll(file).toBe(text);
}

async function fromPalette(words: string): Promise<void> {
  await app.page.keyboard.press('Control+Shift+P');
  await app.page.keyboard.type(words);
  await app.page.keyboard.press('Enter');
}

test('a setting is found, changed, refused and set back, and the file keeps its comments', async () => {
  app = await openApp({ config: FILE });
  await app.page.keyboard.press('Control+,');
  await app.page.keyboard.type('font size');
  await expect(settings().locator('.setting')).toHaveCount(2);
  const size = row('appearance.font-size').getByRole('spinbutton', { name: 'Font size' });
  await expect(size).toHaveValue('14');
  await size.fill('16');
  await size.press('Enter');
  await becomes(FILE.replace('14', '16'));
  await size.fill('900');
  await size.press('Enter');
  await expect(row('appearance.font-size').getByRole('alert')).toContainText('expected at most 40');
  expect(file()).toBe(FILE.replace('14', '16'));
  await row('appearance.font-size').getByRole('button', { name: 'Reset Font size' }).click();
  await becomes('# mine\n[appearance]\n# large\n');
  await expect(size).toHaveValue('13');
  const search = settings().getByRole('searchbox', { name: 'Search settings' });
  await search.fill('cursor blink');
  await settings().getByRole('switch', { name: 'Cursor blink' }).press('Space');
  await becomes('# mine\n[appearance]\n# large\n\n[terminal]\ncursor-blink = true\n');
  await search.fill('font family');
  const font = settings().getByRole('textbox', { name: 'Font family' });
  await font.fill('Nonsense Mono, JetBrains Mono');
  await font.press('Enter');
  await expect(row('appearance.font-family')).toContainText('Nonsense Mono is not on this system');
  await app.page.keyboard.press('Escape');
  await expect(settings()).toBeHidden();
  expectNoProblems(app);
});

test('a key is recorded, taken from what it did, and works', async () => {
  app = await openApp({ config: '' });
  await app.page.keyboard.press('Control+,');
  await settings().getByRole('button', { name: 'Keys', exact: true }).first().click();
  await settings().getByRole('searchbox').fill('zoom pane');
  await settings().getByRole('button', { name: 'Add a key at any time to: Zoom pane' }).click();
  const recorder = app.page.getByTestId('key-recorder');
  await app.page.keyboard.press('Control+C');
  await expect(recorder).toContainText('no terminal would get it any more');
  await recorder.getByRole('button', { name: 'Leave it to them' }).click();
  await expect(recorder).toHaveCount(0);
  await settings().getByRole('button', { name: 'Add a key at any time to: Zoom pane' }).click();
  await app.page.keyboard.press('x');
  await expect(recorder).toContainText('all others are for programs');
  await app.page.keyboard.press('Control+Shift+E');
  await expect(recorder).toContainText('does this so far: Split down');
  expect(await violations(app)).toEqual([]);
  await recorder.getByRole('button', { name: 'Use it for: Zoom pane' }).click();
  await becomes('[keys.direct]\nC-S-e = "zoom_pane"\n');
  await settings().getByRole('button', { name: 'Take away z from: Zoom pane' }).click();
  await becomes('[keys.direct]\nC-S-e = "zoom_pane"\n\n[keys.prefixed]\nz = ""\n');
  await app.page.keyboard.press('Escape');
  await run(app, 'split_pane');
  const zoomed = async (): Promise<boolean> => {
    const { json } = await run(app, 'list_panes');
    return (json as { panes: { zoomed: boolean }[] }).panes.some((entry) => entry.zoomed);
  };
  await app.page.keyboard.press('Control+Shift+E');
  await waitFor('the zoomed pane', zoomed);
  await app.page.keyboard.press('Control+Shift+E');
  await waitFor('both panes', async () => !(await zoomed()));
  await app.page.keyboard.press('Control+,');
  await settings().getByRole('button', { name: 'Keys', exact: true }).first().click();
  await settings().getByRole('searchbox').fill('zoom pane');
  await settings().getByRole('button', { name: 'Reset the keys of: Zoom pane' }).click();
  await becomes('[keys.direct]\n\n[keys.prefixed]\n');
  expectNoProblems(app);
});

test('themes are tried out, chosen, taken over from another terminal; all is made larger, and one pane', async () => {
  app = await openApp({ config: '' });
  const background = (): Promise<string> =>
    app.page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--color-terminal'));
  await app.page.getByTestId('settings-button').click();
  const theme = settings().getByRole('combobox', { name: 'Theme', exact: true });
  await theme.focus();
  await app.page.keyboard.press('ArrowDown');
  await app.page.keyboard.press('ArrowDown');
  await app.page.keyboard.press('ArrowDown');
  await expect.poll(background).toBe('#2e3440');
  await app.page.keyboard.press('Escape');
  await expect.poll(background).toBe('#111419');
  await expect(settings()).toBeVisible();
  const ink = app.directory.file(
    'Ink Well.conf',
    `foreground #eeeeee\nbackground #101820\n${Array.from({ length: 16 }, (_, index) => `color${String(index)} #a0b0${index.toString(16)}0`).join('\n')}`,
  );
  await settings().getByTestId('theme-file').setInputFiles(ink);
  await expect(settings().getByText('It is kept as ink-well, and in use.')).toBeVisible();
  await expect.poll(background).toBe('#101820');
  await expect(theme).toHaveText('Ink well');
  await app.page.keyboard.press('Escape');

  const [first] = await panes(app);
  if (first === undefined) throw new Error('there is a pane');
  const columns = async (): Promise<number> => (await panes(app))[0]?.columns ?? 0;
  await app.page.keyboard.press('Control+=');
  await app.page.keyboard.press('Control+=');
  await waitFor('fewer columns', async () => (await columns()) < first.columns);
  await expect.poll(file).toContain('zoom = 1.25');
  await app.page.keyboard.press('Control+0');
  await waitFor('the columns of before', async () => (await columns()) === first.columns);
  await expect.poll(file).not.toContain('zoom');
  await app.page.keyboard.press('Control+Shift++');
  await waitFor('larger text in the pane', async () => (await columns()) < first.columns);
  await app.page.reload();
  await app.page.waitForFunction(() => window.fugueTest !== undefined);
  await waitFor('the larger text again', async () => (await columns()) < first.columns);
  expectNoProblems(app);
});

test('panes are arranged by name, and it is told what they take and what the log says', async () => {
  app = await openApp({ config: '' });
  await run(app, 'split_pane', { command: 'sh -c "while :; do :; done"', name: 'busy' });
  await run(app, 'split_pane');
  await app.page.keyboard.press('Escape');
  await prefixed(app, 'Space');
  const layout = async (): Promise<string> => {
    const { json } = await run(app, 'list_windows');
    return (json as { windows: { layout: string }[] }).windows[0]?.layout ?? '';
  };
  await expect.poll(layout).toMatch(/^h\(0\.33\d*:[^(]*,0\.33\d*:[^(]*,0\.33\d*:[^(]*\)$/);
  await fromPalette('keep this arrangement');
  await app.page.keyboard.type('three');
  await app.page.keyboard.press('Enter');
  await expect.poll(file).toContain('[[layout-presets]]\nname = "three"\n');
  await run(app, 'apply_layout_preset', { preset: 'main-horizontal' });
  await run(app, 'apply_layout_preset', { preset: 'three' });
  expect(await layout()).toMatch(/^h\(/);

  await fromPalette('processes');
  const table = app.page.getByTestId('process-table');
  await expect(table.locator('tbody tr').first()).toContainText('busy');
  await table.getByRole('button', { name: 'Memory' }).click();
  await expect(table.getByRole('columnheader', { name: 'Memory' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  await table.getByRole('button', { name: 'Interrupt busy' }).click();
  await waitFor(
    'its end',
    async () => (await panes(app)).find(({ name }) => name === 'busy')?.process.status === 'exited',
  );
  await app.page.keyboard.press('Escape');
  await fromPalette('log of');
  const log = app.page.getByTestId('log');
  await expect(log).toContainText('core.started');
  await app.page.keyboard.type('split_pane');
  await expect(log.locator('li')).toHaveCount(2);
  await log.getByLabel('Level').selectOption('Errors');
  await expect(log).toContainText('No entry is like that');
  expectNoProblems(app);
});

test('every view can be read in every theme, and by a screen reader', async () => {
  app = await openApp({ config: '[terminal]\nscreen-reader = true\n' });
  const [first] = await panes(app);
  await type(app, first?.id ?? '', 'echo harbour light');
  await shows(app, first?.id ?? '', /light\n/);
  await expect(pane(app, first?.id ?? '').locator('.xterm-accessibility')).toContainText('harbour light');
  const views: readonly (readonly [string, () => Promise<void>])[] = [
    ['window', () => Promise.resolve()],
    ['palette', () => app.page.keyboard.press('Control+Shift+P')],
    ['keys', () => prefixed(app, '?')],
    ['inbox', () => app.page.keyboard.press('Control+Shift+I')],
    ['history', () => prefixed(app, 'h')],
    ['messages', () => prefixed(app, 'm')],
    ['channels', () => prefixed(app, 'M')],
    ['notices', () => app.page.getByTestId('notices-button').click()],
    ['settings', () => app.page.keyboard.press('Control+,')],
    ['processes', () => fromPalette('processes')],
    ['log', () => fromPalette('log of')],
  ];
  const faults: string[] = [];
  for (const [view, open] of views) {
    await open();
    if (view !== 'window') await expect(app.page.locator('.overlay')).toBeVisible();
    for (const fault of [...(await violations(app)), ...(await contrastFaults(app))])
      faults.push(`${view}: ${fault}`);
    if (view !== 'window') await app.page.keyboard.press('Escape');
    await expect(app.page.locator('.overlay')).toBeHidden();
  }
  expect(faults).toEqual([]);
  expectNoProblems(app);
});
