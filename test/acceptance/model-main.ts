import { demoStory } from '#electron/demo/demo-story';
import { startModelServer } from '#electron/demo/model/model-server';

// The scripted model of the demo, as a program of its own: `node model.cjs FOLDER` prints its address.
void startModelServer(demoStory(process.argv[2] ?? '.')).then(({ url }) => process.stdout.write(`${url}\n`));
