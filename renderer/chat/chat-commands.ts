import type { PaneId } from '#shared/model/ids';
import type { PaneFace } from '#shared/model/pane';
import type { PERMISSION_MODES } from '#shared/commands/chat';
import { runCommand } from '../store/run-command';

/** What a chat has the main process do. Each resolves with whether it was done; a failure has been shown then. */
export const chatCommands = {
  send: (paneId: PaneId, text: string, attachments: readonly string[]) =>
    runCommand('send_prompt', { pane_id: paneId, text, attachments: [...attachments] }),
  interrupt: (paneId: PaneId) => runCommand('interrupt_claude', { pane_id: paneId }),
  setModel: (paneId: PaneId, model: string) => runCommand('set_claude_model', { pane_id: paneId, model }),
  setMode: (paneId: PaneId, mode: (typeof PERMISSION_MODES)[number]) =>
    runCommand('set_permission_mode', { pane_id: paneId, mode }),
  setFace: (paneId: PaneId, face: PaneFace, force = false) =>
    runCommand('set_face', { pane_id: paneId, face, force }),
  cancel: (deliveryId: string) => runCommand('cancel_delivery', { delivery_id: deliveryId }),
  sendNow: (deliveryId: string) => runCommand('send_now', { delivery_id: deliveryId }),
  start: (paneId: PaneId) => runCommand('restart_pane', { pane_id: paneId }),
};
