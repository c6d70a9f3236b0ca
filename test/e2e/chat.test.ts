// A chat in the real window with the real Claude and a scripted model: from the first word to the terminal and back.
import { expect, test } from '@playwright/test';
import { violations } from '#test/helpers/axe';
import { openChatPane } from '#test/helpers/chat-pane';
import { ensureClaude } from '#test/helpers/claude/claude';
import type { MessagesBody, Turn } from '#test/helpers/model-server/index';
import { answer, lastUserText, text, thinking, tool, toolResults } from '#test/helpers/model-server/index';
import { expectNoProblems, header, run } from '#test/helpers/window';

const ANSWER = `Two things stand out in \`tides.ts\`:

1. **Times have no zone.** The hour is read as it stands.
2. Empty lines become tides of \`NaN\` metres.

\`\`\`ts
export function readTides(text: string): Tide[] {
  return text.split('\\n').map(parse);
}
\`\`\`
`;

function reply(body: MessagesBody): Turn {
  const last = lastUserText(body);
  if (last.includes('look at the tides'))
    return answer(
      thinking('First the file itself.'),
      text('I look at the folder.'),
      tool('Bash', { command: 'ls', description: 'List the folder' }),
    );
  if (last.includes('wait long')) return answer(text('I begin, and '), text('go on.')).held('inside');
  if (last.includes('second')) return answer(text('The second is done.'));
  return answer(text(ANSWER));
}

test('[chat-06] one writes, waits, interrupts, and sees the same conversation in a terminal', async () => {
  test.setTimeout(180_000);
  const pane = await openChatPane(reply);
  const { app, id, chat, composer } = pane;
  try {
    await expect(composer).toBeFocused();
    await expect(app.page.getByTestId(`chat-model-${id}`)).toBeVisible({ timeout: 40_000 });
    await app.page.keyboard.type('look at the tides');
    await app.page.keyboard.press('Enter');
    await expect(composer).toHaveValue('');
    await expect(chat.getByText('look at the tides')).toBeVisible();
    await expect(chat.getByText('Two things stand out')).toBeVisible({ timeout: 40_000 });
    await expect(chat.locator('.chat-card[data-tool="Bash"][data-state="done"]')).toBeVisible();
    await expect(chat.locator('.chat-user')).toHaveCount(1);
    expect(await violations(app)).toEqual([]);

    // A pane may be narrow: nothing hangs out of it, and one can still write.
    for (let split = 0; split < 2; split += 1)
      await run(app, 'split_pane', { pane: id, direction: 'horizontal', focus: false });
    await app.resize(760, 700);
    await expect.poll(async () => (await chat.boundingBox())?.width ?? 0).toBeLessThan(260);
    const overflow = await chat.evaluate(
      (element) =>
        [...element.querySelectorAll('.chat-row, .chat-composer, .chat-composer *')].filter(
          (part) => part.getBoundingClientRect().right > element.getBoundingClientRect().right + 1,
        ).length,
    );
    expect(overflow).toBe(0);
    await run(app, 'zoom_pane', { pane: id });
    await app.resize(1100, 860);

    // While Claude works: one prompt waits, is taken back, and sent again.
    await app.page.keyboard.type('wait long');
    await app.page.keyboard.press('Enter');
    await expect(chat.getByText('I begin, and')).toBeVisible({ timeout: 40_000 });
    await expect(chat.getByRole('button', { name: 'Stop Claude' })).toBeVisible();
    expect(await violations(app)).toEqual([]);
    await app.page.keyboard.type('the second');
    await app.page.keyboard.press('Enter');
    await expect(chat.getByTestId('chat-queued')).toContainText('the second');
    await chat.getByRole('button', { name: 'Edit' }).click();
    await expect(composer).toHaveValue('the second');
    await expect(chat.getByTestId('chat-queued')).toHaveCount(0);
    await app.page.keyboard.press('Enter');
    await expect(chat.getByTestId('chat-queued')).toHaveCount(1);
    await app.page.keyboard.press('Escape');
    await expect(chat.getByText('The second is done.')).toBeVisible({ timeout: 40_000 });
    await expect(chat.getByTestId('chat-queued')).toHaveCount(0);
    const said = await chat.locator('.chat-user .chat-bubble').allTextContents();
    // What is above is not drawn any more.
    expect(said.slice(-2)).toEqual(['wait long', 'the second']);

    // Older prompts come back with the arrow, and what was being written is not lost.
    await composer.fill('a draft');
    await app.page.keyboard.press('ArrowUp');
    await expect(composer).toHaveValue('the second');
    await app.page.keyboard.press('ArrowDown');
    await expect(composer).toHaveValue('a draft');

    // Commands behind a slash.
    await composer.fill('/comp');
    await expect(app.page.getByTestId('chat-slash')).toContainText('/compact');
    await composer.fill('');

    // As high as its text, also when the pane gets another width, or the page comes anew and is laid out later.
    const hidden = () => composer.evaluate((area) => area.scrollHeight - area.clientHeight);
    await composer.fill('words that take several lines in a narrow pane, and only one in a wide one');
    const low = (await composer.boundingBox())?.height ?? 0;
    await run(app, 'zoom_pane', { pane: id });
    await expect.poll(async () => (await composer.boundingBox())?.height ?? 0).toBeGreaterThan(low);
    await expect.poll(hidden).toBe(0);
    await run(app, 'zoom_pane', { pane: id });
    await expect.poll(async () => (await composer.boundingBox())?.height ?? 0).toBe(low);
    await app.page.reload();
    await expect(composer).toHaveAttribute('placeholder', 'Write to Claude');
    await expect.poll(hidden).toBe(0);

    // A picture alone says enough.
    await composer.evaluate(async (area) => {
      const canvas = document.createElement('canvas');
      const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([picture ?? ''], 'a tide.png', { type: 'image/png' }));
      area.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    });
    await expect(chat.getByRole('img', { name: 'Picture 1' })).toBeVisible();
    await composer.press('Enter');
    await expect(chat.locator('.chat-user').last()).toContainText('[Image #1]');
    await expect(chat.locator('.chat-user').last().getByRole('img')).toBeVisible({ timeout: 40_000 });
    await expect(chat.getByRole('button', { name: 'Stop Claude' })).toHaveCount(0);

    await header(app, id).hover();
    await header(app, id).getByRole('button', { name: 'Show as terminal' }).click();
    await expect(chat).toHaveCount(0);
    await expect
      .poll(() => app.page.evaluate((pane) => window.fugueTest?.text(pane) ?? '', id), { timeout: 60_000 })
      .toContain('[Image #1]');
    expectNoProblems(app);
  } finally {
    await pane.close();
  }
});

test('a Claude that was typed in a shell says each prompt once, and where it asks', async () => {
  const { app, id, close } = await openChatPane((body) =>
    toolResults(body).length > 0 || !lastUserText(body).includes('make it')
      ? answer(text('Well.'))
      : answer(tool('Bash', { command: 'touch it' })),
  );
  try {
    const made = await run(app, 'split_pane', { pane: id, focus: true });
    const shell = (made.json as { pane: { id: string } }).pane.id;
    const claude = `${await ensureClaude('2.1.332')} --permission-mode default`;
    await run(app, 'send_input', { pane: shell, input: claude, submit: true });
    await run(app, 'wait_for_status', { pane: shell, timeout: 40 });
    await run(app, 'set_face', { pane_id: shell, face: 'chat' });
    await run(app, 'send_prompt', { pane_id: shell, text: 'make it' });
    const chat = app.page.getByTestId(`chat-${shell}`);
    await expect(app.page.getByTestId(`chat-asks-in-terminal-${shell}`)).toBeVisible({ timeout: 40_000 });
    await expect(chat.locator('.chat-user')).toHaveCount(1);
    await chat.getByRole('button', { name: 'Show as terminal' }).click();
    await expect
      .poll(() => app.page.evaluate((pane) => window.fugueTest?.text(pane) ?? '', shell))
      .toContain('Do you want to proceed?');
    expectNoProblems(app);
  } finally {
    await close();
  }
});
