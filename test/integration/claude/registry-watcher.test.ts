// The folder in which running Claudes tell of themselves, with everything that can be wrong with its files.
import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  isProcessOf,
  readRegistry,
  registryDirectory,
  RegistryWatcher,
  type RegistryChange,
} from '#electron/claude/registry/registry-watcher';
import { processStart } from '#electron/pty/process-tree';
import { systemClock } from '#electron/system/system-clock';
import { makeTemporaryDirectory, type TemporaryDirectory } from '#test/helpers/temporary-directory';
import { waitFor } from '#test/helpers/wait';

describe('the registry of a configuration', () => {
  let directory: TemporaryDirectory;
  let folder: string;
  let living: ChildProcess;
  let watcher: RegistryWatcher | undefined;
  let changes: RegistryChange[];

  beforeEach(() => {
    directory = makeTemporaryDirectory();
    folder = registryDirectory(directory.path);
    living = spawn('sleep', ['1000'], { stdio: 'ignore' });
    changes = [];
  });
  afterEach(() => {
    watcher?.dispose();
    watcher = undefined;
    living.kill('SIGKILL');
    directory.remove();
  });

  const pid = () => living.pid ?? 0;
  const file = (name = `${String(pid())}.json`) => path.join(folder, name);
  const entry = (fields: Readonly<Record<string, unknown>> = {}) =>
    JSON.stringify({
      pid: pid(),
      sessionId: 'one',
      cwd: '/project',
      procStart: processStart(pid()),
      status: 'idle',
      ...fields,
    });

  function watch(): void {
    watcher = new RegistryWatcher(folder, systemClock);
    watcher.onChange((change) => changes.push(change));
  }
  const statuses = () => changes.map((change) => change.entry?.status ?? null);

  it('tells of each change', async () => {
    fs.mkdirSync(folder);
    watch();
    for (const status of ['idle', 'busy', 'waiting', 'idle']) {
      const before = changes.length;
      fs.writeFileSync(file(), entry({ status }));
      await waitFor(status, () => changes.length > before && statuses().at(-1) === status, { timeout: 500 });
    }
    fs.rmSync(file());
    await waitFor('its end', () => statuses().at(-1) === null, { timeout: 500 });
    expect(statuses()).toEqual(['idle', 'busy', 'waiting', 'idle', null]);
  });

  it('is found when it is made only later', async () => {
    watch();
    fs.mkdirSync(folder);
    fs.writeFileSync(file(), entry());
    await waitFor('the entry', () => changes.length === 1, { timeout: 3000 });
    fs.writeFileSync(file(), entry({ status: 'busy' }));
    await waitFor('its change, without the wait', () => statuses().at(-1) === 'busy', { timeout: 500 });
  });

  it('is not taken at its word while a file is half written', async () => {
    fs.mkdirSync(folder);
    fs.writeFileSync(file(), entry());
    watch();
    const whole = entry({ status: 'busy' });
    fs.writeFileSync(file(), whole.slice(0, whole.length / 2));
    await waitFor('the half to be read', () => watcher?.living.length === 1);
    expect(statuses()).toEqual([]);
    expect(watcher?.living[0]?.status).toBe('idle');
    fs.appendFileSync(file(), whole.slice(whole.length / 2));
    await waitFor('the whole', () => statuses().at(-1) === 'busy', { timeout: 500 });
    expect(statuses()).toEqual(['busy']);
  });

  it('says nothing about a process that has the number of one that is gone', async () => {
    fs.mkdirSync(folder);
    fs.writeFileSync(file(), entry({ procStart: '1' }));
    watch();
    expect(watcher?.living).toEqual([]);
    fs.writeFileSync(file(), entry());
    await waitFor('the process itself', () => watcher?.living.length === 1);
    const [known] = readRegistry(directory.path);
    expect(known === undefined ? null : isProcessOf(known)).toBe(true);
  });

  it('forgets a process that was killed and left its file', async () => {
    fs.mkdirSync(folder);
    fs.writeFileSync(file(), entry());
    watch();
    living.kill('SIGKILL');
    await waitFor('it to be forgotten', () => statuses().at(-1) === null, { timeout: 3000 });
    expect(fs.existsSync(file())).toBe(true);
    expect(watcher?.living).toEqual([]);
  });

  it('forgets all when the folder is removed, and goes on when it is there again', async () => {
    fs.mkdirSync(folder);
    fs.writeFileSync(file(), entry());
    watch();
    fs.rmSync(folder, { recursive: true });
    await waitFor('all to be forgotten', () => watcher?.living.length === 0, { timeout: 3000 });
    fs.mkdirSync(folder);
    fs.writeFileSync(file(), entry({ status: 'busy' }));
    await waitFor('it to be there again', () => watcher?.living.length === 1, { timeout: 3000 });
  });

  it('passes over files that are none of it', () => {
    fs.mkdirSync(folder);
    fs.writeFileSync(file('notes.json'), '{}');
    fs.writeFileSync(file('12345678901.json'), entry());
    fs.writeFileSync(file(`${String(pid())}.json.tmp`), entry());
    fs.writeFileSync(file('1.json'), 'x'.repeat(100_000));
    fs.mkdirSync(file('2.json'));
    watch();
    expect(watcher?.living).toEqual([]);
    expect(readRegistry(directory.path)).toEqual([]);
  });
});
