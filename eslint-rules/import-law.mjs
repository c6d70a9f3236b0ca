// @ts-check
// The import law: which folder may import which. ARCHITECTURE.md has the table with the reasons; this is the same
// table for the linter. A layer imports its own and lower numbers only.
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/**
 * @typedef {object} Layer
 * @property {string} part the separate world the layer belongs to
 * @property {number} number
 * @property {string} name
 * @property {string} [alone] layers with the same number but another value never import each other
 */

/** @type {[RegExp, (match: RegExpMatchArray) => Layer][]} */
const table = [
  [/^shared\/base\//, () => ({ part: 'shared', number: 0, name: 'base' })],
  [/^shared\/model\//, () => ({ part: 'shared', number: 1, name: 'model' })],
  [/^shared\//, () => ({ part: 'shared', number: 2, name: 'pure logic' })],
  [/^electron\/(pty|screen|log|system)\//, () => ({ part: 'electron', number: 3, name: 'devices' })],
  [/^electron\/channels\/fifo(?=[/.-])/, () => ({ part: 'electron', number: 3, name: 'devices' })],
  [/^electron\/claude\//, () => ({ part: 'electron', number: 4, name: 'Claude knowledge' })],
  [/^electron\/(session|channels)\//, () => ({ part: 'electron', number: 5, name: 'session' })],
  [/^electron\/commands\//, () => ({ part: 'electron', number: 6, name: 'commands' })],
  [
    /^electron\/(ipc|mcp|cli|sideband)\//,
    (match) => ({ part: 'electron', number: 7, name: 'surfaces', alone: match[1] ?? '' }),
  ],
  [
    /^electron\/(bootstrap|main|headless|preload|shell|demo)(?=[/.])/,
    () => ({ part: 'electron', number: 8, name: 'wiring' }),
  ],
  [/^renderer\/bridge(?=[/.])/, () => ({ part: 'renderer', number: 0, name: 'bridge' })],
  [/^renderer\/store(?=[/.])/, () => ({ part: 'renderer', number: 1, name: 'store' })],
  [/^renderer\//, () => ({ part: 'renderer', number: 2, name: 'views' })],
];

/** @param {string} file path below the root @returns {Layer | undefined} */
export function layerOf(file) {
  for (const [pattern, layer] of table) {
    const match = file.match(pattern);
    if (match) return layer(match);
  }
  return undefined;
}

const mayImportElectron = /^electron\/((shell|ipc)\/|(shell|ipc|main|preload)\.)/;
// Some names of `electron` cross the process boundary: only the places that check what crosses may use them.
const guardedNames = new Map([
  ['ipcMain', /^electron\/ipc[/.]/],
  ['ipcRenderer', /^electron\/preload\./],
]);

/**
 * Where a specifier leads, as a path below the root; undefined for a package.
 *
 * @param {string} specifier
 * @param {string} file path below the root
 */
function destinationOf(specifier, file) {
  if (specifier.startsWith('.'))
    return path.posix.normalize(path.posix.join(path.posix.dirname(file), specifier));
  if (specifier.startsWith('#')) return specifier.slice(1);
  return undefined;
}

/**
 * @param {string} file path below the root of the importing file
 * @param {string} specifier
 * @returns {string | undefined} why the import is against the law
 */
export function complaintAbout(file, specifier) {
  const from = layerOf(file);
  if (!from) return undefined;
  const pure = from.part === 'shared' || from.part === 'renderer';
  const destination = destinationOf(specifier, file);
  if (destination === undefined) {
    if (specifier === 'electron' || specifier.startsWith('electron/')) {
      if (mayImportElectron.test(file)) return undefined;
      return "only electron/shell, electron/ipc, main and preload may import 'electron'";
    }
    if (pure && isBuiltin(specifier))
      return `${from.part} runs without Node: it may not import '${specifier}'`;
    return undefined;
  }
  if (destination === 'package.json') return undefined;
  // The dot lets a pattern that ends a name match both a folder and a file without its extension.
  const to = layerOf(`${destination}.`) ?? layerOf(`${destination}/`);
  if (!to) return `'${destination}' is in no layer of the import law, so ${from.part} may not import it`;
  if (to.part !== from.part) {
    if (to.part === 'shared') return undefined;
    return `${from.part} may not import ${to.part}`;
  }
  if (to.number > from.number) {
    return `${from.name} (${from.number}) may not import ${to.name} (${to.number}): '${destination}'`;
  }
  if (to.number === from.number && to.alone !== from.alone) {
    return `${from.name} never import each other: '${from.alone}' imports '${to.alone}'`;
  }
  return undefined;
}

/** @type {import('eslint').Rule.RuleModule} */
export const importLaw = {
  meta: {
    type: 'problem',
    docs: { description: 'enforce the import law of ARCHITECTURE.md' },
    schema: [],
  },
  create(context) {
    const file = path.relative(root, context.filename).split(path.sep).join('/');
    const product = /^(shared|electron|renderer)\//.test(file);
    if (!product) return {};
    /** @param {import('eslint').Rule.Node | any} node @param {unknown} specifier */
    const check = (node, specifier) => {
      if (typeof specifier !== 'string') return;
      const complaint = complaintAbout(file, specifier);
      if (complaint) context.report({ node, message: complaint });
    };
    /** @param {any} node */
    const checkNames = (node) => {
      if (node.source?.value !== 'electron') return;
      for (const specifier of node.specifiers) {
        if (specifier.type !== 'ImportSpecifier' && specifier.type !== 'ExportSpecifier') {
          context.report({ node: specifier, message: "import what you use from 'electron' by its name" });
          continue;
        }
        const name = specifier.imported?.name ?? specifier.local?.name;
        const allowed = guardedNames.get(name);
        if (allowed && !allowed.test(file)) {
          const place = name === 'ipcMain' ? 'electron/ipc' : 'electron/preload.ts';
          context.report({ node: specifier, message: `only ${place} may import ${name}` });
        }
      }
    };
    return {
      Program(node) {
        if (!layerOf(file)) {
          context.report({
            node,
            message: `'${file}' is in no layer of the import law: add its folder to the table`,
          });
        }
      },
      /** @param {any} node */
      ImportDeclaration(node) {
        check(node, node.source.value);
        checkNames(node);
      },
      /** @param {any} node */
      ExportNamedDeclaration(node) {
        check(node, node.source?.value);
        checkNames(node);
      },
      /** @param {any} node */
      ExportAllDeclaration(node) {
        check(node, node.source.value);
      },
      /** @param {any} node */
      ImportExpression(node) {
        check(node, node.source.value);
      },
      /** @param {any} node */
      TSImportType(node) {
        check(node, node.source?.value ?? node.argument?.literal?.value);
      },
      /** @param {any} node */
      TSExternalModuleReference(node) {
        check(node, node.expression.value);
      },
      /** @param {any} node */
      'CallExpression[callee.name="require"]'(node) {
        check(node, node.arguments[0]?.value);
        if (node.arguments[0]?.value === 'electron' && mayImportElectron.test(file)) {
          context.report({ node, message: "import what you use from 'electron' by its name" });
        }
      },
    };
  },
};
