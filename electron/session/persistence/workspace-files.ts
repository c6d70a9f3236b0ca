import fs from 'node:fs';
import path from 'node:path';
import { errorMessage } from '#shared/base/errors';
import type { Result } from '#shared/base/result';
import { fail, ok } from '#shared/base/result';
import type { WorkspaceSnapshot } from '#shared/state/snapshot';
import { readSnapshot } from '#shared/state/snapshot';
import {
  sweepTemporaryFiles,
  syncFile,
  writeAtomically,
  writeAtomicallyAtOnce,
} from '../../system/atomic-write';

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
  /** Counts the saves of this run; the one that is known to survive a power cut. */
  private saves = 0;
  private durable = 0;
  private syncing: Promise<void> = Promise.resolve();

  constructor(readonly directory: string) {
    this.current = path.join(directory, 'workspace.json');
    this.lastGood = path.join(directory, 'workspace.last-good.json');
  }

  async prepare(): Promise<void> {
    await fs.promises.mkdir(this.directory, { recursive: true, mode: 0o700 });
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

  /**
   * Puts a snapshot in the place of the current one. From then on a kill of the process loses nothing of it; a power
   * cut may, until `synced` says otherwise, and then the last good one is there. Waiting for the disk at each save
   * would let seconds of work pile up on a busy machine. Throws the system's error; the current one then stays.
   */
  save(snapshot: WorkspaceSnapshot): void {
    // Only what is known to be on the disk becomes the last good one: both files at risk at once would be too many.
    if (this.durable === this.saves) this.keepAsLastGood();
    writeAtomicallyAtOnce(this.current, JSON.stringify(snapshot));
    this.saves += 1;
    this.syncing = this.syncing.catch(() => undefined).then(() => this.sync());
    // Whoever asks `synced` hears of a failure; nobody has to.
    this.syncing.catch(() => undefined);
  }

  /** Resolves once the newest snapshot survives a power cut. Rejects with the system's error. */
  async synced(): Promise<void> {
    await this.syncing;
  }

  private async sync(): Promise<void> {
    const { saves } = this;
    if (this.durable === saves) return;
    await syncFile(this.current);
    this.durable = saves;
  }

  /** The copy is a link to the same file, so it can't be half-written. */
  private keepAsLastGood(): void {
    if (!fs.existsSync(this.current)) return;
    const link = `${this.lastGood}.link`;
    fs.rmSync(link, { force: true });
    fs.linkSync(this.current, link);
    fs.renameSync(link, this.lastGood);
  }

  /** Everything that can be read, newest first, each state once. */
  async list(): Promise<readonly { readonly name: string; readonly snapshot: WorkspaceSnapshot }[]> {
    const found: { name: string; snapshot: WorkspaceSnapshot }[] = [];
    for (const file of [this.lastGood, ...(await this.generations())]) {
      const loaded = await read(file);
      if (loaded?.ok !== true || found.some(({ snapshot }) => snapshot.savedAt === loaded.value.savedAt))
        continue;
      found.push({ name: path.basename(file, '.json'), snapshot: loaded.value });
    }
    return found.sort((left, right) => right.snapshot.savedAt - left.snapshot.savedAt);
  }

  private async generations(): Promise<readonly string[]> {
    const names = await fs.promises.readdir(this.directory).catch(() => [] as string[]);
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
    await writeAtomically(file, JSON.stringify(snapshot)).catch(() => undefined);
    for (const old of (await this.generations()).slice(GENERATIONS))
      await fs.promises.rm(old, { force: true });
  }

  private async setAside(file: string): Promise<string | null> {
    const stem = file.replace(/\.json$/, '');
    for (let number = 1; number <= 100; number += 1) {
      const aside = `${stem}.damaged-${String(number)}.json`;
      const taken = await fs.promises.stat(aside).then(
        () => true,
        () => false,
      );
      if (taken) continue;
      return fs.promises.rename(file, aside).then(
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
    const { size } = await fs.promises.stat(file);
    if (size > SIZE_LIMIT) return fail(`it has ${String(size)} bytes`);
    text = await fs.promises.readFile(file, 'utf8');
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
