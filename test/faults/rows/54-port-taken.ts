import http from 'node:http';
import { claudeVersions } from '#test/helpers/claude/claude';
import { ClaudeCore } from '#test/helpers/claude/claude-core';
import { TestCore } from '#test/helpers/core';
import { connect, personToken } from '#test/helpers/mcp-client';
import { story } from '#test/helpers/model-server/index';
import { startStranger, type Stranger } from '#test/helpers/stranger';
import { waitFor } from '#test/helpers/wait';
import { type Row, Tally } from '../row';

/** So many of them with a real Claude. */
const WITH_CLAUDE = 3;

function must(holds: boolean, lost: string): void {
  if (!holds) throw new Error(lost);
}

async function besides(other: Stranger, environment: Record<string, string>): Promise<void> {
  const app = await TestCore.start({ environment });
  try {
    const address = app.core.mcp.addresses.http;
    must(
      address !== null && !address.includes(`:${String(other.port)}/`),
      `it is served at ${String(address)}`,
    );
    must(
      app.state.notices.some(({ title }) => title.includes(String(other.port))),
      'nobody is told',
    );
    const client = await connect(app, 'http', personToken(app));
    must((await client.listTools()).tools.length > 30, 'there are no tools');
    await client.close();
  } finally {
    await app.close();
  }
}

async function withClaude(environment: Record<string, string>): Promise<void> {
  const core = await ClaudeCore.start({
    version: claudeVersions.at(-1)!,
    environment,
    story: story('none', []),
  });
  try {
    await core.pane();
    await waitFor('Claude at MCP', () => core.app.core.mcp.clients > 0, { timeout: 20_000 });
  } finally {
    await core.close();
  }
}

export const row: Row = {
  number: 54,
  async run({ count }) {
    const tally = new Tally();
    for (let number = 0; number < count; number += 1) {
      const other = await startStranger();
      const environment = { CCMUX_MCP_PORT: String(other.port) };
      await tally.attempt(`start ${String(number)}`, async () => {
        if (number < WITH_CLAUDE) await withClaude(environment);
        else await besides(other, environment);
        must(other.seen.length === 0, `the stranger got ${other.seen.join()}`);
      });
      await other.close();
    }
    return tally;
  },
  // Whoever believes the port that the settings name sends the stranger a token.
  async weakened({ count }) {
    const tally = new Tally();
    for (let number = 0; number < count; number += 1) {
      const other = await startStranger();
      const app = await TestCore.start({ environment: { CCMUX_MCP_PORT: String(other.port) } });
      await new Promise((resolve) => {
        http
          .get(
            { port: other.port, path: '/mcp', headers: { authorization: `Bearer ${personToken(app)}` } },
            (answer) => answer.resume().on('end', resolve),
          )
          .on('error', resolve);
      });
      tally.check(other.seen.length === 0, `the stranger got ${String(other.seen.length)} requests`);
      await app.close();
      await other.close();
    }
    return tally;
  },
};
