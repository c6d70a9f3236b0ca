import type { PaneId } from '#shared/model/ids';
import { openLink } from '../terminal/links';

/** Asks with the whole address in view, and opens the link in the browser. */
export function openChatLink(text: string, paneId: PaneId | null): Promise<void> {
  return openLink(text, paneId, 'This link stands in the conversation.');
}
