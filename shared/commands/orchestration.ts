import { z } from 'zod';
import { AGENT_STATES } from '../model/agent-state';
import { DELIVERY_STATES, MESSAGE_KINDS } from '../model/delivery';
import { defineCommand, PERSON_ONLY } from './define-command';
import { paneTarget, tagField } from './fields';
import { agentView, processView } from './views';

/** The longest text that a sender may give, in characters; the whole message is limited in bytes besides. */
const TEXT_MAXIMUM = 4000;
const text = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(
    TEXT_MAXIMUM,
    `must have at most ${String(TEXT_MAXIMUM)} characters: put more into a file and name the file`,
  );
const topic = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, 'must be letters, digits, dot, dash and _')
  .max(64);

/** To whom a message goes: to the Claudes of all panes that are meant, never back to the sender. */
const TARGETS = ['tag', 'session', 'pane', 'worktree', 'parent', 'broadcast'] as const;
export const orchestrationTarget = z
  .strictObject({
    tag: tagField.optional().describe('all sessions with this tag'),
    session: z.string().min(1).max(200).optional().describe('a session by id, name or index'),
    pane: paneTarget.describe('a pane by id, name or index'),
    worktree: z.string().min(1).max(4096).optional().describe('panes that work in this folder or below it'),
    parent: z.literal(true).optional().describe('the pane that started yours'),
    broadcast: z.literal(true).optional().describe('all Claudes'),
  })
  .refine((target) => TARGETS.filter((key) => target[key] !== undefined).length === 1, {
    error: `give exactly one of ${TARGETS.join(', ')}`,
  })
  .describe(`to whom: an object with exactly one of ${TARGETS.join(', ')}`);
export type OrchestrationTarget = z.output<typeof orchestrationTarget>;

const receiver = z.object({
  delivery_id: z.string(),
  pane_id: z.string(),
  label: z.string(),
  state: z.enum(DELIVERY_STATES),
  reason: z.string().describe('why it waits; empty when it does not'),
});

const sentOutput = z.object({
  reached: z.array(receiver).describe('Claudes that are free: they get it now'),
  queued: z.array(receiver).describe('Claudes that get it as soon as they may'),
  note: z.string().describe('what to know when nobody or not everybody was reached'),
});

function sentText({ reached, queued, note }: z.output<typeof sentOutput>): string {
  const parts = [
    reached.length === 0 ? '' : `reached ${reached.map(({ label }) => label).join(', ')}`,
    queued.length === 0
      ? ''
      : `queued for ${queued.map(({ label, reason }) => (reason === '' ? label : `${label} (${reason})`)).join(', ')}`,
    note,
  ];
  return parts.filter((part) => part !== '').join('; ');
}

export const sendOrchestration = defineCommand({
  group: 'orchestration',
  summary: 'Send a message to other Claudes',
  description:
    'Sends a message to the Claudes of a pane, a session, all sessions with a tag, a worktree, the pane that started yours (parent), or all (broadcast). Each gets it as a prompt of its own once it is free: never in the middle of a turn, over a dialog, or over what a person types. Says who got it now and for whom it is queued.',
  input: z.object({
    target: orchestrationTarget,
    msg_type: topic.default('message').describe('what it is, such as task.complete'),
    message: text.optional().describe('the message as text'),
    payload: z
      .union([z.record(z.string(), z.unknown()), z.array(z.unknown()), z.string().max(TEXT_MAXIMUM)])
      .optional()
      .describe('data to send along, given to the receiver as JSON'),
  }),
  output: sentOutput,
  waits: true,
  positional: ['message'],
  text: sentText,
});

export const reportStatus = defineCommand({
  group: 'orchestration',
  summary: 'Tell your coordinator how far you are',
  description:
    'Sends a status to the Claudes of sessions tagged "orchestrator", or to the pane that started yours when there are none, and shows it to the person. Use it when you begin, finish, or are stuck.',
  input: z.object({
    status: z.string().trim().min(1).max(80).describe('in a word or two, such as working, done, blocked'),
    message: text.optional().describe('more, in a sentence or two'),
  }),
  output: sentOutput,
  waits: true,
  positional: ['status', 'message'],
  text: sentText,
});

export const requestHelp = defineCommand({
  group: 'orchestration',
  summary: 'Ask the person and your coordinator for help',
  description:
    'Marks your pane as needing the person (in the window, the panel and by a notification), and sends the question to your coordinator as fugue_report_status does. It comes back at once: the answer arrives later as a message, or is typed into your pane.',
  input: z.object({
    question: text.describe('what you need, so that it can be answered without reading your screen'),
  }),
  output: sentOutput,
  waits: true,
  positional: ['question'],
  text: sentText,
});

export const broadcast = defineCommand({
  group: 'orchestration',
  summary: 'Send a message to all Claudes',
  description:
    'The same as fugue_send_orchestration with the target broadcast: every Claude but you gets it.',
  input: z.object({ message: text, msg_type: topic.default('broadcast') }),
  output: sentOutput,
  waits: true,
  positional: ['message'],
  text: sentText,
});

export const whoami = defineCommand({
  group: 'orchestration',
  summary: 'Say which pane you are in',
  description:
    'Tells the pane, window and session that the call comes from, which pane started it, and how deep it is in the chain of Claudes that start Claudes. All null for a caller that is in no pane.',
  input: z.object({}),
  output: z.object({
    pane_id: z.string().nullable(),
    label: z.string().nullable(),
    window_id: z.string().nullable(),
    session_id: z.string().nullable(),
    session_name: z.string().nullable(),
    tags: z.array(z.string()),
    parent_pane: z.string().nullable(),
    depth: z.number().int(),
    depth_limit: z.number().int().describe('panes at this depth can start no more'),
  }),
  readOnly: true,
  text: ({ pane_id, label, session_name, depth, parent_pane }) =>
    pane_id === null
      ? 'you are in no pane of Fugue'
      : `pane ${label ?? ''} (${pane_id}) in session ${session_name ?? ''}, depth ${String(depth)}${parent_pane === null ? '' : `, started by ${parent_pane}`}`,
});

export const waitForStatus = defineCommand({
  group: 'orchestration',
  summary: 'Wait until a Claude is in a state',
  description:
    'Waits until the Claude of a pane is in one of the states (also when it is already), and comes back with matched false after the timeout or when the pane goes. idle and complete both mean that it is free; waiting, that it asks the person something.',
  input: z.object({
    pane_id: paneTarget,
    status: z.array(z.enum(AGENT_STATES)).min(1).max(AGENT_STATES.length).default(['idle', 'complete']),
    timeout: z.number().min(0).max(3600).default(120).describe('seconds'),
  }),
  output: z.object({
    pane_id: z.string(),
    matched: z.boolean(),
    reason: z.enum(['status', 'timeout', 'ended']),
    agent: agentView.nullable(),
    process: processView,
    waited_ms: z.number(),
  }),
  readOnly: true,
  waits: true,
  positional: ['pane_id'],
  text: ({ matched, reason, agent }) =>
    matched
      ? `it is ${agent?.state ?? 'there'}: ${agent?.reason ?? ''}`
      : `not reached (${reason}); it is ${agent?.state ?? 'without a Claude'}`,
});

export const deliveryView = z.object({
  id: z.string(),
  to: z.string().nullable().describe('pane; null for what only the person sees'),
  from: z.string().nullable(),
  sender: z.string(),
  kind: z.enum(MESSAGE_KINDS),
  msg_type: z.string(),
  text: z.string(),
  state: z.enum(DELIVERY_STATES),
  reason: z.string(),
  created_at: z.number().describe('milliseconds since 1970'),
  changed_at: z.number().describe('milliseconds since 1970'),
});

export const listDeliveries = defineCommand({
  group: 'orchestration',
  summary: 'List messages to Claudes and what became of them',
  description: 'Lists messages, oldest first: all that wait, and the newest that were delivered or failed.',
  input: z.object({
    pane_id: paneTarget.describe('only messages to this pane; default: to all'),
    state: z.enum(DELIVERY_STATES).optional(),
    limit: z.number().int().min(1).max(500).default(100).describe('the newest so many'),
  }),
  output: z.object({ deliveries: z.array(deliveryView) }),
  readOnly: true,
  positional: ['pane_id'],
  text: ({ deliveries }) =>
    deliveries.length === 0
      ? 'no messages'
      : deliveries
          .map(
            ({ id, state, reason, text: said }) =>
              `${id} ${state}${reason === '' ? '' : ` (${reason})`}: ${said.split('\n')[0] ?? ''}`,
          )
          .join('\n'),
});

export const cancelDelivery = defineCommand({
  group: 'orchestration',
  summary: 'Take back a message that still waits',
  input: z.object({ delivery_id: z.string().min(1).max(200) }),
  output: z.object({ delivery_id: z.string() }),
  destructive: true,
  positional: ['delivery_id'],
  text: ({ delivery_id }) => `taken back: ${delivery_id}`,
});

export const answerRequest = defineCommand({
  group: 'orchestration',
  summary: 'Allow or refuse what an agent asked for',
  input: z.object({ request_id: z.string().min(1).max(200), allow: z.boolean() }),
  output: z.object({ request_id: z.string(), allowed: z.boolean() }),
  origins: PERSON_ONLY,
  text: ({ allowed }) => (allowed ? 'allowed' : 'refused'),
});
