// One conversation of a real `claude`, in its terminal and as a chat, back and forth.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { asPaneId } from '#shared/model/ids';
import { ChatView } from '#test/helpers/chat-view';
import { usualVersions } from '#test/helpers/claude/claude';
import { ClaudeCore } from '#test/helpers/claude/claude-core';
import type { MessagesBody, Turn } from '#test/helpers/model-server/index';
import { answer, directed, lastUserText, text, tool } from '#test/helpers/model-server/index';
import { waitFor } from '#test/helpers/wait';

/** Answers by what was said last; the first long answer stops in its middle. */
function replies(): (body: MessagesBody) => Turn | null {
  let held = false;
  return (body) => {
    if (!lastUserText(body).includes('wait long')) return reply(body);
    if (held) return answer(text('I begin, and go on.'));
    held = true;
    return answer(text('I begin, and '), text('go on.')).held('inside');
  };
}

function reply(body: MessagesBody): Turn {
  const last = lastUserText(body);
  const greeting = /hello (\w+)/.exec(last)?.[1];
  if (greeting !== undefined) return answer(text(`Greetings to ${greeting}.`));
  const file = /make (\w+)/.exec(last)?.[1];
  if (file !== undefined) return answer(tool('Bash', { command: `touch ${file}` }));
  return answer(text('That is done.'));
}

async function start(version: string, config = '') {
  const claude = await ClaudeCore.start({ version, story: directed('hand-off', replies()), config });
  onTestFinished(() => claude.close());
  const { app } = claude;
  const driver = (paneId: string) => claude.find(paneId).claude?.driver;
  const asks = (paneId: string) => app.state.asks.filter((ask) => ask.paneId === paneId);
  return {
    claude,
    app,
    asks,
    open(paneId: string): ChatView {
      const view = new ChatView();
      app.core.chat.hub.openPane(asPaneId(paneId), view);
      return view;
    },
    untilDriver: (paneId: string, wanted: 'terminal' | 'stream') =>
      waitFor(
        `the ${wanted} to hold the conversation`,
        () => driver(paneId) === wanted && claude.find(paneId).process.status === 'running',
        { timeout: 40_000, instead: () => JSON.stringify(claude.find(paneId)) },
      ),
    untilAsked: (paneId: string) =>
      waitFor('a question', () => asks(paneId).length === 1, { timeout: 40_000 }),
  };
}

describe.each(usualVersions)('a conversation of claude %s with two faces', (version) => {
  it('goes from terminal to chat to terminal with what waits, and is one in the end', async () => {
    const { claude, app, asks, open, untilDriver, untilAsked } = await start(version);
    const paneId = await claude.pane();
    await claude.prompt(paneId, 'hello terminal');
    await claude.until(paneId, 'complete');
    const conversation = claude.find(paneId).claude?.sessionId;

    const view = open(paneId);
    await view.until('what was said in the terminal', ({ said }) => said.includes('Greetings to terminal.'));
    expect(view.facts?.driver).toBe('terminal');
    // A dialog is open in the terminal: the chat shows it, and the conversation stays where it is.
    await claude.prompt(paneId, 'make first');
    await untilAsked(paneId);
    const { waits } = await app.run('set_face', { pane_id: paneId, face: 'chat' });
    expect(waits).toContain('asks you something');
    expect(asks(paneId)).toMatchObject([{ way: 'hook', tool: 'Bash', input: { command: 'touch first' } }]);
    await app.run('send_prompt', { pane_id: paneId, text: 'hello queue' });
    await app.run('answer_permission', { ask_ids: [asks(paneId)[0]!.id], decision: 'allow' });
    await untilDriver(paneId, 'stream');
    await view.until('the queued prompt', ({ said }) => said.includes('Greetings to queue.'));
    expect(fs.existsSync(path.join(claude.project, 'first'))).toBe(true);
    await claude.until(paneId, 'idle', 'complete');

    // And back, with a question of its own protocol open.
    await app.run('send_prompt', { pane_id: paneId, text: 'make second' });
    await untilAsked(paneId);
    await app.run('send_prompt', { pane_id: paneId, text: 'hello back' });
    const back = await app.run('set_face', { pane_id: paneId, face: 'terminal' });
    expect(back.waits).toContain('asks you something');
    expect(asks(paneId)).toMatchObject([{ way: 'stream' }]);
    await app.run('answer_permission', { ask_ids: [asks(paneId)[0]!.id], decision: 'allow' });
    await untilDriver(paneId, 'terminal');
    await claude.shows(paneId, 'Greetings to back.');
    await view.until('what was said in the terminal again', ({ said }) =>
      said.includes('Greetings to back.'),
    );
    expect(fs.existsSync(path.join(claude.project, 'second'))).toBe(true);

    // What was said in the terminal meanwhile stands in the chat that goes on.
    await claude.until(paneId, 'idle', 'complete');
    await app.run('set_face', { pane_id: paneId, face: 'chat' });
    await untilDriver(paneId, 'stream');
    await app.run('send_prompt', { pane_id: paneId, text: 'hello again' });
    await view.until('what was said in the chat again', ({ said }) => said.includes('Greetings to again.'));
    const fresh = open(paneId);
    await fresh.until('the newest', ({ said }) => said.includes('Greetings to again.'));
    for (const shown of [view, fresh]) {
      while (await shown.earlier());
      const names = ['terminal', 'queue', 'back', 'again'];
      const greetings = names.map((name) => `Greetings to ${name}.`);
      expect(shown.said.filter((said) => greetings.includes(said))).toEqual(greetings);
    }

    const { claude: last } = claude.find(paneId);
    expect(last?.sessionId).toBe(conversation);
    const transcript = fs.readFileSync(last?.transcriptPath ?? '', 'utf8').split('\n');
    for (const prompt of ['hello terminal', 'make first', 'hello queue', 'make second', 'hello back'])
      expect(
        transcript.filter((line) => isPrompt(line, prompt)),
        prompt,
      ).toHaveLength(1);
  });

  it('comes back after a crash in the middle of an answer', async () => {
    const { claude, app, open } = await start(version, 'backoff-initial = 0.1');
    const made = await app.run('create_window', {
      command: 'claude --permission-mode default',
      cwd: claude.project,
      face: 'chat',
    });
    const paneId = made.pane.id;
    const view = open(paneId);
    await claude.until(paneId, 'idle');
    await app.run('send_prompt', { pane_id: paneId, text: 'hello one' });
    await claude.until(paneId, 'complete');
    await app.run('send_prompt', { pane_id: paneId, text: 'wait long' });
    await claude.until(paneId, 'streaming');
    const { claude: before, process: running } = claude.find(paneId);
    if (running.status !== 'running') throw new Error('it runs');
    process.kill(-running.pid, 'SIGKILL');
    await claude.until(paneId, 'crashed');
    // A prompt that is not in the conversation yet is given once more.
    await claude.until(paneId, 'idle', 'complete');
    expect(claude.find(paneId).claude).toMatchObject({
      sessionId: before?.sessionId,
      resumed: true,
      driver: 'stream',
    });
    await app.run('send_prompt', { pane_id: paneId, text: 'hello again' });
    await view.until('it to go on', ({ said }) => said.includes('Greetings to again.'));
    expect(view.said.filter((each) => each === 'Greetings to one.')).toHaveLength(1);
  });
});

function isPrompt(line: string, prompt: string): boolean {
  if (!line.includes('"type":"user"')) return false;
  const { message } = JSON.parse(line) as { message?: { content?: unknown } };
  const content = message?.content;
  const said =
    typeof content === 'string'
      ? content
      : Array.isArray(content)
        ? content
            .map((block: { text?: unknown }) => (typeof block.text === 'string' ? block.text : ''))
            .join('')
        : '';
  return said === prompt;
}
