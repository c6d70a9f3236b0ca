import type { Disposable } from '#shared/base/disposable';
import type { CrashReports } from './crash-reports';
import type { Logger } from './logger';

/**
 * Writes a report of each fault of this process that nobody caught. Whether it goes on is for `then` to say: a window
 * keeps its panes, a process without one ends.
 */
export function watchCrashes(
  reports: CrashReports,
  logger: Logger,
  then: (what: string, file: string | null) => void,
): Disposable {
  const caught = (reason: unknown): void => {
    const error = reason instanceof Error ? reason : new Error(String(reason));
    const file = reports.write({ place: 'main', what: error.message, stack: error.stack ?? '' });
    logger.error('crash', { place: 'main', file });
    then(error.message, file);
  };
  process.on('uncaughtException', caught);
  process.on('unhandledRejection', caught);
  return {
    dispose: () => {
      process.off('uncaughtException', caught);
      process.off('unhandledRejection', caught);
    },
  };
}
