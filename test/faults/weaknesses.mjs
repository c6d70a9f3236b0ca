// @ts-check
// For the twins of the fault suite: guards that can be taken out of a build made for it, one row at a time. The part of
// `guard` between ⟦ and ⟧ is an expression of the file; when the weakness is switched on, `instead` has its place.

/** @typedef {{ readonly rows: readonly number[], readonly at: string, readonly guard: string, readonly instead: string }} Weakness */

/** @type {(rows: number | readonly number[], at: string, guard: string, instead: string) => Weakness} */
const without = (rows, at, guard, instead) => ({ rows: [rows].flat(), at, guard, instead });

const lines = 'shared/base/framing.ts';
const fifo = 'electron/channels/fifo/fifo.ts';
const workspace = 'electron/session/persistence/workspace-files.ts';
const userFile = 'electron/claude/install/user-file.ts';
const endpoint = 'electron/mcp/http-endpoint.ts';
const sessions = 'electron/mcp/client-sessions.ts';
const screen = 'electron/screen/screen-model.ts';
const characters = 'shared/base/utf8-splitter.ts';

/** @type {readonly Weakness[]} */
export const weaknesses = [
  // What is not yet a whole line is forgotten, and half a character is handed on.
  without([1, 2], lines, 'this.keep(⟦piece.slice(start)⟧);', "''"),
  without([1, 2], characters, 'if (⟦end === bytes.length⟧) return bytes;', 'true'),
  without(3, 'shared/sideband/tag-reader.ts', "if (⟦this.state !== 'prefix' && isForbidden(unit)⟧)", 'false'),
  without(5, 'shared/sideband/scanner.ts', '⟦this.markdown.meansTags⟧', 'true'),
  without(
    [6, 7, 12],
    'electron/mcp/guard.ts',
    "if (⟦hosts.length !== 1 || !ours.includes(hosts[0] ?? '')⟧)",
    'false',
  ),
  without(8, sessions, 'if (⟦session?.principal.paneId !== principal.paneId⟧)', 'session === undefined'),
  without(18, 'shared/delivery/message-text.ts', ".replace(⟦UNSAFE⟧, '')", '/\\u0000/g'),
  // The end of the first writer is that of the FIFO.
  without(23, fifo, 'open(file, ⟦O_RDWR⟧)', 'fs.constants.O_RDONLY'),
  without(24, fifo, 'if (⟦bytes.length > FIFO_LINE_BYTES⟧)', 'false'),
  without(
    25,
    'electron/channels/fifo/channel-folder.ts',
    '⟦inputs.includes(name) && this.inodeOf(name) === this.readers.get(name)?.inode⟧',
    'inputs.includes(name)',
  ),
  without(26, fifo, '⟦!status.isFIFO()⟧', 'false'),
  without(27, fifo, '⟦fail(`${file} is full: its reader does not keep up`)⟧', 'ok(null)'),
  without(29, 'electron/channels/fifo/runtime-directory.ts', 'if (⟦(status.mode & 0o077) !== 0⟧)', 'false'),
  without(30, 'electron/channels/sockets/folder-socket.ts', 'if (⟦bytes > SOCKET_PATH_LIMIT⟧)', 'false'),
  without(
    [31, 33],
    workspace,
    '⟦writeAtomicallyAtOnce(this.current, JSON.stringify(snapshot))⟧;',
    'fs.writeFileSync(this.current, JSON.stringify(snapshot))',
  ),
  without(32, 'electron/system/atomic-write.ts', 'offset += ⟦written⟧;', 'bytes.length'),
  without(34, workspace, 'await ⟦this.setAside(file)⟧;', 'fs.promises.rm(file).then(() => null)'),
  without(
    40,
    'electron/claude/supervision.ts',
    'const failures = ⟦ending.ranFor >= STABLE_AFTER⟧ ?',
    'false',
  ),
  without(
    46,
    'electron/claude/hooks/hook-server.ts',
    'null : ⟦this.tokens.paneOf(token)⟧;',
    "this.tokens.paneOf(token) ?? 'p0'",
  ),
  // A request that is over stays open.
  without(47, 'electron/session/permissions/ledger.ts', 'if (⟦!this.open.delete(ask.id)⟧) return;', 'false'),
  without(48, userFile, '0o600 : ⟦status.mode & 0o777⟧', '0o600'),
  without(49, userFile, 'release = ⟦await lockfile.lock(target, LOCK)⟧;', 'null'),
  without(
    53,
    'electron/channels/sockets/subscribers.ts',
    'if (⟦socket.writableLength > 0 && socket.writableLength + bytes.length > UNSENT_LIMIT⟧)',
    'false',
  ),
  without(9, endpoint, 'headersTimeout: ⟦5000⟧,', '60_000'),
  without(9, endpoint, 'requestTimeout: ⟦10_000⟧,', '60_000'),
  // Any client gets what the newest one asked for.
  without(10, sessions, 'const session = ⟦this.sessions.get(id)⟧;', '[...this.sessions.values()].at(-1)'),
  without(11, sessions, 'if (⟦this.sessions.size < SESSION_LIMIT⟧) return true;', 'true'),
  without(
    50,
    'electron/claude/launch/mcp-config.ts',
    "added[name] = ⟦[...new Set([...hosts, '127.0.0.1', 'localhost'])].join(',')⟧;",
    "hosts.join(',')",
  ),
  // The newest message first.
  without(
    22,
    'electron/session/delivery/deliveries.ts',
    'const [next] = ⟦this.queue(paneId)⟧;',
    '[...this.queue(paneId)].reverse()',
  ),
  without(
    37,
    'electron/claude/supervision.ts',
    'if (⟦failures > (ending.neverReady ? FAILED_STARTS_ALLOWED : FAILURES_ALLOWED)⟧)',
    'false',
  ),
  without(38, 'electron/claude/supervision.ts', 'if (⟦ending.refusedAgain !== null⟧)', 'false'),
  without(
    12,
    'electron/mcp/guard.ts',
    'if (⟦!origins.every((origin) => ours.some((host) => origin === `http://${host}`))⟧)',
    'false',
  ),
  without(16, screen, 'if (⟦this.replyBudget.bytes <= REPLY_BYTES_PER_SECOND⟧)', 'true'),
  without(
    16,
    screen,
    'windowOptions: ⟦{ getWinSizeChars: true }⟧',
    '{ getWinSizeChars: true, getWinTitle: true }',
  ),
  without(42, 'electron/system/local-socket.ts', 'if (⟦await answers(file)⟧) throw', 'false'),
  without(
    51,
    'electron/commands/dispatcher.ts',
    'target: ⟦targetOf(invocation.input)⟧,',
    'JSON.stringify(invocation.input)',
  ),
  without(
    14,
    'electron/shell/link-opener.ts',
    "if (⟦url.protocol !== 'http:' && url.protocol !== 'https:'⟧)",
    'false',
  ),
  without(15, 'electron/ipc/ipc-main.ts', 'if (⟦!isOwnPage(event)⟧)', 'false'),
  // An answer repeats what was asked.
  without(17, screen, "if (⟦data === '?' && this.colors !== null⟧)", '(this.reply(data), false)'),
  without(
    43,
    'electron/system/locations.ts',
    "return ⟦(error as NodeJS.ErrnoException).code === 'EROFS'⟧;",
    'false',
  ),
];
