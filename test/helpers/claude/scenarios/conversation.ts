// What happens in a conversation that goes on: each scenario begins and ends at rest.
import fs from 'node:fs';
import path from 'node:path';
import { answer, failure, text, tool } from '#test/helpers/model-server/index';
import { waitFor } from '#test/helpers/wait';
import type { Scenario, Stage, Step } from './scenario';
import * as scripts from './scripts';

const INTERRUPTED = /interrupted/;
const bash = (command: string, more: Readonly<Record<string, unknown>> = {}) =>
  tool('Bash', { command, description: 'A step of the story', ...more });
const done: Step = { state: 'complete' };

const thinkingAt = (prompt: string): Step => ({
  act: (stage) => stage.prompt(prompt),
  state: 'thinking',
  never: ['idle', 'complete', 'waiting'],
});

/** Lets the held answer go on, and expects the end of the turn. */
const released: Step = {
  act: async (stage) => {
    stage.release();
  },
  state: 'complete',
};

/** Presses Escape, and expects that the turn is told to be interrupted. */
const escaped: Step = {
  act: (stage) => stage.keys('Escape'),
  state: 'idle',
  reason: INTERRUPTED,
  never: ['complete', 'crashed'],
};

const asks = (prompt: string, waitingFor: Step['waitingFor'], reason: RegExp): Step => ({
  act: (stage) => stage.prompt(prompt),
  state: 'waiting',
  ...(waitingFor === undefined ? {} : { waitingFor }),
  reason,
});

export const ready: Scenario = { name: 'ready', steps: [{ state: 'idle' }] };

export const thinking: Scenario = {
  name: 'thinking',
  turns: [answer(text('Here it is.')).held()],
  steps: [thinkingAt('think about it'), released],
};

export const streaming: Scenario = {
  name: 'streaming',
  turns: [answer(text('One line.\nTwo lines.\nThree lines.')).held('inside')],
  steps: [
    thinkingAt('write some lines'),
    { state: 'streaming', never: ['idle', 'complete'] },
    { ...released, never: ['idle'] },
  ],
};

export const toolRuns: Scenario = {
  name: 'tool running',
  turns: [answer(text('I wait.'), bash('./wait-for tool')), answer(text('It is over.'))],
  steps: [
    thinkingAt('run the tool'),
    { state: 'tool', reason: /wait-for tool/, never: ['waiting', 'idle', 'complete'] },
    {
      act: async (stage) => {
        await begun(stage, 'tool');
        stage.signal('tool');
      },
      state: 'complete',
      never: ['idle'],
    },
  ],
};

export const bashPermission: Scenario = {
  name: 'Bash permission',
  turns: [answer(bash('touch made.txt && ./wait-for bash')), answer(text('Made.'))],
  steps: [
    asks('make a file', 'permission', /touch made\.txt/),
    { act: (stage) => stage.choose(/^Yes$/), state: 'tool', never: ['idle', 'complete'] },
    {
      act: async (stage) => {
        await begun(stage, 'bash');
        stage.signal('bash');
      },
      state: 'complete',
      never: ['idle', 'waiting'],
    },
  ],
};

export const writePermission: Scenario = {
  name: 'Write permission',
  turns: [
    answer(tool('Write', { file_path: 'written.txt', content: 'one\ntwo\n' })),
    answer(text('Written.')).held(),
  ],
  steps: [
    asks('write a file', 'permission', /written\.txt/),
    { act: (stage) => stage.choose(/^Yes$/), state: 'thinking', never: ['idle', 'complete'] },
    released,
  ],
};

export const editPermission: Scenario = {
  name: 'Edit permission',
  turns: [
    answer(tool('Read', { file_path: 'edited.txt' })),
    answer(tool('Edit', { file_path: 'edited.txt', old_string: 'before', new_string: 'after' })),
    answer(text('Edited.')),
  ],
  steps: [
    {
      ...asks('edit a file', 'permission', /edited\.txt/),
      act: async (stage) => {
        fs.writeFileSync(path.join(stage.core.project, 'edited.txt'), 'before\n');
        await stage.prompt('edit a file');
      },
    },
    { act: (stage) => stage.choose(/^Yes$/), state: 'complete', never: ['idle'] },
  ],
};

export const fetchPermission: Scenario = {
  name: 'WebFetch permission, Esc',
  turns: [answer(tool('WebFetch', { url: 'https://example.com/page', prompt: 'What does it say?' }))],
  steps: [asks('fetch the page', 'permission', /example\.com/), escaped],
};

export const answeredNo: Scenario = {
  name: 'permission answered No',
  turns: [answer(bash('touch refused.txt'))],
  steps: [
    asks('make another file', 'permission', /refused\.txt/),
    { act: (stage) => stage.choose(/^No\b/), state: 'idle', reason: INTERRUPTED, never: ['complete'] },
  ],
};

export const escapedDialog: Scenario = {
  name: 'Esc in a dialog',
  turns: [answer(bash('touch escaped.txt'))],
  steps: [asks('make a third file', 'permission', /escaped\.txt/), escaped],
};

export const escapedStreaming: Scenario = {
  name: 'Esc while streaming',
  turns: [answer(text('One line.\nTwo lines.\nThree lines.')).held('inside')],
  steps: [thinkingAt('write more lines'), { state: 'streaming' }, escaped],
};

export const escapedTool: Scenario = {
  name: 'Esc while a tool runs',
  turns: [answer(bash('./wait-for never'))],
  steps: [thinkingAt('run it for ever'), { state: 'tool', check: (stage) => begun(stage, 'never') }, escaped],
};

export const question: Scenario = {
  name: 'question',
  turns: [scripts.question, answer(text('Thanks.'))],
  steps: [
    asks('ask me something', 'question', /Which database/),
    { act: (stage) => stage.choose(/^PostgreSQL/), state: 'complete', never: ['idle'] },
  ],
};

export const apiError: Scenario = {
  name: 'final API error',
  // Claude asks in other ways before it gives up.
  turns: Array.from({ length: 8 }, () => failure(400, { message: 'this can not be done' })),
  steps: [
    {
      act: (stage) => stage.prompt('fail at once'),
      state: 'idle',
      reason: /error: .*this can not be done/,
      never: ['complete', 'crashed', 'limited'],
    },
  ],
};

export const retry: Scenario = {
  name: 'retry (529)',
  turns: [failure(529), answer(text('Back again.'))],
  steps: [
    {
      act: (stage) => stage.prompt('try until it goes'),
      state: 'thinking',
      reason: /tries again/,
      retries: true,
      never: ['idle', 'complete'],
    },
    { ...done, never: ['idle'] },
  ],
};

export const subagent: Scenario = {
  name: 'subagent',
  turns: [
    answer(
      tool('Agent', {
        description: 'Look around',
        prompt: 'Say what you see.',
        subagent_type: 'general-purpose',
      }),
    ),
    answer(text('I see a harbour and many boats in it.')).slowly(60),
    answer(text('It sees a harbour.')),
    // Where agents work in the background, their end begins another turn.
    answer(text('It saw a harbour.')),
  ],
  steps: [
    thinkingAt('send somebody'),
    { state: 'tool', never: ['idle', 'complete'] },
    { ...done, never: ['idle', 'waiting', 'crashed'] },
  ],
};

export const nested: Scenario = {
  name: 'claude -p inside a Bash tool',
  turns: [
    answer(bash('./nested "a question of its own"')),
    answer(text('An answer of the inner one.')).held(),
    answer(text('It answered.')),
  ],
  steps: [
    thinkingAt('ask another Claude'),
    {
      state: 'tool',
      never: ['idle', 'complete'],
      check: async (stage) => {
        const before = stage.pane.claude?.sessionId;
        await waitFor(
          'the inner Claude to ask',
          () =>
            JSON.stringify(stage.core.server.turns.at(-1)?.body?.messages ?? '').includes(
              'a question of its own',
            ) && stage.core.server.turns.at(-1)?.outcome === 'open',
          { timeout: 20_000 },
        );
        if (stage.pane.claude?.sessionId !== before)
          throw new Error('the inner Claude is taken for the outer one');
        if (stage.status()?.state !== 'tool') throw new Error(`it is ${String(stage.status()?.state)}`);
      },
    },
    { ...released, never: ['idle', 'waiting', 'crashed'] },
  ],
};

export const cleared: Scenario = {
  name: '/clear',
  turns: [answer(text('All new.'))],
  steps: [
    {
      act: async (stage) => {
        const before = stage.pane.claude;
        await stage.prompt('/clear');
        await waitFor(
          'a new conversation',
          () => {
            const now = stage.pane.claude;
            return now?.sessionId !== before?.sessionId && now?.transcriptPath !== before?.transcriptPath;
          },
          { timeout: 10_000 },
        );
        await stage.core.app.run('send_input', { pane_id: stage.paneId, keys: ['C-u'] });
        await stage.prompt('begin anew');
      },
      state: 'complete',
      never: ['crashed', 'exited'],
      check: async (stage) => {
        const file = stage.pane.claude?.transcriptPath ?? '';
        await waitFor('the new transcript', () => fs.readFileSync(file, 'utf8').includes('begin anew'));
      },
    },
  ],
};

export const compacted: Scenario = {
  name: '/compact',
  turns: [answer(text('<summary>We talked about files.</summary>')).held()],
  steps: [
    {
      act: async (stage) => {
        // No hook tells of it: sooner behind the end of a turn than any person, it is taken for a part of that.
        await new Promise((resolve) => setTimeout(resolve, 500));
        await stage.prompt('/compact');
      },
      state: 'thinking',
      never: ['complete'],
    },
    {
      act: async (stage) => {
        stage.release();
      },
      state: 'complete',
    },
  ],
};

export const resumeMenu: Scenario = {
  name: '/resume menu',
  steps: [
    { act: (stage) => stage.prompt('/resume'), state: 'waiting', waitingFor: 'dialog' },
    { act: (stage) => stage.keys('Escape'), state: 'idle', or: 'complete' },
  ],
};

async function begun(stage: Stage, name: string): Promise<void> {
  await waitFor(`the tool ${name} to run`, () =>
    fs.existsSync(path.join(stage.core.project, `${name}.begun`)),
  );
}
