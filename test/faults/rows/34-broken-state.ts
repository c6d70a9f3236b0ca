import fs from 'node:fs';
import path from 'node:path';
import { WorkspaceFiles } from '#electron/session/persistence/workspace-files';
import { largeSnapshot } from '../large-state';
import { type Row, type RowContext, Tally } from '../row';

/** Ways in which a file is not what was written; some of them leave it readable. */
const DAMAGES: readonly (readonly [string, number, (bytes: Buffer, context: RowContext) => Buffer])[] = [
  ['truncated', 200, (bytes, { below }) => bytes.subarray(0, below(bytes.length))],
  [
    'a flipped bit',
    60,
    (bytes, { below }) => {
      const damaged = Buffer.from(bytes);
      const at = below(bytes.length);
      damaged[at] = damaged[at]! ^ (1 << below(8));
      return damaged;
    },
  ],
  ['an old schema', 15, (bytes) => versioned(bytes, 0)],
  ['a schema of the future', 15, (bytes, { below }) => versioned(bytes, 900 + below(100))],
  ['another value', 5, (_bytes, { pick }) => Buffer.from(pick(['null', '[]', '5', '{}', '"x"']))],
  ['zeroes', 4, (bytes) => Buffer.alloc(bytes.length)],
  ['100 MB', 1, () => Buffer.alloc(100 * 1024 * 1024, 0x20)],
];

function versioned(bytes: Buffer, version: number): Buffer {
  return Buffer.from(JSON.stringify({ ...(JSON.parse(bytes.toString()) as object), version }));
}

export const row: Row = {
  number: 34,
  async run(context) {
    const { scratch, count } = context;
    const tally = new Tally();
    const all = DAMAGES.reduce((sum, [, number]) => sum + number, 0);
    const [before, now] = [1, 2].map((at) => Buffer.from(JSON.stringify(largeSnapshot(at)))) as [
      Buffer,
      Buffer,
    ];
    for (const [kind, number, damage] of DAMAGES)
      for (let time = 0; time < Math.ceil((number * count) / all); time += 1) {
        const folder = scratch.folder('state');
        const alone = context.random() < 0.2;
        const damaged = damage(now, context);
        fs.writeFileSync(path.join(folder, 'workspace.json'), damaged);
        if (!alone) fs.writeFileSync(path.join(folder, 'workspace.last-good.json'), before);
        const { snapshot } = await new WorkspaceFiles(folder).load();
        const kept = fs
          .readdirSync(folder)
          .some((name) => fs.readFileSync(path.join(folder, name)).equals(damaged));
        // A bit in a name changes nothing that could be seen to be wrong.
        const harmless = kind === 'a flipped bit' && snapshot !== null && snapshot.savedAt !== 1;
        const right = harmless || (alone ? snapshot === null : snapshot?.savedAt === 1);
        tally.check(
          right && kept,
          `${kind}${alone ? ', alone' : ''}: ${String(snapshot?.savedAt)} was loaded${kept ? '' : ', and the file is gone'}`,
        );
        fs.rmSync(folder, { recursive: true });
      }
    return tally;
  },
};
