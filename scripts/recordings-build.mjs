// @ts-check
// Builds one of the tools for recordings into .cache/recordings: `node scripts/recordings-build.mjs replay`.
import { bundleTool } from './tool-bundle.mjs';

for (const name of process.argv.slice(2)) {
  await bundleTool({ name, entry: `test/recordings/${name}-main.ts`, folder: 'recordings' });
}
