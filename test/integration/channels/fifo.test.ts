// FIFOs as adapters use them: they come, go, write together, write too much, and are not always what they seem.
import { execFile, execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ChannelFolder, type FolderChannels } from '#electron/channels/fifo/channel-folder';
import { readFifo, writeFifoLine } from '#electron/channels/fifo/fifo';
import { identify, prepareRuntimeDirectory } from '#electron/channels/fifo/runtime-directory';
import { systemClock } from '#electron/system/system-clock';
import { casePath } from '#test/helpers/fixtures';
import { makeTemporaryDirectory, type TemporaryDirectory } from '#test/helpers/temporary-directory';
import { waitFor } from '#test/helpers/wait';

let directory: TemporaryDirectory;
beforeEach(() => {
  directory = makeTemporaryDirectory();
});
afterEach(() => {
  directory.remove();
});
const mkfifo = (file: string) => {
  execFileSync('mkfifo', ['-m', '600', file]);
  return file;
};

describe('the folder of the channels', () => {
  it('is made for its owner alone, and taken again', () => {
    const folder = path.join(directory.path, 'run');
    const first = prepareRuntimeDirectory(folder);
    expect(first.ok).toBe(true);
    expect(fs.statSync(folder).mode & 0o777).toBe(0o700);
    expect(prepareRuntimeDirectory(folder)).toEqual(first);
    expect(identify(folder)).toEqual(first);
  });

  it.each([
    ['a link', (folder: string) => fs.symlinkSync(directory.folder('elsewhere'), folder), /is a link/],
    ['a file', (folder: string) => fs.writeFileSync(folder, ''), /is not a folder/],
    ['open to others', (folder: string) => fs.mkdirSync(folder, { mode: 0o755 }), /is open to others/],
    [
      'below nothing',
      (folder: string) => fs.rmSync(path.dirname(folder), { recursive: true }),
      /can't be made/,
    ],
  ])('is refused with a sentence when it is %s', (_name, make, problem) => {
    const folder = path.join(directory.folder('below'), 'run');
    make(folder);
    const prepared = prepareRuntimeDirectory(folder);
    expect(prepared.ok ? '' : prepared.error).toMatch(problem);
  });
});

describe('a line to a FIFO', () => {
  it('is written at once or refused at once, and never anywhere else', async () => {
    const file = mkfifo(path.join(directory.path, 'out.a'));
    expect(writeFifoLine(file, 'lost')).toMatchObject({
      ok: false,
      error: expect.stringContaining('nobody reads') as string,
    });
    expect(writeFifoLine(path.join(directory.path, 'out.none'), 'lost')).toMatchObject({ ok: false });
    const victim = directory.file('victim', 'mine');
    fs.symlinkSync(victim, path.join(directory.path, 'out.link'));
    expect(writeFifoLine(path.join(directory.path, 'out.link'), 'x')).toMatchObject({ ok: false });
    expect(writeFifoLine(victim, 'x')).toMatchObject({ ok: false });
    expect(fs.readFileSync(victim, 'utf8')).toBe('mine');
    const reader = spawn('head', ['-n', '1', file]);
    let read = '';
    reader.stdout.on('data', (piece: Buffer) => (read += piece.toString()));
    await waitFor('the reader', () => writeFifoLine(file, 'häl ö').ok);
    await waitFor('the line', () => read === 'häl ö\n');
    expect(writeFifoLine(file, 'x'.repeat(4096))).toMatchObject({ ok: false });
  });

  it('that a stuck reader does not take is refused when the pipe is full', () => {
    const file = mkfifo(path.join(directory.path, 'out.full'));
    const stuck = fs.openSync(file, fs.constants.O_RDWR | fs.constants.O_NONBLOCK);
    let written = 0;
    let last = writeFifoLine(file, 'x'.repeat(1000));
    for (; last.ok && written < 1000; written += 1) last = writeFifoLine(file, 'x'.repeat(1000));
    fs.closeSync(stuck);
    expect(written).toBeLessThan(100);
    expect(last.ok ? '' : last.error).toContain('does not keep up');
  });
});

describe('lines from FIFOs', () => {
  it('all arrive, whole, whoever writes; and nothing else of the process has to wait', async () => {
    const count = 40;
    const files = Array.from({ length: count }, (_, number) =>
      mkfifo(path.join(directory.path, `in.c${String(number)}`)),
    );
    const seen: string[] = [];
    const readers = files.map((file) =>
      readFifo(file, { line: (text) => seen.push(text), tooLong: () => undefined, ended: () => undefined }),
    );
    // Many that nobody writes to would take all threads of the pool, if they took any.
    await fs.promises.stat(directory.path);
    const script = `for i in $(seq 1 50); do for f in "$@"; do printf '%s line %s %0600d\\n' "$(basename $f)" $i 7 > $f; done; done`;
    const writers = [0, 1].map(() => spawn('bash', ['-c', script, 'bash', ...files]));
    await Promise.all(writers.map((writer) => new Promise((resolve) => writer.on('exit', resolve))));
    await waitFor('all lines', () => seen.length === count * 50 * 2, {
      timeout: 20_000,
      instead: () => String(seen.length),
    });
    expect(seen.every((line) => /^in\.c\d+ line \d+ 0{599}7$/.test(line))).toBe(true);
    for (const reader of readers) if (reader.ok) reader.value.dispose();
  });

  it('are read through restarts of an adapter, cut characters, junk, and lines that never end', async () => {
    const file = mkfifo(path.join(directory.path, 'in.x'));
    const seen: string[] = [];
    let tooLong = 0;
    const reader = readFifo(file, {
      line: (text) => seen.push(text),
      tooLong: () => (tooLong += 1),
      ended: () => undefined,
    });
    const write = (bytes: Buffer) => {
      const descriptor = fs.openSync(file, 'w');
      fs.writeSync(descriptor, bytes);
      fs.closeSync(descriptor);
    };
    const text = Buffer.from('größer\n');
    for (const byte of text) write(Buffer.from([byte]));
    await waitFor('the line', () => seen.length === 1);
    write(Buffer.from([0xff, 0xfe, 0x00, 0x0a]));
    for (let piece = 0; piece < 20; piece += 1) {
      write(Buffer.alloc(4096, 'x'));
      await new Promise((resolve) => setImmediate(resolve));
    }
    write(Buffer.from('\nafter\n'));
    await waitFor('what comes after', () => seen.includes('after'));
    expect(seen[0]).toBe('größer');
    expect(tooLong).toBe(1);
    if (reader.ok) reader.value.dispose();
  });

  it('come from whatever is in the folder now, also after it was removed and made again', async () => {
    const folder = path.join(directory.path, 'run');
    const lines: string[] = [];
    const problems: string[] = [];
    let channels: FolderChannels = { inputs: [], outputs: [] };
    const watched = new ChannelFolder(folder, systemClock, {
      line: (channel, text) => lines.push(`${channel ?? 'in'}: ${text}`),
      changed: (now) => (channels = now),
      looked: () => undefined,
      problem: (sentence) => problems.push(sentence),
    });
    const has = (...names: (string | null)[]) => JSON.stringify(channels.inputs) === JSON.stringify(names);
    mkfifo(path.join(folder, 'in.mail'));
    mkfifo(path.join(folder, 'out.mail'));
    mkfifo(path.join(folder, 'in.UPPER'));
    fs.writeFileSync(path.join(folder, 'in.file'), 'not a FIFO\n');
    await waitFor('two inputs', () => has(null, 'mail'));
    expect(channels.outputs).toEqual(['mail']);
    fs.writeFileSync(path.join(folder, 'in.mail'), 'one\n');
    fs.writeFileSync(path.join(folder, 'in'), 'two\n');
    await waitFor('two lines', () => lines.length === 2);
    fs.rmSync(path.join(folder, 'in.mail'));
    await waitFor('one input', () => has(null));
    mkfifo(path.join(folder, 'in.mail'));
    await waitFor('it to be back', () => has(null, 'mail'));
    fs.rmSync(folder, { recursive: true });
    fs.mkdirSync(folder, { mode: 0o700 });
    mkfifo(path.join(folder, 'in.new'));
    await waitFor('the new one', () => has(null, 'new'), { timeout: 8000 });
    fs.writeFileSync(path.join(folder, 'in.new'), 'three\n');
    await waitFor('three lines', () => lines.length === 3);
    expect(lines.sort()).toEqual(['in: two', 'mail: one', 'new: three']);
    expect(problems.some((sentence) => sentence.includes('in.file'))).toBe(true);
    watched.dispose();
  });

  it('go on behind the first writer, and cost nothing when nobody writes (chan-01, chan-02)', async () => {
    const lines: string[] = [];
    const readers = ['busy', 'idle'].map((name) => {
      const file = mkfifo(path.join(directory.folder(name), 'in.probe'));
      const listener = { tooLong: () => undefined, ended: () => undefined };
      return readFifo(file, { ...listener, line: (text) => lines.push(text) });
    });
    const run = (script: string, name: string, ...words: readonly string[]) =>
      promisify(execFile)('bash', [casePath(script), directory.folder(name), ...words]);
    const [busy, idle] = await Promise.all([
      run('chan-01/two_writers.sh', 'busy'),
      run('chan-02/idle_cpu.sh', 'idle', String(process.pid)),
    ]);
    expect(busy.stdout).toBe('');
    await waitFor('all lines', () => lines.length === 23);
    expect(lines.filter((line) => line !== 'x').slice(0, 4)).toEqual(['one', 'two', 'n1', 'n2']);
    // A reader that spins takes a thousand.
    expect(Number(/: (\d+) /.exec(idle.stdout)?.[1])).toBeLessThan(100);
    for (const reader of readers) if (reader.ok) reader.value.dispose();
  }, 30_000);

  it('of a writer that waited for the app are taken, and those of a FIFO that was made again (chan-07)', async () => {
    const folder = path.join(directory.path, 'run');
    fs.mkdirSync(folder, { mode: 0o700 });
    const file = mkfifo(path.join(folder, 'in.x'));
    const waiting = spawn('sh', ['-c', `echo waited > ${file}`]);
    const lines: string[] = [];
    const begin = () =>
      new ChannelFolder(folder, systemClock, {
        line: (_channel, text) => lines.push(text),
        looked: () => undefined,
        changed: () => undefined,
        problem: () => undefined,
      });
    let watched = begin();
    await waitFor('the one that waited', () => lines.length === 1);
    watched.dispose();
    watched = begin();
    for (let round = 0; round < 10; round += 1) {
      fs.rmSync(file);
      mkfifo(file);
      const writer = spawn('sh', ['-c', `echo ${String(round)} > ${file}`]);
      await waitFor(`line ${String(round)}`, () => lines.length === round + 2);
      expect(writer.exitCode ?? 0).toBe(0);
    }
    expect(lines.slice(1)).toEqual(Array.from({ length: 10 }, (_, round) => String(round)));
    expect(waiting.exitCode).toBe(0);
    watched.dispose();
  });
});
