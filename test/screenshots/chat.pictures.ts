// Pictures of the chat view: the corpus of message types, in both themes.
import path from 'node:path';
import { test } from '@playwright/test';
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
