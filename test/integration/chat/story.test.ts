// A whole conversation with the real `claude` over its own protocol, as the window has it.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { PermissionAsk } from '#shared/model/permission';
import { asPaneId } from '#shared/model/ids';
import { ChatView } from '#test/helpers/chat-view';
import { claudeVersions } from '#test/helpers/claude/claude';
import { ClaudeCore } from '#test/helpers/claude/claude-core';
import type { MessagesBody, Turn } from '#test/helpers/model-server/index';
import { answer, directed, lastUserText, text, thinking, tool } from '#test/helpers/model-server/index';
import { makeTemporaryDirectory } from '#test/helpers/temporary-directory';
import { waitFor } from '#test/helpers/wait';

/** Answers by what the person or a tool said last. */
function reply(body: MessagesBody): Turn | null {
  const last = lastUserText(body);
  if (last.includes('hello')) return answer(thinking('A greeting.'), text('Hello, you.'));
  if (last.includes('two pages'))
    return answer(
      text('Two at once.'),
      tool('WebFetch', { url: 'https://docs.example.test/one', prompt: 'What is it?' }),
      tool('WebFetch', { url: 'https://docs.example.test/two', prompt: 'What is it?' }),
    );
  if (last.includes('a file')) return answer(tool('Bash', { command: 'touch one.txt' }));
  if (last.includes('danger')) return answer(tool('Bash', { command: 'touch danger.txt' }));
  if (last.includes('database'))
    return answer(
      tool('AskUserQuestion', {
        questions: [
          {
            question: 'Which database?',
            header: 'Database',
            multiSelect: false,
            options: [
              { label: 'PostgreSQL', description: 'The large one' },
              { label: 'SQLite', description: 'The small one' },
            ],
          },
        ],
      }),
    );
  if (last.includes('wait long')) return answer(text('I begin, and '), text('go on.')).held('inside');
  return answer(text('Done.'));
}

async function startChat(version: string) {
  const directory = makeTemporaryDirectory();
  const claude = await ClaudeCore.start({ version, story: directed('chat', reply), directory });
  onTestFinished(async () => {
    await claude.close();
    directory.remove();
  });
  // Everything that Claude writes is kept beside, to be compared with what views get.
  const bytes = path.join(directory.path, 'bytes.jsonl');
  const tee = path.join(directory.folder('bin'), 'claude');
  fs.writeFileSync(tee, `#!/bin/bash\nset -o pipefail\n"${claude.executable}" "$@" | tee -a "${bytes}"\n`, {
    mode: 0o755,
  });
  const made = await claude.app.run('create_window', {
    command: `${tee} --permission-mode default`,
    cwd: claude.project,
    face: 'chat',
  });
  const paneId = made.pane.id;
  const view = new ChatView();
  const ask = async (prompt: string): Promise<void> => {
    await claude.app.run('send_prompt', { text: prompt, pane_id: paneId });
  };
  const asks = (): readonly PermissionAsk[] => claude.app.state.asks.filter((one) => one.paneId === paneId);
  const asked = async (count: number): Promise<readonly PermissionAsk[]> => {
    await waitFor(`${String(count)} questions`, () => asks().length === count, { timeout: 40_000 });
    return asks();
  };
  return { claude, app: claude.app, paneId, view, bytes, ask, asks, asked };
}

describe.each(claudeVersions)('a chat with claude %s', (version) => {
  it('starts when it is looked at, streams, asks, and tells exactly what Claude wrote', async () => {
    const { claude, app, paneId, view, bytes, ask, asks, asked } = await startChat(version);
    expect(claude.find(paneId).process).toMatchObject({ status: 'waiting', dormant: true });
    app.core.chat.hub.openPane(asPaneId(paneId), view);
    await claude.until(paneId, 'idle');
    await view.until('what can be chosen', ({ facts }) => (facts?.models.length ?? 0) > 0);
    expect(view.facts).toMatchObject({ driver: 'stream', ended: null });

    await ask('hello');
    await view.until('the greeting', ({ said }) => said.includes('Hello, you.'));
    expect(view.partial.some((line) => line.includes('"thinking_delta"'))).toBe(true);
    await claude.until(paneId, 'complete');

    await ask('make a file');
    const [file] = await asked(1);
    expect(file).toMatchObject({ way: 'stream', tool: 'Bash', kind: 'permission' });
    expect(claude.find(paneId).agent?.state).toBe('waiting');
    await app.run('answer_permission', { ask_ids: [file!.id], decision: 'allow' });
    await view.until('the end of the turn', ({ said }) => said.includes('Done.'));
    expect(fs.existsSync(path.join(claude.project, 'one.txt'))).toBe(true);
    await claude.until(paneId, 'complete');

    // "Always" about the pages of one place is an answer to both.
    await ask('two pages');
    const [page] = await asked(2);
    await app.run('answer_permission', { ask_ids: [page!.id], decision: 'allow', always: true });
    expect(asks()).toEqual([]);
    await claude.until(paneId, 'complete');

    await ask('danger');
    const [danger] = await asked(1);
    await app.run('answer_permission', {
      ask_ids: [danger!.id],
      decision: 'deny',
      message: 'Not on a Friday.',
    });
    await view.until('the denial', ({ texts }) => texts.some((line) => line.includes('Not on a Friday.')));
    expect(fs.existsSync(path.join(claude.project, 'danger.txt'))).toBe(false);
    await claude.until(paneId, 'complete');

    await ask('which database');
    const [question] = await asked(1);
    expect(question).toMatchObject({ kind: 'question', tool: 'AskUserQuestion' });
    await app.run('answer_permission', {
      ask_ids: [question!.id],
      decision: 'allow',
      answers: { 'Which database?': 'SQLite' },
    });
    await view.until('the answer', ({ texts }) =>
      texts.some((line) => /Which database\?.*SQLite/.test(line)),
    );
    await claude.until(paneId, 'complete');

    // While it works, what is asked waits, can be taken back, and is given once.
    await ask('wait long');
    await claude.until(paneId, 'streaming');
    await ask('hello after');
    await ask('never mind');
    const [, second] = app.state.deliveries.filter(({ state }) => state === 'queued');
    await app.run('cancel_delivery', { delivery_id: second!.id });
    await app.run('interrupt_claude', { pane_id: paneId });
    await view.until(
      'the greeting again',
      ({ said }) => said.filter((each) => each === 'Hello, you.').length === 2,
    );
    await claude.until(paneId, 'complete');

    await app.run('set_permission_mode', { mode: 'plan', pane_id: paneId });
    await app.run('set_claude_model', { model: 'haiku', pane_id: paneId });
    await view.until(
      'what was chosen',
      ({ facts }) => facts?.permissionMode === 'plan' && facts.model === 'haiku',
    );

    const wrote = fs
      .readFileSync(bytes, 'utf8')
      .split('\n')
      .filter((line) => line !== '');
    const whole = wrote.filter((line) => !line.includes('"type":"stream_event"'));
    expect(view.texts).toEqual(whole);
    expect(view.partial).toEqual(wrote.filter((line) => line.includes('"type":"stream_event"')));
    // What Claude keeps on disk is what it wrote here; it may write it a little later.
    const transcript = claude.find(paneId).claude?.transcriptPath ?? '';
    const kept = () =>
      new Map(fs.readFileSync(transcript, 'utf8').split('\n').slice(0, -1).flatMap(messageIn));
    const told = whole.flatMap(messageIn);
    expect(told.length).toBeGreaterThan(10);
    await waitFor('all of it on disk', () => told.every(([uuid]) => kept().has(uuid)), { timeout: 10_000 });
    const onDisk = kept();
    for (const [uuid, message] of told) expect(onDisk.get(uuid), uuid).toEqual(message);
    const { decisions } = await app.run('list_decisions', {});
    expect(decisions.map(({ end, by }) => `${end} ${by}`)).toEqual([
      'answered person',
      'denied person',
      'allowed rule',
      'allowed person',
      'allowed person',
    ]);
  });
});

/** The uuid and content of a message; nothing for other lines, and for what is only said to views. */
function messageIn(line: string): readonly (readonly [string, unknown])[] {
  if (line === '') return [];
  const { type, uuid, message, isReplay } = JSON.parse(line) as {
    type?: string;
    uuid?: string;
    message?: { content?: unknown };
    isReplay?: boolean;
  };
  if ((type !== 'assistant' && type !== 'user') || uuid === undefined || isReplay === true) return [];
  return [[uuid, message?.content]];
}
