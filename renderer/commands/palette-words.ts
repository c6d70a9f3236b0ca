/**
 * What people call a thing of the palette that its title calls otherwise, by the id of the item: words from browsers, editors
 * and other terminals, whose tab is a window here.
 */
export const PALETTE_WORDS: Readonly<Record<string, string>> = {
  'create_window-0': 'tab',
  'rename_window-0': 'tab',
  'select_window-0': 'tab',
  'select_window-1': 'tab',
  'ui-close-window': 'tab',
  'move_pane-4': 'tab',
  'close_desktop_window-0': 'quit exit',
  'interrupt_claude-0': 'cancel abort',
  'zoom_pane-0': 'maximize full screen',
  'ui-keys': 'help shortcuts hotkeys keyboard bindings',
  'ui-key-settings': 'shortcuts hotkeys keyboard bindings remap',
  'ui-settings': 'options preferences configuration theme colours colors dark mode light mode font',
  'ui-import-theme': 'colours colors scheme',
  'ui-font-larger': 'font bigger increase',
  'ui-font-smaller': 'font decrease',
  'ui-font-reset': 'font normal',
  'ui-zoom-in': 'bigger text font',
  'ui-zoom-out': 'smaller text font',
  'ui-copy': 'clipboard',
  'ui-paste': 'clipboard insert',
  'ui-notices': 'notifications warnings',
  'ui-inbox': 'permissions approve allow deny answer questions',
  'ui-processes': 'cpu ram usage kill task manager',
  'ui-log': 'logs errors',
  'ui-history': 'resume conversation cost tokens',
};
