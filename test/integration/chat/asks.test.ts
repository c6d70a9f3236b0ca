// What real Claudes in terminals ask, answered in Fugue and in their own dialogs.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { PermissionAsk } from '#shared/model/permission';
import { usualVersions } from '#test/helpers/claude/claude';
import { ClaudeCore } from '#test/helpers/claude/claude-core';
import type { MessagesBody, Turn } from '#test/helpers/model-server/index';
import { answer, directed, lastUserText, text, tool } from '#test/helpers/model-server/index';
import { makeTemporaryDirectory } from '#test/helpers/temporary-directory';
import { waitFor } from '#test/helpers/wait';

const QUESTION = {
  question: 'Which colour?',
  header: 'Colour',
  multiSelect: false,
  options: [
    { label: 'Red', description: 'Warm' },
    { label: 'Blue', description: 'Cold' },
  ],
};

function reply(body: MessagesBody): Turn {
  const last = lastUserText(body);
  const file = /make (\w+)/.exec(last)?.[1];
  if (file !== undefined) return answer(tool('Bash', { command: `touch ${file}` }));
  if (last.includes('ask me')) return answer(tool('AskUserQuestion', { questions: [QUESTION] }));
  return answer(text('That is done.'));
}

async function start(version: string) {
  const directory = makeTemporaryDirectory();
  const claude = await ClaudeCore.start({ version, story: directed('asks', reply), directory });
  const exists = (file: string): boolean => fs.existsSync(path.join(claude.project, file));
  const askOf = async (paneId: string): Promise<PermissionAsk> => {
    let found: PermissionAsk | undefined;
    await waitFor(
      'its question',
      () => (found = claude.app.state.asks.find((ask) => ask.paneId === paneId)) !== undefined,
      { timeout: 25_000, instead: () => JSON.stringify(claude.find(paneId).agent) },
    );
    return found!;
  };
  const gone = (askId: string): Promise<unknown> =>
    waitFor('the question to go', () => !claude.app.state.asks.some(({ id }) => id === askId), {
      timeout: 20_000,
    });
  return { claude, app: claude.app, directory, exists, askOf, gone };
}

describe.each(usualVersions)('what claude %s asks in terminals', (version) => {
  it('is one list for six panes, and each gets its own answer, wherever it is given', async () => {
    const { claude, app, directory, exists, askOf, gone } = await start(version);
    onTestFinished(async () => {
      await claude.close();
      directory.remove();
    });
    const panes: string[] = [];
    for (let index = 0; index < 6; index += 1) panes.push(await claude.pane());
    const prompts = ['make allowed', 'make denied', 'make yes', 'make no', 'ask me', 'make escaped'];
    await Promise.all(panes.map((paneId, index) => claude.prompt(paneId, prompts[index] ?? '')));
    const asks = await Promise.all(panes.map(askOf));
    expect(new Set(asks.map(({ id }) => id)).size).toBe(6);
    const [allowed, denied, yes, no, question, escaped] = asks as [
      PermissionAsk,
      PermissionAsk,
      PermissionAsk,
      PermissionAsk,
      PermissionAsk,
      PermissionAsk,
    ];
    expect(question).toMatchObject({ kind: 'question', input: { questions: [QUESTION] } });

    // Under another name than it asked for.
    await app.run('answer_permission', {
      ask_ids: [allowed.id],
      decision: 'allow',
      input: { ...allowed.input, command: 'touch other' },
    });
    await app.run('answer_permission', { ask_ids: [denied.id], decision: 'deny', message: 'Rather not.' });
    await app.run('answer_permission', {
      ask_ids: [question.id],
      decision: 'allow',
      answers: { 'Which colour?': 'Blue' },
    });
    // In their own dialogs: yes, no, and Escape. No hook tells of the last two.
    await claude.answer(yes.paneId, '1');
    await gone(yes.id);
    await claude.answer(no.paneId, version === '2.1.197' ? '3' : '4');
    await gone(no.id);
    await claude.keys(escaped.paneId, 'Escape');
    await gone(escaped.id);

    for (const paneId of [allowed.paneId, denied.paneId, yes.paneId, question.paneId])
      await claude.until(paneId, 'complete', 'idle');
    expect({
      allowed: exists('allowed'),
      other: exists('other'),
      denied: exists('denied'),
      yes: exists('yes'),
      no: exists('no'),
    }).toEqual({
      allowed: false,
      other: true,
      denied: false,
      yes: true,
      no: false,
    });
    expect(exists('escaped')).toBe(false);
    await claude.shows(question.paneId, 'Blue');
    expect(app.state.asks).toEqual([]);
    const { decisions } = await app.run('list_decisions', {});
    expect(decisions.map(({ end, by }) => `${end} ${by}`).sort()).toEqual([
      'allowed person',
      'answered person',
      'denied person',
      'withdrawn claude',
      'withdrawn claude',
      'withdrawn claude',
    ]);
    // What was really run, not what was asked for.
    expect(decisions.find(({ end }) => end === 'allowed')?.summary).toBe('Bash: touch other');
  });

  it('is neither allowed nor held up when the app ends', async () => {
    const first = await start(version);
    const made = await first.app.run('create_pane', {
      keep_alive: true,
      command: 'claude --permission-mode default',
      cwd: first.claude.project,
    });
    const paneId = made.pane.id;
    onTestFinished(async () => {
      await first.claude.server.close();
      first.directory.remove();
    });
    await first.claude.prompt(paneId, 'make later');
    const ask = await first.askOf(paneId);
    await first.app.close();
    expect(first.exists('later')).toBe(false);

    // Its dialog stands in the tmux that it lives in, and takes an answer there.
    const again = await first.claude.reopen();
    onTestFinished(() => again.app.close());
    await again.until(paneId, 'waiting');
    expect(again.app.state.asks.some(({ id }) => id === ask.id)).toBe(false);
    await again.answer(paneId, '1');
    await waitFor('the file', () => first.exists('later'), { timeout: 20_000 });
    await again.app.run('close_pane', { pane_id: paneId });
  });
});
