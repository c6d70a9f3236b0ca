// @ts-check
// Draws the app's icons into `build/icons`: `node scripts/icons.mjs`. They are kept with the code; this makes them anew
// when the drawing in electron/shell/app-icon.ts changes.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { crc32 as zlibCrc32, deflateSync } from 'node:zlib';
import { root } from './targets.mjs';
import { bundleTool } from './tool-bundle.mjs';

const SIZES = [16, 24, 32, 48, 64, 96, 128, 256, 512, 1024];
/** Names of the sizes in an icns file. */
const APPLE_NAMES = new Map([
  [16, ['icp4']],
  [32, ['icp5', 'ic11']],
  [64, ['icp6', 'ic12']],
  [128, ['ic07']],
  [256, ['ic08', 'ic13']],
  [512, ['ic09', 'ic14']],
  [1024, ['ic10']],
]);
const WINDOWS_SIZES = [16, 24, 32, 48, 64, 128, 256];

await bundleTool({ name: 'app-icon', entry: 'electron/shell/app-icon.ts', folder: 'icons' });
/** @type {{ drawAppIcon: (size: number) => Uint8Array }} */
const { drawAppIcon } = createRequire(import.meta.url)(path.join(root, '.cache/icons/app-icon.cjs'));

const folder = path.join(root, 'build', 'icons');
fs.mkdirSync(folder, { recursive: true });
const pictures = new Map(SIZES.map((size) => [size, png(drawAppIcon(size), size)]));
for (const [size, picture] of pictures) fs.writeFileSync(path.join(folder, `${size}x${size}.png`), picture);
fs.writeFileSync(path.join(folder, 'fugue.icns'), icns());
fs.writeFileSync(path.join(folder, 'fugue.ico'), ico());

/** @param {number} size */
function picture(size) {
  return /** @type {Buffer} */ (pictures.get(size));
}

/**
 * @param {Uint8Array} pixels red, green, blue, alpha; colours multiplied with alpha, which PNG does not want
 * @param {number} size
 */
function png(pixels, size) {
  const rows = Buffer.alloc(size * (size * 4 + 1));
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const from = (row * size + column) * 4;
      const to = row * (size * 4 + 1) + 1 + column * 4;
      const alpha = pixels[from + 3] ?? 0;
      for (let part = 0; part < 3; part++) {
        rows[to + part] = alpha === 0 ? 0 : Math.round(((pixels[from + part] ?? 0) * 255) / alpha);
      }
      rows[to + 3] = alpha;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** @param {string} name @param {Buffer} data */
function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  return Buffer.concat([number(data.length), body, number(zlibCrc32(body))]);
}

/** @param {number} value */
function number(value) {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function icns() {
  const entries = [...APPLE_NAMES].flatMap(([size, names]) =>
    names.map((name) =>
      Buffer.concat([Buffer.from(name, 'latin1'), number(picture(size).length + 8), picture(size)]),
    ),
  );
  const body = Buffer.concat(entries);
  return Buffer.concat([Buffer.from('icns', 'latin1'), number(body.length + 8), body]);
}

function ico() {
  const header = Buffer.alloc(6 + 16 * WINDOWS_SIZES.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(WINDOWS_SIZES.length, 4);
  let offset = header.length;
  for (const [index, size] of WINDOWS_SIZES.entries()) {
    const entry = 6 + 16 * index;
    header.set([size % 256, size % 256, 0, 0, 1, 0, 32, 0], entry);
    header.writeUInt32LE(picture(size).length, entry + 8);
    header.writeUInt32LE(offset, entry + 12);
    offset += picture(size).length;
  }
  return Buffer.concat([header, ...WINDOWS_SIZES.map(picture)]);
}
