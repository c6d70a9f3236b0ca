import fs from 'node:fs';
import path from 'node:path';
import type { HistorySettings } from '#shared/history/types';

/** A folder with project folders in it. */
export interface HistorySource {
  /** The real path of the folder `projects`. */
  readonly projects: string;
  readonly configDirectory: string;
  /** The person's usual configuration leads there. */
  readonly isUsual: boolean;
  /** Fugue's own copies of what Claude may have removed. */
  readonly archived: boolean;
}

/** Deeper than any folder of projects stands in the archive, which mirrors whole paths. */
const ARCHIVE_DEPTH = 24;

/**
 * Every folder that conversations are in, each once: the configurations of panes are mostly links to the shared one.
 * What is not there is left out.
 */
export function historySources(settings: HistorySettings): readonly HistorySource[] {
  const sources = new Map<string, HistorySource>();
  const panes = namesIn(settings.paneConfigurations).map((name) =>
    path.join(settings.paneConfigurations, name),
  );
  [...settings.configDirectories, ...panes].forEach((configDirectory, index) => {
    const projects = realPath(path.join(configDirectory, 'projects'));
    if (projects === null || sources.has(projects)) return;
    sources.set(projects, { projects, configDirectory, isUsual: index === 0, archived: false });
  });
  for (const projects of archivedProjects(settings.archiveDirectory)) {
    const original = path.dirname(originalPath(settings.archiveDirectory, projects));
    sources.set(projects, {
      projects,
      configDirectory: original,
      isUsual: original === settings.configDirectories[0],
      archived: true,
    });
  }
  return [...sources.values()];
}

/** Where the archive keeps its copy of a file. */
export function archivedPath(archive: string, file: string): string {
  return path.join(archive, file);
}

/** What the archive keeps a copy of there. */
export function originalPath(archive: string, copy: string): string {
  return path.join('/', path.relative(realPath(archive) ?? archive, copy));
}

function archivedProjects(archive: string): readonly string[] {
  const root = realPath(archive);
  if (root === null) return [];
  const found: string[] = [];
  const look = (folder: string, depth: number): void => {
    for (const entry of entriesIn(folder)) {
      if (!entry.isDirectory()) continue;
      const below = path.join(folder, entry.name);
      if (entry.name === 'projects' && folder !== root) found.push(below);
      else if (depth < ARCHIVE_DEPTH) look(below, depth + 1);
    }
  };
  look(root, 0);
  return found;
}

export function namesIn(folder: string): readonly string[] {
  try {
    return fs.readdirSync(folder);
  } catch {
    return []; // It is not there, or it is not for us to read.
  }
}

function entriesIn(folder: string): readonly fs.Dirent[] {
  try {
    return fs.readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

export function realPath(file: string): string | null {
  try {
    return fs.realpathSync(file);
  } catch {
    return null;
  }
}
