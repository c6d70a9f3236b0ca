import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WorkspaceFiles } from '#electron/session/persistence/workspace-files';
import { Snapshots } from '#electron/session/persistence/snapshots';
import { takeSnapshot } from '#shared/state/snapshot';
import { stateOf } from '#test/helpers/state';
import type { TemporaryDirectory } from '#test/helpers/temporary-directory';
import { makeTemporaryDirectory } from '#test/helpers/temporary-directory';

const id = (digit: string): string => `${digit.repeat(8)}-1111-4111-8111-111111111111`;
const state = stateOf({ [id('a')]: { [id('b')]: id('c') } });

describe('the snapshots on disk', () => {
  let directory: TemporaryDirectory;
  let files: WorkspaceFiles;
  const savedAt = (name: string): number =>
    (JSON.parse(fs.readFileSync(path.join(directory.path, name), 'utf8')) as { savedAt: number }).savedAt;

  beforeEach(async () => {
    directory = makeTemporaryDirectory();
    files = new WorkspaceFiles(directory.path);
    await files.prepare();
  });
  afterEach(() => {
    directory.remove();
  });

  it('are current as soon as a save is through, whatever the disk still has to do', async () => {
    for (let at = 1; at <= 20; at += 1) {
      files.save(takeSnapshot(state, at));
      expect(savedAt('workspace.json')).toBe(at);
    }
    await files.synced();
  });

  it('keep one that is known to be on the disk beside the current one', async () => {
    files.save(takeSnapshot(state, 1));
    await files.synced();
    files.save(takeSnapshot(state, 2));
    expect(savedAt('workspace.last-good.json')).toBe(1);
    await files.synced();
    files.save(takeSnapshot(state, 3));
    expect(savedAt('workspace.last-good.json')).toBe(2);
    expect((await files.load()).snapshot?.savedAt).toBe(3);
  });

  it('are offered under names of their own, also from one minute', async () => {
    for (const at of [1000, 2000, 3000]) {
      files.save(takeSnapshot(state, at));
      await files.synced();
      await files.load();
    }
    const options = { files, state: () => state, newId: () => id('d'), add: () => Promise.resolve() };
    const labels = (await new Snapshots(options).offers(3000)).map(({ label }) => label);
    expect(labels).toHaveLength(2);
    expect(new Set(labels).size).toBe(2);
  });

  it('come back when the current one is damaged', async () => {
    files.save(takeSnapshot(state, 1));
    await files.synced();
    files.save(takeSnapshot(state, 2));
    fs.writeFileSync(path.join(directory.path, 'workspace.json'), '');
    const { snapshot, problems } = await files.load();
    expect(snapshot?.savedAt).toBe(1);
    expect(problems[0]).toContain('it is empty');
  });
});
