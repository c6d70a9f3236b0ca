// @ts-check
// Builds the tool that writes the reference pages into .cache/docs.
import { bundleTool } from './tool-bundle.mjs';

const external = ['prettier'];
await bundleTool({
  name: 'docs',
  entry: 'test/docs/docs-main.ts',
  folder: 'docs',
  external,
  ssr: { noExternal: true, external },
});
