// @ts-check
// Builds one of the tools for recordings into .cache/recordings: `node scripts/recordings-build.mjs replay`.
// They are no part of the app and are not built with it.
import { builtinModules } from 'node:module';
import path from 'node:path';
import { build } from 'vite';
import { root } from './targets.mjs';

const external = ['node-pty', ...builtinModules, ...builtinModules.map((name) => `node:${name}`)];

for (const name of process.argv.slice(2)) {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      target: 'node18.15',
      outDir: path.join(root, '.cache', 'recordings'),
      emptyOutDir: false,
      minify: false,
      ssr: path.join(root, 'test', 'recordings', `${name}-main.ts`),
      rollupOptions: {
        external,
        output: { format: 'cjs', entryFileNames: `${name}.cjs`, codeSplitting: false },
      },
    },
    ssr: { target: 'node', noExternal: true, external: ['node-pty'] },
  });
}
