import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import type { Disposable } from '#shared/base/disposable';
import { errorMessage } from '#shared/base/errors';
import { answers, listenPrivately, SOCKET_PATH_LIMIT } from '../../system/local-socket';

/** So many may be connected at the same time. */
const CONNECTION_LIMIT = 4096;

export interface FolderSocketOptions {
  readonly name: string;
  readonly connected: (socket: net.Socket) => void;
  /** Why it can't be served; a sentence. */
  readonly problem: (sentence: string) => void;
}

/**
 * A socket in the folder of the channels, for its owner alone. It is made again when the folder or the socket was
 * removed; one that another process serves is left to it.
 */
export class FolderSocket implements Disposable {
  private readonly connections = new Set<net.Socket>();
  private server: net.Server | null = null;
  private inode = 0;
  private opening = false;
  private disposed = false;

  constructor(private readonly options: FolderSocketOptions) {}

  get isServed(): boolean {
    return this.server !== null;
  }

  /** Called whenever the folder was looked at; null when it can't be used. */
  tend(folder: string | null): void {
    if (this.disposed || this.opening) return;
    const file = folder === null ? null : path.join(folder, this.options.name);
    if (this.server !== null && file !== null && inodeOf(file) === this.inode) return;
    this.close();
    if (file === null) return;
    this.opening = true;
    this.open(file)
      .catch((error: unknown) => {
        this.options.problem(`${file} can't be served: ${errorMessage(error)}`);
      })
      .finally(() => {
        this.opening = false;
      });
  }

  dispose(): void {
    this.disposed = true;
    this.close();
  }

  private async open(file: string): Promise<void> {
    const bytes = Buffer.byteLength(file);
    if (bytes > SOCKET_PATH_LIMIT)
      throw new Error(
        `its path has ${String(bytes)} bytes, and ${String(SOCKET_PATH_LIMIT)} are the most: set CCMUX_RUNTIME_DIR to a shorter folder`,
      );
    if (await answers(file))
      throw new Error('another process serves it, perhaps another Fugue: end that one');
    // A reader may have nothing to say, and has ended its own side then.
    const server = net.createServer({ allowHalfOpen: true }, (socket) => {
      this.connections.add(socket);
      socket.on('close', () => this.connections.delete(socket));
      socket.on('error', () => {
        socket.destroy();
      });
      this.options.connected(socket);
    });
    server.maxConnections = CONNECTION_LIMIT;
    await listenPrivately(server, file);
    server.on('error', (error) => {
      this.options.problem(`${file}: ${error.message}`);
    });
    if (this.disposed) {
      server.close();
      return;
    }
    this.server = server;
    this.inode = inodeOf(file);
  }

  private close(): void {
    for (const socket of this.connections) socket.destroy();
    // Closing removes the file.
    this.server?.close();
    this.server = null;
  }
}

function inodeOf(file: string): number {
  return fs.lstatSync(file, { throwIfNoEntry: false })?.ino ?? 0;
}
