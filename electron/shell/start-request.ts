import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ViewRequest } from '#shared/ipc/channels';
import { LINKED_VIEWS } from '#shared/ipc/channels';

/** Where a `fugue://` link leads: it shows something that is there, and can start, type or answer nothing. */
export type LinkTarget =
  | { readonly kind: 'window' }
  | { readonly kind: 'pane'; readonly pane: string }
  | { readonly kind: 'view'; readonly view: ViewRequest['view'] };

/** What a start of the app asks for. It may have to travel to the Fugue that runs already. */
export interface StartRequest {
  readonly folder: string | null;
  readonly link: LinkTarget | null;
  readonly demo: boolean;
}

/**
 * Reads the words behind the program (and, in a checkout, behind the app's folder): a folder, as a path or as the
 * `file:` address that a file manager gives, or a link. What is neither is ignored.
 */
export function readStartRequest(words: readonly string[], directory: string): StartRequest {
  const [word] = words.filter((each) => !each.startsWith('-'));
  const demo = words.includes('--demo');
  if (word === undefined) return { folder: null, link: null, demo };
  if (word.startsWith('fugue:')) return { folder: null, link: readLink(word), demo };
  return { folder: folderOf(word, directory), link: null, demo };
}

function folderOf(word: string, directory: string): string | null {
  try {
    const folder = word.startsWith('file:') ? fileURLToPath(word) : path.resolve(directory, word);
    return fs.statSync(folder).isDirectory() ? folder : null;
  } catch {
    return null; // No folder, or an address that names none.
  }
}

/** Reads `fugue://pane/NAME`, `fugue://inbox` and the like; anything else only shows the window. */
export function readLink(address: string): LinkTarget {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    return { kind: 'window' };
  }
  // Depending on the runtime, an unknown scheme has its first part in `host` or in the path.
  const parts = `${url.host}${url.pathname}`.split('/').filter((part) => part !== '');
  const view = LINKED_VIEWS.find((name) => name === parts[0]);
  if (view !== undefined) return { kind: 'view', view };
  if (parts[0] !== 'pane' || parts[1] === undefined) return { kind: 'window' };
  try {
    return { kind: 'pane', pane: decodeURIComponent(parts[1]).slice(0, 200) };
  } catch {
    return { kind: 'window' };
  }
}
