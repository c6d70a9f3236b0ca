import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Event } from '#shared/base/emitter';
import { Emitter } from '#shared/base/emitter';

/** The variable that carries a pane's token; it stands in the environment and never on a command line or in a file. */
export const PANE_TOKEN_VARIABLE = 'FUGUE_TOKEN';

/**
 * Which pane somebody speaks for. Each start of a program in a pane gets a token of its own; what a program before
 * it had is worth nothing from then on.
 */
export class PaneTokens {
  /** Pane of each token, by the token's digest: comparing digests tells nothing of the token by its time. */
  private readonly panes = new Map<string, { readonly paneId: string; readonly digest: Buffer }>();
  private readonly emitter = new Emitter<string>();

  /** A pane's token was revoked: whatever it opened is to be closed. */
  readonly onRevoked: Event<string> = this.emitter.event;

  issue(paneId: string): string {
    this.revoke(paneId);
    const token = randomBytes(32).toString('base64url');
    const digest = digestOf(token);
    this.panes.set(digest.toString('hex'), { paneId, digest });
    return token;
  }

  revoke(paneId: string): void {
    for (const [key, entry] of this.panes) {
      if (entry.paneId !== paneId) continue;
      this.panes.delete(key);
      this.emitter.fire(paneId);
    }
  }

  /** The pane of a token; null when it is none or no longer one. */
  paneOf(token: string): string | null {
    const digest = digestOf(token);
    const entry = this.panes.get(digest.toString('hex'));
    return entry !== undefined && timingSafeEqual(entry.digest, digest) ? entry.paneId : null;
  }
}

/** The token of an `Authorization: Bearer …` header; null when it holds none. */
export function bearerToken(authorization: string | undefined): string | null {
  return /^Bearer (\S{16,200})$/.exec(authorization ?? '')?.[1] ?? null;
}

/** Tells whether a text is the secret, without telling by its time how much of it was right; its length is known. */
export function secretCheck(secret: string): (text: string) => boolean {
  const bytes = Buffer.from(secret);
  return (text) => {
    const given = Buffer.from(text);
    return given.length === bytes.length && timingSafeEqual(given, bytes);
  };
}

function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
