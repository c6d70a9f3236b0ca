import { Emitter } from '#shared/base/emitter';
import type { BytePortDown, BytePortUp } from '#shared/ipc/byte-port';
import type { ChatPortDown, ChatPortUp } from '#shared/ipc/chat-port';
import type { Bridge, BytePortHandover, ChatPortHandover } from '#shared/ipc/channels';
import { BYTE_PORT_MESSAGE, CHAT_PORT_MESSAGE } from '#shared/ipc/channels';

declare global {
  interface Window {
    readonly fugue: Bridge;
  }
}

/** The main process. Everything that the window asks for or is told of goes through here. */
export const bridge: Bridge = {
  invoke: (channel, input) => window.fugue.invoke(channel, input),
  on: (channel, listener) => window.fugue.on(channel, listener),
  zoom: (factor) => {
    window.fugue.zoom(factor);
  },
  pathOf: (file) => window.fugue.pathOf(file),
};

/** The end of a port in the window. */
export interface WindowPort<Down, Up> {
  post(message: Up): void;
  listen(listener: (message: Down) => void): void;
  close(): void;
}

export type TerminalPort = WindowPort<BytePortDown, BytePortUp>;
export type ChatPort = WindowPort<ChatPortDown, ChatPortUp>;

export interface PortArrival {
  readonly paneId: string;
  readonly port: TerminalPort;
}

const arrivals = new Emitter<PortArrival>();
/** A byte port that was asked for with `bytes:attach` has come. */
export const onBytePort = arrivals.event;

const chatArrivals = new Emitter<{ readonly chatId: string; readonly port: ChatPort }>();
/** The port of a chat that was asked for with `chat:attach` has come. */
export const onChatPort = chatArrivals.event;

window.addEventListener('message', (event: MessageEvent<unknown>) => {
  // Ports are handed over by the preload in this very window; what comes from elsewhere is not for us.
  if (event.source !== window || !isHandover(event.data)) return;
  const [port] = event.ports;
  if (port === undefined) return;
  if (event.data.type === BYTE_PORT_MESSAGE)
    arrivals.fire({ paneId: event.data.paneId, port: windowPort(port) });
  else chatArrivals.fire({ chatId: event.data.chatId, port: windowPort(port) });
});

function isHandover(data: unknown): data is BytePortHandover | ChatPortHandover {
  if (typeof data !== 'object' || data === null || !('type' in data)) return false;
  return data.type === BYTE_PORT_MESSAGE || data.type === CHAT_PORT_MESSAGE;
}

function windowPort<Down, Up>(port: MessagePort): WindowPort<Down, Up> {
  return {
    post(message) {
      port.postMessage(message);
    },
    listen(listener) {
      port.onmessage = (event: MessageEvent<Down>) => {
        listener(event.data);
      };
    },
    close() {
      port.onmessage = null;
      port.close();
    },
  };
}
