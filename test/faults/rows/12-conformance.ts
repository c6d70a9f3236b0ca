import type { AddressInfo } from 'node:net';
import { APPLICABLE_SCENARIOS, runScenario, startProxy } from '#test/helpers/conformance';
import { TestCore } from '#test/helpers/core';
import { personToken } from '#test/helpers/mcp-client';
import { type Row, Tally } from '../row';

export const row: Row = {
  number: 12,
  async run({ defer }) {
    const tally = new Tally();
    const app = await TestCore.start();
    defer(() => app.close());
    const proxy = await startProxy(new URL(app.core.mcp.addresses.http!).host, personToken(app));
    defer(() => {
      proxy.close();
      proxy.closeAllConnections();
    });
    const url = `http://127.0.0.1:${String((proxy.address() as AddressInfo).port)}/mcp`;
    for (const name of APPLICABLE_SCENARIOS) {
      const { code, output } = await runScenario(app.directory.path, url, name);
      const passed = /Passed: ([1-9]\d*)\/\1, 0 failed, 0 warnings/.test(output);
      tally.check(code === 0 && passed, `${name} ended with ${String(code)}: ${output.slice(-300)}`);
    }
    return tally;
  },
};
