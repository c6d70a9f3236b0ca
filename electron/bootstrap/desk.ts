import type { Locations } from '../system/locations';
import { SettingsFile } from '../system/settings-file';

export interface DeskParts {
  readonly locations: Locations;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** What a person sets and looks at besides the work itself. */
export interface Desk {
  readonly settings: SettingsFile;
}

export function buildDesk({ locations, environment }: DeskParts): Desk {
  return { settings: new SettingsFile(locations.configurationFile, environment) };
}
