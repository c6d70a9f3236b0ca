import type { Failure } from '#shared/base/errors';
import { failure } from '#shared/base/errors';
import type { Result } from '#shared/base/result';
import { ok } from '#shared/base/result';
import type { NoticeAction } from '#shared/model/notice';
import type { WorkspaceSnapshot } from '#shared/state/snapshot';
import type { AppState } from '#shared/state/state';
import type { WorkspaceFiles } from './workspace-files';

/** Earlier workspaces that a report offers; list_snapshots has all. */
const OFFERS = 3;

/** A snapshot that can be brought back. */
export interface SnapshotFacts {
  /** Name by which it is asked for. */
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly savedAt: number;
  readonly sessions: readonly string[];
  readonly panes: number;
}

export interface SnapshotsOptions {
  readonly files: WorkspaceFiles;
  readonly state: () => AppState;
  readonly newId: () => string;
  /** Adds the sessions of a snapshot to those that are there. `textOf` names the pane whose text is kept for one. */
  readonly add: (snapshot: WorkspaceSnapshot, textOf: (paneId: string) => string) => Promise<void>;
}

/** Earlier workspaces that are still on disk, and their way back. Nothing that is open is touched by it. */
export class Snapshots {
  constructor(private readonly options: SnapshotsOptions) {}

  /** Newest first. */
  async list(): Promise<readonly SnapshotFacts[]> {
    return (await this.options.files.list()).map(({ name, snapshot }) => ({
      name,
      savedAt: snapshot.savedAt,
      sessions: snapshot.sessions.map((session) => session.name),
      panes: panesIn(snapshot).length,
    }));
  }

  /** The newest few as things to click, without the one that was saved at this time. */
  async offers(except: number): Promise<readonly NoticeAction[]> {
    const others = (await this.list()).filter(({ savedAt }) => savedAt !== except);
    // With seconds: who starts again twice in a minute could not tell two of them apart.
    return others.slice(0, OFFERS).map(({ name, savedAt, panes }) => ({
      label: `Bring back ${new Date(savedAt).toLocaleString('sv-SE', { dateStyle: 'short', timeStyle: 'medium' })} (${String(panes)} ${panes === 1 ? 'pane' : 'panes'})`,
      command: 'restore_snapshot',
      input: { snapshot: name },
    }));
  }

  async restore(name: string): Promise<Result<SnapshotFacts, Failure>> {
    const kept = await this.options.files.list();
    const found = kept.find((entry) => entry.name === name);
    if (found === undefined) {
      const names = kept.map((entry) => entry.name);
      return failure(
        'not-found',
        names.length === 0
          ? 'no earlier workspace is kept yet'
          : `there is no snapshot ${name}; there are ${names.join(', ')}`,
        names,
      );
    }
    const { snapshot, textOf } = withFreshIds(found.snapshot, this.options.state(), this.options.newId);
    await this.options.add(snapshot, textOf);
    return ok({
      name,
      savedAt: snapshot.savedAt,
      sessions: snapshot.sessions.map((session) => session.name),
      panes: panesIn(snapshot).length,
    });
  }
}

function panesIn(snapshot: WorkspaceSnapshot) {
  return snapshot.sessions.flatMap((session) => session.windows.flatMap((window) => window.panes));
}

/** What is brought back stands beside what is open, so it must not share an identity or a name with it. */
export function withFreshIds(
  snapshot: WorkspaceSnapshot,
  state: AppState,
  newId: () => string,
): { readonly snapshot: WorkspaceSnapshot; readonly textOf: (paneId: string) => string } {
  const originals = new Map<string, string>();
  let text = JSON.stringify(snapshot);
  const ids = snapshot.sessions.flatMap((session) => [
    session.id,
    ...session.windows.flatMap((window) => [window.id, ...window.panes.map((pane) => pane.id)]),
  ]);
  const open = new Set<string>([
    ...Object.keys(state.sessions),
    ...Object.keys(state.windows),
    ...Object.keys(state.panes),
  ]);
  for (const id of ids) {
    if (!open.has(id)) continue;
    const fresh = newId();
    originals.set(fresh, id);
    // Ids stand in layouts too, as text; being random they stand for nothing else.
    text = text.replaceAll(id, fresh);
  }
  const names = new Set(Object.values(state.sessions).map((session) => session.name));
  const renamed = JSON.parse(text) as WorkspaceSnapshot;
  return {
    snapshot: {
      ...renamed,
      sessions: renamed.sessions.map((session) => ({ ...session, name: freeName(session.name, names) })),
    },
    textOf: (paneId) => originals.get(paneId) ?? paneId,
  };
}

function freeName(name: string, taken: Set<string>): string {
  let free = name;
  for (let number = 1; taken.has(free); number += 1) {
    free = number === 1 ? `${name} (earlier)` : `${name} (earlier ${String(number)})`;
  }
  taken.add(free);
  return free;
}
