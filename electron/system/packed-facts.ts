import fs from 'node:fs';
import path from 'node:path';

/** The runtime's version in a package that was made from the fallback runtime; null in every other, and in a checkout. */
export const PACKED_FALLBACK = readFallback(path.join(path.dirname(__dirname), 'package.json'));

function readFallback(file: string): string | null {
  try {
    const facts = JSON.parse(fs.readFileSync(file, 'utf8')) as { readonly fugueFallbackRuntime?: unknown };
    return typeof facts.fugueFallbackRuntime === 'string' ? facts.fugueFallbackRuntime : null;
  } catch {
    return null; // Built into another place than its package: it says nothing.
  }
}
