import { contextBridge, ipcRenderer, webFrame, webUtils } from 'electron';
import type { Bridge, BytePortHandover, ChatPortHandover, EventMap, InvokeMap } from '#shared/ipc/channels';
import { BYTE_PORT_MESSAGE, CHAT_PORT_MESSAGE, EVENT_CHANNELS, INVOKE_CHANNELS } from '#shared/ipc/channels';

// Only declared channels pass; the page never gets hold of ipcRenderer itself.
const bridge: Bridge = {
  invoke: (channel, input) => {
    if (!INVOKE_CHANNELS.includes(channel)) return Promise.reject(new Error(`no channel ${String(channel)}`));
    return ipcRenderer.invoke(channel, input) as Promise<InvokeMap[typeof channel]['output']>;
  },
  on: (channel, listener) => {
    if (!EVENT_CHANNELS.includes(channel)) throw new Error(`no event ${String(channel)}`);
    const relay = (_event: unknown, event: EventMap[typeof channel]): void => {
      listener(event);
    };
    ipcRenderer.on(channel, relay);
    return () => {
      ipcRenderer.removeListener(channel, relay);
    };
  },
  zoom: (factor) => {
    webFrame.setZoomFactor(factor);
  },
  pathOf: (file) => {
    // Older runtimes have no such thing, and tell it on the file itself.
    const utilities: typeof webUtils | undefined = webUtils;
    return utilities?.getPathForFile(file as never) ?? (file as { readonly path?: string }).path ?? '';
  },
};
contextBridge.exposeInMainWorld('fugue', bridge);

// Ports can't cross the context bridge, so they are handed on as a message to the page.
ipcRenderer.on(BYTE_PORT_MESSAGE, (event, { paneId }: { readonly paneId: string }) => {
  const handover: BytePortHandover = { type: BYTE_PORT_MESSAGE, paneId };
  window.postMessage(handover, window.location.origin, event.ports);
});
ipcRenderer.on(CHAT_PORT_MESSAGE, (event, { chatId }: { readonly chatId: string }) => {
  const handover: ChatPortHandover = { type: CHAT_PORT_MESSAGE, chatId };
  window.postMessage(handover, window.location.origin, event.ports);
});
