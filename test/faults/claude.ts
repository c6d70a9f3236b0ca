// What the rows with the real Claude have in common: one that answers all, and messages to it.
import type { Origin } from '#shared/commands/define-command';
import { claudeVersions } from '#test/helpers/claude/claude';
import { ClaudeCore } from '#test/helpers/claude/claude-core';
import { answer, directed, lastUserText, text, type Story } from '#test/helpers/model-server/index';
import { waitFor } from '#test/helpers/wait';
import type { RowContext } from './row';

export const NEWEST = claudeVersions.at(-1)!;
export const agent: Origin = { kind: 'agent', via: 'mcp', paneId: null };
const NO_HOLD = '[input]\nidle-threshold = 0\n';

/** Answers every prompt at once. */
export const agreeable: Story = directed('agrees', () => answer(text('Understood.')));

export function must(holds: boolean, lost: string): void {
  if (!holds) throw new Error(lost);
}

/** A core with one Claude that takes a prompt. */
export async function startClaude(
  { defer }: RowContext,
  story: Story = agreeable,
  config = NO_HOLD,
): Promise<{ readonly core: ClaudeCore; readonly pane: string }> {
  const core = await ClaudeCore.start({ version: NEWEST, story, config });
  defer(() => core.close());
  const pane = await core.pane();
  await core.until(pane, 'idle');
  return { core, pane };
}

export async function send(core: ClaudeCore, pane: string, message: string): Promise<string> {
  const sent = await core.app.run('send_orchestration', { target: { pane }, message }, agent);
  return [...sent.reached, ...sent.queued][0]!.delivery_id;
}

export function deliveryOf(core: ClaudeCore, id: string) {
  return core.app.state.deliveries.find((entry) => entry.id === id);
}

export async function delivered(core: ClaudeCore, id: string, timeout = 40_000): Promise<void> {
  await waitFor('the delivery', () => deliveryOf(core, id)?.state === 'delivered', {
    timeout,
    instead: () => JSON.stringify(deliveryOf(core, id)),
  });
}

/** Everything that was said to the model as prompts. */
export function heard(core: ClaudeCore): string {
  return core.server.turns.map(({ body }) => `${lastUserText(body)}\n`).join('');
}

export function times(text: string, part: string): number {
  return text.split(part).length - 1;
}

/** Pastes and submits at once, as it is done by whoever does not look. */
export async function typeBlindly(core: ClaudeCore, pane: string, message: string): Promise<void> {
  await core.app.run('send_input', { pane_id: pane, input: message, paste: true });
  await core.app.run('send_input', { pane_id: pane, keys: ['Enter'] });
}
