import fs from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { APPLICABLE_SCENARIOS, runScenario, startProxy } from '#test/helpers/conformance';
import { HeadlessApp } from '#test/helpers/headless';
import { makeTemporaryDirectory } from '#test/helpers/temporary-directory';
import { waitFor } from '#test/helpers/wait';
import { type Row, type RowContext, Tally } from '../row';

/** The suite and the app on one Node. */
async function tryOn(name: string, node: string, tally: Tally, { defer }: RowContext): Promise<void> {
  const directory = makeTemporaryDirectory();
  defer(() => directory.remove());
  const app = await HeadlessApp.start({ directory, node });
  defer(() => app.end('SIGKILL'));
  const home = path.join(directory.path, 'home/.fugue');
  const port = await waitFor(
    'the port',
    () => /"port":(\d+)/.exec(fs.readFileSync(path.join(home, 'log/fugue.log'), 'utf8'))?.[1],
  );
  const token = fs.readFileSync(path.join(home, 'mcp-token'), 'utf8').trim();
  const proxy = await startProxy(`127.0.0.1:${port}`, token);
  defer(() => {
    proxy.close();
    proxy.closeAllConnections();
  });
  const url = `http://127.0.0.1:${String((proxy.address() as AddressInfo).port)}/mcp`;
  for (const scenario of APPLICABLE_SCENARIOS) {
    const { code, output } = await runScenario(directory.path, url, scenario, node);
    const passed = /Passed: ([1-9]\d*)\/\1, 0 failed, 0 warnings/.test(output);
    tally.check(
      code === 0 && passed,
      `${scenario} on ${name} ended with ${String(code)}: ${output.slice(-300)}`,
    );
  }
}

export const row: Row = {
  number: 12,
  async run(context) {
    const tally = new Tally();
    await tryOn('the Node of the suite', process.execPath, tally, context);
    const second = process.env['FUGUE_SECOND_NODE'] ?? '';
    if (second !== '') await tryOn('the second Node', second, tally, context);
    return tally;
  },
};
