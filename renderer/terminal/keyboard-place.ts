/** Where the person types: into terminals, and below chats. */
export const TYPING_PLACES = '.tile-terminal, .chat-composer';

/** Whether the keyboard is in a view of its own, which the person left the panes for. */
export function keyboardIsElsewhere(): boolean {
  const focused = document.activeElement;
  if (focused === null || focused === document.body) return false;
  return focused.closest(TYPING_PLACES) === null;
}
