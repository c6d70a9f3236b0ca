import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { casePath } from '#test/helpers/fixtures';
import { TestCore } from '#test/helpers/core';
import { waitFor } from '#test/helpers/wait';

let core: TestCore;
beforeAll(async () => {
  core = await TestCore.start({ config: '[limits]\npanes-per-session = 500\n' });
});
afterAll(async () => {
  await core.close();
});

/** Waits until the program of a pane has ended. */
async function ended(paneId: string) {
  return (await core.run('expect', { pane_id: paneId, status: 'exited', timeout: 20 })).process;
}

async function closeWindowOf(paneId: string): Promise<void> {
  await core.run('close_pane', { pane_id: paneId });
}

describe('a program that ends', () => {
  it.each([
    ['true', 0, null],
    ['sleep 0.05', 0, null],
    ['exit 3', 3, null],
    ['kill -9 $$', null, 'SIGKILL'],
    ['kill -TERM $$', null, 'SIGTERM'],
    ['does-not-exist-anywhere', 127, null],
  ])('%s is told with its code or signal (pty-01)', async (command, code, signal) => {
    for (let round = 0; round < 10; round += 1) {
      const pane = await core.pane(command);
      expect(await ended(pane)).toMatchObject({ status: 'exited', exit_code: code, signal });
      await closeWindowOf(pane);
    }
  });

  it('has its last output on the screen before its end is told (pty-02)', async () => {
    for (let round = 0; round < 12; round += 1) {
      const pane = await core.pane(`bash ${casePath('pty-02/burst.sh')}`);
      expect((await ended(pane)).exit_code).toBe(3);
      expect(await core.text(pane)).toMatch(/FINAL-MARKER-end$/);
      await closeWindowOf(pane);
    }
    for (let round = 0; round < 20; round += 1) {
      const pane = await core.pane('echo WHY; exit 1');
      expect((await ended(pane)).exit_code).toBe(1);
      expect(await core.text(pane)).toBe('WHY');
      await closeWindowOf(pane);
    }
  });

  it('can be resized, read and typed at afterwards without harm (pty-03)', async () => {
    const pane = await core.pane('exit 0');
    await ended(pane);
    core.core.host.resize(pane, 100, 30);
    expect(await core.text(pane)).toBe('');
    const typed = await core.attempt('send_input', { pane_id: pane, input: 'x' });
    expect(typed.ok ? '' : typed.error.message).toContain('restart_pane');
    await core.run('restart_pane', { pane_id: pane });
    expect((await ended(pane)).exit_code).toBe(0);
    await closeWindowOf(pane);
  });

  it('that can not be started at all is told as an exit, not as a crash of the app', async () => {
    const pane = await core.pane('/nonexistent/program');
    expect((await ended(pane)).exit_code).toBe(127);
    await closeWindowOf(pane);
  });
});

describe('closing a pane', () => {
  it('ends everything that belongs to it, but no daemon (pty-04)', async () => {
    const pids = '/tmp/tree.pids';
    fs.rmSync(pids, { force: true });
    const daemonFile = path.join(core.directory.path, 'daemon.pid');
    const daemon = `(setsid sh -c 'echo $$ > ${daemonFile}; exec sleep 30' </dev/null >/dev/null 2>&1 &);`;
    const pane = await core.pane(`${daemon} bash ${casePath('pty-04/tree.sh')}`);
    const all = await waitFor('the tree of programs', () => {
      const lines = fs.existsSync(pids) ? fs.readFileSync(pids, 'utf8').trim().split('\n') : [];
      return lines.length === 4 && fs.existsSync(daemonFile) ? lines.map(Number) : null;
    });
    const started = Date.now();
    await closeWindowOf(pane);
    expect(Date.now() - started).toBeLessThan(5000);
    expect(all.filter(isRunning)).toEqual([]);
    const daemonPid = Number(fs.readFileSync(daemonFile, 'utf8'));
    expect(isRunning(daemonPid)).toBe(true);
    process.kill(daemonPid);
  });

  it('ends a program that ignores to be asked', async () => {
    const pane = await core.pane(`trap '' HUP TERM INT; echo ready; while :; do sleep 1; done`);
    await core.run('expect', { pane_id: pane, pattern: 'ready' });
    const { pid } = (await core.run('get_status', { pane_id: pane })).process;
    await closeWindowOf(pane);
    expect(isRunning(pid ?? 0)).toBe(false);
  });
});

describe('a flood', () => {
  it('stops at once on Ctrl-C and leaves other panes usable (perf-01)', async () => {
    const flood = await core.pane(`bash -i`);
    const quiet = await core.pane('bash --norc -i');
    await core.run('send_input', {
      pane_id: flood,
      input: `bash ${casePath('perf-01/flood.sh')}`,
      submit: true,
    });
    await core.run('expect', { pane_id: flood, pattern: 'f{20}', timeout: 20 });
    for (let round = 0; round < 5; round += 1) {
      await core.run('send_input', {
        pane_id: quiet,
        input: `echo round-$((${String(round)}+100))`,
        submit: true,
      });
      const echo = await core.run('expect', {
        pane_id: quiet,
        pattern: `^round-${String(round + 100)}`,
        timeout: 5,
      });
      expect(echo.matched).toBe(true);
    }
    await core.run('send_input', { pane_id: flood, keys: ['C-c'] });
    await core.run('send_input', { pane_id: flood, input: 'echo calm-$((40+2))', submit: true });
    const calm = await core.run('expect', { pane_id: flood, pattern: '^calm-42', timeout: 5 });
    expect(calm.matched).toBe(true);
    await closeWindowOf(flood);
    await closeWindowOf(quiet);
  });

  it('comes back bounded when it is read (mcp-07)', async () => {
    const pane = await core.pane(`bash ${casePath('mcp-07/noisy.sh')}; sleep 60`);
    await core.run('expect', { pane_id: pane, pattern: 'Z{100}', timeout: 30, from: 'scrollback' });
    for (const lines of [undefined, 50, 1]) {
      const read = await core.run('read_pane', {
        pane_id: pane,
        from: 'scrollback',
        ...(lines === undefined ? {} : { lines }),
      });
      expect(Buffer.byteLength(read.text)).toBeLessThanOrEqual(64 * 1024);
      expect(read.text).not.toContain('\x1b');
    }
    await closeWindowOf(pane);
  });
});

describe('typing', () => {
  it('means what is written in its description (mcp-06)', async () => {
    const pane = await core.pane(`stty -echo; echo ready; exec cat -v`);
    await core.run('expect', { pane_id: pane, pattern: 'ready' });
    const type = async (input: string, more: object = {}) =>
      core.run('send_input', { pane_id: pane, input, ...more });
    await type('echo one\n');
    await type('echo two\\n', { submit: true });
    await type('echo three\r\n');
    await type('C-c', { submit: true });
    await type('Enter', { submit: true });
    await type('a\nb\nc\n');
    await type('tab\there 漢字 🧪 end\n');
    await type('- a dash; a semicolon;\n');
    await type('', { keys: ['Escape', 'Up', 'M-x'], submit: true });
    expect((await type('')).bytes).toBe(0);
    await type('last\n');
    await core.run('expect', { pane_id: pane, pattern: '^last$' });
    const lines = (await core.text(pane)).trimEnd().split('\n');
    const start = lines.indexOf('ready') + 1;
    expect(lines.slice(start)).toEqual([
      'echo one',
      'echo two\\n',
      'echo three',
      'C-c',
      'Enter',
      'a',
      'b',
      'c',
      expect.stringMatching(/^tab {2,}here /),
      '- a dash; a semicolon;',
      '^[^[[A^[x',
      'last',
    ]);
    await core.run('send_input', { pane_id: pane, input: '\u0003' });
    expect((await ended(pane)).signal).toBe('SIGINT');
    await closeWindowOf(pane);
  });

  it('as a paste is one paste for a program that takes pastes, and is refused where lines would be run', async () => {
    const pane = await core.pane(`printf '\\033[?2004h'; stty -echo; echo ready; exec cat -v`);
    await core.run('expect', { pane_id: pane, pattern: 'ready' });
    await core.run('send_input', { pane_id: pane, input: 'one\x1b[201~\ntwo', paste: true, submit: true });
    await core.run('expect', { pane_id: pane, pattern: '201~$' });
    expect(await core.text(pane)).toContain('^[[200~one[201~');
    expect((await core.text(pane)).match(/\^\[\[20[01]~/g)).toHaveLength(2);
    await closeWindowOf(pane);
    const plain = await core.pane('echo ready; exec cat');
    await core.run('expect', { pane_id: plain, pattern: 'ready' });
    const refused = await core.attempt('send_input', { pane_id: plain, input: 'a\nb', paste: true });
    expect(refused.ok ? '' : refused.error.code).toBe('refused');
    await closeWindowOf(plain);
  });
});

describe('waiting for output', () => {
  it('sees what is there, what comes, and only what is new', async () => {
    const pane = await core.pane('echo first; read line; echo second; sleep 60');
    expect((await core.run('expect', { pane_id: pane, pattern: '^first' })).reason).toBe('pattern');
    const later = core.run('expect', { pane_id: pane, pattern: '^(first|second)', from: 'new' });
    await core.run('send_input', { pane_id: pane, input: 'go', submit: true });
    expect((await later).match).toBe('second');
    const timeout = await core.run('expect', { pane_id: pane, pattern: 'never', timeout: 0.2 });
    expect(timeout).toMatchObject({ matched: false, reason: 'timeout' });
    await closeWindowOf(pane);
  });

  it('ends when the program ends, or the pane is closed, and when the caller goes', async () => {
    const pane = await core.pane('read line');
    const waiting = core.run('expect', { pane_id: pane, pattern: 'never' });
    await core.run('send_input', { pane_id: pane, input: '', submit: true });
    expect(await waiting).toMatchObject({ matched: false, reason: 'ended', process: { status: 'exited' } });
    await core.run('restart_pane', { pane_id: pane });
    const closed = core.run('expect', { pane_id: pane, pattern: 'never' });
    await closeWindowOf(pane);
    expect((await closed).reason).toBe('ended');
    const other = await core.pane('sleep 60');
    const gone = new AbortController();
    const aborted = core.core.dispatcher.run({
      name: 'expect',
      input: { pane_id: other, pattern: 'never' },
      origin: { kind: 'cli', paneId: null },
      signal: gone.signal,
    });
    gone.abort();
    expect((await aborted).ok).toBe(false);
    await closeWindowOf(other);
  });

  it('refuses a pattern that would hold up the panes', async () => {
    const pane = await core.pane(`echo ${'a'.repeat(60)}!; sleep 60`);
    await core.run('expect', { pane_id: pane, pattern: 'aaa' });
    const refused = await core.attempt('expect', {
      pane_id: pane,
      pattern: '^(a+)+$',
      from: 'scrollback',
      timeout: 5,
    });
    expect(refused.ok ? '' : refused.error.message).toContain('too long');
    await closeWindowOf(pane);
  });
});

describe('what a program says about itself', () => {
  it('becomes title, program and folder of the pane', async () => {
    const pane = await core.pane(
      `cd /usr; printf '\\033]0;a\\tti\\033tle\\007\\033]2;my title\\007'; exec sleep 60`,
    );
    const status = await waitFor('title and program', async () => {
      const found = await core.run('get_status', { pane_id: pane });
      return found.title === 'my title' && found.program === 'sleep' ? found : null;
    });
    expect(status.cwd).toBe('/usr');
    await closeWindowOf(pane);
  });
});

function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(fs.readFileSync(`/proc/${String(pid)}/status`, 'utf8'));
  } catch {
    return false;
  }
}
