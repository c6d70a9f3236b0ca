// HTTP as bytes, for requests that no client would send.
import net from 'node:net';

export interface RawRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string | Buffer;
}

export interface RawAnswer {
  /** Status codes in order; none when the connection was closed without an answer. */
  readonly statuses: readonly number[];
  readonly text: string;
  readonly milliseconds: number;
}

export interface RawOptions {
  /** Sends this again and again until the connection is closed. */
  readonly more?: { readonly bytes: Buffer; readonly every: number };
  /** Waits for the close even when there is an answer already. */
  readonly untilClosed?: boolean;
}

/** The bytes of a request; its length is added when it has a body and does not say how long that is. */
export function bytesOf({ method, path, headers, body }: RawRequest): Buffer {
  const names = headers.map(([name]) => name.toLowerCase());
  const measured = names.some(
    (name) => name.startsWith('content-length') || name.startsWith('transfer-encoding'),
  );
  const length: [string, string][] =
    measured || body.length === 0 ? [] : [['Content-Length', String(Buffer.byteLength(body))]];
  const lines = [...headers, ...length].map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([
    Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`),
    Buffer.from(body),
  ]);
}

/** Sends bytes and waits for the head of the answer, or for the end of the connection. */
export function sendRaw(port: number, bytes: Buffer, options: RawOptions = {}): Promise<RawAnswer> {
  const started = performance.now();
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    const timer = options.more && setInterval(() => socket.write(options.more!.bytes), options.more.every);
    let text = '';
    socket.setEncoding('latin1');
    socket.on('connect', () => socket.write(bytes));
    socket.on('data', (piece: string) => {
      text += piece;
      const answered = /^HTTP\/1\.1 [2-5]\d\d /m.test(text) && text.includes('\r\n\r\n');
      if (options.untilClosed !== true && answered) socket.destroy();
    });
    // A connection that is reset is closed as well.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(timer);
      const statuses = [...text.matchAll(/^HTTP\/1\.1 (\d\d\d) /gm)].map(([, status]) => Number(status));
      resolve({ statuses, text, milliseconds: performance.now() - started });
    });
  });
}
