import fs from 'node:fs';
import net from 'node:net';

/** Longest path of a socket, in bytes: longer ones are cut in silence by some systems. */
export const SOCKET_PATH_LIMIT = 100;

/** Rejects when a living process answers on the socket. */
export async function refuseSecondServer(file: string): Promise<void> {
  if (await answers(file)) throw new Error(`another Fugue already serves ${file}`);
}

/**
 * Listens on a socket that only its owner can open, from its first moment on. What stands there by that name goes:
 * ask `refuseSecondServer` before. Rejects with the system's error.
 */
export async function listenPrivately(server: net.Server, file: string): Promise<void> {
  fs.rmSync(file, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.once('listening', () => {
      server.off('error', reject);
      resolve();
    });
    // The file is made within this call: nobody else of this process makes one meanwhile.
    const mask = process.umask(0o177);
    try {
      server.listen(file);
    } finally {
      process.umask(mask);
    }
  });
  fs.chmodSync(file, 0o600);
}

/** True when a living process accepts connections on the socket. */
export function answers(file: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(file);
    socket.on('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => {
      resolve(false);
    });
  });
}
