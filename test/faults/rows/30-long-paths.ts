import fs from 'node:fs';
import path from 'node:path';
import { FolderSocket } from '#electron/channels/sockets/folder-socket';
import { SOCKET_PATH_LIMIT } from '#electron/system/local-socket';
import { waitFor } from '#test/helpers/wait';
import { type Row, Tally } from '../row';

const NAME = 'output.sock';

/** All sockets below a folder. */
function socketsIn(folder: string): readonly string[] {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    return entry.isDirectory() ? socketsIn(file) : entry.isSocket() ? [file] : [];
  });
}

export const row: Row = {
  number: 30,
  async run({ scratch, count }) {
    const tally = new Tally();
    for (let number = 0; number < count; number += 1) {
      // Down to the very lengths at which systems cut.
      const length = 90 + Math.round((number * 110) / Math.max(1, count - 1));
      const base = scratch.folder(`l${String(number)}`);
      const folder = path.join(base, 'x'.repeat(length - base.length - 1));
      fs.mkdirSync(folder);
      const problems: string[] = [];
      const socket = new FolderSocket({
        name: NAME,
        connected: (connection) => connection.destroy(),
        problem: (sentence) => problems.push(sentence),
      });
      socket.tend(folder);
      await waitFor('an outcome', () => socket.isServed || problems.length > 0);
      const file = path.join(folder, NAME);
      const fits = Buffer.byteLength(file) <= SOCKET_PATH_LIMIT;
      const found = socketsIn(base).join();
      const right = fits
        ? found === file && problems.length === 0
        : found === '' && /the most: set CCMUX_RUNTIME_DIR/.test(problems[0] ?? '');
      tally.check(right, `${String(length)} bytes: ${found}; ${problems.join()}`);
      socket.dispose();
    }
    return tally;
  },
};
