import { claudeVersions } from '#test/helpers/claude/claude';
import { ClaudeCore } from '#test/helpers/claude/claude-core';
import { answer, story, text, tool } from '#test/helpers/model-server/index';
import { startStranger } from '#test/helpers/stranger';
import { waitFor } from '#test/helpers/wait';
import { type Row, Tally } from '../row';

/** Ways in which people say which addresses need no proxy. */
const EXCEPTIONS = ['example.test', '', '.internal,10.0.0.0/8', 'localhost', 'example.test,*.corp'];

export const row: Row = {
  number: 50,
  async run({ count }) {
    const tally = new Tally();
    for (let number = 0; number < count; number += 1) {
      const proxy = await startStranger();
      const address = `http://127.0.0.1:${String(proxy.port)}`;
      const exceptions = EXCEPTIONS[number % EXCEPTIONS.length]!;
      const core = await ClaudeCore.start({
        version: claudeVersions[Math.floor(number / EXCEPTIONS.length) % claudeVersions.length]!,
        config: '[claude.communication]\nmcp_unasked = "all"\n',
        environment: {
          ...{ HTTP_PROXY: address, http_proxy: address, HTTPS_PROXY: address, https_proxy: address },
          ...{ ALL_PROXY: address, all_proxy: address },
          ...{ NO_PROXY: exceptions, no_proxy: exceptions },
        },
        story: story('asks', [answer(tool('mcp__fugue__fugue_whoami', {})), answer(text('I know.'))]),
      });
      await tally.attempt(`NO_PROXY=${exceptions}`, async () => {
        const pane = await core.pane();
        await waitFor('Claude at MCP', () => core.app.core.mcp.clients > 0, { timeout: 15_000 });
        await core.prompt(pane, 'who are you');
        await core.shows(pane, 'I know.');
        const call = core.app.core.dispatcher.records.find(({ name }) => name === 'whoami');
        if (call?.origin.paneId !== pane) throw new Error('the tool was not called');
        const local = proxy.seen.filter((request) => /127\.0\.0\.1|localhost/.test(request));
        if (local.length > 0) throw new Error(`the proxy was asked for ${local.join()}`);
      });
      await core.close();
      await proxy.close();
    }
    return tally;
  },
};
