import type { IpcMainInvokeEvent, WebContents } from 'electron';
import { ipcMain } from 'electron';
import type { Disposable } from '#shared/base/disposable';
import { toDisposable } from '#shared/base/disposable';
import type { EventChannel, EventMap, InvokeChannel, InvokeMap } from '#shared/ipc/channels';

/** Where the window's own page comes from; nothing else may ask. */
export const APP_ORIGIN = 'fugue://app';

/** Registers the one handler of a channel. Calls from any other page, frame or window are refused. */
export function handle<Channel extends InvokeChannel>(
  channel: Channel,
  handler: (
    input: InvokeMap[Channel]['input'],
    sender: WebContents,
  ) => InvokeMap[Channel]['output'] | Promise<InvokeMap[Channel]['output']>,
): Disposable {
  ipcMain.handle(channel, (event, input: InvokeMap[Channel]['input']) => {
    if (!isOwnPage(event)) throw new Error(`${channel} was called from a page that is not Fugue's`);
    return handler(input, event.sender);
  });
  return toDisposable(() => {
    ipcMain.removeHandler(channel);
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
