import fs from 'node:fs';
import { Terminal } from '@xterm/headless';
import { ScreenModel } from '#electron/screen/screen-model';
import { parseLayout } from '#shared/layout/text-form';
import type { LayoutNode } from '#shared/layout/tree';
import { closePane, movePane, paneIds, resizePane, splitPane, swapPanes } from '#shared/layout/tree';
import { asPaneId } from '#shared/model/ids';
import type { Action } from '#shared/state/actions';
import { reduce } from '#shared/state/reducer';
import { stateOf } from '#test/helpers/state';
import { corpusFile, KINDS } from '../corpus';
import type { BenchOptions } from '../options';
import type { BenchResult } from '../report';
import { atLeast, result } from '../report';
import { CORPUS } from '../workspace';

const CHUNK = 64 * 1024;
const VIEW = {
  bounds: { x: 0, y: 0, width: 1600, height: 900 },
  gap: 4,
  minimum: { width: 60, height: 40 },
};

async function parseRate(bytes: Buffer, write: (chunk: Buffer, done: () => void) => void): Promise<number> {
  const start = performance.now();
  for (let offset = 0; offset < bytes.length; offset += CHUNK) {
    const chunk = bytes.subarray(offset, offset + CHUNK);
    await new Promise<void>((resolve) => {
      write(chunk, resolve);
    });
  }
  return bytes.length / 1e6 / ((performance.now() - start) / 1000);
}

async function screenRates(megabytes: number): Promise<readonly BenchResult[]> {
  const results: BenchResult[] = [];
  for (const kind of KINDS) {
    const bytes = fs.readFileSync(corpusFile(CORPUS, kind, megabytes));
    const rates = { model: 0, terminal: 0 };
    // The first round is for the compiler.
    for (let round = 0; round < 2; round += 1) {
      const model = new ScreenModel({ columns: 120, rows: 40, scrollbackLines: 5000 }, Date.now);
      rates.model = await parseRate(bytes, (chunk, done) => {
        model.write(chunk, done);
      });
      model.dispose();
      const terminal = new Terminal({ allowProposedApi: true, cols: 120, rows: 40, scrollback: 5000 });
      rates.terminal = await parseRate(bytes, (chunk, done) => {
        terminal.write(chunk, done);
      });
      terminal.dispose();
    }
    results.push(
      result({
        name: `screen model parses, ${kind}`,
        value: rates.model,
        unit: 'MB/s',
        references: { '@xterm/headless': rates.terminal },
        targets: kind === 'ascii' ? [atLeast(0.8, '@xterm/headless')] : [],
      }),
    );
  }
  return results;
}

/** Grows to about forty panes, then keeps that number: what a full window goes through. */
function layoutStep(tree: LayoutNode, target: string, other: string, step: number) {
  switch (step % 4) {
    case 0:
      return splitPane(tree, target, `n${step}`, step % 8 === 0 ? 'right' : 'bottom');
    case 1:
      return movePane(tree, target, other, step % 8 === 1 ? 'left' : 'top');
    case 2:
      return resizePane(tree, target, { direction: 'horizontal', amount: 8 }, VIEW);
    default:
      return paneIds(tree).length > 40 ? closePane(tree, target) : swapPanes(tree, target, other);
  }
}

function layoutTime(): BenchResult {
  const parsed = parseLayout('a');
  if (!parsed.ok) throw new Error('a pane is a layout');
  let tree: LayoutNode = parsed.value;
  const start = performance.now();
  for (let step = 0; step < 1000; step += 1) {
    const panes = paneIds(tree);
    const target = panes[(step * 7) % panes.length]!;
    const other = panes[(step * 13 + 1) % panes.length]!;
    const changed = layoutStep(tree, target, other, step);
    if (changed.ok && changed.value !== null) tree = changed.value;
  }
  return result({
    name: `layout, 1,000 operations (${paneIds(tree).length} panes at the end)`,
    value: performance.now() - start,
    unit: 'ms',
  });
}

function fanOutRate(): BenchResult {
  const names = Array.from({ length: 16 }, (_, index) => `p${index}`);
  const layout = `h(${names.map((name) => `0.0625:${name}`).join(',')})`;
  let state = stateOf({ work: { main: layout } });
  let replica = structuredClone(state);
  const count = 5000;
  const start = performance.now();
  for (let step = 0; step < count; step += 1) {
    const action: Action = {
      type: 'pane/renamed',
      paneId: asPaneId(names[step % 16]!),
      name: `name ${step}`,
    };
    state = reduce(state, action);
    // What crosses to the window is a copy.
    replica = reduce(replica, structuredClone(action));
  }
  const seconds = (performance.now() - start) / 1000;
  if (replica.panes[asPaneId('p0')]?.name !== state.panes[asPaneId('p0')]?.name)
    throw new Error('not the same');
  return result({
    name: 'state, actions reduced and copied, 16 panes',
    value: count / seconds,
    unit: 'actions/s',
  });
}

export async function pureSuite(
  options: BenchOptions,
  say: (text: string) => void,
): Promise<readonly BenchResult[]> {
  const results = [...(await screenRates(options.quick ? 8 : 32)), layoutTime(), fanOutRate()];
  for (const { name, value, unit } of results) say(`${name}: ${value} ${unit}`);
  return results;
}
