import http from 'node:http';
import path from 'node:path';
import { HOOKS_BY_SETTINGS, HOOKS_VARIABLE } from '../../claude/install/hook-script';
import { PANE_TOKEN_VARIABLE } from '../../system/pane-tokens';
import { EXIT } from './exit-codes';

/** Claude waits no longer than this for its hook, in milliseconds. */
const DEADLINE = 1500;
/** What is larger is not read by the app either, in bytes. */
const INPUT_LIMIT = 8 * 1024 * 1024;

/** `fugue hook EVENT`: what the installed hook does, for machines without curl. Says nothing, and always ends well. */
export async function hookCommand(event: string | undefined, folder: () => string): Promise<number> {
  const token = process.env[PANE_TOKEN_VARIABLE];
  if (token === undefined || token === '' || process.env[HOOKS_VARIABLE] === HOOKS_BY_SETTINGS)
    return EXIT.done;
  if (event === undefined || !/^[A-Za-z]{1,40}$/.test(event)) return EXIT.done;
  // Reading the input may hang, too.
  const limit = setTimeout(() => process.exit(EXIT.done), DEADLINE);
  try {
    const body = await readInput();
    if (body !== null) await post(path.join(folder(), 'control.sock'), event, token, body);
  } catch {
    // Whatever is wrong is no matter of Claude's.
  }
  clearTimeout(limit);
  process.exit(EXIT.done);
}

async function readInput(): Promise<Buffer | null> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of process.stdin as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > INPUT_LIMIT) return null;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

function post(socketPath: string, event: string, token: string, body: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = http.request(
      {
        socketPath,
        method: 'POST',
        path: `/hook/${event}`,
        agent: false,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      },
      (response) => {
        response.resume();
        response.on('end', resolve);
        response.on('close', resolve);
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}
