// The pinned versions of the real `claude` against a scripted model: shows that the helpers work, and what later
// tests may rely on.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { claudeEnvironment, claudeVersions, ensureClaude, makeClaudeHome } from '#test/helpers/claude/claude';
import {
  lastUserText,
  startModelServer,
  type ModelServer,
  type Story,
} from '#test/helpers/model-server/index';
import { submitPrompt, whenReady } from '#test/helpers/claude/prompt';
import { greeting, greetingAnswer } from '#test/helpers/model-server/stories/greeting';
import { listAFolder } from '#test/helpers/model-server/stories/list-a-folder';
import { overloadedThenFine } from '#test/helpers/model-server/stories/overloaded-then-fine';
import { makeTemporaryDirectory, type TemporaryDirectory } from '#test/helpers/temporary-directory';
import { TestTerminal } from '#test/helpers/terminal';

describe.each(claudeVersions)('claude %s', (version) => {
  let directory: TemporaryDirectory;
  let home: string;
  let project: string;
  let server: ModelServer | undefined;
  let terminal: TestTerminal | undefined;

  beforeEach(() => {
    directory = makeTemporaryDirectory();
    project = directory.folder('home', 'project');
    home = makeClaudeHome(directory.folder('home'));
  });
  afterEach(async () => {
    await terminal?.end();
    await server?.close();
    terminal = server = undefined;
    directory.remove();
  });

  async function tell(story: Story): Promise<Record<string, string>> {
    server = await startModelServer(story);
    return claudeEnvironment({ home, modelServerUrl: server.url });
  }

  async function print(story: Story, prompt: string): Promise<string> {
    const env = await tell(story);
    const executable = await ensureClaude(version);
    // An open pipe on standard input would make claude wait for more of the prompt.
    const running = promisify(execFile)(executable, ['-p', prompt], { cwd: project, env });
    running.child.stdin?.end();
    const { stdout } = await running;
    return stdout.trim();
  }

  it('prints the scripted answer with -p', async () => {
    expect(await print(greeting, 'hello there')).toBe(greetingAnswer);
    expect(server?.turns).toHaveLength(1);
    expect(lastUserText(server!.turns[0]!.body)).toContain('hello there');
  });

  it('runs a tool of the story and reports its result to the model', async () => {
    directory.file('home/project/lighthouse.txt', '');
    expect(await print(listAFolder, 'what is here?')).toBe('That is everything in the folder.');
    expect(JSON.stringify(server!.turns[1]!.body?.messages)).toContain('lighthouse.txt');
  });

  it('tries again after a scripted failure', async () => {
    expect(await print(overloadedThenFine, 'hello')).toBe('Back again after a short pause.');
    expect(server?.turns.map((request) => request.outcome)).toEqual(['failed', 'answered']);
  });

  it('shows the scripted answer in its own screen', async () => {
    const env = await tell(greeting);
    terminal = new TestTerminal(await ensureClaude(version), [], { cwd: project, env });
    await whenReady(terminal);
    await submitPrompt(terminal, 'hello there');
    await terminal.waitForText('Good day!', { timeout: 30_000 });
    await terminal.waitForText('every boat is home.');
    expect(server?.turns).toHaveLength(1);
  });
});
