// What tests do with the window, in the words of a person.
import { expect, type Locator } from '@playwright/test';
// For the type of window.fugueTest.
import type {} from '../../renderer/terminal/test-hooks';
import { App, type AppOptions, type CommandOutcome, type Flags } from './app';
import { waitFor } from './wait';

export interface PaneFacts {
  readonly id: string;
  readonly index: number;
  readonly name: string | null;
  readonly label: string;
  readonly program: string;
  readonly active: boolean;
  readonly columns: number;
  readonly rows: number;
  readonly process: { readonly status: string; readonly pid: number | null };
}

/** Opens the app with the handles for tests, and waits until its first terminal can be used. */
export async function openApp(options: AppOptions = {}): Promise<App> {
  const app = await App.start({
    size: { width: 1280, height: 820 },
    ...options,
    env: { FUGUE_TEST: '1', ...options.env },
  });
  await app.page.waitForFunction(() => window.fugueTest !== undefined);
  const [pane] = await panes(app);
  if (pane !== undefined) await shows(app, pane.id, /[$#] ?$/m);
  return app;
}

/** Runs a command that has to succeed. */
export async function run(app: App, name: string, flags: Flags = {}): Promise<CommandOutcome> {
  const outcome = await app.runCommand(name, flags);
  expect(outcome.code, `${name}: ${outcome.stderr}`).toBe(0);
  return outcome;
}

export async function panes(app: App): Promise<readonly PaneFacts[]> {
  const outcome = await run(app, 'list_panes');
  return (outcome.json as { panes: PaneFacts[] }).panes;
}

export async function layoutText(app: App): Promise<string> {
  const outcome = await run(app, 'list_windows');
  const { windows } = outcome.json as { windows: { active: boolean; layout: string }[] };
  return windows.find((window) => window.active)?.layout ?? '';
}

/** The text that the window's own terminal shows. */
export function screenText(app: App, paneId: string): Promise<string> {
  return app.page.evaluate((id) => window.fugueTest?.text(id) ?? '', paneId);
}

export async function shows(app: App, paneId: string, pattern: RegExp, timeout = 15_000): Promise<void> {
  await waitFor(
    `${String(pattern)} in the terminal`,
    async () => pattern.test(await screenText(app, paneId)),
    { timeout },
  );
}

export function pane(app: App, id: string): Locator {
  return app.page.getByTestId(`pane-${id}`);
}

export function header(app: App, id: string): Locator {
  return app.page.getByTestId(`pane-header-${id}`);
}

/** Types into a pane as a person does: click, then keys. */
export async function type(app: App, id: string, text: string): Promise<void> {
  await pane(app, id).locator('.xterm').click();
  await app.page.keyboard.type(text);
  await app.page.keyboard.press('Enter');
}

/** A key after the prefix. */
export async function prefixed(app: App, key: string): Promise<void> {
  await app.page.keyboard.press('Control+b');
  await app.page.keyboard.press(key);
}

/** No error was thrown and none was logged in the page. */
export function expectNoProblems(app: App): void {
  expect(app.problems).toEqual([]);
}
