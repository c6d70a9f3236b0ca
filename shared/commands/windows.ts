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
  windowTarget,
} from './fields';
import { paneView, windowView } from './views';

export const listWindows = defineCommand({
  group: 'windows',
  summary: 'List the windows of a session',
  input: z.object({ session_id: sessionTarget }),
  output: z.object({ windows: z.array(windowView) }),
  readOnly: true,
  positional: ['session_id'],
  text: ({ windows }) =>
    windows
      .map(
        (window) =>
          `${String(window.index)}${window.active ? '*' : ' '} ${window.name} (${String(window.panes)} panes) ${window.layout} ${window.id}`,
      )
      .join('\n'),
});

export const createWindow = defineCommand({
  group: 'windows',
  summary: 'Create a window with one pane',
  description:
    'Creates a window (a tab) in a session and says the ids of the window and its pane. It is not switched to unless focus is set.',
  input: z.object({
    session_id: sessionTarget,
    name: nameField.optional(),
    cwd: directoryField.optional(),
    command: commandField.optional(),
    face: faceField.optional(),
    role: roleField.optional(),
    focus: focusField,
  }),
  output: z.object({ window: windowView, pane: paneView }),
  positional: ['name'],
  palette: [{ title: 'New window', input: { focus: true } }],
  text: ({ window, pane }) => `created window ${window.name} (${window.id}) with pane ${pane.id}`,
});

export const selectWindow = defineCommand({
  group: 'windows',
  summary: 'Switch to another window',
  input: z.object({
    window_id: windowTarget,
    session_id: sessionTarget,
    toward: z
      .enum(['next', 'previous'])
      .optional()
      .describe('instead of naming it: the one after or before the active one'),
  }),
  output: z.object({ window: windowView }),
  positional: ['window_id'],
  palette: [
    { title: 'Next window', input: { toward: 'next' } },
    { title: 'Previous window', input: { toward: 'previous' } },
  ],
  text: ({ window }) => `switched to window ${window.name}`,
});

export const renameWindow = defineCommand({
  group: 'windows',
  summary: 'Rename a window',
  input: z.object({ name: nameField, window_id: windowTarget, session_id: sessionTarget }),
  output: z.object({ window: windowView }),
  idempotent: true,
  positional: ['name'],
  palette: [{ title: 'Rename window', ask: { field: 'name', prompt: 'New name of the window' } }],
  text: ({ window }) => `the window is now called ${window.name}`,
});

export const closeWindow = defineCommand({
  group: 'windows',
  summary: 'Close a window and end all programs in it',
  input: z.object({ window_id: windowTarget, session_id: sessionTarget }),
  output: z.object({ window_id: z.string(), closed_panes: z.array(z.string()) }),
  destructive: true,
  positional: ['window_id'],
  text: ({ closed_panes }) => `closed the window and its ${String(closed_panes.length)} panes`,
});
