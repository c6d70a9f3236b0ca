import type { AgentState } from '#shared/model/agent-state';
import type { Pane } from '#shared/model/pane';

/** Why a Claude takes no prompt in a state, in words that follow its name. */
export function whyNotNow(pane: Pane, state: AgentState): string {
  switch (state) {
    case 'waiting':
      return `it asks the person something (${pane.agent?.waitingFor ?? 'a dialog'})`;
    case 'limited':
      return 'its usage limit is reached';
    case 'crashed':
    case 'exited':
      return 'its Claude has ended';
    case 'unknown':
      return 'it is starting';
    default:
      return 'it is working';
  }
}
