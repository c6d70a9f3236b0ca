import net from 'node:net';

/** Rejects when a living process answers on the socket. */
export async function refuseSecondServer(file: string): Promise<void> {
  if (await answers(file)) throw new Error(`another Fugue already serves ${file}`);
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
