import { z } from 'zod';
import { CHANNEL_NAME } from '../delivery/channel-line';
import { defineCommand, NO_AGENT } from './define-command';

export const sendToChannel = defineCommand({
  group: 'channels',
  summary: 'Write a line to whoever reads a channel',
  description:
    'Writes one line to the adapter of a channel, such as a chat or a mailbox. It is written at once or refused at once: when there is no such channel, nobody reads it, or its reader does not keep up. list_channels names those that are there.',
  input: z.object({
    channel: z
      .string()
      .regex(CHANNEL_NAME, 'must be small letters, digits, dash and _, at most 32')
      .describe('the name behind "out." in the folder of the channels'),
    message: z.string().min(1).max(4096).describe('the message; newlines in it become blanks'),
  }),
  output: z.object({ channel: z.string(), bytes: z.number().int() }),
  positional: ['channel', 'message'],
  text: ({ channel, bytes }) => `wrote ${String(bytes)} bytes to ${channel}`,
});

/** As long as a line of an input FIFO may be, in UTF-16 units. */
const MESSAGE_LIMIT = 64 * 1024;

export const sendChannelMessage = defineCommand({
  group: 'channels',
  summary: 'Give a Claude a message, as an adapter does',
  description:
    'Queues a message as if its line had come by in.CHANNEL: plain text, or a JSON object with content and to. It is given when the Claude may take it; list_channels tells what waits, and list_deliveries what became of it. Also as: fugue send CHANNEL TEXT, with - for standard input.',
  input: z.object({
    channel: z
      .string()
      .regex(CHANNEL_NAME, 'must be small letters, digits, dash and _, at most 32')
      .describe('the name under which Claude sees it; the channel need not exist'),
    message: z.string().min(1).max(MESSAGE_LIMIT).describe('the message'),
  }),
  output: z.object({
    channel: z.string(),
    receivers: z
      .array(z.string().nullable())
      .describe('panes that get it; null: whoever gets what is for nobody in particular, now or later'),
  }),
  // An agent has its own name: it sends by send_orchestration.
  origins: NO_AGENT,
  positional: ['channel', 'message'],
  text: ({ channel }) => `queued a message from ${channel}`,
});

export const listChannels = defineCommand({
  group: 'channels',
  summary: 'List the channels of adapters',
  description:
    'Lists the channels in the folder of the channels: those that bring messages in, and those that send_to_channel can write to. Tells what has come in and waits, and why.',
  input: z.object({}),
  output: z.object({
    enabled: z.boolean(),
    folder: z.string(),
    inputs: z.array(z.string()),
    outputs: z.array(z.string()),
    waiting: z.array(
      z.object({
        pane_id: z.string().nullable().describe('null: for whoever gets what is for nobody in particular'),
        lines: z.number().int(),
        reason: z.string(),
        until: z.number().nullable().describe('when the wait is over, in milliseconds since 1970'),
      }),
    ),
  }),
  readOnly: true,
  text: ({ enabled, folder, inputs, outputs, waiting }) =>
    enabled
      ? [
          `${folder}: in ${inputs.join(', ') || 'none'}; out ${outputs.join(', ') || 'none'}`,
          ...waiting.map(
            ({ pane_id: pane, lines, reason }) =>
              `${String(lines)} ${lines === 1 ? 'line waits' : 'lines wait'}${pane === null ? '' : ` for pane ${pane}`}: ${reason}`,
          ),
        ].join('\n')
      : 'channels are switched off (channels.enabled)',
});
