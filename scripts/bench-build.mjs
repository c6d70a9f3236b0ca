// @ts-check
// Builds the bench and its floors into .cache/bench. The bench is no part of the app and is not built with it.
import fs from 'node:fs';
import path from 'node:path';
import { root } from './targets.mjs';
import { bundleTool } from './tool-bundle.mjs';

const folder = path.join(root, '.cache', 'bench');

/** @param {string} name @param {string} entry @param {boolean} bundlePackages */
function bundle(name, entry, bundlePackages) {
  return bundleTool({
    name,
    entry,
    folder: 'bench',
    external: ['electron', 'node-pty'],
    ...(bundlePackages ? {} : { ssr: { noExternal: [/^@xterm\//] } }),
  });
}

await bundle('bench', 'test/bench/main.ts', false);
await bundle('floor-main', 'test/bench/floors/floor-main.ts', true);
await bundle('floor-pty', 'test/bench/floors/floor-pty.ts', true);
await bundle('floor-mcp', 'test/bench/floors/floor-mcp.ts', true);
await bundle('floor-page', 'test/bench/floors/floor-page.ts', true);

fs.copyFileSync(
  path.join(root, 'node_modules', '@xterm', 'xterm', 'css', 'xterm.css'),
  path.join(folder, 'xterm.css'),
);
const page = (/** @type {string} */ body) =>
  `<!doctype html><meta charset="utf-8"><title>floor</title><link rel="stylesheet" href="xterm.css">` +
  `<style>body { margin: 0; background: #000; color: #fff; overflow: hidden; }</style><body>${body}\n`;
fs.writeFileSync(path.join(folder, 'floor.html'), page('<script src="floor-page.cjs"></script>'));
fs.writeFileSync(
  path.join(folder, 'hello.html'),
  page(
    `Hello, world<script>requestAnimationFrame(() => requestAnimationFrame(() => require('electron').ipcRenderer.send('ready')))</script>`,
  ),
);
