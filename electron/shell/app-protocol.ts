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

/** The compiled code of the page is kept for the next start; runtimes before 29 do not know that, and pass over it. */
const PRIVILEGES = { standard: true, secure: true, supportFetchAPI: true, codeCache: true } as const;

/** Has to be called before the app is ready. */
export function declareAppScheme(): void {
  protocol.registerSchemesAsPrivileged([{ scheme: SCHEME, privileges: PRIVILEGES }]);
}

/** Serves the built page, and nothing outside its folder. `codeSent` comes true when a page has the code that it starts with. */
export function serveApp(folder: string): { readonly codeSent: Promise<void> } {
  let sent = (): void => undefined;
  const codeSent = new Promise<void>((resolve) => {
    sent = resolve;
  });
  /** Files that the page names in its head, and that have not gone out yet. */
  const first = new Set<string>();
  const wentOut = (file: string): void => {
    // The end of an answer follows its last piece.
    if (first.delete(file) && first.size === 0) setImmediate(() => setImmediate(sent));
  };
  protocol.handle(SCHEME, async (request) => {
    const file = fileFor(folder, request.url);
    if (file === null || request.method !== 'GET') return new Response('not found', { status: 404 });
    try {
      const content = await fs.readFile(file);
      if (path.extname(file) === '.html')
        for (const [, name = ''] of content.toString().matchAll(/(?:src|href)="(.+?\.(?:js|css|woff2))"/g))
          first.add(path.join(path.dirname(file), name));
      return new Response(
        inOnePiece(content, () => {
          wentOut(file);
        }),
        {
          headers: {
            'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream',
            'content-security-policy': POLICY,
            'x-content-type-options': 'nosniff',
          },
        },
      );
    } catch {
      wentOut(file);
      return new Response('not found', { status: 404 });
    }
  });
  return { codeSent };
}

function inOnePiece(content: Buffer, taken: () => void): ReadableStream<Uint8Array> {
  let given = false;
  return new ReadableStream({
    pull(controller) {
      if (given) {
        controller.close();
        taken();
      } else controller.enqueue(content);
      given = true;
    },
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
