import { expect, test } from '@playwright/test';
import type { App } from '#test/helpers/app';
import { claudeVariables, ensureClaude, makeClaudeHome } from '#test/helpers/claude/claude';
import { lastUserText, startModelServer } from '#test/helpers/model-server/index';
import { greeting, greetingAnswer } from '#test/helpers/model-server/stories/greeting';
import { makeTemporaryDirectory } from '#test/helpers/temporary-directory';
import { waitFor } from '#test/helpers/wait';
import {
  expectNoProblems,
  header,
  layoutText,
  openApp,
  pane,
  panes,
  prefixed,
  run,
  screenText,
  shows,
  type,
} from '#test/helpers/window';

test('a day in the window: split, run programs, talk to Claude, drag, resize, close, come back', async () => {
  test.setTimeout(180_000);
  const directory = makeTemporaryDirectory();
  const model = await startModelServer(greeting);
  const claude = await ensureClaude('2.1.332');
  makeClaudeHome(directory.folder('home'), { trusted: [directory.folder('home')] });
  const env = claudeVariables({ home: directory.folder('home'), modelServerUrl: model.url });
  let app: App = await openApp({ directory, env });
  try {
    // Split by keys, by mouse and by command.
    const [first] = await panes(app);
    if (first === undefined) throw new Error('a new workspace has a pane');
    await pane(app, first.id).locator('.xterm').click();
    await prefixed(app, '%');
    await waitFor('two panes', async () => (await panes(app)).length === 2);
    await header(app, first.id).hover();
    await header(app, first.id)
      .getByRole('button', { name: /split down/i })
      .click();
    await waitFor('three panes', async () => (await panes(app)).length === 3);
    await run(app, 'split_pane', { pane: 2, direction: 'vertical', name: 'watcher' });
    const four = await panes(app);
    expect(four).toHaveLength(4);
    const [topLeft, bottomLeft, topRight, watcher] = four;
    if (!topLeft || !bottomLeft || !topRight || !watcher) throw new Error('there are four panes');

    // Programs of every kind.
    await type(app, topLeft.id, 'htop');
    await shows(app, topLeft.id, /Load average/);
    await type(app, bottomLeft.id, 'vim -u NONE');
    await shows(app, bottomLeft.id, /~/);
    await type(app, watcher.id, 'for i in 1 2 3; do echo kept-line-$i; done');
    await shows(app, watcher.id, /kept-line-3/);

    // A real Claude answers a prompt.
    await type(app, topRight.id, `${claude} --permission-mode default`);
    await waitFor(
      'Claude to be ready',
      async () => /idle/.test((await run(app, 'get_status', { pane: topRight.id })).stdout),
      { timeout: 40_000 },
    );
    // Shift+Enter is a new line for Claude (input-09); Enter submits, once.
    await app.page.keyboard.type('hello there');
    await app.page.keyboard.press('Shift+Enter');
    await app.page.keyboard.type('and a second line');
    await shows(app, topRight.id, /hello there\s+and a second line/);
    await app.page.keyboard.press('Enter');
    await shows(app, topRight.id, new RegExp(greetingAnswer.slice(0, 20)), 30_000);
    expect(model.turns.map((turn) => lastUserText(turn.body))).toEqual([
      expect.stringContaining('hello there\nand a second line'),
    ]);
    await expect(app.page.getByTestId('status-bar')).toContainText('Claude');

    // Drag a pane by its header onto another one's edge; its program and process go on.
    const before = await panes(app);
    const source = await header(app, watcher.id).boundingBox();
    const target = await pane(app, topLeft.id).boundingBox();
    if (source === null || target === null) throw new Error('the panes are on the screen');
    await app.page.mouse.move(source.x + 60, source.y + source.height / 2);
    await app.page.mouse.down();
    await app.page.mouse.move(target.x + target.width / 2, target.y + target.height / 2, { steps: 8 });
    await app.page.mouse.move(target.x + 12, target.y + target.height / 2, { steps: 8 });
    await expect(app.page.getByTestId('drop-preview')).toBeVisible();
    await app.page.mouse.up();
    await waitFor('the pane at the left', async () => (await panes(app))[0]?.id === watcher.id);
    const after = await panes(app);
    for (const { id, process } of before)
      expect(after.find((entry) => entry.id === id)?.process.pid).toBe(process.pid);
    expect(await screenText(app, watcher.id)).toContain('kept-line-3');

    // Drag a divider, resize the window: grid and program agree.
    const divider = app.page.getByTestId('divider').first();
    const bar = await divider.boundingBox();
    if (bar === null) throw new Error('there is a divider');
    await app.page.mouse.move(bar.x + bar.width / 2, bar.y + bar.height / 2);
    await app.page.mouse.down();
    await app.page.mouse.move(bar.x + 70, bar.y + bar.height / 2 + 3, { steps: 6 });
    await app.page.mouse.up();
    await app.resize(1100, 700);
    await waitFor('page and program to agree on sizes', async () => {
      const facts = await panes(app);
      const sizes = await Promise.all(
        facts.map((entry) => app.page.evaluate((id) => window.fugueTest?.size(id), entry.id)),
      );
      return facts.every(
        (entry, index) => sizes[index]?.columns === entry.columns && sizes[index]?.rows === entry.rows,
      );
    });

    // Close and come back.
    await run(app, 'rename_pane', { pane: bottomLeft.id, name: 'editor' });
    await run(app, 'rename_window', { name: 'harbour' });
    const layout = await layoutText(app);
    expectNoProblems(app);
    expect(await app.close()).toBe(0);
    app = await openApp({ directory, env });
    expect(await layoutText(app)).toBe(layout);
    await expect(header(app, bottomLeft.id)).toContainText('editor');
    await expect(app.page.getByRole('tab', { name: /harbour/ })).toBeVisible();
    await shows(app, watcher.id, /kept-line-3[\s\S]*restored/);
    await type(app, watcher.id, 'echo alive-$((40+2))');
    await shows(app, watcher.id, /alive-42/);
    expectNoProblems(app);
  } finally {
    await app.close();
    await model.close();
    directory.remove();
  }
});
