// The official conformance suite and the official inspector against the real endpoints. What the suite asks for and
// Fugue does not have is named in docs/reference/mcp-conformance.md.
import fs from 'node:fs';
import type http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allTools } from '#shared/commands/tools';
import { exampleInput, startForExamples } from '#test/helpers/command-examples';
import {
  APPLICABLE_SCENARIOS,
  listScenarios,
  runScenario,
  runTool,
  startProxy,
} from '#test/helpers/conformance';
import type { TestCore } from '#test/helpers/core';
import { personToken } from '#test/helpers/mcp-client';
import { endpointOver } from '#test/helpers/mcp-endpoint';
import { repositoryRoot } from '#test/helpers/root';

const modules = path.join(repositoryRoot, 'node_modules');
const inspector = path.join(modules, '@modelcontextprotocol/inspector/cli/build/index.js');

let app: TestCore;
let proxy: http.Server;
let address: string;
beforeAll(async () => {
  app = await startForExamples();
  proxy = await startProxy(new URL(app.core.mcp.addresses.http!).host, personToken(app));
  address = `http://127.0.0.1:${String((proxy.address() as AddressInfo).port)}/mcp`;
});
afterAll(async () => {
  proxy.close();
  proxy.closeAllConnections();
  await app.close();
});

describe('the official conformance suite', () => {
  it.each(APPLICABLE_SCENARIOS)('passes %s', async (name) => {
    const { code, output } = await runScenario(app.directory.path, address, name);
    expect(output).toMatch(/Passed: (\d+)\/\1, 0 failed, 0 warnings/);
    expect(output).not.toContain('Passed: 0/0');
    expect(code).toBe(0);
  });

  it('finds the fault where nobody judges the heads of requests', async () => {
    const weak = await endpointOver(app, { judge: () => null });
    const open = await startProxy(`127.0.0.1:${String(weak.port)}`, personToken(app));
    const url = `http://127.0.0.1:${String((open.address() as AddressInfo).port)}/mcp`;
    expect((await runScenario(app.directory.path, url, 'dns-rebinding-protection')).code).toBe(1);
    open.close();
    open.closeAllConnections();
    weak.dispose();
  });

  it('has no scenario that the page about it does not name', async () => {
    const page = fs.readFileSync(path.join(repositoryRoot, 'docs/reference/mcp-conformance.md'), 'utf8');
    const { output } = await listScenarios(app.directory.path);
    const names = [...output.matchAll(/^ {2}- (\S+)$/gm)].map(([, name = '']) => name);
    const rows = [...page.matchAll(/^\| `([^`]+)` +\| (passes|not) /gm)];
    expect(rows.map(([, name]) => name)).toEqual(names);
    const passing = rows.filter(([, , result]) => result === 'passes').map(([, name]) => name);
    expect(passing.sort()).toEqual([...APPLICABLE_SCENARIOS].sort());
  });
});

describe.each(['http', 'sse'] as const)('the official inspector over %s', (transport) => {
  const inspect = async (...words: string[]): Promise<Record<string, unknown>> => {
    const url = app.core.mcp.addresses[transport]!;
    const header = `Authorization: Bearer ${personToken(app)}`;
    const { code, output } = await runTool(
      app.directory.path,
      inspector,
      ...[url, '--transport', transport, '--header', header, '--method', ...words],
    );
    expect([code, output.slice(0, 300)]).toEqual([0, expect.stringMatching(/^\s*\{/)]);
    return JSON.parse(output) as Record<string, unknown>;
  };

  it('lists the tools', async () => {
    const { tools } = (await inspect('tools/list')) as { tools: { name: string }[] };
    expect(tools.map(({ name }) => name)).toEqual(allTools().map(({ name }) => name));
  });

  it('calls tools that only read', { timeout: 120_000 }, async () => {
    const reading = allTools().filter(({ annotations }) => annotations.readOnlyHint);
    expect(reading.length).toBeGreaterThan(10);
    // Each call is a program of its own, which takes its time; all of them are called by the contract's own client.
    const called = reading.filter((_, place) => place % (transport === 'http' ? 6 : 12) === 0);
    const calling = called.map(async ({ name, command }) => {
      const input = Object.entries(await exampleInput(app, command));
      const given = input.flatMap(([key, value]) => ['--tool-arg', `${key}=${String(value)}`]);
      const result = await inspect('tools/call', '--tool-name', name, ...given);
      expect([name, result['isError'] ?? false]).toEqual([name, false]);
      expect(result).toHaveProperty('structuredContent');
    });
    await Promise.all(calling);
  });

  it('hears of an error of a tool, and of a token that is wrong', async () => {
    const refused = await inspect(
      'tools/call',
      '--tool-name',
      'fugue_read_pane',
      '--tool-arg',
      'pane_id=none',
    );
    expect(refused['isError']).toBe(true);
    const wrong = ['--header', `Authorization: Bearer ${'x'.repeat(43)}`, '--method', 'tools/list'];
    const url = app.core.mcp.addresses[transport]!;
    expect((await runTool(app.directory.path, inspector, url, '--transport', transport, ...wrong)).code).toBe(
      1,
    );
  });
});
