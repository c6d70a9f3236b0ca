#!/usr/bin/env node
// @ts-check
// Makes a deb with dpkg-deb from the words that electron-builder gives to fpm: fpm is a download, and what it makes
// differs from run to run. The same tree and SOURCE_DATE_EPOCH give the same bytes here.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/** @type {Map<string, string[]>} */
const options = new Map();
/** @type {string[]} */
const mappings = [];
const single = new Map([
  ['-s', 'source'],
  ['-t', 'target'],
  ['-d', 'depends'],
  ['-n', 'name'],
  ['-v', 'version'],
  ['-p', 'package'],
]);

const words = process.argv.slice(2);
while (words.length > 0) {
  const word = /** @type {string} */ (words.shift());
  const long = single.get(word) ?? (word.startsWith('--') ? word.slice(2) : null);
  if (long === null) mappings.push(word);
  else if (long !== 'force') options.set(long, [...(options.get(long) ?? []), words.shift() ?? '']);
}

/** @param {string} name */
const option = (name) => options.get(name)?.[0] ?? '';
if (option('target') !== 'deb') throw new Error(`only a deb can be made here, not ${option('target')}`);

const result = path.resolve(option('package'));
const stage = `${result}.stage`;
const epoch = Number(process.env['SOURCE_DATE_EPOCH'] ?? '0');
fs.rmSync(stage, { recursive: true, force: true });

for (const mapping of mappings) {
  const [from = '', to = ''] = mapping.split('=');
  const target = path.join(stage, to);
  fs.mkdirSync(path.dirname(target), { recursive: true });
  fs.cpSync(from, target, { recursive: true, verbatimSymlinks: true });
}

const [summary = '', ...rest] = option('description').trim().split('\n');
const text = rest.map((line) => ` ${line.trim() || '.'}`).join('\n');
const homepage = option('url').includes('.invalid') ? [] : [`Homepage: ${option('url')}`];
const control = [
  `Package: ${option('name')}`,
  `Version: ${option('version')}`,
  `Architecture: ${option('architecture')}`,
  `Maintainer: ${option('maintainer')}`,
  `Installed-Size: ${Math.ceil(tidy(stage) / 1024)}`,
  `Depends: ${(options.get('depends') ?? []).join(', ')}`,
  `Recommends: ${(options.get('deb-recommends') ?? []).join(', ')}`,
  `Section: ${option('category') || 'devel'}`,
  `Priority: ${option('deb-priority') || 'optional'}`,
  ...homepage,
  `Description: ${summary}`,
  text,
  '',
];
const meta = path.join(stage, 'DEBIAN');
fs.mkdirSync(meta);
fs.writeFileSync(path.join(meta, 'control'), control.join('\n'));
fs.copyFileSync(option('after-install'), path.join(meta, 'postinst'));
fs.copyFileSync(option('after-remove'), path.join(meta, 'postrm'));
fs.writeFileSync(path.join(meta, 'md5sums'), sums());
for (const name of ['postinst', 'postrm']) fs.chmodSync(path.join(meta, name), 0o755);
tidy(meta);
const level = process.env['FUGUE_PACKAGE_FAST'] === '1' ? ['-Zgzip', '-z1'] : ['-Zxz', '-z6'];
execFileSync('dpkg-deb', ['--root-owner-group', ...level, '--build', stage, result], { stdio: 'inherit' });
fs.rmSync(stage, { recursive: true });

/**
 * Gives everything below the same modes and times, however it was made; its size in bytes.
 *
 * @param {string} entry
 * @returns {number}
 */
function tidy(entry) {
  const status = fs.lstatSync(entry);
  let size = 0;
  if (status.isSymbolicLink()) return 0;
  if (status.isDirectory()) {
    for (const name of fs.readdirSync(entry)) size += tidy(path.join(entry, name));
    fs.chmodSync(entry, 0o755);
  } else {
    size = status.size;
    fs.chmodSync(entry, (status.mode & 0o111) === 0 ? 0o644 : 0o755);
  }
  fs.utimesSync(entry, epoch, epoch);
  return size;
}

function sums() {
  const listed = execFileSync('find', ['opt', 'usr', '-type', 'f', '-print0'], { cwd: stage, maxBuffer: 1e8 })
    .toString()
    .split('\0')
    .filter(Boolean)
    .sort();
  return execFileSync('md5sum', listed, { cwd: stage, maxBuffer: 1e8 });
}
