// Runs test/acceptance/channels.sh, which is plain shell, with the real `claude` and a scripted model.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';
import { cleanEnvironment } from '#test/helpers/clean-environment';
import { claudeVariables, claudeVersions, ensureClaude, makeClaudeHome } from '#test/helpers/claude/claude';
import {
  answer,
  directed,
  lastUserText,
  startModelServer,
  text,
  tool,
  toolResults,
} from '#test/helpers/model-server/index';
import { repositoryRoot } from '#test/helpers/root';
import { makeTemporaryDirectory } from '#test/helpers/temporary-directory';

it.each(claudeVersions.slice(-1))(
  'channels work for who writes plain shell, with claude %s',
  async (version) => {
    const directory = makeTemporaryDirectory();
    const server = await startModelServer(
      directed('plain shell', (body) => {
        const said = lastUserText(body);
        const results = toolResults(body);
        const channel = /please answer by (\w+)/.exec(said)?.[1];
        // Results of earlier turns stay in what the model is told.
        if (JSON.stringify(body.messages?.at(-1) ?? null).includes('"tool_result"'))
          return answer(text(`It said: ${JSON.stringify(results.at(-1))}`));
        if (channel !== undefined)
          return answer(tool('mcp__fugue__send_to_channel', { channel, message: 'Homework: Math ch.3' }));
        if (said.includes('homework')) return answer(text('OK, I will handle this.'));
        const reply = answer(text(`The prompt was: ${said.replace(/\s+/g, ' ')}`));
        return said.includes('slow') ? reply.slowly(500) : reply;
      }),
    );
    const home = makeClaudeHome(directory.folder('home'), { trusted: [directory.folder('work', 'project')] });
    const work = directory.folder('work');
    const outcome = await new Promise<{ readonly code: number; readonly output: string }>((resolve) => {
      void ensureClaude(version).then((claude) => {
        const child = execFile(
          'bash',
          [path.join(repositoryRoot, 'test/acceptance/channels.sh')],
          {
            env: cleanEnvironment({
              ...claudeVariables({ home, modelServerUrl: server.url }),
              TERM: 'xterm-256color',
              SHELL: '/bin/bash',
              CLAUDE: claude,
              WORK: work,
            }),
            maxBuffer: 8 * 1024 * 1024,
          },
          (_error, stdout, stderr) => {
            resolve({ code: child.exitCode ?? -1, output: stdout + stderr });
          },
        );
      });
    });
    await server.close();
    directory.remove();
    expect(outcome.output).toContain('all steps hold');
    expect(outcome.code).toBe(0);
  },
  240_000,
);
