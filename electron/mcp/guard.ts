import { isUtf8 } from 'node:buffer';
import type http from 'node:http';

/** What is wrong with a request before anything of it is read, with the status that says so. */
export interface Refusal {
  readonly status: number;
  readonly reason: string;
}

/** A message that is longer is none of ours, in bytes. */
export const BODY_LIMIT = 1024 * 1024;
/** Node leaves out the headers beyond a number of its own, so that nobody could judge them. */
const HEADER_LIMIT = 200;

const JSON_TYPE = /^application\/json *(?:; *charset="?utf-8"? *)?$/i;

/**
 * Judges a request by its head. A page in a browser reaches loopback too, by a name of its own that leads there, or
 * as a form: so the host has to be ours to the letter, an origin has to be ours, and a body has to say that it is
 * JSON, which no form can.
 */
export function refusalOf(request: http.IncomingMessage, port: number): Refusal | null {
  if (request.rawHeaders.length / 2 > HEADER_LIMIT)
    return { status: 431, reason: `a request has at most ${String(HEADER_LIMIT)} headers` };
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
    const types = valuesOf(request, 'content-type');
    if (types.length !== 1 || !JSON_TYPE.test(types[0] ?? ''))
      return { status: 415, reason: 'send application/json in UTF-8' };
    const encoding = request.headers['content-encoding'];
    if (encoding !== undefined && encoding !== 'identity')
      return { status: 415, reason: 'send it without compression' };
  }
  return null;
}

/** No tool asks for more; what is deeper would break whoever walks through it. */
const NESTING_LIMIT = 100;

/** True when lists and objects lie in each other deeper than any tool needs. */
export function isTooDeep(value: unknown, left = NESTING_LIMIT): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (left === 0) return true;
  for (const key in value) if (isTooDeep((value as Record<string, unknown>)[key], left - 1)) return true;
  return false;
}

/** All values of a header as they were sent: Node itself keeps the first and drops the others. */
function valuesOf(request: http.IncomingMessage, name: string): readonly string[] {
  const { rawHeaders } = request;
  const values: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const other = rawHeaders[index] ?? '';
    if (other.length === name.length && other.toLowerCase() === name)
      values.push(rawHeaders[index + 1] ?? '');
  }
  return values;
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
        const bytes = Buffer.concat(pieces);
        if (!isUtf8(bytes)) throw new Error('not UTF-8');
        const value = JSON.parse(bytes.toString()) as unknown;
        resolve(isTooDeep(value) ? { status: 400, reason: 'the message is nested too deep' } : { value });
      } catch {
        resolve({ status: 400, reason: 'the body is not JSON' });
      }
    });
  });
}
