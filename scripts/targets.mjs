// @ts-check
// What is built, and from which entry. Every runtime dependency except node-pty and electron is bundled,
// so the built app needs nothing else at run time.
import { builtinModules } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

// The floor of the code: Electron 25 (Node 18.15, Chrome 114).
const nodeTarget = 'node18.15';
const chromeTarget = 'chrome114';

const external = ['electron', 'node-pty', ...builtinModules, ...builtinModules.map((name) => `node:${name}`)];

/**
 * @param {string} name output file without extension
 * @param {string} entry path below the root
 * @param {boolean} [split] whether what is imported later becomes a file of its own
 * @returns {import('vite').InlineConfig}
 */
function nodeBundle(name, entry, split = false) {
  return {
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      target: nodeTarget,
      outDir: path.join(root, 'dist'),
      emptyOutDir: false,
      minify: false,
      sourcemap: true,
      ssr: path.join(root, entry),
      rollupOptions: {
        external,
        output: {
          format: 'cjs',
          entryFileNames: `${name}.cjs`,
          // Less to read at each start; names stay, so that a report of a crash says where.
          minify: { mangle: false, compress: false, codegen: { removeWhitespace: true } },
          ...(split ? { chunkFileNames: `${name}-[name].cjs` } : { codeSplitting: false }),
        },
      },
    },
    ssr: { noExternal: true, external: ['node-pty'], target: 'node' },
  };
}

/**
 * The fonts of the first picture are named in the page's head. By its styles alone they would be found when the page
 * is laid out, and terminals wait for theirs.
 * @type {import('vite').Plugin}
 */
const firstFonts = {
  name: 'first-fonts',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((file) =>
          /(?:inter-latin-wght-normal|mono-latin-(?:400-normal|700-normal|400-italic))-/.test(file),
        )
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `./${file}` },
          injectTo: 'head',
        })),
  },
};

/** @type {Record<string, () => import('vite').InlineConfig>} */
export const targets = {
  main: () => nodeBundle('main', 'electron/main.ts', true),
  headless: () => nodeBundle('headless', 'electron/headless.ts'),
  'pty-host': () => nodeBundle('pty-host', 'electron/pty/host/pty-host-main.ts'),
  'history-worker': () => nodeBundle('history-worker', 'electron/claude/history/history-worker-main.ts'),
  cli: () => nodeBundle('cli', 'electron/cli/client/cli-main.ts'),
  preload: () => nodeBundle('preload', 'electron/preload.ts'),
  renderer: () => ({
    root: path.join(root, 'renderer'),
    configFile: false,
    logLevel: 'warn',
    base: './',
    plugins: [react(), firstFonts],
    build: {
      target: chromeTarget,
      outDir: path.join(root, 'dist', 'renderer'),
      emptyOutDir: true,
      sourcemap: true,
      chunkSizeWarningLimit: 4000,
      rolldownOptions: {
        output: {
          // What every window starts with, in files that each fit into one piece of an answer (512 kB).
          codeSplitting: {
            groups: [
              { name: 'terminal', test: /node_modules[\\/]@xterm[\\/]/ },
              { name: 'react', test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/ },
            ],
          },
        },
      },
    },
  }),
};
