// @ts-check
// Builds the tool that plays all scenarios into .cache/states. It is no part of the app and is not built with it.
import { builtinModules } from 'node:module';
import path from 'node:path';
import { build } from 'vite';
import { root } from './targets.mjs';

await build({
  root,
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  build: {
    target: 'node18.15',
    outDir: path.join(root, '.cache', 'states'),
    emptyOutDir: false,
    minify: false,
    ssr: path.join(root, 'test', 'states', 'states-main.ts'),
    rollupOptions: {
      external: ['node-pty', ...builtinModules, ...builtinModules.map((name) => `node:${name}`)],
      output: { format: 'cjs', entryFileNames: 'states.cjs', codeSplitting: false },
    },
  },
  ssr: { target: 'node', noExternal: true, external: ['node-pty'] },
});
