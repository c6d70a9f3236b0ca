import { z } from 'zod';
import { PANE_FACES } from '../model/pane';
import { defineCommand, NO_AGENT } from './define-command';
import { paneTarget } from './fields';
import { paneView } from './views';

/** Longest prompt, in UTF-16 units. */
const PROMPT_MAXIMUM = 1_000_000;

export const setFace = defineCommand({
  group: 'chat',
  summary: 'Show the conversation of a pane as a chat, or as a terminal',
  description:
    'Changes the face of a pane with a Claude. The conversation goes on: one Claude ends and another one takes it up, once nothing is under way (a turn, a question to you, a draft). Until then the new face shows what goes on. force changes at once and stops what is under way.',
  origins: NO_AGENT,
  input: z.object({
    pane_id: paneTarget,
    face: z.enum(PANE_FACES).optional().describe('left out: the other one'),
    force: z.boolean().default(false).describe('stop what is under way'),
  }),
  output: z.object({
    pane: paneView,
    waits: z.string().describe('why it has not changed hands yet; empty when it has'),
  }),
  positional: ['pane_id', 'face'],
  palette: [{ title: 'Switch between chat and terminal' }],
  text: ({ pane, waits }) =>
    `${pane.label} is shown as a ${pane.face}${waits === '' ? '' : `; its conversation changes hands later: ${waits}`}`,
});

export const sendPrompt = defineCommand({
  group: 'chat',
  summary: 'Ask the Claude of a pane something',
  description:
    'Queues a prompt for the Claude of a pane, exactly as it is written. It is given as soon as that Claude is free, once, also when Fugue or Claude is started again in between.',
  origins: NO_AGENT,
  input: z.object({
    text: z.string().min(1).max(PROMPT_MAXIMUM),
    pane_id: paneTarget,
    attachments: z
      .array(z.string().min(1).max(4096))
      .max(20)
      .default([])
      .describe('files of pictures, as absolute paths'),
  }),
  output: z.object({ delivery_id: z.string(), pane_id: z.string() }),
  positional: ['text', 'pane_id'],
  text: ({ delivery_id }) => `queued as ${delivery_id}`,
});

export const sendNow = defineCommand({
  group: 'chat',
  summary: 'Give a prompt that waits at once',
  description: 'Gives it before all others. A Claude that Fugue talks to gets it in the middle of its turn.',
  origins: NO_AGENT,
  input: z.object({ delivery_id: z.string().min(1).max(100) }),
  output: z.object({ delivery_id: z.string() }),
  positional: ['delivery_id'],
  text: ({ delivery_id }) => `${delivery_id} is given now`,
});

export const interruptClaude = defineCommand({
  group: 'chat',
  summary: 'Stop the turn of a Claude',
  description:
    'Stops what the Claude of a pane does, as Escape does in its terminal. Its conversation stays.',
  origins: NO_AGENT,
  input: z.object({ pane_id: paneTarget }),
  output: z.object({ pane_id: z.string() }),
  positional: ['pane_id'],
  palette: [{ title: 'Stop Claude' }],
  text: ({ pane_id }) => `told ${pane_id} to stop`,
});

export const setClaudeModel = defineCommand({
  group: 'chat',
  summary: 'Choose the model of a chat',
  origins: NO_AGENT,
  input: z.object({ model: z.string().min(1).max(200), pane_id: paneTarget }),
  output: z.object({ pane_id: z.string(), model: z.string() }),
  positional: ['model', 'pane_id'],
  text: ({ model }) => `the model is ${model} from now on`,
});

export const PERMISSION_MODES = [
  'default',
  'acceptEdits',
  'plan',
  'auto',
  'dontAsk',
  'bypassPermissions',
] as const;

export const setPermissionMode = defineCommand({
  group: 'chat',
  summary: 'Choose how much the Claude of a chat may do unasked',
  origins: NO_AGENT,
  input: z.object({ mode: z.enum(PERMISSION_MODES), pane_id: paneTarget }),
  output: z.object({ pane_id: z.string(), mode: z.string() }),
  positional: ['mode', 'pane_id'],
  text: ({ mode }) => `the permission mode is ${mode} from now on`,
});
