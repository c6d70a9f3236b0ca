// @ts-check
// Builds the scripted model of the demo, as a program of its own, into .cache/model.
import { bundleTool } from './tool-bundle.mjs';

await bundleTool({ name: 'model', entry: 'test/acceptance/model-main.ts', folder: 'model' });
