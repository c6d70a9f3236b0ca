// The life of one conversation in the real window with the real Claude: answers, permissions, a model, a crash, both faces.
import { expect, test } from '@playwright/test';
import { openChatPane } from '#test/helpers/chat-pane';
import type { MessagesBody, Turn } from '#test/helpers/model-server/index';
import { answer, lastUserText, text, tool } from '#test/helpers/model-server/index';
import { expectNoProblems, header, run, shows } from '#test/helpers/window';

function reply(body: MessagesBody): Turn {
  const last = lastUserText(body);
  const name = /hello (\w+)/.exec(last)?.[1];
  if (name !== undefined) return answer(text(`Greetings to ${name}.`));
  if (last.includes('two pages'))
    return answer(
      tool('WebFetch', { url: 'https://docs.example.test/one', prompt: 'What is it?' }),
      tool('WebFetch', { url: 'https://docs.example.test/two', prompt: 'What is it?' }),
    );
  if (last.includes('make it')) return answer(tool('Bash', { command: 'touch made' }));
  return answer(text('That is all.'));
}

test('a conversation keeps all that is asked and said, through a crash and in both faces', async () => {
  test.setTimeout(180_000);
  const pane = await openChatPane(reply);
  const { app, id, chat, composer } = pane;
  const ask = async (prompt: string): Promise<void> => {
    await composer.fill(prompt);
    await composer.press('Enter');
  };
  const asks = app.page.getByTestId(`pane-asks-${id}`);
  try {
    await expect(app.page.getByTestId(`chat-model-${id}`)).toBeVisible({ timeout: 40_000 });
    await run(app, 'set_permission_mode', { pane_id: id, mode: 'default' });
    await ask('hello one');
    await expect(chat.getByText('Greetings to one.')).toBeVisible({ timeout: 40_000 });

    // Two at once: "always" is an answer to both.
    await ask('two pages');
    await expect(asks).toContainText('1 more after it', { timeout: 40_000 });
    await expect(asks).toContainText('WebFetch(domain:docs.example.test)');
    await asks.getByRole('button', { name: /^Always allow/ }).click();
    await expect(asks).toHaveCount(0);
    await expect(chat.getByText('That is all.')).toBeVisible({ timeout: 60_000 });

    await app.page.getByTestId(`chat-model-${id}`).selectOption('haiku');
    await expect(app.page.getByTestId(`chat-model-${id}`)).toHaveValue('haiku');

    const { panes } = (await run(app, 'list_panes')).json as {
      panes: { id: string; process: { pid: number } }[];
    };
    process.kill(-(panes.find((each) => each.id === id)?.process.pid ?? 0), 'SIGKILL');
    await ask('hello again');
    await expect(chat.getByText('Greetings to again.')).toBeVisible({ timeout: 60_000 });
    await expect(chat.getByText('Greetings to one.')).toHaveCount(1);

    // A question stays with the conversation when its pane becomes a terminal.
    await ask('make it');
    await expect(asks).toContainText('touch made', { timeout: 40_000 });
    await header(app, id).hover();
    await header(app, id).getByRole('button', { name: 'Show as terminal' }).click();
    await expect(app.page.getByTestId(`still-chat-${id}`)).toBeVisible();
    await expect(asks).toContainText('touch made');
    await asks.getByRole('button', { name: /^Allow once/ }).click();
    await expect(app.page.getByTestId(`still-chat-${id}`)).toHaveCount(0, { timeout: 60_000 });
    await shows(app, id, /Greetings to again\./, 60_000);
    await shows(app, id, /That is all\.[^]*That is all\./, 60_000);
    await header(app, id).hover();
    await header(app, id).getByRole('button', { name: 'Show as chat' }).click();
    await ask('hello once more');
    await expect(chat.getByText('Greetings to once.')).toBeVisible({ timeout: 60_000 });
    expectNoProblems(app);
  } finally {
    await pane.close();
  }
});
