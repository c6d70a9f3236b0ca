import { z } from 'zod';
import { defineCommand, NO_AGENT } from './define-command';
import { sessionTarget } from './fields';

const desktopWindowView = z.object({
  id: z.string(),
  session_id: z.string().nullable().describe('null while it shows no session'),
  session: z.string().nullable(),
  front: z.boolean().describe('what is asked for from nowhere else is meant for this one'),
});

function lineOf({ front, session, id }: z.output<typeof desktopWindowView>): string {
  return `${front ? '*' : ' '} ${session ?? 'no session'} ${id}`;
}

export const listDesktopWindows = defineCommand({
  group: 'application',
  summary: 'List the windows of the desktop and what each shows',
  origins: NO_AGENT,
  input: z.object({}),
  output: z.object({ desktop_windows: z.array(desktopWindowView) }),
  readOnly: true,
  text: ({ desktop_windows }) =>
    desktop_windows.length === 0 ? 'no window: Fugue runs headless' : desktop_windows.map(lineOf).join('\n'),
});

export const openDesktopWindow = defineCommand({
  group: 'application',
  summary: 'Show a session in a desktop window of its own',
  description:
    'Opens a further window on the desktop, for another monitor for example, which shows a session. When a window shows that session already, it comes to the front instead.',
  origins: NO_AGENT,
  input: z.object({
    session_id: sessionTarget.describe(
      'session by id or name; default: the next one that no window shows, or a new one',
    ),
  }),
  output: z.object({ desktop_window: desktopWindowView, opened: z.boolean() }),
  positional: ['session_id'],
  palette: [{ title: 'New desktop window' }],
  text: ({ desktop_window, opened }) =>
    `session ${desktop_window.session ?? ''} ${opened ? 'is shown in a window of its own' : 'was shown already: its window is in front'}`,
});

export const closeDesktopWindow = defineCommand({
  group: 'application',
  summary: 'Close a window of the desktop; its session and its programs go on',
  description:
    'Closes the desktop window that shows a session. The session stays, with all its programs. Closing the only window is what its own button does: Fugue goes into the tray where there is one, or ends.',
  origins: NO_AGENT,
  input: z.object({ session_id: sessionTarget }),
  output: z.object({ desktop_window: desktopWindowView }),
  positional: ['session_id'],
  palette: [{ title: 'Close this desktop window' }],
  text: ({ desktop_window }) => `closed the window of session ${desktop_window.session ?? ''}`,
});
