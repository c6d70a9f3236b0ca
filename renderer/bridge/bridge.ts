import { Emitter } from '#shared/base/emitter';
import type { BytePortDown, BytePortUp } from '#shared/ipc/byte-port';
import type { Bridge, BytePortHandover } from '#shared/ipc/channels';
import { BYTE_PORT_MESSAGE } from '#shared/ipc/channels';

declare global {
  interface Window {
    readonly fugue: Bridge;
  }
}

/** The main process. Everything that the window asks for or is told of goes through here. */
export const bridge: Bridge = {
  invoke: (channel, input) => window.fugue.invoke(channel, input),
  on: (channel, listener) => window.fugue.on(channel, listener),
};

/** The end of a pane's byte port in the window. */
export interface TerminalPort {
  post(message: BytePortUp): void;
  listen(listener: (message: BytePortDown) => void): void;
  close(): void;
}

export interface PortArrival {
  readonly paneId: string;
  readonly port: TerminalPort;
}

const arrivals = new Emitter<PortArrival>();
/** A byte port that was asked for with `bytes:attach` has come. */
export const onBytePort = arrivals.event;

window.addEventListener('message', (event: MessageEvent<unknown>) => {
  // Ports are handed over by the preload in this very window; what comes from elsewhere is not for us.
  if (event.source !== window || !isHandover(event.data)) return;
  const [port] = event.ports;
  if (port !== undefined) arrivals.fire({ paneId: event.data.paneId, port: terminalPort(port) });
});

function isHandover(data: unknown): data is BytePortHandover {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === BYTE_PORT_MESSAGE;
}

function terminalPort(port: MessagePort): TerminalPort {
  return {
    post(message) {
      port.postMessage(message);
    },
    listen(listener) {
      port.onmessage = (event: MessageEvent<BytePortDown>) => {
        listener(event.data);
      };
    },
    close() {
      port.onmessage = null;
      port.close();
    },
  };
}
