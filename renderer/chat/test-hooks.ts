import { ok } from '#shared/base/result';
import type { ChatPortDown, ChatPortUp } from '#shared/ipc/chat-port';
import { setUi } from '../store/ui-store';
import { rehearse } from './chat-ports';

/** What tests can do with the chat view: show a conversation that they feed themselves. */
export interface ChatHooks {
  /** Opens the view of a conversation that nobody holds. What it sends up is kept. */
  open(title: string): void;
  feed(messages: readonly ChatPortDown[]): void;
  sent(): readonly ChatPortUp[];
  close(): void;
}

declare global {
  interface Window {
    fugueChat?: ChatHooks;
  }
}

/** Only a page that was opened with `?test=1` has them. */
export function exposeChatHooks(): void {
  if (new URLSearchParams(window.location.search).get('test') !== '1') return;
  let sent: ChatPortUp[] = [];
  /** Takes what comes down; keeps it while the view does not listen yet. */
  let down: (message: ChatPortDown) => void = () => undefined;
  window.fugueChat = {
    open(title) {
      sent = [];
      const early: ChatPortDown[] = [];
      down = (message) => {
        early.push(message);
      };
      const path = `rehearsal:${title}`;
      rehearse(path, () =>
        Promise.resolve(
          ok({
            post: (message: ChatPortUp) => {
              sent.push(message);
            },
            listen: (listener: (message: ChatPortDown) => void) => {
              down = listener;
              early.forEach(listener);
            },
            close: () => undefined,
          }),
        ),
      );
      setUi({ transcript: { claudeSessionId: '', path, title } });
    },
    feed(messages) {
      for (const message of messages) down(message);
    },
    sent: () => sent,
    close() {
      setUi({ transcript: null });
    },
  };
}
