// The recipes in docs/how-to: every command in them is run as it stands there, one after the other.
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { claudeVariables, ensureClaude, makeClaudeHome } from '#test/helpers/claude/claude';
import { answer, directed, startModelServer, text } from '#test/helpers/model-server/index';
import { repositoryRoot } from '#test/helpers/root';
import { makeTemporaryDirectory } from '#test/helpers/temporary-directory';
import { waitFor } from '#test/helpers/wait';
import { expectNoProblems, openApp, run } from '#test/helpers/window';

function commandsOf(recipe: string): readonly string[] {
  const page = fs.readFileSync(path.join(repositoryRoot, 'docs/how-to', recipe), 'utf8');
  return [...page.matchAll(/^```sh\n(.*?)^```/gms)].flatMap(([, block = '']) => block.trim().split('\n'));
}

test('Claudes work together as the recipe says', async () => {
  const commands = commandsOf('let-claudes-work-together.md');
  expect(commands.length).toBeGreaterThan(10);
  const directory = makeTemporaryDirectory();
  const server = await startModelServer(directed('a team', () => answer(text('Noted.'))));
  const claude = await ensureClaude('2.1.332');
  const home = directory.folder('home');
  makeClaudeHome(home, { trusted: [directory.folder('home', 'harbour')] });
  const app = await openApp({
    directory,
    env: claudeVariables({ home, modelServerUrl: server.url }),
    config: `[restore]\nenabled = false\n[claude]\ncommand = "${claude}"\n`,
  });
  try {
    const fugue = `fugue() { '${process.execPath}' '${path.join(repositoryRoot, 'dist/cli.cjs')}' "$@"; }`;
    let said = '';
    for (const command of commands) {
      // Fails with what the command said when it refuses.
      said = (
        await promisify(execFile)('bash', ['-c', `${fugue}\n${command}`], {
          env: app.environment,
          timeout: 90_000,
        })
      ).stdout;
      expect(said, command).not.toContain('not reached');
      expect(said, command).not.toContain('nobody');
    }
    expect(said.trim().split('\n')).toHaveLength(3);
    await waitFor('all to arrive', async () => {
      const { json } = await run(app, 'list_deliveries', { state: 'delivered' });
      return (json as { deliveries: unknown[] }).deliveries.length === 3;
    });
    expectNoProblems(app);
  } finally {
    await app.close();
    await server.close();
    directory.remove();
  }
});
