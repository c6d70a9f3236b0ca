import { fork } from 'node:child_process';
import type { FromHost, ToHost } from './host-protocol';

/** A running terminal host, however it was started. */
export interface HostProcess {
  readonly pid: number | undefined;
  /** `transfer` is a message port of the kind that the starter of this process understands. */
  send(message: ToHost, transfer?: unknown): void;
  onMessage(listener: (message: FromHost) => void): void;
  onExit(listener: (description: string) => void): void;
  kill(): void;
}

export type HostLauncher = () => HostProcess;

/** Starts the host as a child of plain Node, as in headless mode and tests. Byte ports can't be passed to it. */
export function forkedHostLauncher(file: string): HostLauncher {
  return () => {
    const child = fork(file, [], {
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    return {
      pid: child.pid,
      send: (message) => {
        if (child.connected) child.send(message);
      },
      onMessage: (listener) => {
        child.on('message', (message) => {
          listener(message as FromHost);
        });
      },
      onExit: (listener) => {
        child.on('exit', (code, signal) => {
          listener(signal === null ? `code ${String(code)}` : signal);
        });
      },
      kill: () => {
        child.kill('SIGKILL');
      },
    };
  };
}
