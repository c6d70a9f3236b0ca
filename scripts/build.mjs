// @ts-check
// Builds everything into dist/: `node scripts/build.mjs [target…]`.
import fs from 'node:fs';
import path from 'node:path';
import { build } from 'vite';
import { root, targets } from './targets.mjs';

const wanted = process.argv.slice(2);
const names = wanted.length > 0 ? wanted : Object.keys(targets);
const unknown = names.filter((name) => !(name in targets));
if (unknown.length > 0) {
  process.stderr.write(
    `unknown target ${unknown.join(', ')}; targets are ${Object.keys(targets).join(', ')}\n`,
  );
  process.exit(2);
}
/** @param {string} file */
const isEntry = (file) =>
  Object.keys(targets).some((name) => file === `${name}.cjs` || file === `${name}.cjs.map`);
const started = Date.now();
fs.mkdirSync(path.join(root, 'dist'), { recursive: true });
for (const name of names) {
  const target = targets[name];
  // Parts of the last build that this one may not have.
  for (const file of fs.readdirSync(path.join(root, 'dist')))
    if (file.startsWith(`${name}-`) && /\.cjs(?:\.map)?$/.test(file) && !isEntry(file))
      fs.rmSync(path.join(root, 'dist', file));
  if (target) await build(target());
}
process.stdout.write(`built ${names.join(', ')} in ${((Date.now() - started) / 1000).toFixed(1)} s\n`);
