// The chat view in the real window, with conversations that the test feeds by the protocol of its port.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import type { ChatLine } from '#shared/ipc/chat-port';
import { contrastFaults, violations } from '#test/helpers/axe';
import type { App } from '#test/helpers/app';
import { feed, openConversation } from '#test/helpers/chat';
import { casePath } from '#test/helpers/fixtures';
import { lineOf, messageLines } from '#test/helpers/messages';
import { expectNoProblems, openApp, panes, run } from '#test/helpers/window';

let app: App;

test.afterEach(async () => {
  await app.close();
});

const said = (text: string, uuid: string): ChatLine =>
  lineOf({ type: 'assistant', uuid, message: { id: `m-${uuid}`, content: [{ type: 'text', text }] } }, uuid);

const many = (from: number, count: number): readonly ChatLine[] =>
  Array.from({ length: count }, (_, at) =>
    said(`This is message ${String(from + at)}.`, `u${String(from + at)}`),
  );

const scroller = () => app.page.locator('.chat-scroller');
const settled = () =>
  app.page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  );

/** Opens whatever is folded, until nothing is. */
async function openEverything(): Promise<void> {
  for (let round = 0; round < 6; round += 1) {
    const opened = await app.page.locator('.chat').evaluate((chat) => {
      const folded = chat.querySelectorAll<HTMLElement>('button[aria-expanded="false"]');
      for (const button of folded) button.click();
      return folded.length;
    });
    await settled();
    if (opened === 0) return;
  }
}

test('[sec-01] a question and its answers hide and turn around nothing', async () => {
  app = await openApp();
  const options = [{ label: '\u202eder', description: '' }];
  const input = { questions: [{ question: 'Which\u202e?', header: 'One', multiSelect: false, options }] };
  const content = [{ type: 'tool_use', id: 't', name: 'AskUserQuestion', input }];
  await openConversation(app, 'a question', [
    lineOf({ type: 'assistant', uuid: 'a', message: { id: 'm', content } }, 'a'),
  ]);
  const questions = app.page.locator('.chat-questions');
  await expect(questions).toContainText('\\u{202e}der');
  await expect(questions).toContainText('Which\\u{202e}?');
  expectNoProblems(app);
});

test('[sec-01] nothing in a conversation runs, and nothing leaves', async () => {
  app = await openApp({ size: { width: 1200, height: 1400 } });
  const payload = fs.readFileSync(casePath('sec-01/payloads.md'), 'utf8');
  const requests: string[] = [];
  app.page.on('request', (request) => {
    if (!/^(?:fugue|devtools|data):/.test(request.url())) requests.push(request.url());
  });
  const [shell] = await panes(app);
  await run(app, 'rename_pane', { pane: shell?.id ?? '', name: payload.split('\n')[0] ?? '' });
  const before = await app.page.title();
  await openConversation(app, payload, messageLines('handmade-hostile'));
  await app.page.locator('.chat-row').first().waitFor();
  for (const at of [0, 0.25, 0.5, 0.75, 1]) {
    await scroller().evaluate((element, part) => {
      element.scrollTop = element.scrollHeight * part;
    }, at);
    await settled();
    await openEverything();
  }
  // The same while it is being written, cut in the middle of everything.
  const event = (body: unknown): string => JSON.stringify({ type: 'stream_event', event: body });
  await feed(app, [
    {
      type: 'partial',
      lines: [
        event({ type: 'message_start', message: { id: 'm' } }),
        event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
      ],
    },
  ]);
  for (let at = 0; at < payload.length; at += 23) {
    const delta = { type: 'text_delta', text: payload.slice(at, at + 23) };
    await feed(app, [{ type: 'partial', lines: [event({ type: 'content_block_delta', index: 0, delta })] }]);
    await settled();
  }
  expect(await app.page.title()).toBe(before);
  expect(requests).toEqual([]);
  const foreign = await app.page.locator('.chat').evaluate((chat) => ({
    elements: chat.querySelectorAll('script, iframe, style, object, embed, form, base, link, details').length,
    handlers: [...chat.querySelectorAll('*')].flatMap((element) =>
      element.getAttributeNames().filter((name) => name.startsWith('on')),
    ),
    links: [...chat.querySelectorAll('a')].map((link) => new URL(link.href).protocol),
    pictures: [...chat.querySelectorAll('img')].filter((image) => !image.src.startsWith('data:')).length,
  }));
  expect(foreign).toMatchObject({ elements: 0, handlers: [], pictures: 0 });
  for (const protocol of foreign.links) expect(protocol).toMatch(/^https?:$/);
  expectNoProblems(app);
});

for (const theme of ['dark', 'light'] as const) {
  test(`all kinds of messages can be used by everybody, ${theme}`, async () => {
    app = await openApp({
      config: `[appearance]\ntheme = "${theme}"\n`,
      size: { width: 1200, height: 1400 },
    });
    for (const name of [
      'handmade-tools',
      'handmade-assistant',
      'handmade-user',
      'handmade-subagents',
      'handmade-system',
      'handmade-tasks',
    ]) {
      await openConversation(app, name, messageLines(name));
      await app.page.locator('.chat-row').first().waitFor();
      await settled();
      await openEverything();
      expect(await violations(app), name).toEqual([]);
      if (theme === 'dark') {
        expect(await contrastFaults(app), name).toEqual([]);
        await app.page.evaluate(() => window.fugueTest?.tryTheme('dark'));
      }
      await app.page.evaluate(() => window.fugueChat?.close());
    }
    expectNoProblems(app);
  });
}

/** Where the list stands once a turn of the wheel has been drawn to its end. */
function restingPlace(): Promise<number> {
  return scroller().evaluate(
    (element) =>
      new Promise<number>((resolve) => {
        let same = 0;
        let last = element.scrollTop;
        const look = (): void => {
          same = element.scrollTop === last ? same + 1 : 0;
          last = element.scrollTop;
          if (same > 10) resolve(last);
          else requestAnimationFrame(look);
        };
        look();
      }),
  );
}

test('an answer of 3000 parts costs as much at its end as at its beginning, and stands there at once (perf-03)', async () => {
  app = await openApp();
  const script = path.join(app.directory.path, 'script.jsonl');
  execFileSync('bash', [path.join(casePath('perf-03'), 'make_script.sh'), script]);
  const lines = fs
    .readFileSync(script, 'utf8')
    .split('\n')
    .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as { emit?: { type: string } }]))
    .flatMap(({ emit }) => (emit === undefined ? [] : [emit]));
  const event = (body: unknown): string => JSON.stringify({ type: 'stream_event', event: body });
  const begin = [
    event({ type: 'message_start', message: { id: 'm' } }),
    event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
  ];
  const parts = lines.filter(({ type }) => type === 'stream_event').map((line) => JSON.stringify(line));
  expect(parts.length).toBeGreaterThan(2900);
  const whole = lines.find(({ type }) => type === 'assistant');
  /** How many times as much work of the page the last third takes as the first, up to where all is laid out. */
  const written = async (name: string, some: readonly string[]): Promise<number> => {
    await openConversation(app, name, []);
    await feed(app, [{ type: 'partial', lines: begin }]);
    return app.page.evaluate(async (all) => {
      const work: number[] = [];
      for (let from = 0; from < all.length; from += 20)
        await new Promise<void>((done) => {
          let began = 0;
          requestAnimationFrame(() => (began = performance.now()));
          for (const line of all.slice(from, from + 20))
            window.fugueChat?.feed([{ type: 'partial', lines: [line] }]);
          // Behind the view's own work in the same frame.
          requestAnimationFrame(() => {
            document.querySelector('.chat-scroller')?.getBoundingClientRect();
            work.push(performance.now() - began);
            done();
          });
        });
      const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
      const third = Math.floor(work.length / 3);
      return sum(work.slice(-third)) / sum(work.slice(0, third));
    }, some);
  };
  // The first time it also reads the code that draws it.
  await written('warming up', parts.slice(0, 400));
  // What reads all again with each part takes about five times as long for the last third, and does so each time.
  const ratios: number[] = [];
  while (ratios.length < 3 && !ratios.some((ratio) => ratio < 1.6))
    ratios.push(await written(`round ${String(ratios.length)}`, parts));
  expect(Math.min(...ratios)).toBeLessThan(1.6);
  const began = Date.now();
  await feed(app, [{ type: 'lines', lines: [lineOf({ ...whole, uuid: 'u' }, 'u')] }]);
  await expect(app.page.locator('.chat [aria-busy="true"]')).toHaveCount(0);
  expect(Date.now() - began).toBeLessThan(3000);
  expectNoProblems(app);
});

test('follows the end until the person scrolls up, and counts what comes meanwhile', async () => {
  app = await openApp();
  await openConversation(app, 'tail', many(0, 200));
  await expect(app.page.getByText('This is message 199.')).toBeInViewport();
  await feed(app, [{ type: 'lines', lines: many(200, 3) }]);
  await expect(app.page.getByText('This is message 202.')).toBeInViewport();
  await scroller().hover();
  await app.page.mouse.wheel(0, -600);
  await expect(app.page.locator('.chat-newest')).toHaveText('Newest');
  const top = await restingPlace();
  await feed(app, [{ type: 'lines', lines: many(203, 5) }]);
  await expect(app.page.locator('.chat-newest')).toHaveText('5 new');
  expect(await scroller().evaluate((element) => element.scrollTop)).toBe(top);
  await app.page.locator('.chat-newest').click();
  await expect(app.page.getByText('This is message 207.')).toBeInViewport();
  await expect(app.page.locator('.chat-newest')).toHaveCount(0);
  expectNoProblems(app);
});

test('loads what stands before when the person comes near, and nothing moves', async () => {
  app = await openApp();
  await app.page.evaluate(
    (lines) => {
      window.fugueChat?.open('pages');
      window.fugueChat?.feed([
        { type: 'reset', sessionId: null },
        { type: 'lines', lines },
      ]);
    },
    many(1000, 100),
  );
  await expect(app.page.getByText('This is message 1099.')).toBeInViewport();
  const asked = () =>
    app.page.evaluate(() => window.fugueChat?.sent().filter(({ type }) => type === 'earlier').length ?? 0);
  expect(await asked()).toBe(0);
  await scroller().hover();
  await app.page.mouse.wheel(0, -100_000);
  await expect.poll(asked).toBe(1);
  const mark = app.page.getByText('This is message 1000.');
  await expect(mark).toBeInViewport();
  const before = await mark.boundingBox();
  await feed(app, [{ type: 'earlier', lines: many(900, 100), more: true }]);
  await settled();
  await settled();
  const after = await mark.boundingBox();
  expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(60);
  await app.page.mouse.wheel(0, -100_000);
  await expect.poll(asked).toBe(2);
  await feed(app, [{ type: 'earlier', lines: [], more: false }]);
  await expect(app.page.getByText('Beginning of the conversation')).toBeVisible();
  expectNoProblems(app);
});

test('finds words in all that is loaded, also in what is folded', async () => {
  app = await openApp();
  const call = { type: 'tool_use', id: 't', name: 'Read', input: { file_path: '/a.ts' } };
  const gave = [{ type: 'tool_result', tool_use_id: 't', content: '1\tconst lighthouse = 1;' }];
  await openConversation(app, 'find', [
    ...many(0, 20),
    lineOf({ type: 'assistant', uuid: 'call', message: { id: 'call', content: [call] } }, 'call'),
    lineOf({ type: 'user', uuid: 'gave', message: { role: 'user', content: gave } }, 'gave'),
    said('The lighthouse is far.', 'far'),
    ...many(100, 200),
  ]);
  await expect(app.page.getByText('This is message 299.')).toBeInViewport();
  await scroller().focus();
  await app.page.keyboard.press('Control+f');
  const find = app.page.getByTestId('chat-find');
  await find.getByRole('textbox').fill('LIGHTHOUSE');
  await expect(app.page.getByTestId('chat-find-count')).toHaveText('– of 2');
  await app.page.keyboard.press('Enter');
  await expect(app.page.getByText('The lighthouse is far.')).toBeInViewport();
  await expect(app.page.getByTestId('chat-find-count')).toHaveText('2 of 2');
  await app.page.keyboard.press('Enter');
  await expect(app.page.getByText('const lighthouse = 1;')).toBeInViewport();
  expect(await app.page.evaluate(() => CSS.highlights.get('chat-found')?.size ?? 0)).toBeGreaterThan(0);
  await app.page.keyboard.press('Escape');
  await expect(find).toHaveCount(0);
  expectNoProblems(app);
});

test('shows a link before it is opened, and the raw line of a card', async () => {
  app = await openApp();
  const lines = [
    said('See [the page](https://example.com/a?b=c).', 'link'),
    ...messageLines('file-bash-allow'),
  ];
  await openConversation(app, 'links', lines);
  await app.page.getByRole('link', { name: 'the page' }).click();
  await expect(app.page.getByTestId('confirm-dialog')).toContainText('https://example.com/a?b=c');
  await app.page.getByRole('button', { name: 'Cancel' }).click();
  const card = app.page.locator('.chat-card').first();
  await card.hover();
  await card.getByRole('button', { name: 'Raw JSON' }).click();
  const asked = await app.page.evaluate(() =>
    (window.fugueChat?.sent() ?? []).flatMap((message) => (message.type === 'read' ? [message.id] : [])),
  );
  expect(asked.length).toBeGreaterThan(0);
  await feed(
    app,
    asked.map((id) => ({ type: 'line', id, text: `{"line":"${id}"}` }) as const),
  );
  await expect(card.getByText(`"line": "${asked[0] ?? ''}"`)).toBeVisible();
  expectNoProblems(app);
});
