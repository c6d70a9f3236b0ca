import { z } from 'zod';
import { PANE_KINDS } from '../model/pane';
import { defineCommand, NO_AGENT } from './define-command';
import {
  commandField,
  directionField,
  directoryField,
  edgeField,
  environmentField,
  faceField,
  focusField,
  nameField,
  paneTarget,
  ratioField,
  roleField,
  sessionTarget,
  windowTarget,
} from './fields';
import { paneLine, paneView } from './views';

export const listPanes = defineCommand({
  group: 'panes',
  summary: 'List panes with their programs and states',
  description:
    'Lists the panes of a window, of a session, or of everything (all), in visual order, each with its id, index, name, program, folder and state.',
  input: z.object({
    session_id: sessionTarget,
    window_id: windowTarget,
    all: z.boolean().default(false).describe('panes of all sessions'),
  }),
  output: z.object({ panes: z.array(paneView) }),
  readOnly: true,
  text: ({ panes }) => (panes.length === 0 ? 'no panes' : panes.map(paneLine).join('\n')),
});

/** What a new pane may be told. */
export const newPaneFields = {
  command: commandField.optional(),
  cwd: directoryField.optional(),
  name: nameField.optional(),
  kind: z
    .enum(PANE_KINDS)
    .default('terminal')
    .describe('claude: a Claude that Fugue looks after; a command that only starts claude is one by itself'),
  face: faceField.optional(),
  role: roleField.optional(),
  environment: environmentField.optional(),
  keep_alive: z
    .boolean()
    .optional()
    .describe('run it in tmux, so that it goes on when Fugue ends; left out: as terminal.keep-alive says'),
};

export const createPane = defineCommand({
  group: 'panes',
  summary: 'Create a pane beside another one',
  description:
    'Splits the target pane in half (or at a ratio) and starts a shell or a command in the new half. The keyboard focus stays where it is unless focus is set.',
  input: z.object({
    ...newPaneFields,
    direction: directionField
      .optional()
      .describe(
        'horizontal puts panes side by side, vertical stacks them; left out: side by side, unless that makes them narrow',
      ),
    ratio: ratioField.optional(),
    pane_id: paneTarget,
    window_id: windowTarget,
    session_id: sessionTarget,
    focus: focusField,
  }),
  output: z.object({ pane: paneView }),
  positional: ['command'],
  palette: [
    { title: 'New Claude pane', input: { kind: 'claude', focus: true } },
    { title: 'New chat with Claude', input: { kind: 'claude', face: 'chat', focus: true } },
    { title: 'New planner (chat)', input: { role: 'planner', face: 'chat', focus: true } },
    { title: 'New coder (chat)', input: { role: 'coding', face: 'chat', focus: true } },
    {
      title: 'Run a command in a new pane',
      input: { focus: true },
      ask: { field: 'command', prompt: 'Command line to run' },
    },
  ],
  text: ({ pane }) => `created pane ${pane.label} (${pane.id})`,
});

export const closePane = defineCommand({
  group: 'panes',
  summary: 'Close a pane and end its program',
  description:
    'Ends the whole process group of the pane and removes it. The last pane of a window closes the window.',
  input: z.object({ pane_id: paneTarget }),
  output: z.object({ pane_id: z.string() }),
  destructive: true,
  positional: ['pane_id'],
  text: ({ pane_id }) => `closed pane ${pane_id}`,
});

export const focusPane = defineCommand({
  group: 'panes',
  summary: 'Give a pane the keyboard focus',
  input: z.object({
    pane_id: paneTarget,
    toward: z
      .enum(['left', 'right', 'top', 'bottom', 'next', 'previous'])
      .optional()
      .describe('the pane in that direction from the target, in place of the target itself'),
  }),
  output: z.object({ pane: paneView }),
  positional: ['pane_id'],
  palette: [
    { title: 'Focus pane to the left', input: { toward: 'left' } },
    { title: 'Focus pane to the right', input: { toward: 'right' } },
    { title: 'Focus pane above', input: { toward: 'top' } },
    { title: 'Focus pane below', input: { toward: 'bottom' } },
    { title: 'Focus next pane', input: { toward: 'next' } },
  ],
  text: ({ pane }) => `pane ${pane.label} has the focus`,
});

export const focusNextAttention = defineCommand({
  group: 'panes',
  summary: 'Go to the next Claude that needs you',
  description:
    'Gives the keyboard focus to the next pane whose Claude waits for the person, crashed, reached its usage limit or finished a turn that nobody has looked at: the most urgent first, then around. Comes back without a pane when none does.',
  origins: NO_AGENT,
  input: z.object({}),
  output: z.object({
    pane: paneView.nullable(),
    needing: z.number().int().describe('how many panes need the person, this one included'),
    moved: z
      .boolean()
      .describe('false when the focus stays: none needs the person, or only the pane in front'),
  }),
  palette: [{ title: 'Go to the next Claude that needs you' }],
  text: ({ pane, needing, moved }) =>
    pane === null
      ? 'no Claude needs you now'
      : !moved
        ? `no other Claude needs you now, only the one in front: ${pane.agent?.reason ?? 'it needs you'}`
        : `pane ${pane.label} has the focus: ${pane.agent?.reason ?? 'it needs you'}${needing > 1 ? ` (${String(needing)} need you)` : ''}`,
});

export const renamePane = defineCommand({
  group: 'panes',
  summary: 'Rename a pane',
  input: z.object({
    name: z.union([nameField, z.literal('')]).describe('empty: back to the title of its program'),
    pane_id: paneTarget,
  }),
  output: z.object({ pane: paneView }),
  idempotent: true,
  positional: ['name'],
  palette: [
    {
      title: 'Rename pane',
      ask: { field: 'name', prompt: 'New name of the pane; empty for the title of its program' },
    },
  ],
  text: ({ pane }) => `the pane is now called ${pane.label}`,
});

export const restartPane = defineCommand({
  group: 'panes',
  summary: 'Start the program of an ended pane again',
  input: z.object({
    pane_id: paneTarget,
    force: z.boolean().default(false).describe('end a program that still runs first'),
  }),
  output: z.object({ pane: paneView }),
  destructive: false,
  positional: ['pane_id'],
  palette: [{ title: 'Restart pane' }],
  text: ({ pane }) => `started ${pane.label} again`,
});

export const setKeepAlive = defineCommand({
  group: 'panes',
  summary: 'Have the program of a pane go on when Fugue ends, or not',
  description:
    'A program that is kept alive runs in a tmux of its own. A Claude that is not at work is moved there with its conversation; any other program that runs is ended and started again there, if force is set.',
  origins: NO_AGENT,
  input: z.object({
    pane_id: paneTarget,
    on: z.boolean().default(true),
    force: z.boolean().default(false).describe('end a program that runs, and start it again'),
  }),
  output: z.object({ pane: paneView }),
  destructive: false,
  idempotent: true,
  positional: ['pane_id', 'on'],
  palette: [
    { title: 'Keep pane alive when Fugue ends', input: { on: true } },
    { title: 'End pane with Fugue', input: { on: false } },
  ],
  text: ({ pane }) => `${pane.label} ${pane.keep_alive ? 'goes on' : 'ends'} when Fugue ends`,
});

export const movePane = defineCommand({
  group: 'panes',
  summary: 'Move a pane to another place; its program goes on',
  description:
    'Moves a pane to an edge of another pane (target and edge), to an edge of its window (edge alone), in a direction (toward), or to another window (window_id).',
  input: z.object({
    pane_id: paneTarget,
    target: paneTarget.describe('pane beside which it goes'),
    edge: edgeField.optional().describe('side of the target, or of the window when no target is given'),
    toward: edgeField.optional().describe('past its neighbour in that direction'),
    window_id: windowTarget.describe('window to which it goes'),
    session_id: sessionTarget,
  }),
  output: z.object({ pane: paneView, layout: z.string() }),
  palette: [
    { title: 'Move pane left', input: { toward: 'left' } },
    { title: 'Move pane right', input: { toward: 'right' } },
    { title: 'Move pane up', input: { toward: 'top' } },
    { title: 'Move pane down', input: { toward: 'bottom' } },
    {
      title: 'Move pane to another window',
      ask: { field: 'window_id', prompt: 'Which window of this session', choices: 'windows' },
    },
  ],
  text: ({ layout }) => `the layout is now ${layout}`,
});

export const swapPanes = defineCommand({
  group: 'panes',
  summary: 'Swap the places of two panes',
  input: z.object({
    pane_id: paneTarget,
    target: paneTarget.describe('the other pane'),
    toward: z
      .enum(['next', 'previous'])
      .optional()
      .describe('in place of target: the pane after or before it'),
  }),
  output: z.object({ pane: paneView, layout: z.string() }),
  palette: [
    { title: 'Swap with next pane', input: { toward: 'next' } },
    { title: 'Swap with previous pane', input: { toward: 'previous' } },
  ],
  text: ({ layout }) => `the layout is now ${layout}`,
});

export const zoomPane = defineCommand({
  group: 'panes',
  summary: 'Let a pane fill its window, or end that',
  input: z.object({
    pane_id: paneTarget,
    zoomed: z.boolean().optional().describe('default: the other of what it is now'),
  }),
  output: z.object({ pane: paneView }),
  positional: ['pane_id'],
  palette: [{ title: 'Zoom pane' }],
  text: ({ pane }) =>
    pane.zoomed ? `pane ${pane.label} fills the window` : `pane ${pane.label} is back in its place`,
});
