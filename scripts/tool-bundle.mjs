// @ts-check
// How the tools that are no part of the app are bundled for Node, each into a folder of .cache.
import { builtinModules } from 'node:module';
import path from 'node:path';
import { build } from 'vite';
import { root } from './targets.mjs';

/**
 * @param {object} tool
 * @param {string} tool.name the bundle is called so
 * @param {string} tool.entry its first file, from the root
 * @param {string} tool.folder where it comes to lie, in .cache
 * @param {readonly string[]} [tool.external] modules that are there when it runs
 * @param {import('vite').SSROptions} [tool.ssr]
 * @param {import('vite').Plugin[]} [tool.plugins]
 * @param {string} [tool.banner] runs before everything else
 */
export function bundleTool({
  name,
  entry,
  folder,
  external = ['node-pty'],
  ssr = { noExternal: true, external: ['node-pty'] },
  plugins = [],
  banner = '',
}) {
  return build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins,
    build: {
      target: 'node18.15',
      outDir: path.join(root, '.cache', folder),
      emptyOutDir: false,
      minify: false,
      ssr: path.join(root, entry),
      rollupOptions: {
        external: [...external, ...builtinModules, ...builtinModules.map((module) => `node:${module}`)],
        output: { format: 'cjs', entryFileNames: `${name}.cjs`, codeSplitting: false, banner },
      },
    },
    ssr: { target: 'node', ...ssr },
  });
}
