import type { BytePortDown, BytePortUp } from '#shared/ipc/byte-port';
import type { FromHost, ToHost } from '../host-protocol';
import type { HostLink } from './pty-host';
import { PtyHost } from './pty-host';
import type { BytePort } from './subscriber';

/** The parts of Electron's MessagePortMain and ParentPort that are used here. */
interface MessageEventLike {
  readonly data: unknown;
  readonly ports?: readonly PortLike[];
}
interface PortLike {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (event: MessageEventLike) => void): void;
  on(event: 'close', listener: () => void): void;
  start(): void;
  close(): void;
}
interface ParentPortLike {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (event: MessageEventLike) => void): void;
}

function bytePort(port: PortLike): BytePort {
  return {
    post: (message: BytePortDown) => {
      port.postMessage(message);
    },
    onMessage: (listener) => {
      port.on('message', (event) => {
        listener(event.data as BytePortUp);
      });
      port.start();
    },
    onClose: (listener) => {
      port.on('close', listener);
    },
    close: () => {
      port.close();
    },
  };
}

/** Under Electron this file is a utility process; without it, a forked child. */
function parentLink(): HostLink {
  const { parentPort } = process as unknown as { parentPort?: ParentPortLike };
  if (parentPort !== undefined) {
    return {
      send: (message: FromHost) => {
        parentPort.postMessage(message);
      },
      onMessage: (listener) => {
        parentPort.on('message', (event) => {
          const port = event.ports?.[0];
          listener(event.data as ToHost, port === undefined ? null : bytePort(port));
        });
      },
    };
  }
  return {
    send: (message) => {
      if (process.connected) process.send?.(message);
    },
    onMessage: (listener) => {
      process.on('message', (message) => {
        listener(message as ToHost, null);
      });
      // The owner is gone: programs must not outlive it without a window.
      process.on('disconnect', () => {
        listener({ type: 'shutdown' }, null);
      });
    },
  };
}

// Ctrl-C in the terminal from which the app was started is for the app, which ends this process in order.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
new PtyHost(parentLink(), () => process.exit(0));
