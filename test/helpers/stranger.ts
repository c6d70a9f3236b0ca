// Somebody else's server, or proxy, that must get nothing of ours.
import http from 'node:http';

export interface Stranger {
  readonly port: number;
  /** Method, address and authorization of every request that it got. */
  readonly seen: string[];
  close(): Promise<void>;
}

export async function startStranger(): Promise<Stranger> {
  const seen: string[] = [];
  const server = http.createServer((request, response) => {
    seen.push(`${request.method ?? ''} ${request.url ?? ''} ${request.headers.authorization ?? ''}`);
    response.writeHead(502).end();
  });
  server.on('connect', (request, socket) => {
    seen.push(`CONNECT ${request.url ?? ''}`);
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it listens on a port');
  return {
    port: address.port,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
