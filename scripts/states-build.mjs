// @ts-check
// Builds the tool that plays all scenarios into .cache/states.
import { bundleTool } from './tool-bundle.mjs';

await bundleTool({ name: 'states', entry: 'test/states/states-main.ts', folder: 'states' });
