import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { Event } from '#shared/base/emitter';
import { Emitter } from '#shared/base/emitter';
import { writeAtomicallyAtOnce } from './atomic-write';

/** Digest of the token of each pane. */
const keptSchema = z.record(z.string(), z.string().regex(/^[0-9a-f]{64}$/));

/** The variable that carries a pane's token; it stands in the environment and never on a command line or in a file. */
export const PANE_TOKEN_VARIABLE = 'FUGUE_TOKEN';

/**
 * Which pane somebody speaks for. Each start of a program in a pane gets a token of its own; what a program before
 * it had is worth nothing from then on.
 */
export class PaneTokens {
  /** Pane of each token, by the token's digest: comparing digests tells nothing of the token by its time. */
  private readonly panes = new Map<
    string,
    { readonly paneId: string; readonly digest: Buffer; readonly lasting: boolean }
  >();
  private readonly emitter = new Emitter<string>();

  /** A pane's token was revoked: whatever it opened is to be closed. */
  readonly onRevoked: Event<string> = this.emitter.event;

  /** `file`: keeps the digests of what outlives Fugue; a token itself is on no disk. Null keeps nothing. */
  constructor(private readonly file: string | null = null) {
    for (const [paneId, digest] of Object.entries(this.kept()))
      this.panes.set(digest, { paneId, digest: Buffer.from(digest, 'hex'), lasting: true });
  }

  /** `lasting`: the program may go on when Fugue has ended, and speaks for its pane to the next one. */
  issue(paneId: string, lasting = false): string {
    this.revoke(paneId);
    const token = randomBytes(32).toString('base64url');
    const digest = digestOf(token);
    this.panes.set(digest.toString('hex'), { paneId, digest, lasting });
    if (lasting) this.keep();
    return token;
  }

  revoke(paneId: string): void {
    for (const [key, entry] of this.panes) {
      if (entry.paneId !== paneId) continue;
      this.panes.delete(key);
      if (entry.lasting) this.keep();
      this.emitter.fire(paneId);
    }
  }

  /** The pane of a token; null when it is none or no longer one. */
  paneOf(token: string): string | null {
    const digest = digestOf(token);
    const entry = this.panes.get(digest.toString('hex'));
    return entry !== undefined && timingSafeEqual(entry.digest, digest) ? entry.paneId : null;
  }

  private kept(): Readonly<Record<string, string>> {
    if (this.file === null) return {};
    try {
      return keptSchema.parse(JSON.parse(fs.readFileSync(this.file, 'utf8')));
    } catch {
      return {}; // There is none, or it is damaged: then those programs speak for no pane.
    }
  }

  private keep(): void {
    if (this.file === null) return;
    const lasting = [...this.panes].filter(([, entry]) => entry.lasting);
    fs.mkdirSync(path.dirname(this.file), { recursive: true, mode: 0o700 });
    writeAtomicallyAtOnce(
      this.file,
      JSON.stringify(Object.fromEntries(lasting.map(([digest, { paneId }]) => [paneId, digest]))),
    );
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
