import path from 'node:path';
import type { SessionService } from '../session/session-service';
import type { StoreReader } from '../session/store';

/** Where a Fugue begins that has nothing to bring back. */
export interface FirstSessionOptions {
  readonly firstDirectory: string;
  readonly startScreen: boolean;
}

/** Opens a session when there is none, unless the window's start screen is to ask first. */
export function openFirstSession(
  { state }: StoreReader,
  service: SessionService,
  { firstDirectory: directory, startScreen }: FirstSessionOptions,
): void {
  const first = state.configuration.restore['first-pane'];
  if (state.sessionOrder.length > 0 || (first === 'start-screen' && startScreen)) return;
  const command = first === 'claude' ? 'claude' : null;
  service.createSession(
    path.basename(directory) || 'root',
    { command, directory, name: null, kind: command ?? 'terminal', environment: {} },
    { kind: 'window', paneId: null },
  );
}
