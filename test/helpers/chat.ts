// The chat view on its own: conversations that a test feeds into the real window.
// For the type of window.fugueChat.
import type {} from '../../renderer/chat/test-hooks';
import type { ChatLine, ChatPortDown } from '#shared/ipc/chat-port';
import type { App } from './app';

/** Opens the view of a conversation and shows these lines in it. */
export async function openConversation(app: App, title: string, lines: readonly ChatLine[]): Promise<void> {
  await app.page.waitForFunction(() => window.fugueChat !== undefined);
  await app.page.evaluate(
    ([name, messages]) => {
      window.fugueChat?.open(name);
      window.fugueChat?.feed(messages);
    },
    [title, opening(lines)] as const,
  );
  await app.page.getByTestId('transcript').waitFor();
}

/** What a port sends when it is opened. */
export function opening(lines: readonly ChatLine[]): readonly ChatPortDown[] {
  return [
    { type: 'reset', sessionId: null },
    { type: 'lines', lines },
    { type: 'earlier', lines: [], more: false },
  ];
}

export async function feed(app: App, messages: readonly ChatPortDown[]): Promise<void> {
  await app.page.evaluate((sent) => window.fugueChat?.feed(sent), messages);
}
