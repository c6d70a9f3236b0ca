/** What the window itself can do, under the names that key bindings use after `ui:`, with its title in lists. */
export const UI_ACTIONS = {
  palette: 'Show all commands',
  keys: 'Show all keys',
  copy: 'Copy selection',
  paste: 'Paste',
  search: 'Find in pane',
  'toggle-sidebar': 'Show or hide the sidebar',
  'focus-sidebar': 'Go to the sidebar',
  'focus-terminal': 'Go to the active pane',
  'agent-details': 'Show why a Claude is in its state',
  'close-pane': 'Close pane',
  'close-window': 'Close window',
  'close-session': 'Close session',
  'rename-pane': 'Rename pane',
  'rename-window': 'Rename window',
  'rename-session': 'Rename session',
  'font-larger': 'Larger text in this pane',
  'font-smaller': 'Smaller text in this pane',
  'font-reset': 'Text size of the settings in this pane',
  'zoom-in': 'Zoom in: all of the window larger',
  'zoom-out': 'Zoom out: all of the window smaller',
  'zoom-reset': 'Zoom back to 100 %',
  settings: 'Settings',
  'key-settings': 'Settings: change keys',
  'import-theme': 'Settings: import a theme of another terminal',
  processes: 'Processes: what panes take of processor and memory',
  log: 'Log of Fugue',
  notices: 'Show notices',
  messages: 'Show messages between Claudes',
  channels: 'Channels: messages from other programs, and to them',
  inbox: 'Inbox: everything that waits for you',
  history: 'History: earlier conversations, search and usage',
  requests: 'Go to what an agent asks to be allowed',
} as const;

export type UiAction = keyof typeof UI_ACTIONS;

export function isUiAction(name: string): name is UiAction {
  return Object.hasOwn(UI_ACTIONS, name);
}
