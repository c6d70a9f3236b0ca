import { z } from 'zod';
import { ASK_ENDS, ASK_KINDS, ASK_WAYS } from '../model/permission';
import { PERMISSION_MODES } from './chat';
import { defineCommand, NO_AGENT, PERSON_ONLY } from './define-command';

const askView = z.object({
  ask_id: z.string(),
  pane_id: z.string(),
  kind: z.enum(ASK_KINDS),
  way: z.enum(ASK_WAYS).describe("stream: Claude's own protocol; hook: beside a dialog in its terminal"),
  tool: z.string(),
  input: z.string().describe('exactly what the tool would be given, as JSON'),
  summary: z.string(),
  at: z.number().describe('milliseconds since 1970'),
  until: z.number().describe('when it lapses, in milliseconds since 1970'),
  deferred: z.boolean(),
});

export const listPermissions = defineCommand({
  group: 'permissions',
  summary: 'List what Claudes ask you',
  description: 'Lists the permissions, questions and plans that wait for an answer, the oldest first.',
  origins: NO_AGENT,
  input: z.object({ pane_id: z.string().min(1).max(200).optional().describe('only those of this pane') }),
  output: z.object({ asks: z.array(askView) }),
  readOnly: true,
  positional: ['pane_id'],
  text: ({ asks }) =>
    asks.length === 0
      ? 'nothing'
      : asks
          .map(({ ask_id, kind, summary, pane_id }) => `${ask_id} ${kind}: ${summary} (${pane_id})`)
          .join('\n'),
});

export const answerPermission = defineCommand({
  group: 'permissions',
  summary: 'Answer what Claudes ask you',
  description:
    'Allows or denies one request or several alike. Only your own hands can: no program, and no Claude. An answer of the window is the same as one in the terminal of that Claude; the first counts.',
  origins: PERSON_ONLY,
  input: z.object({
    ask_ids: z.array(z.string().min(1).max(100)).min(1).max(200),
    decision: z.enum(['allow', 'deny']),
    always: z
      .boolean()
      .default(false)
      .describe('the same for whatever is exactly alike, in this conversation, also for what waits already'),
    message: z.string().max(20_000).optional().describe('what Claude is told with a denial'),
    interrupt: z.boolean().default(false).describe('with a denial: the turn ends'),
    input: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('what the tool is given in place of what it asked for; for one request alone'),
    answers: z
      .record(z.string(), z.string())
      .optional()
      .describe('answers to questions, by the text of each question'),
    mode: z.enum(PERMISSION_MODES).optional().describe('with a plan: how much Claude may do from then on'),
  }),
  output: z.object({ answered: z.array(z.string()), gone: z.array(z.string()) }),
  text: ({ answered, gone }) =>
    `answered ${String(answered.length)}${gone.length === 0 ? '' : `; ${String(gone.length)} were over already`}`,
});

export const deferPermission = defineCommand({
  group: 'permissions',
  summary: 'Put off a request, or take it up again',
  description: 'A request that is put off stands last. It lapses all the same when nobody answers in time.',
  origins: PERSON_ONLY,
  input: z.object({ ask_id: z.string().min(1).max(100), on: z.boolean().default(true) }),
  output: z.object({ ask_id: z.string(), deferred: z.boolean() }),
  text: ({ deferred }) => (deferred ? 'put off' : 'taken up again'),
});

export const listDecisions = defineCommand({
  group: 'permissions',
  summary: 'List what was allowed and denied',
  description: 'Lists decisions about permissions, the newest first: what, where, by whom and by which rule.',
  origins: NO_AGENT,
  input: z.object({ limit: z.number().int().min(1).max(1000).default(50) }),
  output: z.object({
    decisions: z.array(
      z.object({
        at: z.number(),
        pane_id: z.string(),
        pane: z.string(),
        session_id: z.string().nullable(),
        tool: z.string(),
        summary: z.string(),
        end: z.enum(ASK_ENDS),
        by: z.enum(['person', 'rule', 'claude', 'time']),
        rule: z.string().nullable(),
        message: z.string().nullable(),
      }),
    ),
  }),
  readOnly: true,
  positional: ['limit'],
  text: ({ decisions }) =>
    decisions.length === 0
      ? 'none'
      : decisions
          .map(
            ({ at, end, by, summary, pane, rule }) =>
              `${new Date(at).toISOString().slice(0, 19)} ${end} by ${by}${rule === null ? '' : ` (${rule})`} ${summary} in ${pane}`,
          )
          .join('\n'),
});
