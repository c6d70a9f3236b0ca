import { protocol } from 'electron';
import fs from 'node:fs/promises';
import path from 'node:path';

const SCHEME = 'fugue';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.map': 'application/json',
};

// No remote anything: an image from elsewhere would be a way to carry text out.
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-src 'none'",
  "object-src 'none'",
].join('; ');

/** Has to be called before the app is ready. */
export function declareAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ]);
}

/**
 * Serves the built page, and nothing outside its folder. Its code waits for `ready`: by then everything that it asks for
 * is answered.
 */
export function serveApp(folder: string, ready: Promise<unknown>): void {
  protocol.handle(SCHEME, async (request) => {
    const file = fileFor(folder, request.url);
    if (file === null || request.method !== 'GET') return new Response('not found', { status: 404 });
    if (path.extname(file) === '.js') await ready;
    try {
      return new Response(await fs.readFile(file), {
        headers: {
          'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream',
          'content-security-policy': POLICY,
          'x-content-type-options': 'nosniff',
        },
      });
    } catch {
      return new Response('not found', { status: 404 });
    }
  });
}

/** The file for an address, or null for one that is not ours or leads out of the folder. */
export function fileFor(folder: string, address: string): string | null {
  let wanted: string;
  try {
    const url = new URL(address);
    if (url.host !== 'app') return null;
    wanted = decodeURIComponent(url.pathname);
  } catch {
    return null;
  }
  if (wanted.includes('\0') || wanted.includes('\\')) return null;
  const file = path.resolve(folder, `.${wanted === '/' ? '/index.html' : wanted}`);
  return file.startsWith(folder + path.sep) ? file : null;
}
