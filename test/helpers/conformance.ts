// The official conformance suite of MCP against an endpoint of ours.
import { execFile } from 'node:child_process';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { repositoryRoot } from './root';

const suite = path.join(repositoryRoot, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');

/** Scenarios that ask for nothing that Fugue does not have. None has a baseline. */
export const APPLICABLE_SCENARIOS = [
  'server-initialize',
  'logging-set-level',
  'ping',
  'tools-list',
  'server-sse-multiple-streams',
  'resources-list',
  'prompts-list',
  'dns-rebinding-protection',
] as const;

export interface ToolOutcome {
  readonly code: number | string;
  readonly output: string;
}

/** The suite can't send a token: this adds it. Of Host and Origin only its own become ours; foreign ones pass. */
export async function startProxy(host: string, token: string): Promise<http.Server> {
  const server = http.createServer((request, response) => {
    const own = `:${String((server.address() as AddressInfo).port)}`;
    const mine = [`127.0.0.1${own}`, `localhost${own}`];
    const headers: http.OutgoingHttpHeaders = { ...request.headers, authorization: `Bearer ${token}` };
    if (mine.includes(request.headers.host ?? '')) headers.host = host;
    if (mine.some((name) => request.headers.origin === `http://${name}`)) headers.origin = `http://${host}`;
    const [hostname, port] = host.split(':');
    const { method, url } = request;
    const passed = http.request({ hostname, port, method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      response.flushHeaders();
      answer.pipe(response);
    });
    passed.on('error', () => response.destroy());
    response.on('close', () => passed.destroy());
    request.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

export function runTool(cwd: string, file: string, ...words: string[]): Promise<ToolOutcome> {
  return runOn(process.execPath, cwd, file, ...words);
}

function runOn(node: string, cwd: string, file: string, ...words: string[]): Promise<ToolOutcome> {
  const options = { cwd, timeout: 50_000, maxBuffer: 64 * 1024 * 1024 };
  return new Promise((resolve) => {
    execFile(node, [file, ...words], options, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : (error.code ?? 'killed'), output: `${stdout}${stderr}` });
    });
  });
}

export function listScenarios(cwd: string): Promise<ToolOutcome> {
  return runTool(cwd, suite, 'list', '--server');
}

export function runScenario(
  cwd: string,
  url: string,
  name: string,
  node: string = process.execPath,
): Promise<ToolOutcome> {
  return runOn(node, cwd, suite, 'server', '--url', url, '--scenario', name);
}
