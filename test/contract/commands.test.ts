import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMAND_NAMES, definitionOf } from '#shared/commands/catalog';
import { inputSchema } from '#shared/commands/command-line';
import type { Failure } from '#shared/base/errors';
import type { Result } from '#shared/base/result';
import type { CommandReply } from '#shared/ipc/channels';
import { runFugue } from '#test/helpers/app';
import { everyCut } from '#test/helpers/chunks';
import { cleanEnvironment } from '#test/helpers/clean-environment';
import type { TestCore } from '#test/helpers/core';
import { makeTemporaryDirectory } from '#test/helpers/temporary-directory';
import { afterExample, EXAMPLE_ORDER, exampleInput, startForExamples } from '#test/helpers/command-examples';
import { person } from '#test/helpers/core';
import { handlers } from '../../electron/commands/handlers';

let core: TestCore;
beforeAll(async () => {
  core = await startForExamples();
});
afterAll(async () => {
  await core.close();
});

function overSocket(
  line: string,
  pieces: readonly string[] = [line],
): Promise<Result<CommandReply, Failure>> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(path.join(core.home, '.fugue/command.sock'));
    socket.on('error', reject);
    socket.on('connect', () => {
      for (const piece of pieces) socket.write(piece);
    });
    let text = '';
    socket.on('data', (data) => {
      text += data.toString();
      if (!text.endsWith('\n')) return;
      socket.destroy();
      resolve(JSON.parse(text) as Result<CommandReply, Failure>);
    });
  });
}

describe('the catalog', () => {
  it('has one handler and one good example for each command', () => {
    expect(Object.keys(handlers).sort()).toEqual([...COMMAND_NAMES].sort());
    expect([...EXAMPLE_ORDER].sort()).toEqual([...COMMAND_NAMES].sort());
  });

  it.each(COMMAND_NAMES)('%s has a schema whose every field is described by name', (name) => {
    const schema = inputSchema(name) as { additionalProperties?: boolean; type?: string };
    expect(schema.type).toBe('object');
    expect(schema.additionalProperties).toBe(false);
  });
});

describe('every command', () => {
  it.each(COMMAND_NAMES)(
    '%s says in plain words what is wrong with an empty text, and with none',
    async (name) => {
      for (const field of Object.keys(definitionOf(name).input.shape))
        for (const value of ['', ' ', [], {}, 0, false, null]) {
          const { input } = definitionOf(name);
          // What would be done is not asked for here.
          if (input.safeParse({ [field]: value }).success) continue;
          const result = await core.core.dispatcher.run({ name, input: { [field]: value }, origin: person });
          expect(result.ok ? '' : result.error.message).toMatch(new RegExp(`^${name}: `));
          expect(result.ok ? '' : result.error.message).not.toMatch(
            /Too (?:small|big)|Invalid|received|[<>]=/,
          );
        }
      const none = await core.core.dispatcher.run({
        name: 'create_session',
        input: { cwd: '' },
        origin: person,
      });
      expect(none.ok ? '' : none.error.message).toBe(
        'create_session: cwd: must not be empty, but it can be left out',
      );
    },
  );

  // In the order of the examples: what takes things away comes last.
  for (const name of EXAMPLE_ORDER) {
    it(`${name} gives what its output schema says, with a text`, async () => {
      const input = await exampleInput(core, name);
      const result = await core.core.dispatcher.run({ name, input, origin: person });
      expect(result.ok ? 'ok' : result.error.message).toBe('ok');
      if (!result.ok) return;
      expect(definitionOf(name).output.strict().safeParse(result.value.output).error).toBeUndefined();
      expect(typeof result.value.text).toBe('string');
      await afterExample(core);
    });
  }

  it.each(COMMAND_NAMES)('%s refuses bad input with a sentence and changes nothing', async (name) => {
    const before = core.state;
    for (const input of [
      { nonsense: 1 },
      { pane_id: {} },
      { __proto__: null, constructor: 1 },
      Object.fromEntries(Object.keys(definitionOf(name).input.shape).map((field) => [field, Number.NaN])),
    ]) {
      if (Object.keys(input).length === 0) continue;
      const result = await core.core.dispatcher.run({ name, input, origin: person });
      expect(result.ok).toBe(false);
      if (!result.ok) {
        expect(['invalid', 'refused']).toContain(result.error.code);
        expect(result.error.message.length).toBeGreaterThan(10);
      }
    }
    expect(core.state.sessions).toBe(before.sessions);
    expect(core.state.windows).toBe(before.windows);
  });
});

describe('one command layer', () => {
  it('answers the window and the command line alike', async () => {
    await core.run('set_tags', { add: ['same'] });
    for (const name of ['list_sessions', 'list_windows', 'get_tags', 'get_environment'] as const) {
      const window = await core.core.dispatcher.run({ name, input: {}, origin: person });
      const socket = await overSocket(
        `${JSON.stringify({ command: name, input: {}, token: null, workingDirectory: '/' })}\n`,
      );
      expect(socket).toEqual(window);
    }
    const refused = { command: 'focus_pane', input: { pane_id: 'nope' }, token: null, workingDirectory: '/' };
    expect(await overSocket(`${JSON.stringify(refused)}\n`)).toEqual(
      await core.core.dispatcher.run({ name: 'focus_pane', input: { pane_id: 'nope' }, origin: person }),
    );
  });

  it('takes requests cut in any way', async () => {
    const line = `${JSON.stringify({ command: 'get_tags', input: {}, token: null, workingDirectory: '/é' })}\n`;
    const whole = await overSocket(line);
    for (const pieces of everyCut(line).slice(0, 40)) expect(await overSocket(line, pieces)).toEqual(whole);
  });

  it.each(['not json\n', '[]\n', '{"command":5}\n', '{"command":"list_panes","input":{},"pane":null}\n'])(
    'refuses the request %j',
    async (line) => {
      const answer = await overSocket(line);
      expect(answer.ok).toBe(false);
    },
  );

  it('keeps changes in order and lets reading and waiting pass', async () => {
    const waiting = core.attempt('expect', { pattern: 'never comes', timeout: 1 });
    const names = Array.from({ length: 30 }, (_, index) => `name ${String(index)}`);
    const results = await Promise.all(names.map((name) => core.run('rename_session', { name })));
    expect(results.map((result) => result.session.name)).toEqual(names);
    expect((await waiting).ok).toBe(true);
  });

  it('refuses what an origin may not do', async () => {
    const result = await core.attempt('report_view', { width: 5, height: 5 }, { kind: 'cli', paneId: null });
    expect(result.ok ? '' : result.error.code).toBe('refused');
  });

  it('remembers who asked for what', async () => {
    await core.run('get_tags', {}, { kind: 'cli', paneId: null });
    expect(core.core.dispatcher.records.at(-1)).toMatchObject({
      name: 'get_tags',
      origin: { kind: 'cli' },
      outcome: 'done',
    });
  });
});

describe('create_layout', () => {
  it.each([
    [{ direction: 'horizontal', splits: [] }, 'layout.splits'],
    [{ direction: 'sideways', splits: [{ layout: { pane: {} } }] }, 'direction'],
    [{ direction: 'horizontal', splits: [{ ratio: -1, layout: { pane: {} } }] }, 'ratio'],
    [
      {
        direction: 'horizontal',
        splits: [{ layout: { pane: { cwd: '/does/not/exist' } } }, { layout: { pane: {} } }],
      },
      '/does/not/exist',
    ],
    [{ direction: 'horizontal', splits: [{ layout: { pane: { colour: 'red' } } }] }, 'colour'],
    [
      { direction: 'horizontal', splits: Array.from({ length: 40 }, () => ({ layout: { pane: {} } })) },
      'smaller than',
    ],
  ])('that asks for %j makes nothing and says where the fault is', async (layout, place) => {
    const before = core.state;
    const result = await core.core.dispatcher.run({
      name: 'create_layout',
      input: { layout },
      origin: person,
    });
    expect(result.ok ? '' : result.error.message).toContain(place);
    expect(core.state).toBe(before);
  });

  it('takes the form of the documentation, normalises ratios and leaves the focus where it is', async () => {
    const active = core.state.activeSessionId;
    const made = await core.run('create_layout', {
      layout: {
        direction: 'horizontal',
        splits: [
          { ratio: 6, layout: { pane: { command: 'sleep 60', name: 'vim' } } },
          {
            ratio: 4,
            layout: {
              direction: 'vertical',
              splits: [
                { ratio: 0.5, layout: { pane: { command: 'sleep 60', name: 'claude' } } },
                { ratio: 0.5, layout: { pane: { command: 'sleep 60', name: 'watch' } } },
              ],
            },
          },
        ],
      },
    });
    expect(made.panes.map((pane) => pane.name)).toEqual(['vim', 'claude', 'watch']);
    expect(made.window.layout).toMatch(/^h\(0\.60*1?:[^,]+,0\.4:v\(0\.5:[^,]+,0\.5:[^)]+\)\)$/);
    expect(made.window.active).toBe(false);
    expect(core.state.activeSessionId).toBe(active);
    await core.run('close_window', { window_id: made.window.id });
  });
});

describe('typing while a person types', () => {
  it('is refused with the seconds left, from anywhere but the window', async () => {
    const { panes } = await core.run('list_panes', { all: true });
    const pane = panes.find(({ process, kind }) => process.status === 'running' && kind === 'terminal');
    core.core.service.typing.note((pane?.id ?? '') as never);
    const refused = await core.attempt(
      'send_input',
      { pane_id: pane?.id ?? '', input: 'x' },
      { kind: 'cli', paneId: null },
    );
    expect(refused.ok ? '' : refused.error.message).toMatch(/try again in \d+ s/);
    expect((await core.attempt('send_input', { pane_id: pane?.id ?? '', input: '' })).ok).toBe(true);
  });
});

describe('settings', () => {
  const file = () => path.join(core.home, '.fugue/config/fugue.toml');
  const change = { key: 'channels.proxy', value: 'http://me:word@proxy:3128' };

  it('are changed by the person alone: by no Claude, and by nothing that runs in its pane', async () => {
    const chat = Object.values(core.state.panes).find(({ kind }) => kind === 'claude');
    const before = fs.readFileSync(file(), 'utf8');
    for (const origin of [
      { kind: 'agent', paneId: chat?.id ?? '', via: 'mcp' },
      { kind: 'cli', paneId: chat?.id ?? '' },
    ] as const) {
      for (const name of ['set_setting', 'reset_setting', 'import_theme', 'save_layout_preset'] as const) {
        const input = {
          set_setting: change,
          reset_setting: { key: change.key },
          import_theme: { file: '/etc/hostname' },
          save_layout_preset: { name: 'theirs' },
        }[name];
        const result = await core.core.dispatcher.run({ name, input, origin });
        expect(result.ok ? 'done' : result.error.code).toBe('refused');
      }
    }
    expect(fs.readFileSync(file(), 'utf8')).toBe(before);
  });

  it('that change the settings answer when they are in force', async () => {
    await core.run('save_layout_preset', { name: 'at-once' });
    expect((await core.run('apply_layout_preset', { preset: 'at-once' })).preset).toBe('at-once');
    await core.run('set_setting', { key: 'appearance.font-size', value: 17 });
    expect(core.state.configuration.appearance['font-size']).toBe(17);
    await core.run('reset_setting', { key: 'appearance.font-size' });
    expect(core.state.configuration.appearance['font-size']).not.toBe(17);
    const colors = Array.from(
      { length: 16 },
      (_, index) => `color${String(index)} #a0b0${index.toString(16)}0`,
    );
    const file = core.directory.file(
      'pond.conf',
      `foreground #eeeeee\nbackground #101820\n${colors.join('\n')}`,
    );
    await core.run('import_theme', { file });
    expect(Object.keys(core.state.themes)).toContain('pond');
  });

  it('tell agents no password', async () => {
    await core.run('set_setting', change);
    const seen = async (kind: 'agent' | 'cli') =>
      (await core.run('get_settings', { key: change.key }, { kind, paneId: null })).settings[0]?.value;
    expect(await seen('cli')).toBe(change.value);
    expect(await seen('agent')).toBe('http://[secret]@proxy:3128');
    await core.run('reset_setting', { key: change.key });
  });

  it('are refused with what is allowed, and a broken file stays as it is', async () => {
    const refused = async (key: string, value: string) => {
      const result = await core.attempt('set_setting', { key, value });
      return result.ok ? 'taken' : result.error.message;
    };
    expect(await refused('appearance.theme', 'neon')).toContain('"nord"');
    expect(await refused('appearance.nope', '1')).toContain('there is no setting');
    const before = fs.readFileSync(file(), 'utf8');
    fs.writeFileSync(file(), `${before}\n= broken\n`);
    expect(await refused('appearance.theme', 'nord')).toMatch(/not TOML in line \d+/);
    expect(fs.readFileSync(file(), 'utf8')).toBe(`${before}\n= broken\n`);
    fs.writeFileSync(file(), before);
  });
});

describe('the command line tool', () => {
  const cli = (...words: string[]) =>
    runFugue(words, cleanEnvironment({ HOME: core.home, FUGUE_HOME: path.join(core.home, '.fugue') }));

  it('has the exit codes that scripts rely on', async () => {
    expect((await cli('list_panes', '--json')).code).toBe(0);
    expect((await cli('run', 'list-panes')).code).toBe(0);
    expect((await cli('focus_pane', 'nope')).code).toBe(1);
    expect((await cli('expect', 'never', '--timeout', '0.1')).code).toBe(1);
    expect((await cli('focus_pain')).code).toBe(2);
    expect((await cli('split_pane', '--ratio', '7')).code).toBe(2);
    expect((await cli('split_pane', '--nope')).code).toBe(2);
    const away = await runFugue(
      ['list_panes'],
      cleanEnvironment({ HOME: core.home, FUGUE_HOME: '/nonexistent' }),
    );
    expect(away.code).toBe(3);
    expect(away.stderr).toContain('not running');
  });

  it('prints a sentence for people and the whole result for programs', async () => {
    const refused = await cli('focus_pane', 'nope', '--json');
    expect(refused.stderr).toContain('there is no pane "nope"');
    expect((refused.json as { error: Failure }).error.candidates?.length).toBeGreaterThan(0);
    const listed = await cli('list_sessions', '--json');
    expect(definitionOf('list_sessions').output.safeParse(listed.json).success).toBe(true);
  });

  it('helps with every command', async () => {
    const general = await cli('help');
    for (const name of COMMAND_NAMES) {
      if (definitionOf(name).origins.includes('cli')) expect(general.stdout).toContain(name);
    }
    expect((await cli('help', 'split_pane')).stdout).toContain('--ratio');
    expect((await cli('split-pane', '--help')).stdout).toContain('usage: split_pane');
  });

  it('shows each setting and where it comes from', async () => {
    fs.writeFileSync(
      path.join(core.home, '.fugue/config/fugue.toml'),
      '[appearance]\ntheme = "light"\nnope = 1\n',
    );
    const shown = await cli('config', 'show');
    expect(shown.stdout).toMatch(/theme = "light" {2}# .*fugue\.toml/);
    expect(shown.stdout).toContain('cursor-blink = false  # default');
    expect(shown.stderr).toContain('unknown key appearance.nope');
    expect((await cli('config', 'path')).stdout.trim()).toBe(
      path.join(core.home, '.fugue/config/fugue.toml'),
    );
  });

  it('changes settings and reads the log, with and without a running app', async () => {
    const away = makeTemporaryDirectory();
    const config = away.file('config/fugue.toml', '# mine\n[appearance]\ntheme = "nord"\n');
    away.file('log/fugue.log', '{"level":40,"time":"2026-01-31T12:00:00.000Z","n":1,"msg":"call.slow"}\n');
    const alone = (...words: string[]) =>
      runFugue(words, cleanEnvironment({ HOME: core.home, FUGUE_HOME: away.path }));
    expect((await alone('config', 'set', 'appearance.theme', 'light')).code).toBe(0);
    expect((await alone('config', 'set', 'appearance.zoom', '1.5')).code).toBe(0);
    expect((await alone('config', 'reset', 'appearance.theme')).code).toBe(0);
    expect(fs.readFileSync(config, 'utf8')).toBe('# mine\n[appearance]\nzoom = 1.5\n');
    const wrong = await alone('config', 'set', 'appearance.zoom', '9');
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('expected at most 3')]);
    expect((await alone('config', 'set', 'appearance.zoom')).code).toBe(2);
    expect((await alone('log')).stdout).toBe('2026-01-31T12:00:00.000Z warn  call.slow {"n":1}\n');
    expect((await alone('log', '--level', 'error')).stdout).toBe('');
    expect((await alone('log', '--level', 'loud')).code).toBe(2);
    away.remove();
    expect((await cli('config', 'set', 'limits.max-depth', '7')).stdout).toBe('limits.max-depth = 7\n');
    expect((await cli('config', 'reset', 'limits.max-depth')).stdout).toBe('limits.max-depth = 5\n');
    await cli('config', 'set', 'keys.direct.C-y', 'zoom_pane');
    expect((await cli('config', 'reset', 'keys.direct.C-y')).stdout).toBe('keys.direct.C-y is not set\n');
    const misspelt = await cli('confg', 'show');
    expect([misspelt.code, misspelt.stderr]).toEqual([
      2,
      'there is no command confg; did you mean fugue config?\n',
    ]);
  });

  it('is served for its owner alone', () => {
    const mode = (file: string): string => (fs.statSync(path.join(core.home, file)).mode & 0o777).toString(8);
    expect(mode('.fugue')).toBe('700');
    expect(mode('.fugue/command.sock')).toBe('600');
    expect(mode('.fugue/state')).toBe('700');
    expect(mode('.fugue/state/workspace.json')).toBe('600');
  });
});
