// Small states for tests of reducers, selectors and targets.
import { DEFAULT_CONFIGURATION } from '#shared/config/schema';
import { parseLayout } from '#shared/layout/text-form';
import { paneIds } from '#shared/layout/tree';
import type { PaneId } from '#shared/model/ids';
import { asPaneId, asSessionId, asWindowId } from '#shared/model/ids';
import type { Pane } from '#shared/model/pane';
import type { Session } from '#shared/model/session';
import type { Window } from '#shared/model/window';
import { reduce } from '#shared/state/reducer';
import type { AppState } from '#shared/state/state';
import { initialState } from '#shared/state/state';

export function emptyState(): AppState {
  return initialState(DEFAULT_CONFIGURATION, {
    version: '0.0.0',
    electron: null,
    fallbackRuntime: null,
    demo: null,
    userHome: '/home/dev',
    home: '/home/dev/.fugue',
    configurationFile: '/home/dev/.fugue/config/fugue.toml',
  });
}

export function makePane(id: string, windowId: string, change: Partial<Pane> = {}): Pane {
  return {
    id: asPaneId(id),
    windowId: asWindowId(windowId),
    name: null,
    kind: 'terminal',
    face: 'terminal',
    backend: 'claude',
    command: null,
    startDirectory: '/home/dev',
    environment: {},
    createdAt: 0,
    parentPane: null,
    depth: 0,
    process: { status: 'running', pid: 100, startedAt: 0 },
    title: '',
    program: 'bash',
    currentDirectory: '/home/dev',
    columns: 80,
    rows: 24,
    agent: null,
    claude: null,
    bell: false,
    help: null,
    tmux: null,
    ...change,
  };
}

/** `{ work: { main: 'h(0.5:a,0.5:b)', logs: 'c' } }`: sessions with windows with layouts; ids are the names. */
export function stateOf(
  sessions: Readonly<Record<string, Readonly<Record<string, string>>>>,
  panes: Readonly<Record<string, Partial<Pane>>> = {},
): AppState {
  return Object.entries(sessions).reduce((state, [name, windows]) => {
    const entries = Object.entries(windows).map(([windowName, text]): { window: Window; panes: Pane[] } => {
      const layout = parseLayout(text);
      if (!layout.ok) throw new Error(layout.error.message);
      const ids: readonly PaneId[] = paneIds(layout.value).map(asPaneId);
      const [first] = ids;
      if (first === undefined) throw new Error('a layout has a pane');
      return {
        window: {
          id: asWindowId(windowName),
          sessionId: asSessionId(name),
          name: windowName,
          layout: layout.value,
          activePaneId: first,
          zoomedPaneId: null,
          createdAt: 0,
        },
        panes: ids.map((id) => makePane(id, windowName, panes[id])),
      };
    });
    const [firstEntry] = entries;
    if (firstEntry === undefined) throw new Error('a session has a window');
    const session: Session = {
      id: asSessionId(name),
      name,
      windowIds: entries.map((entry) => entry.window.id),
      activeWindowId: firstEntry.window.id,
      environment: {},
      metadata: {},
      tags: [],
      createdAt: 0,
    };
    return reduce(state, {
      type: 'session/created',
      session,
      windows: entries.map((entry) => entry.window),
      panes: entries.flatMap((entry) => entry.panes),
    });
  }, emptyState());
}
