// Pictures of the chat view: the corpus of message types, in both themes.
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { openChatPane } from '#test/helpers/chat-pane';
import { answer, lastUserText, text, thinking, tool } from '#test/helpers/model-server/index';
import { openConversation } from '#test/helpers/chat';
import { messageLines } from '#test/helpers/messages';
import { repositoryRoot } from '#test/helpers/root';
import { openApp } from '#test/helpers/window';

const PICTURES = {
  'chat-tools': 'handmade-tools',
  'chat-text': 'handmade-assistant',
  'chat-user': 'handmade-user',
  'chat-subagents': 'handmade-subagents',
  'chat-system': 'handmade-system',
} as const;

const FOUND = `Two things stand out in \`tides.ts\`:

1. **Times have no zone.** The hour is read as it stands.
2. Empty lines become tides of \`NaN\` metres.

\`\`\`ts
export function readTides(text: string): Tide[] {
  return text.split('\\n').map(parse);
}
\`\`\`
`;

for (const theme of ['dark', 'light'] as const) {
  test(`message types, ${theme}`, async () => {
    const app = await openApp({
      config: `[appearance]\ntheme = "${theme}"\n`,
      size: { width: 1100, height: 1400 },
    });
    try {
      for (const [picture, name] of Object.entries(PICTURES)) {
        await openConversation(app, name, messageLines(name));
        await app.page.locator('.chat-row').first().waitFor();
        if (name === 'handmade-subagents')
          for (const agent of await app.page
            .locator('.chat-card[data-tool="Task"], .chat-card[data-tool="Agent"]')
            .all())
            await agent.locator('.chat-card-title').first().click();
        await app.page.locator('.chat-scroller').evaluate((element) => {
          element.scrollTop = 0;
        });
        // Two frames: what came into view has been measured then.
        await app.page.evaluate(
          () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
        );
        const suffix = theme === 'dark' ? '' : '-light';
        await app.page.screenshot({
          path: path.join(repositoryRoot, `docs/screenshots/${picture}${suffix}.png`),
        });
        await app.page.evaluate(() => window.fugueChat?.close());
      }
    } finally {
      await app.close();
    }
  });
}

test('a chat that goes on', async () => {
  const pane = await openChatPane((body) => {
    const last = lastUserText(body);
    if (last.includes('wait'))
      return answer(
        text('I go through the callers one by one, and mend what reads the hour. '),
        text('Then I run the tests.'),
      ).held('inside');
    if (!last.includes('What is wrong')) return answer(text(FOUND));
    return answer(
      thinking('First the file itself.'),
      text('I look at the file.'),
      tool('Read', { file_path: 'tides.ts' }),
      tool('Bash', { command: 'ls -l', description: 'List the folder' }),
    );
  });
  const { app, chat, composer } = pane;
  try {
    await composer.fill('What is wrong with the tides?');
    await app.page.keyboard.press('Enter');
    await expect(chat.getByText('Two things stand out')).toBeVisible({ timeout: 40_000 });
    await composer.fill('Mend the first, wait with the second.');
    await app.page.keyboard.press('Enter');
    await expect(chat.getByText(/^I go/)).toBeVisible({ timeout: 40_000 });
    await composer.fill('And write a test for it.');
    await app.page.keyboard.press('Enter');
    await expect(chat.getByTestId('chat-queued')).toBeVisible();
    await app.page.mouse.move(0, 0);
    await app.page.screenshot({ path: path.join(repositoryRoot, 'docs/screenshots/chat.png') });
  } finally {
    await pane.close();
  }
});
