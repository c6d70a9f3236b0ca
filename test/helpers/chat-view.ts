// A view of a conversation as the window has one, for tests: takes what the port brings and acknowledges it.
import type { ChatFacts, ChatPortDown, ChatPortUp } from '#shared/ipc/chat-port';
import type { ChatPort } from '../../electron/session/chat/chat-hub';
import { waitFor } from './wait';

export type Line = Readonly<Record<string, unknown>>;

export class ChatView implements ChatPort {
  /** Everything that is shown, in order, as it came. */
  texts: string[] = [];
  partial: string[] = [];
  facts: ChatFacts | null = null;
  resets = 0;
  private send: (message: ChatPortUp) => void = () => undefined;
  private closed: () => void = () => undefined;
  private more: ((more: boolean) => void) | null = null;

  post(message: ChatPortDown): void {
    switch (message.type) {
      case 'reset':
        this.texts = [];
        this.partial = [];
        this.resets += 1;
        break;
      case 'lines':
        this.texts.push(...message.lines.map(({ text }) => text));
        this.acknowledge(message.lines.map(({ text }) => text));
        break;
      case 'earlier':
        this.texts.unshift(...message.lines.map(({ text }) => text));
        this.acknowledge(message.lines.map(({ text }) => text));
        this.more?.(message.more);
        break;
      case 'partial':
        this.partial.push(...message.lines);
        this.acknowledge(message.lines);
        break;
      case 'facts':
        this.facts = message.facts;
        break;
      case 'line':
    }
  }

  listen(listener: (message: ChatPortUp) => void): void {
    this.send = listener;
  }

  onClose(listener: () => void): void {
    this.closed = listener;
  }

  close(): void {
    this.closed();
  }

  /** Asks for what stands before; resolves with whether still more does. */
  earlier(): Promise<boolean> {
    return new Promise((resolve) => {
      this.more = resolve;
      this.send({ type: 'earlier' });
    });
  }

  get lines(): readonly Line[] {
    return this.texts.map((text) => JSON.parse(text) as Line);
  }

  /** What Claude said in whole blocks of text. */
  get said(): readonly string[] {
    return this.lines.flatMap((line) => (line['type'] === 'assistant' ? textsOf(line['message']) : []));
  }

  async until(what: string, holds: (view: this) => boolean): Promise<void> {
    await waitFor(what, () => holds(this), {
      timeout: 40_000,
      instead: () => this.texts.slice(-12).join('\n').slice(-4000),
    });
  }

  private acknowledge(texts: readonly string[]): void {
    this.send({ type: 'acknowledge', units: texts.reduce((sum, text) => sum + text.length, 0) });
  }
}

function textsOf(message: unknown): readonly string[] {
  const { content } = message as { content?: unknown };
  if (!Array.isArray(content)) return [];
  return content.flatMap((block: { type?: unknown; text?: unknown }) =>
    block.type === 'text' && typeof block.text === 'string' ? [block.text] : [],
  );
}
