import type { CommandName } from '#shared/commands/catalog';
import type { PaneId } from '#shared/model/ids';
import { runRaw } from '../store/run-command';

const run = (name: string, input: Readonly<Record<string, unknown>>): Promise<boolean> =>
  runRaw(name as CommandName, input);

/** What a chat has the main process do. Each resolves with whether it was done; a failure has been shown then. */
export const chatCommands = {
  send: (paneId: PaneId, text: string, attachments: readonly string[]) =>
    run('send_prompt', { pane_id: paneId, text, attachments }),
  interrupt: (paneId: PaneId) => run('interrupt_claude', { pane_id: paneId }),
  setModel: (paneId: PaneId, model: string) => run('set_claude_model', { pane_id: paneId, model }),
  setMode: (paneId: PaneId, mode: string) => run('set_permission_mode', { pane_id: paneId, mode }),
  setFace: (paneId: PaneId, face: 'chat' | 'terminal') => run('set_face', { pane_id: paneId, face }),
  cancel: (deliveryId: string) => run('cancel_delivery', { delivery_id: deliveryId }),
  sendNow: (deliveryId: string) => run('send_now', { delivery_id: deliveryId }),
  start: (paneId: PaneId) => run('restart_pane', { pane_id: paneId }),
};
