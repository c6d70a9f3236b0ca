import { setTimeout } from 'node:timers/promises';
import { writeFifoLine } from '#electron/channels/fifo/fifo';

/** How many of the lines of a size were taken and refused. */
export interface Written {
  readonly size: number;
  taken: number;
  refused: number;
}

/** `PREFIX TIMES FILE SIZE…`: writes lines of these sizes in turn as Fugue does, and prints what became of them. */
export async function worker([prefix = '', times = '', file = '', ...sizes]: readonly string[]) {
  const written: Written[] = sizes.map((size) => ({ size: Number(size), taken: 0, refused: 0 }));
  for (let time = 0; time < Number(times); time += 1)
    for (const entry of written) {
      const head = `${prefix} ${String(entry.size)} ${String(time)} `;
      const line = `${head}${'x'.repeat(entry.size - head.length - 2)}.`;
      for (;;) {
        const result = writeFifoLine(file, line);
        if (!result.ok && result.error.includes('is full')) {
          // As whoever sends it again: its reader is at work on what came before.
          await setTimeout(1);
          continue;
        }
        entry[result.ok ? 'taken' : 'refused'] += 1;
        break;
      }
    }
  process.stdout.write(JSON.stringify(written));
}
