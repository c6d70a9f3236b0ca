import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  prepareOwnConfiguration,
  removeOwnConfiguration,
  sharedConfiguration,
} from '#electron/claude/launch/isolation';
import { claudeBackend, HOOK_EVENTS } from '#electron/claude/backend/claude-backend';
import { claudeSettings } from '#electron/claude/launch/settings';
import { PANE_TOKEN_VARIABLE } from '#electron/system/pane-tokens';
import {
  FAILED_STARTS_ALLOWED,
  FAILED_STARTS_TOGETHER,
  FAILURES_ALLOWED,
  remedyFor,
  tellingLines,
  STABLE_AFTER,
  START_WINDOW,
  StartLimit,
} from '#electron/claude/supervision';
import { projectDirectoryName, stateOfTranscript, transcriptFile } from '#electron/claude/transcripts';
import { makeTemporaryDirectory, type TemporaryDirectory } from '#test/helpers/temporary-directory';

const none = { allow: [], deny: [], ask: [] };

let directory: TemporaryDirectory;
beforeEach(() => {
  directory = makeTemporaryDirectory();
});
afterEach(() => {
  directory.remove();
});

describe('settings of a Claude', () => {
  it('send each hook with the token of the environment, which stands nowhere in them', () => {
    const settings = claudeSettings({
      hooks: claudeBackend.hookSettings('http://127.0.0.1:1/hook', 'terminal'),
      permissions: none,
      own: {},
    });
    const hooks = settings['hooks'] as Record<string, { hooks: Record<string, unknown>[] }[]>;
    expect(Object.keys(hooks)).toEqual([...HOOK_EVENTS]);
    for (const event of HOOK_EVENTS) {
      expect(hooks[event]?.[0]?.hooks[0]).toMatchObject({
        type: 'http',
        url: `http://127.0.0.1:1/hook/${event}`,
        headers: { Authorization: `Bearer \${${PANE_TOKEN_VARIABLE}}` },
        allowedEnvVars: [PANE_TOKEN_VARIABLE],
      });
    }
  });

  it('are nothing at all without hooks and permissions', () => {
    expect(claudeSettings({ hooks: null, permissions: none, own: {} })).toEqual({});
  });

  it('keep what the person gave, and stand behind it', () => {
    const own = {
      model: 'opus',
      permissions: { allow: ['Bash(ls)'], defaultMode: 'plan' },
      hooks: { Stop: [{ hooks: [{ type: 'command', command: 'beep' }] }], Setup: [] },
    };
    const settings = claudeSettings({
      hooks: claudeBackend.hookSettings('http://127.0.0.1:1/hook', 'terminal'),
      permissions: { allow: ['Read'], deny: ['WebFetch'], ask: [] },
      own,
    });
    expect(settings).toMatchObject({
      model: 'opus',
      permissions: { allow: ['Bash(ls)', 'Read'], deny: ['WebFetch'], ask: [], defaultMode: 'plan' },
    });
    const hooks = settings['hooks'] as Record<string, unknown[]>;
    expect(hooks['Stop']?.[0]).toEqual(own.hooks.Stop[0]);
    expect(hooks['Stop']).toHaveLength(2);
    expect(hooks['Setup']).toEqual([]);
  });

  it('are made from any JSON object', () => {
    const settings = claudeSettings({
      hooks: claudeBackend.hookSettings('http://127.0.0.1:1/hook', 'terminal'),
      permissions: { ...none, allow: ['Read'] },
      own: { permissions: ['wrong'], hooks: 'wrong' },
    });
    expect(settings['permissions']).toEqual({ allow: ['Read'], deny: [], ask: [] });
  });
});

describe('a configuration of a pane', () => {
  it('links to everything that is shared and has a state file of its own', () => {
    directory.file('home/.claude/settings.json', '{"a":1}');
    directory.file('home/.claude/.credentials.json', '{}');
    directory.file('home/.claude.json', '{"hasCompletedOnboarding":true}');
    const shared = sharedConfiguration({ HOME: path.join(directory.path, 'home') });
    const own = path.join(directory.path, 'own');
    prepareOwnConfiguration(own, shared);
    prepareOwnConfiguration(own, shared);
    for (const name of ['settings.json', '.credentials.json', 'projects', 'sessions'])
      expect(fs.realpathSync(path.join(own, name))).toBe(fs.realpathSync(path.join(shared.directory, name)));
    const state = path.join(own, '.claude.json');
    expect(fs.lstatSync(state).isSymbolicLink()).toBe(false);
    expect(fs.statSync(state).mode & 0o777).toBe(0o600);
    fs.writeFileSync(state, '{"changed":true}');
    prepareOwnConfiguration(own, shared);
    expect(fs.readFileSync(state, 'utf8')).toBe('{"changed":true}');
    expect(fs.readFileSync(shared.stateFile, 'utf8')).toBe('{"hasCompletedOnboarding":true}');
  });

  it('goes with its pane and leaves everything that is linked, or stays when something is only there', () => {
    directory.file('home/.claude/settings.json', '{}');
    directory.file('home/.claude/projects/-p/one.jsonl', 'text\n');
    const shared = sharedConfiguration({ HOME: path.join(directory.path, 'home') });
    const own = path.join(directory.path, 'own');
    prepareOwnConfiguration(own, shared);
    directory.file('own/backups/.claude.json.backup', '{}');
    expect(removeOwnConfiguration(own)).toBe(true);
    expect(fs.existsSync(own)).toBe(false);
    expect(removeOwnConfiguration(own)).toBe(true);
    expect(fs.readFileSync(path.join(shared.directory, 'projects/-p/one.jsonl'), 'utf8')).toBe('text\n');
    expect(fs.readFileSync(path.join(shared.directory, 'settings.json'), 'utf8')).toBe('{}');

    prepareOwnConfiguration(own, shared);
    directory.file('own/.credentials.json', '{"login":true}');
    expect(removeOwnConfiguration(own)).toBe(false);
    expect(fs.existsSync(path.join(own, '.credentials.json'))).toBe(true);

    // A link in its place is not followed either.
    const link = path.join(directory.path, 'link');
    fs.symlinkSync(shared.directory, link);
    removeOwnConfiguration(link);
    expect(fs.existsSync(path.join(shared.directory, 'settings.json'))).toBe(true);
  });

  it('is where the variable says', () => {
    expect(sharedConfiguration({ HOME: '/h', CLAUDE_CONFIG_DIR: '/c' })).toEqual({
      directory: '/c',
      stateFile: '/c/.claude.json',
    });
    expect(sharedConfiguration({ HOME: '/h', CLAUDE_CONFIG_DIR: '' }).stateFile).toBe('/h/.claude.json');
  });
});

describe('folders of conversations', () => {
  it.each([
    ['/home/dev/project', '-home-dev-project'],
    ['/home/dev/a.b_c d', '-home-dev-a-b-c-d'],
    ['/home/dev/é日', '-home-dev---'],
    ['/home/dev/🚢', '-home-dev---'],
  ])('%j is kept in %j', (folder, name) => {
    expect(projectDirectoryName(folder)).toBe(name);
  });

  it('have long names cut, with a number that tells them apart', () => {
    const one = projectDirectoryName(`/${'a'.repeat(250)}/one`);
    const other = projectDirectoryName(`/${'a'.repeat(250)}/other`);
    expect(one).toMatch(/^-a{199}-[0-9a-z]+$/);
    expect(one).not.toBe(other);
    expect(projectDirectoryName(`/${'a'.repeat(199)}`)).toBe(`-${'a'.repeat(199)}`);
  });

  it('are named after the real folder behind a link, and after the name of one that is gone', () => {
    const real = directory.folder('real');
    const link = path.join(directory.path, 'link');
    fs.symlinkSync(real, link);
    expect(transcriptFile('/c', link, 'id')).toBe(transcriptFile('/c', real, 'id'));
    expect(transcriptFile('/c', '/gone/away', 'id')).toBe('/c/projects/-gone-away/id.jsonl');
  });

  it.each([
    ['none', null],
    ['begun', ''],
    ['begun', '{"type":"mode"}\n'],
    ['conversation', '{"type":"mode"}\n{"type":"user","message":{}}\n'],
    ['conversation', `{"type":"file-history-snapshot","x":"${'x'.repeat(200_000)}"}\n`],
  ])('a transcript is %s with %.40j', (state, text) => {
    const file = path.join(directory.path, 'one.jsonl');
    if (text !== null) fs.writeFileSync(file, text);
    expect(stateOfTranscript(file)).toBe(state);
  });
});

describe('what is done about a crash', () => {
  const crash = { ranFor: 5000, failures: 0, resuming: false, neverReady: false, refusedAgain: null };

  it('waits twice as long each time, up to a longest wait, and then gives up', () => {
    const waits: number[] = [];
    for (let failures = 0; failures < FAILURES_ALLOWED; failures += 1) {
      const remedy = remedyFor({ ...crash, failures });
      if (remedy.type === 'restart') waits.push(remedy.after);
    }
    expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
    expect(remedyFor({ ...crash, failures: FAILURES_ALLOWED }).type).toBe('give-up');
  });

  it('is tried less often when it never comes up', () => {
    const start = { ...crash, ranFor: 300, neverReady: true };
    expect(remedyFor({ ...start, failures: FAILED_STARTS_ALLOWED - 1 }).type).toBe('restart');
    expect(remedyFor({ ...start, failures: FAILED_STARTS_ALLOWED }).type).toBe('give-up');
  });

  it('is not tried again while too many together do not come up', () => {
    const limit = new StartLimit();
    for (let number = 0; number < FAILED_STARTS_TOGETHER; number += 1)
      expect(limit.allows(number * 1000)).toBe(true);
    expect(limit.allows(START_WINDOW - 1)).toBe(false);
    expect(limit.allows(START_WINDOW)).toBe(true);
    expect(limit.allows(START_WINDOW)).toBe(false);
  });

  it('is nothing more, with what it said, when it refuses to start twice in the same words', () => {
    const remedy = remedyFor({ ...crash, neverReady: true, refusedAgain: "error: unknown option '--x'" });
    expect(remedy).toEqual({
      type: 'give-up',
      reason: "it does not start the way it is asked to: error: unknown option '--x'",
    });
  });

  it('begins anew with the count for one that ran well for a while', () => {
    expect(remedyFor({ ...crash, failures: 7, ranFor: STABLE_AFTER })).toEqual({
      type: 'restart',
      after: 1000,
      failures: 1,
    });
  });

  it('is nothing more when a conversation can not be resumed again and again', () => {
    const dead = { ...crash, resuming: true, neverReady: true, ranFor: 500 };
    expect(remedyFor(dead).type).toBe('restart');
    // The first of them was the crash of a Claude that had been well.
    expect(remedyFor({ ...dead, failures: 1 }).type).toBe('restart');
    expect(remedyFor({ ...dead, failures: 2 }).type).toBe('give-up');
  });
});

it('the reason of a refusal is what stands at its end, without what is only drawn', () => {
  const said = [
    'Welcome to Claude Code v2.1.332',
    '.......................',
    '  *   █████▓▓░   ',
    'Unable to connect to Anthropic services',
    'Failed to connect to api.anthropic.com: ENOTFOUND',
    'Check your internet connection.',
    'Claude Code might not be available in your country.',
  ];
  expect(tellingLines(said)).toEqual(said.slice(3));
  expect(tellingLines(['error: unknown option --nope'])).toEqual(['error: unknown option --nope']);
});
