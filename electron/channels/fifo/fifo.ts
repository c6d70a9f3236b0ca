import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import type { Disposable } from '#shared/base/disposable';
import { LineReader } from '#shared/base/framing';
import type { Result } from '#shared/base/result';
import { fail, ok } from '#shared/base/result';

/** A write of so many bytes or fewer is never mixed with another one: what PIPE_BUF guarantees, line end included. */
export const FIFO_LINE_BYTES = 4096;
/** A line that is longer is dropped and counted, in UTF-16 units. */
const READ_LINE_LIMIT = 64 * 1024;

const { O_RDWR, O_WRONLY, O_NONBLOCK, O_NOFOLLOW } = fs.constants;

/** Opens a FIFO of ours. The failure is a sentence. */
function open(file: string, flags: number): Result<number, string> {
  let descriptor: number;
  try {
    descriptor = fs.openSync(file, flags | O_NONBLOCK | O_NOFOLLOW);
  } catch (error) {
    return fail(whyNot(file, (error as NodeJS.ErrnoException).code));
  }
  const status = fs.fstatSync(descriptor);
  const problem = !status.isFIFO()
    ? `${file} is not a FIFO`
    : status.uid !== process.getuid?.()
      ? `${file} belongs to another user`
      : null;
  if (problem === null) return ok(descriptor);
  fs.closeSync(descriptor);
  return fail(problem);
}

function whyNot(file: string, code: string | undefined): string {
  switch (code) {
    case 'ENOENT':
      return `there is no ${file}`;
    case 'ENXIO':
      return `nobody reads ${file}`;
    case 'ELOOP':
      return `${file} is a link`;
    default:
      return `${file} can't be opened: ${code ?? 'unknown fault'}`;
  }
}

export interface FifoListener {
  readonly line: (text: string) => void;
  /** A line was too long and was dropped. */
  readonly tooLong: () => void;
  /** Nothing more can be read. */
  readonly ended: (reason: string) => void;
}

/** Reads a FIFO until it is disposed of. */
export interface FifoReader extends Disposable {
  /** Reads on, or lets the writers wait. */
  read(on: boolean): void;
}

/**
 * Reads lines from a FIFO for as long as it is there, whoever comes and goes at its other end. It is opened for both
 * directions, so that opening never blocks and the last writer's end is not ours; the reads wait in the kernel's own
 * queue and not in a thread of the pool, of which four would be all there are.
 */
export function readFifo(file: string, listener: FifoListener): Result<FifoReader, string> {
  const descriptor = open(file, O_RDWR);
  if (!descriptor.ok) return descriptor;
  const socket = new net.Socket({ fd: descriptor.value, readable: true, writable: false });
  // What is no UTF-8 becomes replacement characters; a character that comes in pieces is put together.
  const text = new TextDecoder('utf-8', { ignoreBOM: true });
  const lines = new LineReader(READ_LINE_LIMIT);
  let disposed = false;
  socket.on('data', (piece: Buffer) => {
    for (const line of lines.push(text.decode(piece, { stream: true }))) {
      if (!line.ok) listener.tooLong();
      else if (line.value.trim() !== '') listener.line(line.value);
    }
  });
  socket.on('error', (error) => {
    if (!disposed) listener.ended(error.message);
  });
  socket.on('close', () => {
    if (!disposed) listener.ended('it was closed');
  });
  return ok({
    read: (on) => {
      if (on) socket.resume();
      else socket.pause();
    },
    dispose: () => {
      disposed = true;
      socket.destroy();
    },
  });
}

/** Writes one line to whoever reads the FIFO, at once or not at all. The failure is a sentence. */
export function writeFifoLine(file: string, line: string): Result<null, string> {
  const bytes = Buffer.from(`${line}\n`);
  if (bytes.length > FIFO_LINE_BYTES)
    return fail(
      `the line has ${String(bytes.length)} bytes, and ${String(FIFO_LINE_BYTES)} are the most: send it in parts`,
    );
  const descriptor = open(file, O_WRONLY);
  if (!descriptor.ok) return descriptor;
  try {
    const written = fs.writeSync(descriptor.value, bytes);
    // Lines of this size are written whole or not at all.
    return written === bytes.length ? ok(null) : fail(`${file} took only a part of the line`);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EAGAIN') return fail(`${file} is full: its reader does not keep up`);
    return fail(
      code === 'EPIPE' ? `nobody reads ${file} any more` : `${file} can't be written: ${code ?? ''}`,
    );
  } finally {
    fs.closeSync(descriptor.value);
  }
}

/** Makes a FIFO for the owner alone, unless something has the name already. The failure is a sentence. */
export function makeFifo(file: string): Result<null, string> {
  if (fs.lstatSync(file, { throwIfNoEntry: false }) !== undefined) return ok(null);
  try {
    // Node can't make one itself.
    execFileSync('mkfifo', ['-m', '600', file], { stdio: 'ignore' });
    return ok(null);
  } catch {
    return fail(`${file} can't be made: make it with mkfifo`);
  }
}
