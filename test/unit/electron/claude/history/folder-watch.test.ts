import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FolderWatch } from '#electron/claude/history/folder-watch';
import { FakeClock } from '#test/helpers/fake-clock';
import { checkForLeaks } from '#test/helpers/leak-check';
import { makeTemporaryDirectory, type TemporaryDirectory } from '#test/helpers/temporary-directory';
import { systemClock } from '#electron/system/system-clock';
import { waitFor } from '#test/helpers/wait';

checkForLeaks();
let directory: TemporaryDirectory;
beforeEach(() => {
  directory = makeTemporaryDirectory();
});
afterEach(() => {
  directory.remove();
});

describe('FolderWatch', () => {
  it('tells the folders in which transcripts changed, together and not those of other files', async () => {
    const told: (readonly string[])[] = [];
    const folders = ['a', 'b', 'c'].map((name) => directory.folder(name));
    const watch = new FolderWatch({
      clock: systemClock,
      changed: (changed) => told.push([...(changed ?? ['all'])].sort()),
      cannotWatch: () => told.push(['failed']),
    });
    watch.watchOnly(folders);
    expect(watch.count).toBe(3);
    fs.writeFileSync(path.join(folders[2]!, 'notes.txt'), '');
    fs.writeFileSync(path.join(folders[0]!, 'x.jsonl'), '');
    fs.writeFileSync(path.join(folders[1]!, 'y.jsonl'), '');
    await waitFor('the change to be told', () => told.length > 0);
    expect(told).toEqual([[folders[0], folders[1]]]);
    watch.watchOnly(folders.slice(0, 1));
    expect(watch.count).toBe(1);
    watch.dispose();
    expect(watch.count).toBe(0);
  });

  it('looks now and then once there are no watches left, and says so once', () => {
    const clock = new FakeClock();
    const reasons: string[] = [];
    let looks = 0;
    let made = 0;
    const watch = new FolderWatch({
      clock,
      changed: (folders) => {
        if (folders === null) looks += 1;
      },
      cannotWatch: (reason) => reasons.push(reason),
      watch: ((folder: string, ...rest: []) => {
        made += 1;
        if (made > 2)
          throw Object.assign(new Error('ENOSPC: System limit for number of file watchers reached'), {
            code: 'ENOSPC',
          });
        return fs.watch(folder, ...rest);
      }) as typeof fs.watch,
    });
    const folders = ['a', 'b', 'c', 'd'].map((name) => directory.folder(name));
    watch.watchOnly(folders);
    watch.watchOnly(folders);
    expect(reasons).toEqual(['ENOSPC: System limit for number of file watchers reached']);
    expect(watch.count).toBe(0);
    expect(made).toBe(3);
    clock.advance(30_000);
    clock.advance(30_000);
    expect(looks).toBe(2);
    watch.dispose();
    clock.advance(60_000);
    expect(looks).toBe(2);
  });

  it('has a bound, beyond which it looks now and then', () => {
    const clock = new FakeClock();
    let looks = 0;
    const watch = new FolderWatch({
      clock,
      mostWatches: 2,
      changed: () => (looks += 1),
      cannotWatch: () => undefined,
    });
    watch.watchOnly(['a', 'b', 'c'].map((name) => directory.folder(name)));
    expect(watch.count).toBe(2);
    clock.advance(30_000);
    expect(looks).toBe(1);
    watch.dispose();
  });

  it('does not mind a folder that is gone', () => {
    const watch = new FolderWatch({
      clock: systemClock,
      changed: () => undefined,
      cannotWatch: (reason) => {
        throw new Error(reason);
      },
    });
    watch.watchOnly([path.join(directory.path, 'none'), directory.folder('there')]);
    expect(watch.count).toBe(1);
    watch.dispose();
  });
});
