import { errorMessage } from '#shared/base/errors';
import type { Logger } from '../log/logger';
import type { ScrollbackFiles } from '../session/persistence/scrollback-files';
import type { WorkspaceFiles } from '../session/persistence/workspace-files';
import type { Locations } from '../system/locations';
import type { SessionService } from '../session/session-service';

/** Without a writable folder the app runs all the same, and says that nothing will be kept. */
export async function prepareFiles(
  workspace: WorkspaceFiles,
  scrollback: ScrollbackFiles,
  service: SessionService,
  logger: Logger,
): Promise<boolean> {
  try {
    await workspace.prepare();
    await scrollback.prepare();
    return true;
  } catch (error) {
    logger.error('state.unwritable', { reason: errorMessage(error) });
    service.addNotice('error', 'The workspace can not be kept', [
      `${workspace.directory}: ${errorMessage(error)}`,
      'Panes work, but nothing will be restored after a restart.',
    ]);
    return false;
  }
}

/** Says so when the home can only be read, and another folder stands in for it. */
export function tellOfStandIn(
  { insteadOf, home }: Pick<Locations, 'insteadOf' | 'home'>,
  service: SessionService,
  logger: Logger,
): void {
  if (insteadOf === null) return;
  logger.warn('home.read-only', { insteadOf, home });
  service.addNotice('warning', 'Nothing can be kept', [
    `${insteadOf} can only be read, so ${home} stands in for it until the next boot.`,
  ]);
}
