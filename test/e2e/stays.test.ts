// What has to stay where it was: the keyboard with the pane, and the end of a terminal in view.
import { expect, test } from '@playwright/test';
// For the type of window.fugueTest.
import type {} from '../../renderer/terminal/test-hooks';
import type { App } from '#test/helpers/app';
import { waitFor } from '#test/helpers/wait';
import { expectNoProblems, openApp, pane, panes, run, shows, type } from '#test/helpers/window';

let app: App | undefined;
test.afterEach(async () => {
  await app?.close();
  app = undefined;
});

test('the mouse on a divider, a banner or a button around the panes leaves the keyboard where it was', async () => {
  app = await openApp();
  await run(app, 'split_pane', { focus: true });
  const { page } = app;
  const { id = '' } = (await panes(app)).find(({ active }) => active) ?? {};
  const keyboard = pane(app, id).locator('.xterm-helper-textarea');
  await expect(keyboard).toBeFocused();
  const goesOn = async (after: string): Promise<void> => {
    await expect(keyboard, after).toBeFocused();
    await page.keyboard.type(`echo ${after}-$((1+1))`);
    await page.keyboard.press('Enter');
    await shows(app as App, id, new RegExp(`${after}-2`));
  };
  const divider = page.getByTestId('divider').first();
  const { x = 0, y = 0, height = 0 } = (await divider.boundingBox()) ?? {};
  await page.mouse.move(x + 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + 62, y + height / 2, { steps: 4 });
  await page.mouse.up();
  await goesOn('dragged');
  const banner = page.getByTestId('banner-runtime').getByRole('button');
  if ((await banner.count()) > 0) {
    await banner.click();
    await goesOn('banner');
  }
  await page.getByRole('button', { name: 'Show or hide the sidebar' }).click();
  await goesOn('sidebar');
  // Who comes by Tab still reaches the divider, and moves it by keys.
  await divider.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(divider).toBeFocused();
  expectNoProblems(app);
});

test('a pane that shows its newest lines still does after its tab was hidden and the window made small and large', async () => {
  app = await openApp();
  const { page } = app;
  const [{ id = '' } = {}] = await panes(app);
  await run(app, 'split_pane', { direction: 'horizontal', focus: false });
  // A program that draws all anew for each size, over lines that wrap anew themselves.
  const draw = `for n in $(seq 60); do echo "line $n $(printf 'word%.0s ' $(seq 30))"; done; printf END`;
  await type(app, id, `trap 'clear; ${draw}' WINCH; ${draw}; while :; do sleep 0.1; done`);
  await shows(app, id, /END/);
  const made = await run(app, 'create_window', { name: 'other', focus: true });
  const other = (made.json as { pane: { id: string } }).pane.id;
  await expect(pane(app, other).locator('.xterm')).toBeVisible();
  await app.resize(700, 450);
  await waitFor('the other pane to be small', async () => {
    const size = await page.evaluate((of) => window.fugueTest?.size(of), other);
    return (size?.columns ?? 999) < 100;
  });
  const columns = async () => (await page.evaluate((of) => window.fugueTest?.size(of), id))?.columns ?? 0;
  const wide = await columns();
  await run(app, 'select_window', { window_id: '0' });
  await waitFor('the first pane to be small', async () => (await columns()) < wide);
  await shows(app, id, /END/);
  const atBottom = () => page.evaluate((of) => window.fugueTest?.atBottom(of), id);
  await waitFor('its end in view when small', atBottom);
  await app.resize(1280, 830);
  await waitFor('the first pane to be large', async () => (await columns()) === wide);
  await shows(app, id, /END/);
  await waitFor('its end in view when large', atBottom);
  await expect(pane(app, id).getByText('New output below')).toBeHidden();
});
