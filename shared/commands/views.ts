import { z } from 'zod';
import { AGENT_STATES, EVIDENCE_SOURCES, WAITING_FOR } from '../model/agent-state';
import { CLAUDE_DRIVERS, CLAUDE_ISOLATIONS } from '../model/claude-in-pane';
import { PANE_FACES, PANE_KINDS, PANE_PROCESS_STATUSES } from '../model/pane';

/** What commands say about things. Other programs rely on these shapes. */

export const agentView = z.object({
  state: z.enum(AGENT_STATES),
  waiting_for: z.enum(WAITING_FOR).nullable().describe('what a waiting one waits for'),
  resets_at: z.number().nullable().describe('when a usage limit ends, in milliseconds since 1970'),
  reason: z.string(),
  source: z.enum(EVIDENCE_SOURCES),
  since: z.number().describe('milliseconds since 1970'),
  confidence: z.number().min(0).max(1),
});

export const claudeView = z.object({
  managed: z.boolean().describe('Fugue started it, with hooks'),
  driver: z
    .enum(CLAUDE_DRIVERS)
    .describe('who holds the conversation: a Claude in the terminal, or one that Fugue talks to'),
  session_id: z.string().nullable().describe('the conversation'),
  transcript_path: z.string().nullable(),
  cwd: z.string().describe('the folder that it was started in'),
  isolation: z.enum(CLAUDE_ISOLATIONS),
  config_dir: z.string(),
  is_resumed: z.boolean(),
  restart_at: z.number().nullable().describe('when it is started again, in milliseconds since 1970'),
});

export const processView = z.object({
  status: z.enum(PANE_PROCESS_STATUSES),
  pid: z.number().int().nullable(),
  exit_code: z.number().int().nullable(),
  signal: z.string().nullable(),
  reason: z.string().nullable(),
});

export const paneView = z.object({
  id: z.string(),
  index: z.number().int().describe('place in its window, in visual order'),
  window_id: z.string(),
  session_id: z.string(),
  name: z.string().nullable(),
  label: z.string().describe('what the window shows as its name'),
  kind: z.enum(PANE_KINDS),
  face: z.enum(PANE_FACES).describe('how its conversation is shown'),
  command: z.string().nullable(),
  program: z.string().describe('the program that has the terminal now'),
  title: z.string(),
  cwd: z.string(),
  columns: z.number().int(),
  rows: z.number().int(),
  active: z.boolean(),
  zoomed: z.boolean(),
  parent_pane: z.string().nullable(),
  depth: z.number().int(),
  process: processView,
  keep_alive: z.boolean().describe('its program lives in tmux and goes on when Fugue ends'),
  tmux_session: z.string().nullable().describe('the session of tmux that it lives in'),
  agent: agentView.nullable().describe('null while no Claude runs in the pane'),
  claude: claudeView.nullable().describe('null where there has been no Claude'),
});
export type PaneView = z.output<typeof paneView>;

export const windowView = z.object({
  id: z.string(),
  index: z.number().int(),
  session_id: z.string(),
  name: z.string(),
  active: z.boolean(),
  panes: z.number().int(),
  active_pane: z.string(),
  zoomed_pane: z.string().nullable(),
  layout: z.string().describe('one-line text form'),
});
export type WindowView = z.output<typeof windowView>;

export const sessionView = z.object({
  id: z.string(),
  index: z.number().int(),
  name: z.string(),
  active: z.boolean(),
  windows: z.number().int(),
  panes: z.number().int(),
  tags: z.array(z.string()),
  metadata: z.record(z.string(), z.string()),
  created_at: z.number(),
});
export type SessionView = z.output<typeof sessionView>;

/** One line about a pane, for text results. */
export function paneLine(pane: PaneView): string {
  const state = pane.agent === null ? pane.process.status : pane.agent.state;
  return `${String(pane.index)}${pane.active ? '*' : ' '} ${pane.label} [${state}] ${pane.cwd} ${pane.id}`;
}
