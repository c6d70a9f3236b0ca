import type { PermissionAsk } from '#shared/model/permission';
import type { CommandCall } from '#shared/commands/catalog';
import { runCommand } from '../store/run-command';

type Answer = Omit<CommandCall<'answer_permission'>, 'ask_ids'>;

/** Answers one request, or several that are alike. What was answered meanwhile says so itself. */
export function answerAsks(asks: readonly PermissionAsk[], answer: Answer): void {
  void runCommand('answer_permission', { ask_ids: asks.map(({ id }) => id), ...answer });
}

export function deferAsk(ask: PermissionAsk): void {
  void runCommand('defer_permission', { ask_id: ask.id, on: !ask.deferred });
}
