import fs from 'node:fs/promises';
import path from 'node:path';
import { errorMessage } from '#shared/base/errors';
import type { Result } from '#shared/base/result';
import { fail, ok } from '#shared/base/result';
import type { WorkspaceSnapshot } from '#shared/state/snapshot';
import { readSnapshot } from '#shared/state/snapshot';
import { sweepTemporaryFiles, writeAtomically } from './atomic-write';

/** Dated copies that are kept. */
const GENERATIONS = 10;
/** A larger file is no snapshot of ours. */
const SIZE_LIMIT = 64 * 1024 * 1024;

export interface LoadedWorkspace {
  readonly snapshot: WorkspaceSnapshot | null;
  /** What was wrong with files and what was done, a sentence each. */
  readonly problems: readonly string[];
}

/** The snapshots on disk: the current one, the one before it, and dated copies of earlier starts. */
export class WorkspaceFiles {
  private readonly current: string;
  private readonly lastGood: string;

  constructor(readonly directory: string) {
    this.current = path.join(directory, 'workspace.json');
    this.lastGood = path.join(directory, 'workspace.last-good.json');
  }

  async prepare(): Promise<void> {
    await fs.mkdir(this.directory, { recursive: true, mode: 0o700 });
    await sweepTemporaryFiles(this.directory);
  }

  /** Loads the newest snapshot that can be read. One that can't is set aside, never overwritten. */
  async load(): Promise<LoadedWorkspace> {
    const problems: string[] = [];
    for (const file of [this.current, this.lastGood, ...(await this.generations())]) {
      const loaded = await read(file);
      if (loaded === null) continue;
      if (loaded.ok) {
        await this.keepGeneration(loaded.value);
        return { snapshot: loaded.value, problems };
      }
      const aside = await this.setAside(file);
      problems.push(
        `${path.basename(file)} can't be used: ${loaded.error}. ${aside === null ? 'It stays where it is.' : `It is kept as ${path.basename(aside)}.`}`,
      );
    }
    return { snapshot: null, problems };
  }

  async save(snapshot: WorkspaceSnapshot): Promise<void> {
    // The copy is a link to the same file, so it can't be half-written; then the new one takes the place.
    const link = `${this.lastGood}.link`;
    await fs.rm(link, { force: true });
    const linked = await fs.link(this.current, link).then(
      () => true,
      () => false, // no current snapshot yet
    );
    if (linked) await fs.rename(link, this.lastGood);
    await writeAtomically(this.current, JSON.stringify(snapshot), { sync: true });
  }

  private async generations(): Promise<readonly string[]> {
    const names = await fs.readdir(this.directory).catch(() => [] as string[]);
    return names
      .filter((name) => /^workspace-\d{8}T\d{6}\.json$/.test(name))
      .sort()
      .reverse()
      .map((name) => path.join(this.directory, name));
  }

  private async keepGeneration(snapshot: WorkspaceSnapshot): Promise<void> {
    const stamp = new Date(snapshot.savedAt).toISOString().replace(/[-:]/g, '').slice(0, 15);
    const file = path.join(this.directory, `workspace-${stamp}.json`);
    // Keeping a copy is a precaution; without it the start goes on.
    await writeAtomically(file, JSON.stringify(snapshot), { sync: false }).catch(() => undefined);
    for (const old of (await this.generations()).slice(GENERATIONS)) await fs.rm(old, { force: true });
  }

  private async setAside(file: string): Promise<string | null> {
    const stem = file.replace(/\.json$/, '');
    for (let number = 1; number <= 100; number += 1) {
      const aside = `${stem}.damaged-${String(number)}.json`;
      const taken = await fs.stat(aside).then(
        () => true,
        () => false,
      );
      if (taken) continue;
      return fs.rename(file, aside).then(
        () => aside,
        () => null,
      );
    }
    return null;
  }
}

async function read(file: string): Promise<Result<WorkspaceSnapshot, string> | null> {
  let text: string;
  try {
    const { size } = await fs.stat(file);
    if (size > SIZE_LIMIT) return fail(`it has ${String(size)} bytes`);
    text = await fs.readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    return fail(`it can't be read (${errorMessage(error)})`);
  }
  let contents: unknown;
  try {
    contents = JSON.parse(text) as unknown;
  } catch {
    return fail(text.length === 0 ? 'it is empty' : 'it is not JSON');
  }
  const snapshot = readSnapshot(contents);
  return snapshot.ok ? ok(snapshot.value) : snapshot;
}
