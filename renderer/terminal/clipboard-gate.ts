/** The most text that a program may put on the clipboard, in bytes. */
const LIMIT = 64 * 1024;
/** How long a program keeps silent after an answer, in milliseconds; longer after a no. */
const PAUSE_AFTER_YES = 1000;
const PAUSE_AFTER_NO = 15_000;

/**
 * Decides which wishes of programs to write the clipboard (OSC 52) reach the person. Reading is never answered.
 * A program that was refused keeps silent for a while, and only one question is open at a time.
 */
export class ClipboardGate {
  private asking = false;
  private readonly silentUntil = new Map<string, number>();

  constructor(private readonly now: () => number) {}

  /** The text to ask about, or null when nobody is to be asked. `data` is what follows `OSC 52 ;`. */
  request(paneId: string, data: string): string | null {
    const semicolon = data.indexOf(';');
    if (semicolon < 0 || this.asking || this.now() < (this.silentUntil.get(paneId) ?? 0)) return null;
    const text = decode(data.slice(semicolon + 1));
    if (text === null || text === '') return null;
    this.asking = true;
    return text;
  }

  answered(paneId: string, allowed: boolean): void {
    this.asking = false;
    this.silentUntil.set(paneId, this.now() + (allowed ? PAUSE_AFTER_YES : PAUSE_AFTER_NO));
  }

  forget(paneId: string): void {
    this.silentUntil.delete(paneId);
  }
}

function decode(base64: string): string | null {
  if (base64.length > Math.ceil(LIMIT / 3) * 4) return null;
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(base64) || base64.length % 4 === 1) return null;
  try {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    return bytes.length > LIMIT ? null : new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Not base64 or not UTF-8: a program that errs, which is not worth a word.
    return null;
  }
}
