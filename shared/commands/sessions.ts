import { z } from 'zod';
import { defineCommand } from './define-command';
import {
  commandField,
  directoryField,
  faceField,
  focusField,
  nameField,
  roleField,
  sessionTarget,
} from './fields';
import { sessionView, windowView, paneView } from './views';

export const listSessions = defineCommand({
  group: 'sessions',
  summary: 'List all sessions with their tags and metadata',
  input: z.object({}),
  output: z.object({ sessions: z.array(sessionView) }),
  readOnly: true,
  text: ({ sessions }) =>
    sessions.length === 0
      ? 'no sessions'
      : sessions
          .map(
            (session) =>
              `${session.active ? '*' : ' '} ${session.name} (${String(session.windows)} windows, ${String(session.panes)} panes) ${session.id}`,
          )
          .join('\n'),
});

export const createSession = defineCommand({
  group: 'sessions',
  summary: 'Create a session with one window and one pane',
  description:
    'Creates a session with one window that holds one pane, and says their ids. It does not become the active session unless focus is set.',
  input: z.object({
    name: nameField.optional().describe('default: the name of the folder'),
    cwd: directoryField.optional(),
    command: commandField.optional(),
    face: faceField.optional(),
    role: roleField.optional(),
    focus: focusField,
  }),
  output: z.object({ session: sessionView, window: windowView, pane: paneView }),
  positional: ['name'],
  palette: [{ title: 'New session', input: { focus: true } }],
  text: ({ session, pane }) => `created session ${session.name} (${session.id}) with pane ${pane.id}`,
});

export const renameSession = defineCommand({
  group: 'sessions',
  summary: 'Rename a session',
  input: z.object({ name: nameField, session_id: sessionTarget }),
  output: z.object({ session: sessionView }),
  idempotent: true,
  positional: ['name'],
  palette: [{ title: 'Rename session', ask: { field: 'name', prompt: 'New name of the session' } }],
  text: ({ session }) => `the session is now called ${session.name}`,
});

export const selectSession = defineCommand({
  group: 'sessions',
  summary: 'Switch to another session',
  input: z.object({
    session_id: sessionTarget,
    toward: z
      .enum(['next', 'previous'])
      .optional()
      .describe('instead of naming it: the one after or before the active one'),
  }),
  output: z.object({ session: sessionView }),
  idempotent: false,
  positional: ['session_id'],
  palette: [
    { title: 'Next session', input: { toward: 'next' } },
    { title: 'Previous session', input: { toward: 'previous' } },
  ],
  text: ({ session }) => `switched to session ${session.name}`,
});

export const killSession = defineCommand({
  group: 'sessions',
  summary: 'End a session and all programs in it',
  input: z.object({ session_id: sessionTarget }),
  output: z.object({ closed_panes: z.array(z.string()), session_id: z.string() }),
  destructive: true,
  positional: ['session_id'],
  text: ({ closed_panes }) => `ended the session and its ${String(closed_panes.length)} panes`,
});
