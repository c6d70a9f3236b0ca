// `npm run record -- --output FILE [--size 80x24] [--claude VERSION --story NAME] [--step KIND=VALUE]… [-- ARGUMENT…]`
// records the real claude with a home of its own and a scripted model, or with --command another program. What is
// told by hooks and by the registry goes into the recording too. At the end everything private is made unreadable.
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { spawn } from 'node-pty';
import { HOOK_EVENTS } from '#electron/claude/backend/claude-backend';
import { formatRecording, type RecordedEvent } from '#electron/claude/recording/format';
import { scrubRecording } from '#electron/claude/recording/scrub';
import { ScreenModel } from '#electron/screen/screen-model';
import { claudeEnvironment, claudeVersions, ensureClaude, makeClaudeHome } from '#test/helpers/claude/claude';
import { startModelServer, type Story } from '#test/helpers/model-server/index';
import { makeTemporaryDirectory } from '#test/helpers/temporary-directory';
import { waitFor } from '#test/helpers/wait';
import { namesOfThisMachine } from './private-names';
import { stories } from './stories';

const usage = `usage: record --output FILE [--size 80x24] [--claude VERSION] [--story NAME] [--untrusted] [--command FILE]
  [--step KIND=VALUE]… [-- ARGUMENT…]
steps: text=TEXT (wait for it on the screen) · title=TEXT (wait for it in the title) · type=TEXT (escapes as in JSON)
       marker=NAME · wait=MILLISECONDS · resize=80x24 · kill=SIGNAL
stories: ${Object.keys(stories).join(', ')}`;

interface Options {
  readonly output: string;
  readonly columns: number;
  readonly rows: number;
  readonly version: string;
  readonly story: Story;
  readonly untrusted: boolean;
  readonly command: string | null;
  readonly steps: readonly (readonly [string, string])[];
  readonly args: readonly string[];
}

function readOptions(args: readonly string[]): Options | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        output: { type: 'string' },
        size: { type: 'string', default: '80x24' },
        claude: { type: 'string', default: claudeVersions.at(-1) ?? '' },
        story: { type: 'string', default: 'greeting' },
        untrusted: { type: 'boolean', default: false },
        command: { type: 'string' },
        step: { type: 'string', multiple: true, default: [] as string[] },
      },
    });
    const size = /^(\d+)x(\d+)$/.exec(values.size);
    const story = Object.hasOwn(stories, values.story) ? stories[values.story] : undefined;
    if (values.output === undefined) return '--output is missing';
    if (size === null) return '--size has to be like 80x24';
    if (story === undefined) return `there is no story ${values.story}`;
    return {
      output: path.resolve(process.env['INIT_CWD'] ?? '.', values.output),
      columns: Number(size[1]),
      rows: Number(size[2]),
      version: values.claude,
      story,
      untrusted: values.untrusted,
      command: values.command ?? null,
      steps: values.step.map(
        (step) => [step.slice(0, step.indexOf('=')), step.slice(step.indexOf('=') + 1)] as const,
      ),
      args: positionals,
    };
  } catch (error) {
    return error instanceof Error ? error.message : 'wrong usage';
  }
}

async function record(options: Options): Promise<void> {
  const directory = makeTemporaryDirectory();
  const project = directory.folder('home', 'project');
  const home = options.untrusted
    ? untrustedHome(directory.folder('home'))
    : makeClaudeHome(directory.folder('home'));
  const model = await startModelServer(options.story);
  const started = performance.now();
  const events: RecordedEvent[] = [];
  const seconds = () => Math.round(performance.now() - started) / 1000;
  const hooks = await listenForHooks((value) => events.push({ seconds: seconds(), kind: 'hook', value }));
  try {
    const settings = JSON.stringify({
      hooks: Object.fromEntries(
        HOOK_EVENTS.map((name) => [name, [{ hooks: [{ type: 'http', url: hooks.url }] }]]),
      ),
    });
    const file = options.command ?? (await ensureClaude(options.version));
    const args = options.command === null ? ['--settings', settings, ...options.args] : [...options.args];
    const { columns: cols, rows } = options;
    const env = claudeEnvironment({ home, modelServerUrl: model.url });
    const pty = spawn(file, args, { name: 'xterm-256color', cols, rows, cwd: project, env });
    const screen = new ScreenModel({ columns: cols, rows, scrollbackLines: 1000 }, Date.now);
    let title = '';
    screen.onTitle((text) => (title = text));
    const type = (data: string) => {
      events.push({ seconds: seconds(), kind: 'input', data });
      pty.write(data);
    };
    screen.onReply(type);
    pty.onData((data) => {
      events.push({ seconds: seconds(), kind: 'output', data });
      screen.write(data);
    });
    const exited = new Promise<void>((resolve) => {
      pty.onExit(({ exitCode, signal }) => {
        events.push({ seconds: seconds(), kind: 'exit', exitCode, signal: signal ?? 0 });
        resolve();
      });
    });
    const registryFile = path.join(home, '.claude', 'sessions', `${String(pty.pid)}.json`);
    let registry = '';
    const watch = setInterval(() => {
      const text = fs.existsSync(registryFile) ? fs.readFileSync(registryFile, 'utf8') : '';
      if (text === registry || (text !== '' && !isJson(text))) return;
      registry = text;
      events.push({
        seconds: seconds(),
        kind: 'registry',
        value: text === '' ? null : (JSON.parse(text) as unknown),
      });
    }, 25);
    try {
      for (const [kind, value] of options.steps) {
        const instead = { timeout: 30_000, instead: () => `\n${screen.visibleRows().join('\n').trimEnd()}` };
        if (kind === 'text')
          await waitFor(value, () => screen.visibleRows().join('\n').includes(value), instead);
        else if (kind === 'title') await waitFor(value, () => title.includes(value), instead);
        else if (kind === 'type') type(JSON.parse(`"${value}"`) as string);
        else if (kind === 'marker') events.push({ seconds: seconds(), kind: 'marker', data: value });
        else if (kind === 'wait') await new Promise((resolve) => setTimeout(resolve, Number(value)));
        else if (kind === 'kill') {
          pty.kill(value);
          await exited;
        } else if (kind === 'resize') {
          const [columns = cols, height = rows] = value.split('x').map(Number);
          events.push({ seconds: seconds(), kind: 'resize', columns, rows: height });
          screen.resize(columns, height);
          pty.resize(columns, height);
        } else throw new Error(`there is no step ${kind}`);
      }
    } finally {
      clearInterval(watch);
      const length = events.length;
      pty.kill('SIGKILL');
      await exited;
      // The end that the recorder itself makes is no part of what was recorded.
      if (!events.slice(0, length).some((event) => event.kind === 'exit')) events.length = length;
      screen.dispose();
    }
    const fields = {
      version: 2,
      width: cols,
      height: rows,
      title: options.story.name,
      env: { TERM: 'xterm-256color' },
    };
    const names = namesOfThisMachine();
    const recording = scrubRecording(
      {
        header: { interface: 'terminal', columns: cols, rows, startedAt: 0, fields },
        events,
        expectations: [],
      },
      { ...names, homes: [...names.homes, directory.path, home] },
    );
    fs.writeFileSync(options.output, formatRecording(recording));
  } finally {
    hooks.close();
    await model.close();
    directory.remove();
  }
}

/** A home in which the first question is whether the folder is trusted. */
function untrustedHome(directory: string): string {
  const home = makeClaudeHome(directory);
  const file = path.join(home, '.claude.json');
  const settings = JSON.parse(fs.readFileSync(file, 'utf8')) as Record<string, unknown>;
  fs.writeFileSync(file, JSON.stringify({ ...settings, projects: {} }));
  return home;
}

async function listenForHooks(take: (payload: unknown) => void): Promise<{ url: string; close: () => void }> {
  const server = http.createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const text = Buffer.concat(pieces).toString('utf8');
      if (isJson(text)) take(JSON.parse(text));
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${String(port)}/`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const options = readOptions(process.argv.slice(2));
if (typeof options === 'string') {
  process.stderr.write(`${options}\n${usage}\n`);
  process.exitCode = 2;
} else {
  record(options).then(
    () => process.exit(0),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.message : 'unknown fault'}\n`);
      process.exit(1);
    },
  );
}
