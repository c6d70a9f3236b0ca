// @ts-check
// What a package holds besides Fugue's own code: read from the source maps of the build, so that it is what was
// really bundled. From it the bill of materials (CycloneDX) and the licences that go with each package are made.
import fs from 'node:fs';
import path from 'node:path';
import { root } from '../targets.mjs';

/** @typedef {{ name: string, version: string, license: string, text: string, integrity: string }} Part */

/** @param {string} folder @returns {string[]} */
function mapsBelow(folder) {
  return fs
    .readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) =>
      entry.isDirectory()
        ? mapsBelow(path.join(folder, entry.name))
        : entry.name.endsWith('.map')
          ? [path.join(folder, entry.name)]
          : [],
    );
}

/** Folders of packages, from the root: the innermost one that each bundled file lies in. @returns {Set<string>} */
function bundledFolders() {
  const folders = new Set(['node_modules/node-pty']);
  for (const map of mapsBelow(path.join(root, 'dist'))) {
    for (const source of JSON.parse(fs.readFileSync(map, 'utf8')).sources) {
      const file = path
        .relative(root, path.resolve(path.dirname(map), source))
        .split(path.sep)
        .join('/');
      const found = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(`${file}/`);
      if (found?.[1] && !found[1].includes('\0')) folders.add(found[1].replace(/^(\.\.\/)+/, ''));
    }
  }
  // Fonts come in as files, which no source map names.
  for (const font of [
    '@fontsource-variable/inter',
    '@fontsource/jetbrains-mono',
    '@fontsource/noto-sans-symbols',
    '@fontsource/noto-sans-symbols-2',
  ])
    folders.add(`node_modules/${font}`);
  return folders;
}

/** @returns {Part[]} sorted by name, then version */
export function bundledParts() {
  const locked = JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages;
  return [...bundledFolders()]
    .filter((folder) => fs.existsSync(path.join(root, folder, 'package.json')))
    .map((folder) => {
      const description = JSON.parse(fs.readFileSync(path.join(root, folder, 'package.json'), 'utf8'));
      const license = fs
        .readdirSync(path.join(root, folder))
        .sort()
        .find((name) => /^(licen[sc]e|copying|ofl)/i.test(name));
      return {
        name: description.name,
        version: description.version,
        license:
          typeof description.license === 'string'
            ? description.license
            : (description.license?.type ?? 'unknown'),
        text: license ? fs.readFileSync(path.join(root, folder, license), 'utf8').trim() : '',
        integrity: locked[folder]?.integrity ?? '',
      };
    })
    .sort(
      (one, other) => one.name.localeCompare(other.name, 'en') || one.version.localeCompare(other.version),
    );
}

/** @param {readonly Part[]} parts @returns {string} */
export function licensesText(parts) {
  const head =
    'Fugue is made with the programs below. The licences of Electron and Chromium lie beside this file:\n' +
    'LICENSE.electron.txt and LICENSES.chromium.html.\n';
  const entries = parts.map(
    ({ name, version, license, text }) =>
      `${'-'.repeat(78)}\n${name} ${version}: ${license}\n\n${text || 'It names its licence and has no text of it.'}\n`,
  );
  return [head, ...entries].join('\n');
}

/**
 * @param {readonly Part[]} parts
 * @param {{ version: string, electron: string, time: string }} facts
 */
export function billOfMaterials(parts, { version, electron, time }) {
  const components = [
    { type: 'framework', name: 'electron', version: electron, licenses: [{ license: { id: 'MIT' } }] },
    ...parts.map(({ name, version: partVersion, license, integrity }) => ({
      type: 'library',
      'bom-ref': `pkg:npm/${name.replace('@', '%40')}@${partVersion}`,
      name,
      version: partVersion,
      purl: `pkg:npm/${name.replace('@', '%40')}@${partVersion}`,
      licenses: [/ (?:OR|AND) /.test(license) ? { expression: license } : { license: { id: license } }],
      ...(integrity.startsWith('sha512-')
        ? { hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.slice(7), 'base64').toString('hex') }] }
        : {}),
    })),
  ];
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { timestamp: time, component: { type: 'application', name: 'fugue', version } },
    components,
  };
}
