import type { Failure } from '#shared/base/errors';
import type { Result } from '#shared/base/result';
import { ok } from '#shared/base/result';
import type { ChatSource } from '#shared/ipc/chat-port';
import { bridge, type ChatPort, onChatPort } from '../bridge/bridge';

/** Gives the port of a conversation. */
export type OpenChatPort = (source: ChatSource) => Promise<Result<ChatPort, Failure>>;

/** Ports that came before the answer that names them, and views that wait for theirs. */
const early = new Map<string, ChatPort>();
const waiting = new Map<string, (port: ChatPort) => void>();

onChatPort(({ chatId, port }) => {
  const resolve = waiting.get(chatId);
  if (resolve === undefined) early.set(chatId, port);
  else {
    waiting.delete(chatId);
    resolve(port);
  }
});

const rehearsals = new Map<string, OpenChatPort>();

/** A conversation under this path is played by somebody in the page from now on. */
export function rehearse(path: string, open: OpenChatPort): void {
  rehearsals.set(path, open);
}

export const openChatPort: OpenChatPort = async (source) => {
  const rehearsal = source.kind === 'transcript' ? rehearsals.get(source.path) : undefined;
  if (rehearsal !== undefined) return rehearsal(source);
  const opened = await bridge.invoke('chat:attach', { source });
  if (!opened.ok) return opened;
  const { chatId } = opened.value;
  const port = early.get(chatId);
  early.delete(chatId);
  return ok(port ?? (await new Promise<ChatPort>((resolve) => waiting.set(chatId, resolve))));
};
