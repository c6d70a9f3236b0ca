import type http from 'node:http';

/** What is wrong with a request before anything of it is read, with the status that says so. */
export interface Refusal {
  readonly status: number;
  readonly reason: string;
}

/** A message that is longer is none of ours, in bytes. */
export const BODY_LIMIT = 1024 * 1024;

/**
 * Judges a request by its head. A page in a browser reaches loopback too, by a name of its own that leads there, or
 * as a form: so the host has to be ours to the letter, an origin has to be ours, and a body has to say that it is
 * JSON, which no form can.
 */
export function refusalOf(request: http.IncomingMessage, port: number): Refusal | null {
  const hosts = valuesOf(request, 'host');
  const ours = [`127.0.0.1:${String(port)}`, `localhost:${String(port)}`];
  if (hosts.length !== 1 || !ours.includes(hosts[0] ?? ''))
    return { status: 403, reason: 'this server answers only to 127.0.0.1 with its own port' };
  const origins = valuesOf(request, 'origin');
  if (!origins.every((origin) => ours.some((host) => origin === `http://${host}`)))
    return { status: 403, reason: 'pages of other origins have no business here' };
  if (valuesOf(request, 'authorization').length > 1)
    return { status: 401, reason: 'one authorization at a time' };
  if (request.method === 'POST') {
    const type = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
    if (type !== 'application/json') return { status: 415, reason: 'send application/json' };
    const encoding = request.headers['content-encoding'];
    if (encoding !== undefined && encoding !== 'identity')
      return { status: 415, reason: 'send it without compression' };
  }
  return null;
}

/** All values of a header as they were sent: Node itself keeps the first and drops the others. */
function valuesOf(request: http.IncomingMessage, name: string): readonly string[] {
  return request.rawHeaders.filter(
    (_, index) => index % 2 === 1 && request.rawHeaders[index - 1]?.toLowerCase() === name,
  );
}

/** Reads a body as JSON. Resolves with null when the sender goes away in the middle. */
export function readJson(
  request: http.IncomingMessage,
): Promise<{ readonly value: unknown } | Refusal | null> {
  return new Promise((resolve) => {
    const pieces: Buffer[] = [];
    let size = 0;
    if (Number(request.headers['content-length'] ?? 0) > BODY_LIMIT) {
      resolve({ status: 413, reason: 'a message has at most 1 MB' });
      return;
    }
    request.on('data', (piece: Buffer) => {
      size += piece.length;
      if (size > BODY_LIMIT) {
        request.pause();
        resolve({ status: 413, reason: 'a message has at most 1 MB' });
      } else pieces.push(piece);
    });
    request.on('error', () => {
      resolve(null);
    });
    request.on('close', () => {
      resolve(null);
    });
    request.on('end', () => {
      try {
        const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(pieces));
        resolve({ value: JSON.parse(text) as unknown });
      } catch {
        resolve({ status: 400, reason: 'the body is not JSON' });
      }
    });
  });
}
