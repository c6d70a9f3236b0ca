import path from 'node:path';
import type { Clock } from '#shared/base/clock';
import type { DisposableStore } from '#shared/base/disposable';
import { errorMessage } from '#shared/base/errors';
import type { HookServer } from '../claude/hooks/hook-server';
import type { Logger } from '../log/logger';
import type { ChatSessions } from '../session/chat/chat-sessions';
import { DecisionLog } from '../session/permissions/decision-log';
import { HookAsks } from '../session/permissions/hook-asks';
import { PermissionLedger } from '../session/permissions/ledger';
import { StreamAsks } from '../session/permissions/stream-asks';
import type { SessionService } from '../session/session-service';
import type { Locations } from '../system/locations';

export interface PermissionParts {
  readonly locations: Locations;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly newId: () => string;
  readonly service: SessionService;
  readonly chats: ChatSessions;
  /** Null when hooks can't be taken. */
  readonly hooks: HookServer | null;
}

/** Builds what brings the questions of all Claudes before the person. */
export function buildPermissions(
  parts: PermissionParts,
  disposables: DisposableStore,
): { readonly ledger: PermissionLedger; readonly decisions: DecisionLog } {
  const { service, clock, newId, logger, chats, hooks } = parts;
  const decisions = new DecisionLog(path.join(parts.locations.state, 'decisions.jsonl'), (error) => {
    logger.warn('decision-log.failed', { reason: errorMessage(error) });
  });
  const home = parts.environment['HOME'] ?? '';
  const ledger = disposables.add(new PermissionLedger({ service, clock, newId, log: decisions, home }));
  disposables.add(new StreamAsks(chats, ledger));
  if (hooks !== null) disposables.add(new HookAsks(hooks, service, ledger));
  return { ledger, decisions };
}
