import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { MessageChannelMain } from 'electron';
import type { MessagePortMain } from 'electron';
import { z } from 'zod';
import type { Disposable } from '#shared/base/disposable';
import { DisposableStore } from '#shared/base/disposable';
import { errorMessage, failure } from '#shared/base/errors';
import { ok } from '#shared/base/result';
import type { ChatPortUp } from '#shared/ipc/chat-port';
import { CHAT_PORT_MESSAGE } from '#shared/ipc/channels';
import { asPaneId } from '#shared/model/ids';
import type { ChatHub, ChatPort } from '../session/chat/chat-hub';
import type { StoreReader } from '../session/store';
import { handle } from './ipc-main';

/** Largest picture that is kept, in bytes: larger ones Claude does not take. */
const PICTURE_LIMIT = 5 * 1024 * 1024;
const PICTURE_ENDS: Readonly<Record<string, string>> = {
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/gif': '.gif',
  'image/webp': '.webp',
};

const chatRequest = z
  .object({
    source: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('pane'), paneId: z.string().max(100) }).strict(),
      z.object({ kind: z.literal('transcript'), path: z.string().min(1).max(4096) }).strict(),
    ]),
  })
  .strict();
const attachmentRequest = z
  .object({ mediaType: z.string().max(100), data: z.instanceof(Uint8Array) })
  .strict();
const portMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('acknowledge'), units: z.number().int().min(0) }),
  z.object({ type: z.literal('earlier') }),
  z.object({ type: z.literal('read'), id: z.string().max(100) }),
]);

export interface ChatChannelsOptions {
  readonly store: StoreReader;
  readonly hub: ChatHub;
  /** Where pictures are kept that were pasted. */
  readonly pictures: string;
  /** Whether a file is a conversation that may be shown. */
  readonly isTranscript: (file: string) => boolean;
}

/** Opens conversations for the window, and keeps what is pasted into messages. */
export function serveChats({ store, hub, pictures, isTranscript }: ChatChannelsOptions): Disposable {
  const disposables = new DisposableStore();
  disposables.add(
    handle('chat:attach', (input, sender) => {
      const request = chatRequest.safeParse(input);
      if (!request.success) return failure('invalid', 'a chat is asked for with {source}');
      const { source } = request.data;
      if (source.kind === 'pane' && store.state.panes[asPaneId(source.paneId)] === undefined)
        return failure('not-found', 'the pane is closed');
      if (source.kind === 'transcript' && !isTranscript(source.path))
        return failure('refused', `${source.path} is no conversation of Claude's`);
      const { port1, port2 } = new MessageChannelMain();
      const chatId = randomUUID();
      if (source.kind === 'pane') hub.openPane(asPaneId(source.paneId), chatPort(port1));
      else hub.openTranscript(source.path, chatPort(port1));
      sender.postMessage(CHAT_PORT_MESSAGE, { chatId }, [port2]);
      return ok({ chatId });
    }),
  );
  disposables.add(
    handle('attachment:save', async (input) => {
      const request = attachmentRequest.safeParse(input);
      const end = request.success ? PICTURE_ENDS[request.data.mediaType] : undefined;
      if (!request.success || end === undefined)
        return failure('invalid', 'only PNG, JPEG, GIF and WebP pictures can be attached');
      if (request.data.data.length > PICTURE_LIMIT)
        return failure('invalid', 'the picture has more than 5 MB: make it smaller, or name its file');
      const file = path.join(pictures, `${randomUUID()}${end}`);
      try {
        await fs.mkdir(pictures, { recursive: true, mode: 0o700 });
        await fs.writeFile(file, request.data.data, { mode: 0o600 });
      } catch (error) {
        return failure('unavailable', `the picture can't be kept: ${errorMessage(error)}`);
      }
      return ok({ path: file });
    }),
  );
  return disposables;
}

function chatPort(port: MessagePortMain): ChatPort {
  return {
    post: (message) => {
      port.postMessage(message);
    },
    listen: (listener) => {
      port.on('message', ({ data }) => {
        const message = portMessage.safeParse(data);
        if (message.success) listener(message.data satisfies ChatPortUp);
      });
      port.start();
    },
    onClose: (listener) => {
      port.on('close', listener);
    },
  };
}
