// What happens to a Claude as a program: how it starts, asks before it works, ends, and comes back.
import fs from 'node:fs';
import path from 'node:path';
import { answer, text, tool } from '#test/helpers/model-server/index';
import { waitFor } from '#test/helpers/wait';
import type { Scenario, Stage } from './scenario';
import * as scripts from './scripts';

const pidOf = (stage: Stage): number => {
  const { process: running } = stage.pane;
  if (running.status !== 'running') throw new Error(`it does not run: ${running.status}`);
  return running.pid;
};

async function staysEnded(stage: Stage): Promise<void> {
  await waitFor('the end of the program', () => stage.pane.process.status === 'exited');
  // Longer than the first wait before a start again, which is 0.1 s here.
  await new Promise((resolve) => setTimeout(resolve, 600));
  if (stage.pane.process.status !== 'exited' || stage.pane.claude?.restartAt != null)
    throw new Error('it was started again');
}

export const trust: Scenario = {
  name: 'trust dialog',
  steps: [
    { state: 'waiting', waitingFor: 'trust', never: ['idle'] },
    { act: (stage) => stage.choose(/^Yes, I trust this folder/), state: 'idle' },
  ],
};

export const login: Scenario = {
  name: 'login (no key, no credentials)',
  steps: [{ state: 'waiting', waitingFor: 'login' }],
};

export const plan: Scenario = {
  name: 'plan approval',
  turns: [scripts.plan, answer(text('I start.'))],
  steps: [
    { act: (stage) => stage.prompt('make a plan'), state: 'waiting', waitingFor: 'plan', reason: /plan/ },
    {
      act: (stage) => stage.choose(/^Yes(?:, and switch to default.*|, manually approve.*)?$/),
      state: 'complete',
      never: ['idle'],
    },
  ],
};

export const limit: Scenario = {
  name: 'usage limit (429)',
  turns: [scripts.limit(7200)],
  steps: [
    {
      act: (stage) => stage.prompt('use up the rest'),
      state: 'limited',
      never: ['idle', 'complete'],
      check: (stage) => {
        if (stage.status()?.resetsAt == null) throw new Error('it is not known when the limit ends');
      },
    },
  ],
};

export const backgroundShell: Scenario = {
  name: 'background shell after Stop',
  turns: [
    answer(
      tool('Bash', {
        command: './wait-for behind',
        description: 'A step of the story',
        run_in_background: true,
      }),
    ),
    answer(text('It runs in the background.')),
    answer(text('It has ended.')),
  ],
  steps: [
    {
      act: (stage) => stage.prompt('leave it running'),
      state: 'complete',
      reason: /background/,
      never: ['idle'],
    },
  ],
};

export const exits: Scenario = {
  name: '/exit',
  steps: [
    {
      act: (stage) => stage.prompt('/exit'),
      state: 'exited',
      reason: /\/exit|in order/,
      never: ['crashed'],
      check: staysEnded,
    },
  ],
};

export const terminated: Scenario = {
  name: 'SIGTERM',
  steps: [
    {
      act: async (stage) => {
        process.kill(pidOf(stage), 'SIGTERM');
      },
      state: 'exited',
      never: ['crashed'],
      check: staysEnded,
    },
  ],
};

export const killed: Scenario = {
  name: 'kill -9',
  turns: [answer(text('Before the end.'))],
  steps: [
    { act: (stage) => stage.prompt('say it before the end'), state: 'complete' },
    {
      act: async (stage) => {
        await stage.core.written(stage.paneId, 'say it before the end');
        process.kill(pidOf(stage), 'SIGKILL');
      },
      state: 'crashed',
      never: ['exited'],
    },
    {
      state: 'idle',
      never: ['exited'],
      check: async (stage) => {
        await stage.core.shows(stage.paneId, 'Before the end.');
        if (stage.pane.claude?.resumed !== true) throw new Error('its conversation was not resumed');
      },
    },
  ],
};

export const typedByHand: Scenario = {
  name: 'typed by hand in a shell',
  turns: [
    answer(text('Hello.')).held(),
    answer(tool('Bash', { command: 'touch typed.txt', description: 'A step of the story' })),
  ],
  steps: [
    {
      act: async (stage) => {
        await waitFor('the shell', async () => /[$#]\s*$/.test(await stage.core.screen(stage.paneId)));
        const program = path.join(stage.core.app.home, 'bin', 'claude');
        fs.mkdirSync(path.dirname(program), { recursive: true });
        fs.symlinkSync(stage.core.executable, program);
        await stage.type(`${program} --permission-mode default\n`);
      },
      state: 'idle',
      check: async (stage) => {
        if (stage.pane.claude?.managed !== false) throw new Error('it is no Claude of a shell');
        await waitFor('its conversation', () => stage.pane.claude?.sessionId != null);
      },
    },
    { act: (stage) => stage.prompt('say hello'), state: 'thinking', never: ['complete'] },
    {
      act: async (stage) => {
        stage.release();
      },
      state: 'complete',
      check: async (stage) => {
        await waitFor('the transcript', () => fs.existsSync(stage.pane.claude?.transcriptPath ?? ''));
      },
    },
    {
      act: (stage) => stage.prompt('make a file'),
      state: 'waiting',
      waitingFor: 'permission',
      reason: /touch typed\.txt/,
    },
    { act: (stage) => stage.keys('Escape'), state: 'idle', reason: /interrupted/ },
    {
      act: (stage) => stage.prompt('/exit'),
      state: 'none',
      check: async (stage) => {
        await waitFor('a shell as before', () => stage.pane.claude === null);
        await stage.type('echo still $((40 + 2))\n');
        await stage.core.shows(stage.paneId, 'still 42');
        if (stage.pane.process.status !== 'running') throw new Error('its shell has ended');
      },
    },
  ],
};
