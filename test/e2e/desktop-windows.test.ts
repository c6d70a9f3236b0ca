// Several windows of the desktop, each with a session of its own.
import fs from 'node:fs';
import path from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import type { Rectangle } from 'electron';
// For the type of window.fugueTest.
import type {} from '../../renderer/terminal/test-hooks';
import { App } from '#test/helpers/app';
import { makeFakeClaude } from '#test/helpers/claude/fake-claude';
import { DesktopBus } from '#test/helpers/desktop-bus';
import type { TemporaryDirectory } from '#test/helpers/temporary-directory';
import { makeTemporaryDirectory } from '#test/helpers/temporary-directory';
import { waitFor } from '#test/helpers/wait';
import { expectNoProblems, openApp, run } from '#test/helpers/window';

let app: App | undefined;
let desktop: DesktopBus | undefined;
let directory: TemporaryDirectory;

test.beforeEach(() => {
  directory = makeTemporaryDirectory();
});
test.afterEach(async () => {
  await app?.close();
  app = undefined;
  desktop?.close();
  desktop = undefined;
  directory.remove();
});

interface SessionFacts {
  readonly id: string;
  readonly name: string;
  readonly active: boolean;
}
interface PaneFacts {
  readonly id: string;
  readonly session_id: string;
  readonly process: { readonly status: string };
}
interface Shown {
  readonly session: string | null;
  readonly front: boolean;
}

async function sessions(of: App): Promise<readonly SessionFacts[]> {
  return ((await run(of, 'list_sessions')).json as { sessions: SessionFacts[] }).sessions;
}

async function session(of: App, name: string): Promise<SessionFacts> {
  const found = (await sessions(of)).find((entry) => entry.name === name);
  if (found === undefined) throw new Error(`there is a session ${name}`);
  return found;
}

async function panesOf(of: App, name: string): Promise<readonly string[]> {
  const { id } = await session(of, name);
  const { panes } = (await run(of, 'list_panes', { all: true })).json as { panes: PaneFacts[] };
  return panes.filter((pane) => pane.session_id === id).map((pane) => pane.id);
}

async function shown(of: App): Promise<readonly Shown[]> {
  const { json } = await run(of, 'list_desktop_windows');
  return (json as { desktop_windows: Shown[] }).desktop_windows;
}

/** What the windows show, in order, with a star before the one in front. */
async function overview(of: App): Promise<string> {
  return (await shown(of)).map(({ session: name, front }) => `${front ? '*' : ''}${name ?? '-'}`).join(' ');
}

function text(page: Page, paneId: string): Promise<string> {
  return page.evaluate((id) => window.fugueTest?.text(id) ?? '', paneId);
}

async function shows(page: Page, paneId: string, pattern: RegExp): Promise<void> {
  await waitFor(`${String(pattern)} in the terminal`, async () => pattern.test(await text(page, paneId)), {
    timeout: 15_000,
  });
}

async function typeInto(page: Page, paneId: string, words: string): Promise<void> {
  await page.getByTestId(`pane-${paneId}`).locator('.xterm').click();
  await page.keyboard.type(words);
  await page.keyboard.press('Enter');
}

/** The page of the window that shows a session. */
async function pageOf(of: App, name: string): Promise<Page> {
  return waitFor(
    `a window with session ${name}`,
    async () => {
      for (const page of of.electron.windows())
        if (
          await page.title().then(
            (title) => title.endsWith(`${name} · Fugue`),
            () => false,
          )
        )
          return page;
      return undefined;
    },
    { timeout: 20_000 },
  );
}

async function startWithTwo(): Promise<{ of: App; api: Page; web: Page }> {
  const of = (app = await openApp({ directory }));
  await run(of, 'rename_session', { name: 'api' });
  await run(of, 'create_session', { name: 'web' });
  await run(of, 'create_session', { name: 'docs' });
  await run(of, 'open_desktop_window', { session: 'web' });
  const web = await pageOf(of, 'web');
  web.on('pageerror', (error) => of.problems.push({ kind: 'exception', text: String(error.stack) }));
  await web.waitForFunction(() => window.fugueTest !== undefined);
  const [pane = ''] = await panesOf(of, 'web');
  await shows(web, pane, /[$#] ?$/m);
  return { of, api: of.page, web };
}

interface Kept {
  readonly windows: readonly (Rectangle & { readonly display: { readonly id: number } })[];
}

/** The file of places, which is written once they have been at rest. */
function keptWindows(of: App): Kept {
  return JSON.parse(fs.readFileSync(path.join(of.fugueHome, 'state/window.json'), 'utf8')) as Kept;
}

function bounds(of: App) {
  return of.electron.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()
      .map((window) => ({
        title: window.getTitle().replace(/^.* · (\w+) · Fugue$/, '$1'),
        ...window.getNormalBounds(),
      }))
      .sort((one, other) => (one.title < other.title ? -1 : 1)),
  );
}

test('a second window shows another session: each is typed into, and a key splits where it was pressed', async () => {
  const { of, api, web } = await startWithTwo();
  expect(await overview(of)).toBe('api *web');
  const [left = ''] = await panesOf(of, 'api');
  const [right = ''] = await panesOf(of, 'web');
  await typeInto(api, left, 'echo in-api-$((1+1))');
  await typeInto(web, right, 'echo in-web-$((2+2))');
  await shows(api, left, /in-api-2/);
  await shows(web, right, /in-web-4/);
  // Each terminal is in one window alone.
  expect(await api.getByTestId(`pane-${right}`).count()).toBe(0);
  expect(await web.getByTestId(`pane-${left}`).count()).toBe(0);

  await web.keyboard.press('Control+Shift+D');
  await waitFor('a split in web', async () => (await panesOf(of, 'web')).length === 2);
  expect(await panesOf(of, 'api')).toHaveLength(1);
  await api.getByTestId(`pane-${left}`).locator('.xterm').click();
  await api.keyboard.press('Control+Shift+E');
  await waitFor('a split in api', async () => (await panesOf(of, 'api')).length === 2);
  expect(await panesOf(of, 'web')).toHaveLength(2);
  expectNoProblems(of);
});

test('a switch in one window leaves the other, and a session that is shown brings its window to the front', async () => {
  const { of, api, web } = await startWithTwo();
  const [docs = ''] = await panesOf(of, 'docs');
  const [kept = ''] = await panesOf(of, 'api');
  await typeInto(api, kept, 'echo stays-$((3+3))');
  await typeInto(web, (await panesOf(of, 'web'))[0] ?? '', 'echo goes-$((4+4))');
  await web.keyboard.press('Control+b');
  await web.keyboard.press(')');
  await waitFor('docs in the second window', async () => (await overview(of)) === 'api *docs');
  await typeInto(web, docs, 'echo there-$((5+5))');
  await shows(web, docs, /there-10/);
  await shows(api, kept, /stays-6/);
  // What no window shows goes on in the first, with its screen, and is there when it is switched to.
  await api.keyboard.press('Control+b');
  await api.keyboard.press(')');
  await waitFor('web in the first window', async () => (await overview(of)).replace('*', '') === 'web docs');
  await shows(api, (await panesOf(of, 'web'))[0] ?? '', /goes-8/);

  // Asked for in the first, shown by the second: nothing changes but the front.
  const { id } = await session(of, 'docs');
  await api.getByTestId(`sidebar-session-${id}`).click();
  await waitFor('the second in front', async () => (await overview(of)) === 'web *docs');
  await run(of, 'open_desktop_window', { session: 'web' });
  await waitFor('the first in front', async () => (await overview(of)) === '*web docs');
  expect(of.electron.windows()).toHaveLength(2);
  expectNoProblems(of);
});

test('closing a window ends nothing, a session that ends takes its window along, and the first goes on', async () => {
  const { of, api, web } = await startWithTwo();
  const [pane = ''] = await panesOf(of, 'web');
  await typeInto(web, pane, 'for n in $(seq 1 100000); do echo tick-$n; sleep 0.2; done');
  await shows(web, pane, /tick-2/);
  const before = Number(/tick-(\d+)\s*$/.exec((await text(web, pane)).trimEnd())?.[1]);
  await run(of, 'close_desktop_window', { session: 'web' });
  await waitFor('one window', async () => (await overview(of)) === '*api');
  await waitFor('its page to go', () => web.isClosed());
  const { id } = await session(of, 'web');
  await api.getByTestId(`sidebar-session-${id}`).click();
  await waitFor(
    'the program to have gone on',
    async () => Number(/tick-(\d+)\s*$/.exec((await text(api, pane)).trimEnd())?.[1] ?? 0) > before,
    { timeout: 15_000 },
  );

  // By the mouse, beside the session in the sidebar.
  const row = api.getByTestId(`sidebar-session-${(await session(of, 'docs')).id}`);
  await row.hover();
  await row.getByTitle('Show in a desktop window of its own').click();
  const docs = await pageOf(of, 'docs');
  await run(of, 'kill_session', { session: 'docs' });
  await waitFor('the window of docs to go', () => docs.isClosed());
  await run(of, 'kill_session', { session: 'web' });
  await waitFor('the first window to go on', async () => (await overview(of)) === '*api');
  await expect(api.getByTestId(`pane-${(await panesOf(of, 'api'))[0] ?? ''}`)).toBeVisible();
  expectNoProblems(of);
});

test('a restart brings all windows back where they stood, each with its session', async () => {
  const { of } = await startWithTwo();
  const wanted = [
    { title: 'api', x: 20, y: 60, width: 760, height: 640 },
    { title: 'web', x: 810, y: 40, width: 700, height: 600 },
  ];
  await of.electron.evaluate(({ BrowserWindow }, places) => {
    for (const window of BrowserWindow.getAllWindows())
      window.setBounds(places[window.getTitle().includes('web') ? 1 : 0] ?? {});
  }, wanted);
  // A frame's width beside it at most: what stands there is told without its frame.
  const near = (value: number, from: number) => Math.abs(value - from) < 60;
  const isThere = (now: readonly Rectangle[]) =>
    wanted.every(({ x, y }, index) => near(now[index]?.x ?? 0, x) && near(now[index]?.y ?? 0, y));
  // What is kept has been at rest. The windows themselves tell of old places while the desktop still moves them.
  await waitFor('the windows to be kept there', () => {
    const { windows } = keptWindows(of);
    return isThere(windows) && windows[0]?.width === 760 && windows[1]?.width === 700;
  });
  await of.close();
  const again = (app = await App.start({ directory, env: { FUGUE_TEST: '1' } }));
  await pageOf(again, 'api');
  await pageOf(again, 'web');
  expect(await overview(again)).toBe('api *web');
  const back = await waitFor('the windows to stand there', async () => {
    const now = await bounds(again);
    return isThere(now) ? now : undefined;
  });
  const sizes = (places: typeof wanted) => places.map(({ title, width, height }) => [title, width, height]);
  expect(sizes(back)).toEqual(sizes(wanted));
  const [pane = ''] = await panesOf(again, 'web');
  const web = await pageOf(again, 'web');
  await web.waitForFunction(() => window.fugueTest !== undefined);
  await typeInto(web, pane, 'echo back-$((6+6))');
  await shows(web, pane, /back-12/);
  expectNoProblems(again);
});

test('a new window opens on a monitor that has none, and is kept with its monitor', async () => {
  const of = (app = await openApp({ directory, size: { width: 700, height: 600 } }));
  await run(of, 'rename_session', { name: 'api' });
  // One screen, told to be two monitors beside each other.
  await of.electron.evaluate(({ BrowserWindow, screen }) => {
    const [whole] = screen.getAllDisplays();
    if (whole === undefined) throw new Error('there is a screen');
    const half = (id: number, x: number) => {
      const area = { x, y: 0, width: 800, height: 1000 };
      return { ...whole, id, bounds: area, workArea: area };
    };
    const both = [half(1, 0), half(2, 800)];
    Object.assign(screen, {
      getAllDisplays: () => both,
      getPrimaryDisplay: () => both[0],
      getDisplayMatching: ({ x, width }: { x: number; width: number }) => both[x + width / 2 < 800 ? 0 : 1],
    });
    BrowserWindow.getAllWindows()[0]?.setPosition(20, 20);
  });
  await waitFor('the first on the left', async () => ((await bounds(of))[0]?.x ?? 800) < 100);
  await of.page.keyboard.press('Control+Shift+N');
  const page = await waitFor('a second window', () => of.electron.windows()[1]);
  await page.waitForFunction(() => window.fugueTest !== undefined);
  // Every session was shown, so it has a new one.
  expect((await shown(of)).map(({ session: name }) => name)).toEqual(['api', 'home']);
  const second = await waitFor('it to stand on the right', async () =>
    (await bounds(of)).find(({ x }) => x >= 800),
  );
  expect(second.x + second.width).toBeLessThanOrEqual(1610);
  const kept = await waitFor('both to be kept', () => {
    const { windows } = keptWindows(of);
    return windows.length === 2 ? windows : undefined;
  });
  expect(kept.map(({ display }) => display.id)).toEqual([1, 2]);
  expectNoProblems(of);
});

test('a page that crashes is drawn again in its window, and a link leads to the window that has the pane', async () => {
  const { of, api, web } = await startWithTwo();
  const [pane = ''] = await panesOf(of, 'web');
  await run(of, 'rename_pane', { pane, name: 'the server' });
  await typeInto(web, pane, 'echo survives-$((7+7))');
  await shows(web, pane, /survives-14/);
  const crashed = new Promise((resolve) => web.once('crash', resolve));
  await of.electron.evaluate(({ BrowserWindow }) => {
    const window = BrowserWindow.getAllWindows().find((each) => each.getTitle().includes(' web '));
    window?.webContents.forcefullyCrashRenderer();
  });
  await crashed;
  await waitFor('the page to be drawn again', () =>
    of.electron.evaluate(async ({ BrowserWindow }, id) => {
      const window = BrowserWindow.getAllWindows().find((each) => each.getTitle().includes(' web '));
      const text = (await window?.webContents.executeJavaScript(
        `window.fugueTest?.text(${JSON.stringify(id)}) ?? ''`,
      )) as string | undefined;
      return text?.includes('survives-14') === true;
    }, pane),
  );
  expect(await overview(of)).toBe('api *web');

  await api
    .getByTestId(`pane-${(await panesOf(of, 'api'))[0] ?? ''}`)
    .locator('.xterm')
    .click();
  await run(of, 'select_session', { session: 'api' });
  await waitFor('the first in front', async () => (await overview(of)) === '*api web');
  await of.electron.evaluate(({ app: own }) => {
    own.emit('open-url', { preventDefault: () => undefined }, 'fugue://pane/the%20server');
  });
  await waitFor('the second in front', async () => (await overview(of)) === 'api *web');
  expect(of.electron.windows().length).toBeGreaterThanOrEqual(2);
});

test('the last window is closed as the only one always was, and comes back as it was', async () => {
  const { of } = await startWithTwo();
  await run(of, 'close_desktop_window', { session: 'api' });
  await waitFor('one window', async () => (await overview(of)) === '*web');
  const ended = new Promise((resolve) => of.electron.process().once('exit', resolve));
  await of.electron
    .evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
    .catch(() => undefined);
  await ended;
  const again = (app = await App.start({ directory, env: { FUGUE_TEST: '1' } }));
  await pageOf(again, 'web');
  expect(await overview(again)).toBe('*web');
  expect((await sessions(again)).map(({ name }) => name)).toEqual(['api', 'web', 'docs']);
  expectNoProblems(again);
});

test('a notification leads to the window that has the pane, and only the last window goes into the tray', async () => {
  makeFakeClaude(directory);
  desktop = await DesktopBus.start({ panel: true });
  const config = '[restore]\nenabled = false\n[desktop]\nclose-to-tray = true\n';
  const of = (app = await openApp({ directory, config }));
  await run(of, 'rename_session', { name: 'api' });
  const made = await run(of, 'create_session', { name: 'web', command: 'claude' });
  const { id } = (made.json as { pane: { id: string } }).pane;
  await run(of, 'open_desktop_window', { session: 'web' });
  await pageOf(of, 'web');
  await run(of, 'wait_for_status', { pane: id, status: 'idle', timeout: 20 });
  await run(of, 'select_session', { session: 'api' });
  const focused = () =>
    of.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getFocusedWindow()?.getTitle() ?? '');
  await waitFor('the first in front', async () => / api /.test(await focused()));

  await run(of, 'send_input', { pane: id, input: 'ask make', submit: true });
  const bus = desktop;
  bus.click(await waitFor('the notification', () => bus.open[0]));
  await waitFor('the second in front', async () => / web /.test(await focused()));
  expect(await overview(of)).toBe('api *web');

  const first = of.page;
  await of.electron.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()
      .find((each) => each.getTitle().includes(' api '))
      ?.close(),
  );
  await waitFor('the first to be gone', () => first.isClosed());
  await waitFor('one window', async () => (await overview(of)) === '*web');
  await of.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  const visible = () =>
    of.electron.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().map((each) => each.isVisible()),
    );
  await waitFor('the last to hide', async () => (await visible())[0] === false);
  await bus.choose(/Show Fugue/);
  await waitFor('it to come back', async () => (await visible())[0] === true);
  expectNoProblems(of);
});
