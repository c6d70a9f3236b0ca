// @ts-check
// Exits 0 when node_modules already holds what package-lock.json asks for, as after `npm install NAME`.
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';

/** @param {string} name */
function packagesOf(name) {
  const file = fileURLToPath(new URL(`../${name}`, import.meta.url));
  return /** @type {Record<string, { version?: string, optional?: boolean, peer?: boolean }>} */ (
    JSON.parse(fs.readFileSync(file, 'utf8')).packages
  );
}

let matches = false;
try {
  const installed = packagesOf('node_modules/.package-lock.json');
  matches = Object.entries(packagesOf('package-lock.json')).every(
    ([name, wanted]) => name === '' || wanted.optional || installed[name]?.version === wanted.version,
  );
} catch {
  // No node_modules, or one that npm did not make.
}
process.exit(matches ? 0 : 1);
