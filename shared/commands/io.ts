import { z } from 'zod';
import { AGENT_STATES, EVIDENCE_SOURCES } from '../model/agent-state';
import { defineCommand } from './define-command';
import { paneTarget } from './fields';
import { agentView, processView } from './views';

export const READ_PANE_MAXIMUM_LINES = 2000;
export const READ_PANE_MAXIMUM_BYTES = 64 * 1024;
export const SEND_INPUT_MAXIMUM_LENGTH = 256 * 1024;

export const readPane = defineCommand({
  group: 'io',
  summary: 'Read what a pane shows',
  description:
    'Returns the text of the screen, or the newest lines of scrollback and screen together, as plain text lines (wrapped rows joined). At most 64 KB come back, newest first kept; `truncated` says when it was cut, and `offset` pages further up.',
  input: z.object({
    pane_id: paneTarget,
    lines: z
      .number()
      .int()
      .min(1)
      .max(READ_PANE_MAXIMUM_LINES)
      .optional()
      .describe('newest lines; default: the whole screen, or 200 lines of scrollback'),
    from: z
      .enum(['screen', 'scrollback', 'transcript'])
      .default('screen')
      .describe('transcript: what was said in the conversation of the Claude there'),
    offset: z.number().int().min(0).default(0).describe('lines to skip from the end, for paging up'),
    ansi: z.boolean().default(false).describe('keep colours as escape sequences'),
  }),
  output: z.object({
    pane_id: z.string(),
    text: z.string(),
    lines: z.number().int(),
    truncated: z.boolean(),
    total_lines: z.number().int().describe('lines that exist in scrollback and screen'),
    cursor: z.object({ column: z.number().int(), row: z.number().int() }),
    alternate_screen: z.boolean(),
  }),
  readOnly: true,
  positional: ['pane_id'],
  text: ({ text, truncated, total_lines }) =>
    truncated ? `${text}\n[cut; ${String(total_lines)} lines exist: use offset to read further up]` : text,
});

export const sendInput = defineCommand({
  group: 'io',
  summary: 'Type into a pane',
  description:
    'Types text into a pane: a newline in `input` is Enter, and submit adds one at the end. Everything else goes as it stands; use `keys` for special keys such as Escape, Tab, Up, C-c, M-x or S-Tab, sent after the text. Refused while a person types in that pane. Where a Claude runs, agents can send a whole prompt (newlines stay inside it, and it is submitted once) or Escape alone to stop its turn; send_orchestration waits until that Claude is free.',
  input: z.object({
    pane_id: paneTarget,
    input: z.string().max(SEND_INPUT_MAXIMUM_LENGTH).default('').describe('text; \\n is Enter'),
    submit: z.boolean().default(false).describe('press Enter at the end'),
    keys: z.array(z.string().min(1).max(30)).max(100).default([]).describe('keys after the text'),
    paste: z.boolean().default(false).describe('give the text as one paste: newlines do not submit'),
  }),
  output: z.object({ pane_id: z.string(), bytes: z.number().int() }),
  // A prompt for a Claude is read back, which takes its time; what is typed into one pane stays in order all the same.
  waits: true,
  positional: ['input'],
  text: ({ bytes }) => `typed ${String(bytes)} bytes`,
});

export const getStatus = defineCommand({
  group: 'io',
  summary: 'Say what a pane is doing',
  description:
    'Tells the life of the program in a pane, and for a Claude its state with the reason, the source, since when, and how certain.',
  input: z.object({ pane_id: paneTarget }),
  output: z.object({
    pane_id: z.string(),
    label: z.string(),
    program: z.string(),
    title: z.string(),
    cwd: z.string(),
    process: processView,
    agent: agentView.nullable(),
  }),
  readOnly: true,
  positional: ['pane_id'],
  text: ({ label, program, process, agent }) =>
    agent === null
      ? `${label}: ${program} ${process.status}${process.reason === null ? '' : `, ${process.reason}`}`
      : `${label}: ${agent.state}, ${agent.reason}`,
});

export const explainStatus = defineCommand({
  group: 'io',
  summary: 'Say which evidence gave a Claude its state',
  description:
    'Tells the state of the Claude in a pane with everything that it rests on: the newest that each signal said, when, how certain it is, and whether it counted.',
  input: z.object({ pane_id: paneTarget }),
  output: z.object({
    pane_id: z.string(),
    label: z.string(),
    agent: agentView.nullable(),
    evidence: z.array(
      z.object({
        source: z.enum(EVIDENCE_SOURCES),
        says: z.string(),
        state: z.enum(AGENT_STATES).nullable(),
        at: z.number().describe('milliseconds since 1970'),
        confidence: z.number().min(0).max(1),
        used: z.boolean().describe('whether the present state rests on it'),
      }),
    ),
  }),
  readOnly: true,
  positional: ['pane_id'],
  text: ({ label, agent, evidence }) =>
    agent === null
      ? `${label}: no Claude runs here`
      : [
          `${label}: ${agent.state}, because ${agent.reason} (${agent.source}, ${percent(agent.confidence)} sure)`,
          ...evidence.map(({ source, says, used }) => `  ${used ? '→' : ' '} ${source}: ${says}`),
        ].join('\n'),
});

function percent(share: number): string {
  return `${String(Math.round(share * 100))} %`;
}

export const expectOutput = defineCommand({
  group: 'io',
  summary: 'Wait until a pane shows a pattern or its program ends',
  description:
    'Waits until the text of the pane matches a regular expression (also when it already does), or until the process reaches a status. Comes back with matched false after the timeout, and at once when the program ends and the pattern can not come any more.',
  input: z.object({
    pane_id: paneTarget,
    pattern: z.string().min(1).max(500).optional().describe('regular expression, matched line by line'),
    ignore_case: z.boolean().default(false),
    status: z.enum(['running', 'exited']).optional().describe('status of the program to wait for'),
    from: z
      .enum(['screen', 'scrollback', 'new'])
      .default('screen')
      .describe('where to look; new: only output after the call'),
    timeout: z.number().min(0).max(3600).default(30).describe('seconds'),
  }),
  output: z.object({
    pane_id: z.string(),
    matched: z.boolean(),
    match: z.string().nullable(),
    line: z.string().nullable(),
    reason: z.enum(['pattern', 'status', 'timeout', 'ended']),
    waited_ms: z.number(),
    process: processView,
  }),
  readOnly: true,
  waits: true,
  positional: ['pattern'],
  text: ({ matched, reason, line }) =>
    matched ? `matched by ${reason}${line === null ? '' : `: ${line}`}` : `no match: ${reason}`,
});
