import { HOOK_FAULTS, hookCli, type HookFault, type HookRun, HookWorld } from '#test/helpers/hook-world';
import { type Row, type RowContext, Tally } from '../row';

const QUICK = 300;
const SILENT = 2000;
/** Node alone takes as long to start as the script for all; so many of them are tried as well. */
const WITH_NODE = 3;

async function runs(
  { count }: RowContext,
  faults: readonly HookFault[],
  commandOf: (world: HookWorld) => readonly string[],
): Promise<Tally> {
  const tally = new Tally();
  const times = Math.ceil(count / HOOK_FAULTS.length);
  for (const { name, input, silent, prepare } of faults) {
    const world = new HookWorld();
    try {
      await prepare(world);
      const node = [process.execPath, hookCli(), 'hook', 'Stop'];
      for (let time = 0; time < times + WITH_NODE && !tally.hopeless; time += 1) {
        const byNode = time >= times;
        const look = () => world.run(byNode ? node : commandOf(world), input);
        const limit = silent ? SILENT : QUICK;
        const right = ({ code, said, milliseconds }: HookRun) =>
          code === 0 && said === '' && milliseconds <= limit;
        let ran = await look();
        // Slow once is no proof: other programs use the processor as well.
        if (ran.code === 0 && !right(ran)) ran = await look();
        tally.check(right(ran), `${name}${byNode ? ', by node' : ''}: ${JSON.stringify(ran)}`);
      }
    } finally {
      world.dispose();
    }
  }
  return tally;
}

export const row: Row = {
  number: 44,
  run: (context) => runs(context, HOOK_FAULTS, ({ script }) => [script, 'Stop']),
  // As it is written when nobody thinks of servers that are not there or do not answer.
  weakened: (context) =>
    runs({ ...context, count: HOOK_FAULTS.length }, HOOK_FAULTS.slice(0, 3), ({ socket }) => [
      'curl',
      ...[
        '-sS',
        '--max-time',
        '4',
        '--unix-socket',
        socket,
        '--data-binary',
        '@-',
        'http://localhost/hook/Stop',
      ],
    ]),
};
