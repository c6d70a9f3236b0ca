import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseConfiguration } from '#shared/config/parse';
import type { CommandContext } from '../../../../electron/commands/context';
import type { NewPaneInput } from '../../../../electron/commands/handlers/new-pane';
import { newPane } from '../../../../electron/commands/handlers/new-pane';
import { emptyState } from '#test/helpers/state';
import { makeTemporaryDirectory, type TemporaryDirectory } from '#test/helpers/temporary-directory';

let directory: TemporaryDirectory;
beforeEach(() => {
  directory = makeTemporaryDirectory();
});
afterEach(() => {
  directory.remove();
});

function asked(input: Partial<NewPaneInput>, contents: unknown = {}) {
  const { configuration } = parseConfiguration(contents);
  const state = { ...emptyState(), configuration };
  const context = { state, origin: { kind: 'cli', paneId: null } } as unknown as CommandContext;
  return newPane(context, { kind: 'terminal', ...input }, directory.path);
}

describe('a new pane for a role', () => {
  it.each([
    ['planner', {}, 'claude --permission-mode plan'],
    ['coding', {}, 'claude --permission-mode acceptEdits'],
    ['planner', { roles: { planner: { arguments: [] } } }, 'claude'],
    [
      'coding',
      { roles: { coding: { arguments: ['--append-system-prompt', "it's $HOME; all `of` it"] } } },
      "claude --append-system-prompt 'it'\\''s $HOME; all `of` it'",
    ],
  ] as const)('%s with %j runs what the role stands for', (role, contents, command) => {
    expect(asked({ role }, contents)).toMatchObject({
      ok: true,
      value: { kind: 'claude', face: 'terminal', command, backend: 'claude' },
    });
    expect(asked({ role, face: 'chat' }, contents)).toMatchObject({ value: { face: 'chat', command } });
    expect(asked({ role, kind: 'claude' }, contents)).toMatchObject({ value: { command } });
  });

  it('takes no command', () => {
    expect(asked({ role: 'planner', command: 'claude' })).toEqual({
      ok: false,
      error: expect.objectContaining({
        code: 'invalid',
        message: 'a role says itself what is started: leave command out, or role',
      }) as unknown,
    });
  });

  it.each([[['--print']], [['mcp']], [['--input-format', 'stream-json']]])(
    'whose arguments are %j is refused, since nobody could talk with it',
    (words) => {
      expect(asked({ role: 'coding' }, { roles: { coding: { arguments: words } } })).toMatchObject({
        ok: false,
        error: { code: 'invalid', message: expect.stringContaining('[roles.coding]') as unknown },
      });
    },
  );
});

describe('the backend of a new pane', () => {
  it('that there is not is refused with the ones there are, and the setting to change', () => {
    const projects = [{ name: 'boats', path: directory.path, 'coding-backend': 'codex' }];
    expect(asked({ role: 'coding' }, { projects })).toMatchObject({
      ok: false,
      error: {
        message: 'there is no backend "codex" (known are claude): change coding-backend of the project boats',
      },
    });
    expect(asked({ role: 'planner' }, { projects })).toMatchObject({ ok: true });
    expect(asked({ kind: 'claude' }, { projects })).toMatchObject({ ok: true });
  });

  it('is that of the project of the folder that was asked for', () => {
    const inner = directory.file('inner/file', '');
    const projects = [{ path: path.dirname(inner), 'agent-backend': 'codex' }];
    expect(asked({ kind: 'claude', cwd: 'inner' }, { projects }).ok).toBe(false);
    expect(asked({ command: 'claude --model opus', cwd: 'inner' }, { projects }).ok).toBe(false);
    expect(asked({ kind: 'claude' }, { projects }).ok).toBe(true);
  });

  it('hinders no pane that has no agent', () => {
    const contents = { defaults: { 'agent-backend': 'codex' } };
    expect(asked({}, contents).ok).toBe(true);
    expect(asked({ command: 'npm test' }, contents).ok).toBe(true);
    expect(asked({ kind: 'claude' }, contents)).toMatchObject({
      error: { message: expect.stringMatching(/: change agent-backend in \[defaults\]$/) as unknown },
    });
  });
});
