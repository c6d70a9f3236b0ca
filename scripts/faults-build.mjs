// @ts-check
// Builds the fault suite into .cache/faults, and into .cache/weak once more, beside an app whose guards can be taken out.
import fs from 'node:fs';
import path from 'node:path';
import { build } from 'vite';
import { bundleTool } from './tool-bundle.mjs';
import { root, targets } from './targets.mjs';
import { checkWeaknesses, switchOn, weaken } from './weaken.mjs';

checkWeaknesses();
const tool = {
  name: 'faults',
  entry: 'test/faults/main.ts',
  external: ['electron', 'node-pty'],
  ssr: { noExternal: [/^@xterm\//] },
};
await bundleTool({ ...tool, folder: 'faults' });
await bundleTool({ ...tool, folder: 'weak', plugins: [weaken()], banner: switchOn });

const folder = path.join(root, '.cache', 'weak');
fs.copyFileSync(path.join(root, 'package.json'), path.join(folder, 'package.json'));
for (const [name, target] of Object.entries(targets)) {
  const config = target();
  const output = config.build?.rollupOptions?.output;
  await build({
    ...config,
    plugins: [...(config.plugins ?? []), weaken()],
    build: {
      ...config.build,
      sourcemap: false,
      outDir: path.join(folder, 'dist', ...(name === 'renderer' ? ['renderer'] : [])),
      ...(output === undefined
        ? {}
        : { rollupOptions: { ...config.build?.rollupOptions, output: { ...output, banner: switchOn } } }),
    },
  });
}
