// Faults of the page itself, which nobody had foreseen.
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { openApp, panes, shows } from '#test/helpers/window';
import { waitFor } from '#test/helpers/wait';

test('a fault of the page leaves a report and a notice, and the panes go on', async () => {
  const app = await openApp();
  await app.page.evaluate(() => {
    setTimeout(() => {
      throw new Error('a fault with a key sk-ant-planted0123456789');
    });
  });
  const folder = path.join(app.fugueHome, 'log/crashes');
  const name = await waitFor('a report', () => fs.existsSync(folder) && fs.readdirSync(folder)[0]);
  const text = fs.readFileSync(path.join(folder, name), 'utf8');
  expect(text).toContain('a fault with a key');
  expect(text).not.toContain('planted0123');
  // There may be other notices, such as one of a port that is taken.
  await app.page.getByTestId('notices-button').click();
  await expect(app.page.getByText('Something went wrong in Fugue itself')).toBeVisible();
  await app.page.keyboard.press('Escape');
  const [pane] = await panes(app);
  await app.runCommand('send_input', { input: 'echo go-on', submit: true });
  await shows(app, pane?.id ?? '', /^go-on/m);
  await app.close();
});
