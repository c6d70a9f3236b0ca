// What Claude runs for each event: it never fails, never says anything, and holds nobody up; whatever the app does.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hookScriptText } from '#electron/claude/install/hook-script';
import {
  HOOK_FAULTS,
  HOOK_TOKEN,
  hookCli,
  type HookRun,
  HookWorld,
  STOP_EVENT,
} from '#test/helpers/hook-world';
import type { TemporaryDirectory } from '#test/helpers/temporary-directory';

/** Far more than a hook takes, and far less than one that waits for ever; in milliseconds. */
const ENDS_WITHIN = 15_000;

let world: HookWorld;
let directory: TemporaryDirectory;
let script: string;
let socket: string;
beforeEach(() => {
  world = new HookWorld();
  ({ directory, script, socket } = world);
});
afterEach(() => {
  world.dispose();
});

describe('the hook', () => {
  const commands: readonly [string, (event: string) => readonly string[], number][] = [
    ['script', (event) => [script, event], 25],
    ['command', (event) => [process.execPath, hookCli(), 'hook', event], 2],
  ];
  it.each(
    commands.flatMap(([name, command, times]) =>
      HOOK_FAULTS.map(({ name: fault, input, prepare }) => ({ name, fault, command, times, input, prepare })),
    ),
  )('as a $name bears $fault', async ({ command, times, input, prepare }) => {
    await prepare(world);
    const all: HookRun[] = [];
    for (let left = times; left > 0; left -= 13)
      all.push(
        ...(await Promise.all(
          Array.from({ length: Math.min(13, left) }, () => world.run(command('Stop'), input)),
        )),
      );
    expect(all.map(({ code, said }) => ({ code, said }))).toEqual(all.map(() => ({ code: 0, said: '' })));
    // It ends by itself. How soon is measured by row 44 of the fault suite, on a machine that does nothing else.
    for (const { milliseconds } of all) expect(milliseconds).toBeLessThan(ENDS_WITHIN);
  });

  it.each(commands)('as a %s sends the event, its token on no command line', async (_name, command) => {
    const got: { url: string; body: string; token: string }[] = [];
    const lines = new Set<string>();
    const server = http.createServer((request, response) => {
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () => {
        got.push({
          url: request.url ?? '',
          body: Buffer.concat(pieces).toString(),
          token: request.headers.authorization ?? '',
        });
        // All that runs for it is there now.
        for (const pid of fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
          try {
            lines.add(fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
          } catch {
            // It has ended.
          }
        }
        response.end('{}');
      });
    });
    world.servers.push(server);
    await new Promise<void>((resolve) => server.listen(socket, resolve));
    const large = JSON.stringify({ hook_event_name: 'Stop', text: 'ä🦊"\\'.repeat(300_000) });
    for (const input of [STOP_EVENT, large]) expect((await world.run(command('Stop'), input)).code).toBe(0);
    expect(got.map(({ url, token }) => `${url} ${token}`)).toEqual(
      Array(2).fill(`/hook/Stop Bearer ${HOOK_TOKEN}`),
    );
    expect(got.map(({ body }, index) => body === [STOP_EVENT, large][index])).toEqual([true, true]);
    expect([...lines].some((line) => line.includes(socket) || line.includes('hook'))).toBe(true);
    expect([...lines].some((line) => line.includes(HOOK_TOKEN))).toBe(false);
  });

  it.each([
    ['a Claude that is none of ours', { FUGUE_TOKEN: '' }, 'Stop'],
    ['a Claude that has hooks by its settings', { FUGUE_HOOKS: 'settings' }, 'Stop'],
    ['an event that is none', {}, 'Stop/../../x'],
  ])('stays silent in %s', async (_name, environment, event) => {
    let connected = 0;
    await world.listen((connection) => {
      connected += 1;
      connection.destroy();
    });
    for (const [, command] of commands) {
      const { code, said, milliseconds } = await world.run(command(event), STOP_EVENT, environment);
      expect({ code, said }).toEqual({ code: 0, said: '' });
      expect(milliseconds).toBeLessThan(ENDS_WITHIN);
    }
    expect(connected).toBe(0);
  });

  it('runs the command where there is no curl', async () => {
    const tools = directory.folder('tools');
    const ran = `${directory.path}/ran`;
    directory.file('fugue', `#!/bin/sh\necho "$@" > ${ran}\ncat >> ${ran}\n`);
    fs.chmodSync(path.join(directory.path, 'fugue'), 0o755);
    fs.symlinkSync('/bin/cat', path.join(tools, 'cat'));
    await world.listen(() => undefined);
    expect((await world.run([script, 'Stop'], STOP_EVENT, { PATH: tools })).code).toBe(0);
    expect(fs.readFileSync(ran, 'utf8')).toBe(`hook Stop\n${STOP_EVENT}`);
  });

  it('bears folders with any name', () => {
    const text = hookScriptText({ folder: `/tmp/it's "so" $HOME`, commandFile: `/x y/'fugue` });
    expect(execFileSync('/bin/sh', ['-n'], { input: text }).toString()).toBe('');
    const assigned = /^\[ -n "\$folder" \].*$/m.exec(text)?.[0] ?? '';
    expect(execFileSync('/bin/sh', ['-c', `folder=; ${assigned}; printf %s "$folder"`]).toString()).toBe(
      `/tmp/it's "so" $HOME`,
    );
  });
});
