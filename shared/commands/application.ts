import { z } from 'zod';
import { defineCommand, NO_AGENT, PERSON_ONLY } from './define-command';
import { paneTarget } from './fields';

const snapshotView = z.object({
  name: z.string(),
  saved_at: z.number().describe('milliseconds since 1970'),
  sessions: z.array(z.string()),
  panes: z.number().int(),
});

function snapshotLine(snapshot: z.output<typeof snapshotView>): string {
  const { name, saved_at, sessions, panes } = snapshot;
  return `${name}: ${String(panes)} panes in ${sessions.join(', ')}, saved ${new Date(saved_at).toISOString()}`;
}

export const dismissNotice = defineCommand({
  group: 'application',
  summary: 'Put a notice away',
  origins: NO_AGENT,
  input: z.object({ notice_id: z.string().min(1).max(200) }),
  output: z.object({ notice_id: z.string() }),
  idempotent: true,
  positional: ['notice_id'],
  text: ({ notice_id }) => `dismissed ${notice_id}`,
});

export const reportView = defineCommand({
  group: 'application',
  summary: 'Tell the size of the area in which panes are drawn',
  input: z.object({ width: z.number().min(1).max(100_000), height: z.number().min(1).max(100_000) }),
  output: z.object({}),
  idempotent: true,
  origins: PERSON_ONLY,
  text: () => 'noted',
});

export const checkSystem = defineCommand({
  group: 'application',
  summary: 'Look whether the programs are there that Fugue runs',
  description:
    'Looks for claude, tmux, the shell and what else Fugue uses, each with its version, and says how to get what is missing. fugue doctor looks at more, also while Fugue does not run.',
  origins: NO_AGENT,
  input: z.object({}),
  output: z.object({
    home: z.string().describe('folder of the person'),
    findings: z.array(
      z.object({
        check: z.string(),
        level: z.enum(['ok', 'warning', 'problem']),
        says: z.string(),
        mend: z.string().describe('how to mend it; empty when there is nothing to mend'),
      }),
    ),
  }),
  readOnly: true,
  text: ({ findings }) =>
    findings
      .map(({ check, level, says, mend }) => `${level} ${check}: ${says}${mend === '' ? '' : ` → ${mend}`}`)
      .join('\n'),
});

export const listSnapshots = defineCommand({
  group: 'application',
  summary: 'List the earlier workspaces that are kept',
  description:
    'Lists the snapshots of earlier workspaces on disk, newest first, each with its name, when it was saved and what it holds. restore_snapshot brings one back.',
  origins: NO_AGENT,
  input: z.object({}),
  output: z.object({ snapshots: z.array(snapshotView) }),
  readOnly: true,
  text: ({ snapshots }) =>
    snapshots.length === 0 ? 'no earlier workspace is kept yet' : snapshots.map(snapshotLine).join('\n'),
});

export const restoreSnapshot = defineCommand({
  group: 'application',
  summary: 'Bring the sessions of an earlier workspace back',
  description:
    'Opens the sessions of a kept snapshot beside those that are open, which stay as they are. Claude conversations go on in the panes that come back, unless they are open already: then a copy is offered there.',
  origins: NO_AGENT,
  input: z.object({ snapshot: z.string().min(1).max(200).describe('its name, as list_snapshots gives it') }),
  output: z.object({ snapshot: snapshotView }),
  positional: ['snapshot'],
  palette: [
    {
      title: 'Bring an earlier workspace back',
      ask: { field: 'snapshot', prompt: 'Which of the earlier workspaces', choices: 'snapshots' },
    },
  ],
  text: ({ snapshot }) => `brought back ${snapshotLine(snapshot)}`,
});

export const watchEvents = defineCommand({
  group: 'application',
  summary: 'Tell what happens to Claudes, as it happens',
  description:
    'Goes on until the caller leaves, or so many events were told: Detected, StateChanged, SessionCaptured, Exited, Crashed and ChildSpawned, each with the time and the pane.',
  origins: NO_AGENT,
  input: z.object({
    pane_id: paneTarget,
    count: z.number().int().min(1).max(1_000_000).optional().describe('events after which it ends'),
    timeout: z.number().min(0).max(1e6).optional().describe('seconds after which it ends'),
  }),
  output: z.object({ events: z.number().int() }),
  readOnly: true,
  waits: true,
  text: ({ events }) => `${String(events)} events`,
});

export const listUsage = defineCommand({
  group: 'application',
  summary: 'Tell what panes take of processor and memory',
  description:
    'Measures the processes of each pane, those of its Claude included: their share of the processor, in percent of one, and the memory that they hold, in bytes. Memory that they share counts for each.',
  origins: NO_AGENT,
  input: z.object({}),
  output: z.object({
    usage: z.array(
      z.object({
        pane_id: z.string(),
        label: z.string(),
        session: z.string(),
        window: z.string(),
        claude: z.boolean().describe('a Claude runs in it'),
        cpu: z.number(),
        memory: z.number(),
        processes: z.array(z.object({ pid: z.number().int(), name: z.string() })),
      }),
    ),
  }),
  readOnly: true,
  waits: true,
  text: ({ usage }) =>
    usage.length === 0
      ? 'nothing runs'
      : usage
          .map(
            ({ pane_id, label, cpu, memory, processes }) =>
              `${pane_id} ${cpu.toFixed(1)}% ${(memory / 1_048_576).toFixed(0)} MB ${label} (${String(processes.length)} processes)`,
          )
          .join('\n'),
});

export const readLog = defineCommand({
  group: 'application',
  summary: "Read Fugue's own log",
  description:
    'Gives the newest entries of the log, the oldest of them first. What programs and messages say is never in it, and secrets are taken out before they are written.',
  origins: NO_AGENT,
  input: z.object({
    lines: z.number().int().min(1).max(5000).default(200).describe('most entries'),
    level: z.enum(['info', 'warn', 'error']).default('info').describe('this and graver ones'),
    text: z.string().max(500).default('').describe('only entries that hold this'),
  }),
  output: z.object({
    file: z.string(),
    entries: z.array(
      z.object({
        at: z.number().describe('milliseconds since 1970'),
        level: z.enum(['info', 'warn', 'error']),
        event: z.string(),
        detail: z.string(),
      }),
    ),
  }),
  readOnly: true,
  text: ({ entries }) =>
    entries.length === 0
      ? 'nothing'
      : entries
          .map(({ at, level, event, detail }) =>
            `${new Date(at).toISOString()} ${level.padEnd(5)} ${event} ${detail}`.trimEnd(),
          )
          .join('\n'),
});
