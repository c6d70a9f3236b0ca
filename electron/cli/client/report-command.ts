import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { errorMessage } from '#shared/base/errors';
import { redact } from '../../log/redact';
import type { Locations } from '../../system/locations';
import { APP_VERSION } from '../../system/version';
import { findEverything } from './doctor/doctor-command';
import { EXIT } from './exit-codes';

/** How much of the end of each log goes in, in bytes. */
const LOG_LIMIT = 512 * 1024;

/**
 * `fugue report [FILE]`: packs what helps to find a fault into one file. It stays on this computer; secrets, the person's
 * name and folder, and all text of panes and conversations stay out.
 */
export async function reportCommand(where: Locations, words: readonly string[]): Promise<number> {
  const [name, ...rest] = words;
  if (name === '' || name?.startsWith('-') === true || rest.length > 0) {
    process.stderr.write('use fugue report, or fugue report FILE\n');
    return EXIT.usage;
  }
  const day = new Date().toISOString().slice(0, 10);
  const file = path.resolve(name ?? `fugue-report-${day}.tar.gz`);
  if (fs.existsSync(file)) {
    process.stderr.write(`${file} is there already: name another file\n`);
    return EXIT.failed;
  }
  const parts = await partsOf(where);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fugue-report-'));
  try {
    const inside = path.join(folder, 'fugue-report');
    fs.mkdirSync(inside);
    for (const [part, text] of parts)
      fs.writeFileSync(path.join(inside, part), redact(text), { mode: 0o600 });
    execFileSync('tar', ['-czf', file, '-C', folder, 'fugue-report'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    fs.chmodSync(file, 0o600);
  } catch (error) {
    process.stderr.write(`the report could not be written: ${errorMessage(error)}\n`);
    return EXIT.failed;
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
  process.stdout.write(
    `${file}\nIt holds ${parts.map(([part]) => part).join(', ')}.\nLook into it before you hand it on: nothing was sent.\n`,
  );
  return EXIT.done;
}

async function partsOf(where: Locations): Promise<readonly (readonly [string, string])[]> {
  const findings = await findEverything(where);
  const versions = [
    `fugue ${APP_VERSION}`,
    `node ${process.versions.node}`,
    `electron ${process.versions['electron'] ?? 'none: the command is run by Node'}`,
    `${os.type()} ${os.release()} ${os.arch()}`,
    `${String(os.cpus().length)} cores, ${String(Math.round(os.totalmem() / 2 ** 20))} MB`,
  ];
  return [
    ['versions.txt', `${versions.join('\n')}\n`],
    ['doctor.json', `${JSON.stringify(findings, null, 2)}\n`],
    ...read('fugue.toml', where.configurationFile),
    ...read('fugue.log', where.log),
    ...list(where.crashes).flatMap((name) => read(`crash-${name}`, path.join(where.crashes, name))),
    ...shapeOf(path.join(where.state, 'workspace.json')),
  ];
}

function list(folder: string): readonly string[] {
  try {
    return fs.readdirSync(folder).sort();
  } catch {
    return []; // Nothing has crashed yet.
  }
}

/** The end of a file; nothing for one that is not there. */
function read(name: string, file: string): readonly (readonly [string, string])[] {
  try {
    const text = fs.readFileSync(file);
    return [[name, text.subarray(Math.max(0, text.length - LOG_LIMIT)).toString('utf8')]];
  } catch {
    return [];
  }
}

/** How large the workspace is, without any name, folder or command in it. */
function shapeOf(file: string): readonly (readonly [string, string])[] {
  const [found] = read('workspace.txt', file);
  if (found === undefined) return [];
  const text = found[1];
  const count = (key: string): number => text.split(`"${key}":`).length - 1;
  return [
    [
      'workspace.txt',
      `${String(fs.statSync(file).size)} bytes, ${String(count('windowIds'))} sessions, ${String(count('activePaneId'))} windows, ${String(count('startDirectory'))} panes\n`,
    ],
  ];
}
