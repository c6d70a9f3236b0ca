import type { Failure } from '#shared/base/errors';
import { failure } from '#shared/base/errors';
import type { Result } from '#shared/base/result';
import { asPaneId } from '#shared/model/ids';
import type { Pane } from '#shared/model/pane';
import type { CommandContext } from '../context';

/** An agent calls, or a command that an agent runs in its own pane. */
export function speaksForAgent({ origin, state }: CommandContext): boolean {
  if (origin.kind === 'agent') return true;
  // A program that an agent started speaks for the agent, however many panes stand between them.
  let pane = origin.paneId === null ? undefined : state.panes[asPaneId(origin.paneId)];
  for (let steps = 0; pane !== undefined && steps < 50; steps += 1) {
    if (holdsClaude(pane) || pane.kind === 'claude') return true;
    pane = pane.parentPane === null ? undefined : state.panes[pane.parentPane];
  }
  return false;
}

export function holdsClaude({ agent }: Pane): boolean {
  return agent !== null && agent.state !== 'exited' && agent.state !== 'crashed';
}

/** Refuses what only a person may do with a Claude: what it is told word by word, and how much it may do. */
export function refuseAgent(context: CommandContext): Result<never, Failure> | null {
  return speaksForAgent(context)
    ? failure(
        'refused',
        'only the person does that, not a Claude or what it runs: send_orchestration writes to another Claude',
      )
    : null;
}
