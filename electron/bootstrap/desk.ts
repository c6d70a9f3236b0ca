import type { Clock } from '#shared/base/clock';
import { UsageMeter } from '../session/usage-meter';
import type { Locations } from '../system/locations';
import { SettingsFile } from '../system/settings-file';

export interface DeskParts {
  readonly locations: Locations;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  /** Reads the settings again at once. */
  readonly reread: () => void;
}

/** What a person sets and looks at besides the work itself. */
export interface Desk {
  readonly settings: SettingsFile;
  readonly usage: UsageMeter;
  readonly logFile: string;
}

export function buildDesk({ locations, environment, clock, reread }: DeskParts): Desk {
  return {
    settings: new SettingsFile(locations.configurationFile, environment, reread),
    usage: new UsageMeter(clock),
    logFile: locations.log,
  };
}
