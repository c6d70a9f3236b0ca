import path from 'node:path';
import { assertNever } from '#shared/base/assert';
import type { DisposableStore } from '#shared/base/disposable';
import type { HistorySettings } from '#shared/history/types';
import { HistoryClient } from '../claude/history/history-client';
import { sharedConfiguration } from '../claude/launch/isolation';
import type { Logger } from '../log/logger';
import type { SessionService } from '../session/session-service';
import type { Store } from '../session/store';
import type { Locations } from '../system/locations';
import { expandHome } from '../system/locations';

export interface HistoryParts {
  readonly locations: Locations;
  readonly store: Store;
  readonly service: SessionService;
  readonly logger: Logger;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly historyWorker: string;
}

/** Builds the index of conversations, as the settings say, now and whenever they change. */
export function buildHistory(parts: HistoryParts, disposables: DisposableStore): HistoryClient {
  const { store, service, locations, environment, logger } = parts;
  const settings = (): HistorySettings => {
    const { folders, archive, prices } = store.state.configuration.history;
    return {
      configDirectories: [
        sharedConfiguration(environment).directory,
        ...folders.map((folder) => expandHome(folder, environment)),
      ],
      paneConfigurations: path.join(locations.home, 'claude-configs'),
      stateDirectory: locations.state,
      archiveDirectory: path.join(locations.home, 'archive'),
      archive,
      prices,
    };
  };
  const client = disposables.add(new HistoryClient(parts.historyWorker, settings(), logger));
  disposables.add(
    client.onEvent((event) => {
      switch (event.type) {
        case 'changed':
          service.dispatch({ type: 'history/changed' });
          break;
        case 'reading':
          service.dispatch({ type: 'history/reading', reading: event.progress });
          break;
        case 'notice':
          logger.warn('history.notice', { title: event.title, detail: event.detail });
          service.addNotice('warning', event.title, [event.detail]);
          break;
        default:
          assertNever(event, 'event');
      }
    }),
  );
  let before = JSON.stringify(settings());
  disposables.add(
    store.onAction(({ action }) => {
      if (action.type !== 'configuration/changed') return;
      const now = settings();
      if (JSON.stringify(now) === before) return;
      before = JSON.stringify(now);
      client.configure(now);
    }),
  );
  // Without a copy to keep, the thread can wait until somebody asks.
  if (settings().archive) client.begin();
  return client;
}
