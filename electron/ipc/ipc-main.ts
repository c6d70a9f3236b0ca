import type { IpcMainInvokeEvent, WebContents } from 'electron';
import { ipcMain } from 'electron';
import type { Disposable } from '#shared/base/disposable';
import { toDisposable } from '#shared/base/disposable';
import type { EventChannel, EventMap, InvokeChannel, InvokeMap } from '#shared/ipc/channels';
import { INVOKE_CHANNELS } from '#shared/ipc/channels';

/** Where the window's own page comes from; nothing else may ask. */
export const APP_ORIGIN = 'fugue://app';

type Handler<Channel extends InvokeChannel> = (
  input: InvokeMap[Channel]['input'],
  sender: WebContents,
) => InvokeMap[Channel]['output'] | Promise<InvokeMap[Channel]['output']>;

const handlers = new Map<string, (input: unknown, sender: WebContents) => unknown>();

/**
 * Takes calls on all channels from now on. A page may call before there is anything to answer with: its calls wait for
 * `ready`. Calls from any other page, frame or window are refused.
 */
export function takeCalls(ready: Promise<void>): void {
  for (const channel of INVOKE_CHANNELS)
    ipcMain.handle(channel, async (event, input: unknown): Promise<unknown> => {
      if (!isOwnPage(event)) throw new Error(`${channel} was called from a page that is not Fugue's`);
      await ready;
      const handler = handlers.get(channel);
      if (handler === undefined) throw new Error(`${channel} is not served any more`);
      return handler(input, event.sender);
    });
}

/** Registers the one handler of a channel. */
export function handle<Channel extends InvokeChannel>(
  channel: Channel,
  handler: Handler<Channel>,
): Disposable {
  handlers.set(channel, (input, sender) => handler(input as InvokeMap[Channel]['input'], sender));
  return toDisposable(() => {
    handlers.delete(channel);
  });
}

/** Tells the window something; a window that is gone is not told. */
export function emit<Channel extends EventChannel>(
  target: WebContents,
  channel: Channel,
  event: EventMap[Channel],
): void {
  if (!target.isDestroyed()) target.send(channel, event);
}

function isOwnPage(event: IpcMainInvokeEvent): boolean {
  const frame = event.senderFrame;
  if (frame === null || frame !== event.sender.mainFrame) return false;
  try {
    const { protocol, host } = new URL(frame.url);
    return `${protocol}//${host}` === APP_ORIGIN;
  } catch {
    return false;
  }
}
