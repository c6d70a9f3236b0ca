import type { Clock } from '#shared/base/clock';
import type { DisposableStore } from '#shared/base/disposable';
import { DesktopWindows } from '../session/desktop-windows';
import type { SessionService } from '../session/session-service';
import { UsageMeter } from '../session/usage-meter';
import type { Locations } from '../system/locations';
import { SettingsFile } from '../system/settings-file';

export interface DeskParts {
  readonly locations: Locations;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly service: SessionService;
  /** Reads the settings again at once. */
  readonly reread: () => void;
}

/** What a person sets and looks at besides the work itself. */
export interface Desk {
  readonly settings: SettingsFile;
  readonly usage: UsageMeter;
  readonly logFile: string;
  readonly desktopWindows: DesktopWindows;
}

export function buildDesk(
  { locations, environment, clock, newId, service, reread }: DeskParts,
  disposables: DisposableStore,
): Desk {
  return {
    settings: new SettingsFile(locations.configurationFile, environment, reread),
    usage: new UsageMeter(clock),
    logFile: locations.log,
    desktopWindows: disposables.add(new DesktopWindows(service, newId)),
  };
}
