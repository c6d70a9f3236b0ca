// Measures Fugue beside its floors and the terminals people use. `npm run bench` sets everything up and runs this.
import fs from 'node:fs';
import { describeMachine, machineLine } from './machine';
import type { SuiteName } from './options';
import { parseOptions, USAGE, UsageError } from './options';
import { installedPeers } from './peers';
import type { BenchResult } from './report';
import { table } from './report';
import { channelsSuite } from './suites/channels';
import { chatSuite } from './suites/chat';
import { floodSuite } from './suites/flood';
import { historySuite } from './suites/history';
import { interruptSuite } from './suites/interrupt';
import { keysSuite } from './suites/keys';
import { mcpSuite } from './suites/mcp';
import { idleSuite, memorySuite } from './suites/memory';
import { pureSuite } from './suites/pure';
import { startupSuite } from './suites/startup';

const began = Date.now();

function say(text: string): void {
  process.stderr.write(`${((Date.now() - began) / 1000).toFixed(0).padStart(4)} s  ${text}\n`);
}

async function run(words: readonly string[]): Promise<number> {
  const options = parseOptions(words);
  const machine = describeMachine();
  const { installed, missing } = installedPeers();
  const peers = options.alone ? [] : installed;
  say(machineLine(machine));
  if (missing.length > 0) say(`not installed, so not measured: ${missing.join(', ')}`);
  const suites: Readonly<Record<SuiteName, () => Promise<readonly BenchResult[]>>> = {
    pure: () => pureSuite(options, say),
    startup: () => startupSuite(options, say),
    flood: () => floodSuite(options, peers, say),
    keys: () => keysSuite(options, say),
    interrupt: () => interruptSuite(options, peers, say),
    memory: () => memorySuite(options, say),
    idle: () => idleSuite(options, say),
    mcp: () => mcpSuite(options, say),
    channels: () => channelsSuite(options, say),
    chat: () => chatSuite(options, say),
    history: () => historySuite(options, say),
  };
  const results: BenchResult[] = [];
  const failed: string[] = [];
  for (const name of options.suites) {
    try {
      results.push(...(await suites[name]()));
    } catch (error) {
      // The other figures are worth having all the same.
      failed.push(name);
      say(`${name} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    }
  }
  const report = { machine, quick: options.quick, notInstalled: missing, failed, results };
  if (options.json !== null) fs.writeFileSync(options.json, `${JSON.stringify(report, null, 2)}\n`);
  const met = results.filter((entry) => entry.met === true).length;
  const missedTargets = results.filter((entry) => entry.met === false).length;
  process.stdout.write(
    `${machineLine(machine)}\n\n${table(results)}\n\n` +
      `Not installed: ${missing.join(', ') || 'none'}\n` +
      `${met} targets met, ${missedTargets} missed${failed.length > 0 ? `; failed: ${failed.join(', ')}` : ''}\n`,
  );
  return failed.length > 0 ? 1 : 0;
}

run(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    if (error instanceof UsageError) process.stderr.write(`${USAGE}\n`);
    process.exit(error instanceof UsageError ? 2 : 1);
  },
);
