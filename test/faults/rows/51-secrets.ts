import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { CrashReports } from '#electron/log/crash-reports';
import { locations } from '#electron/system/locations';
import { runFugue } from '#test/helpers/app';
import { HeadlessApp } from '#test/helpers/headless';
import { bytesOf, sendRaw } from '#test/helpers/raw-http';
import { CALL, headersFor, post } from '#test/helpers/mcp-raw';
import { waitFor } from '#test/helpers/wait';
import { must } from '../claude';
import { type Row, Tally } from '../row';

const random = (length: number) => randomBytes(length).toString('hex');
/** Where tokens have to stand; what reads them is the person's alone. */
const TOKEN_FILES = /\/(mcp-token)$/;

/** Every file below a folder that can be read. */
function filesIn(folder: string): readonly string[] {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    return entry.isDirectory() ? filesIn(file) : entry.isFile() ? [file] : [];
  });
}

function commandLines(): string {
  return fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .map((pid) => {
      try {
        return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      } catch {
        return '';
      }
    })
    .join('\n');
}

export const row: Row = {
  number: 51,
  async run({ scratch, defer }) {
    const tally = new Tally();
    const planted = new Map<string, string>();
    const plant = (where: string, secret: string): string => {
      planted.set(where, secret);
      return secret;
    };
    const names = [
      'ANTHROPIC_API_KEY',
      'AWS_SECRET_ACCESS_KEY',
      'GITHUB_TOKEN',
      'CLAUDE_CODE_OAUTH_TOKEN',
      'NPM_TOKEN',
    ];
    const environment = Object.fromEntries(
      names.map((name) => [name, plant(`the variable ${name}`, `sk-ant-${random(20)}`)]),
    );
    environment['HTTP_PROXY'] = `http://user:${plant('the address of a proxy', random(16))}@127.0.0.1:9/`;
    const app = await HeadlessApp.start({
      directory: scratch,
      environment,
      config: '[channels]\nenabled = true\nmanaged = false\n',
    });
    defer(() => app.end('SIGKILL'));
    const fugue = path.join(scratch.path, 'home/.fugue');
    const own = fs.readFileSync(path.join(fugue, 'mcp-token'), 'utf8').trim();
    plant('the token of the person', own);
    const made = await app.run<{ pane: { id: string; process: { pid: number } } }>('create_window', {
      command: 'cat',
    });
    const pane = made.pane.id;
    const pid = await waitFor('the program', async () => {
      const status = await app.run<{ process: { pid: number | null } }>('get_status', { pane_id: pane });
      return status.process.pid;
    });
    const variables = fs.readFileSync(`/proc/${String(pid)}/environ`, 'utf8').split('\0');
    const token = variables.find((one) => one.startsWith('FUGUE_TOKEN='))?.slice('FUGUE_TOKEN='.length) ?? '';
    plant('the token of the pane', token);
    const { url } = await app.run<{ url?: string }>('doctor', {}).catch(() => ({ url: undefined }));
    const log = () => fs.readFileSync(path.join(fugue, 'log/fugue.log'), 'utf8');
    const port = Number(url === undefined ? /"port":(\d+)/.exec(log())?.[1] : new URL(url).port);
    for (let number = 0; number < 6; number += 1) {
      const secret = plant(`a wrong token, ${String(number)}`, random(20));
      await sendRaw(port, bytesOf(post('/mcp', CALL, headersFor(port, secret))));
      const inPath = plant(`an address, ${String(number)}`, random(20));
      await sendRaw(port, bytesOf({ ...post(`/mcp?token=${inPath}`, CALL, headersFor(port, own)) }));
    }
    for (let number = 0; number < 4; number += 1) {
      // What is typed, as into a question for a password, is in no log; what a program shows is its own matter.
      const secret = plant(`typed, ${String(number)}`, random(20));
      const quiet = await app.run<{ pane: { id: string } }>('create_window', {
        command: `sh -c 'stty -echo; read -r line; sleep 60'`,
      });
      await new Promise((resolve) => setTimeout(resolve, 300));
      await app.run('send_input', { pane_id: quiet.pane.id, input: `${secret}\n` });
      const wrong = plant(`a command that fails, ${String(number)}`, `ghp_${random(15)}`);
      await app.run('send_input', { pane_id: 'nobody', input: wrong }).catch(() => null);
    }
    for (let number = 0; number < 4; number += 1) {
      const secret = plant(`a hook, ${String(number)}`, random(20));
      await fetch(`http://127.0.0.1:${String(port)}/hook/Stop`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: `{"secret":"${secret}"`,
      }).catch(() => null);
    }
    // What stands on a command line that is refused, and in a file of Claude's that can not be read.
    for (let number = 0; number < 2; number += 1) {
      const onLine = plant(`an option, ${String(number)}`, random(20));
      await app.run('send_input', { pane_id: pane, [`secret-${onLine}`]: onLine }).catch(() => null);
      const broken = plant(`a broken transcript, ${String(number)}`, random(20));
      const file = `home/.claude/projects/-broken/0000000${String(number)}-0000-4000-8000-000000000000.jsonl`;
      scratch.file(file, `{"type":"user","message":{"content":"${broken}\n\u0000{"${broken}":`);
    }
    await app.run('list_history', {}).catch(() => null);
    // A crash whose words hold one, in the shapes that they have in errors of libraries.
    const reports = new CrashReports(
      locations({ FUGUE_HOME: fugue }).crashes,
      { fugue: '0', electron: null },
      Date.now,
    );
    const inError = (secret: string) => [
      `401 for {"authorization":"Bearer ${secret}"}`,
      `spawn failed: FUGUE_TOKEN=${secret} claude`,
      `connect ECONNREFUSED http://user:${secret}@127.0.0.1:9/`,
      `{"api_key":"${secret}"}`,
    ];
    for (const at of inError('').keys()) {
      const what = inError(plant(`a crash, ${String(at)}`, random(20)))[at] ?? '';
      must(
        reports.write({ place: 'main', what, stack: `Error: ${what}\n    at draw` }) !== null,
        'no report',
      );
    }
    const packed = path.join(scratch.path, 'report.tar.gz');
    const { code } = await runFugue(['report', packed], app.environment);
    must(code === 0, 'there is no report');
    execFileSync('tar', ['-xzf', packed, '-C', scratch.path]);
    // All is on disk: also what is only kept at the end.
    const lines = commandLines();
    await app.end();
    const files = filesIn(fugue).filter((file) => !TOKEN_FILES.test(file));
    files.push(path.join(scratch.path, 'channels.log'), ...filesIn(path.join(scratch.path, 'fugue-report')));
    const texts = files.map(
      (file) => [file, fs.existsSync(file) ? fs.readFileSync(file, 'latin1') : ''] as const,
    );
    for (const [where, secret] of planted) {
      const found = texts
        .filter(([, text]) => text.includes(secret))
        .map(([file]) => path.relative(scratch.path, file));
      if (lines.includes(secret)) found.push('a command line');
      if (app.output.includes(secret)) found.push('what the app prints');
      tally.check(secret !== '' && found.length === 0, `${where} is in ${found.join()}`);
    }
    return tally;
  },
};
