import fs from 'node:fs';
import path from 'node:path';
import { installHookEntries } from '#electron/claude/install/hook-entries';
import { claudeEnvironment, ensureClaude, makeClaudeHome } from '#test/helpers/claude/claude';
import { submitPrompt, whenReady } from '#test/helpers/claude/prompt';
import { HOOK_TOKEN, HookWorld } from '#test/helpers/hook-world';
import { answer, directed, lastUserText, startModelServer, text } from '#test/helpers/model-server/index';
import { TestTerminal } from '#test/helpers/terminal';
import { must, NEWEST } from '../claude';
import { type Row, type RowContext, Tally } from '../row';

const MORE = 2000;
const STATES: Readonly<Record<string, (world: HookWorld) => Promise<void> | void>> = {
  down: () => undefined,
  hung: (world) => world.listen(() => undefined),
  slow: (world) =>
    world.listen((connection) => {
      setTimeout(() => connection.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}'), 1000);
    }),
};

/** Milliseconds from Enter to the answer, for each turn. */
async function turns(world: HookWorld, count: number, withHooks: boolean): Promise<readonly number[]> {
  const executable = await ensureClaude(NEWEST);
  const folder = world.directory.folder(withHooks ? 'with' : 'without');
  const home = makeClaudeHome(folder);
  if (withHooks) {
    const installed = await installHookEntries(path.join(home, '.claude/settings.json'), world.script, null);
    if (!installed.ok) throw new Error(installed.error);
  }
  const model = await startModelServer(
    directed('counts', (body) => answer(text(`Heard ${/turn (\d+)/.exec(lastUserText(body))?.[1] ?? '?'}!`))),
  );
  const terminal = new TestTerminal(executable, ['--permission-mode', 'default'], {
    cwd: home,
    env: {
      ...claudeEnvironment({ home, modelServerUrl: model.url }),
      FUGUE_TOKEN: HOOK_TOKEN,
      CCMUX_RUNTIME_DIR: path.dirname(world.socket),
    },
  });
  const times: number[] = [];
  try {
    await whenReady(terminal);
    // What the start holds up is no turn.
    if (withHooks) await new Promise((resolve) => setTimeout(resolve, 2000));
    for (let turn = 0; turn < count; turn += 1) {
      await submitPrompt(terminal, `turn ${String(turn)}`);
      const began = performance.now();
      await terminal.waitForText(`Heard ${String(turn)}!`, { every: 10 });
      times.push(performance.now() - began);
      // What ends the turn may be held up as well, and is none of the next one.
      await new Promise((resolve) => setTimeout(resolve, withHooks ? 2000 : 200));
    }
  } finally {
    await terminal.end();
    await model.close();
  }
  return times;
}

async function measure(
  { count, say }: RowContext,
  states: readonly string[],
  change: (world: HookWorld) => void,
): Promise<Tally> {
  const tally = new Tally();
  const each = Math.ceil(count / states.length);
  for (const state of states) {
    const world = new HookWorld();
    change(world);
    try {
      await STATES[state]!(world);
      const usual = Math.max(...(await turns(world, 3, false)));
      const took = await turns(world, each, true);
      say(
        `${state}: usually ${String(Math.round(usual))} ms, ${String(Math.round(Math.max(...took)))} at most`,
      );
      for (const [turn, time] of took.entries())
        await tally.attempt(`${state}, turn ${String(turn)}`, () => {
          must(
            time <= usual + MORE,
            `it took ${String(Math.round(time))} ms, not ${String(Math.round(usual))}`,
          );
        });
    } finally {
      world.dispose();
    }
  }
  return tally;
}

export const row: Row = {
  number: 45,
  run: (context) => measure(context, Object.keys(STATES), () => undefined),
  // A hook that waits for as long as nobody answers.
  weakened: (context) =>
    measure({ ...context, count: 2 }, ['hung'], ({ script }) => {
      const hook = fs.readFileSync(script, 'utf8').replace('--max-time 1.5', '--max-time 60');
      fs.writeFileSync(script, hook);
    }),
};
