import type { MessagePortMain } from 'electron';
import { utilityProcess } from 'electron';
import type { FromHost } from '../pty/host-protocol';
import type { HostLauncher } from '../pty/host-process';

/** Starts the terminal host as a utility process: a crash or a flood there never reaches the main process. */
export function utilityHostLauncher(file: string): HostLauncher {
  return () => {
    const child = utilityProcess.fork(file, [], { serviceName: 'Fugue terminal host', stdio: 'inherit' });
    return {
      get pid() {
        return child.pid;
      },
      send: (message, transfer) => {
        child.postMessage(message, transfer === undefined ? [] : [transfer as MessagePortMain]);
      },
      onMessage: (listener) => {
        child.on('message', (message: FromHost) => {
          listener(message);
        });
      },
      onExit: (listener) => {
        child.on('exit', (code) => {
          // Some runtimes give 0 for a process that a signal ended; a host that is in use never leaves by itself.
          listener(code === 0 ? 'killed or crashed' : `code ${String(code)}`);
        });
      },
      kill: () => {
        const { pid } = child;
        if (pid !== undefined) process.kill(pid, 'SIGKILL');
      },
    };
  };
}
