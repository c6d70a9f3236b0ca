import { describe, expect, it } from 'vitest';
import type { AgentStart } from '#electron/claude/backend/backend';
import { backendNamed } from '#electron/claude/backend/backends';
import { claudeBackend, HOOK_EVENTS } from '#electron/claude/backend/claude-backend';
import { PANE_TOKEN_VARIABLE } from '#electron/system/pane-tokens';
import { ASK_LIMIT } from '#shared/model/permission';

const ID = '0c9d4f3e-5a0b-4c5e-9a53-6a4c5f0e7d11';
const OTHER = '5d0f2f0e-6c1b-4f6a-8a3e-2b7f9a1c4d22';
const STREAM = [
  '-p',
  ...['--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose'],
  ...['--include-partial-messages', '--replay-user-messages', '--permission-prompt-tool', 'stdio'],
];

const build = (change: Partial<AgentStart>) =>
  claudeBackend.buildCommand({
    program: 'claude',
    driver: 'terminal',
    conversation: { type: 'new', sessionId: ID },
    arguments: [],
    settings: '/s.json',
    mcpServers: [],
    ...change,
  });

describe('a backend', () => {
  it('is found by its name', () => {
    expect(backendNamed('claude')).toEqual({ ok: true, value: claudeBackend });
  });

  it.each(['codex', '', 'Claude', 'toString'])(
    'that is called "%s" is refused with the ones there are',
    (name) => {
      expect(backendNamed(name)).toEqual({
        ok: false,
        error: `there is no backend "${name}" (known are claude)`,
      });
    },
  );
});

describe('the command of a Claude', () => {
  it.each<[string, Partial<AgentStart>, readonly string[]]>([
    ['new', {}, ['--session-id', ID, '--settings', '/s.json']],
    [
      'new, under an id of its own',
      { conversation: { type: 'new', sessionId: null } },
      ['--settings', '/s.json'],
    ],
    [
      'resumed',
      { conversation: { type: 'resume', sessionId: ID } },
      ['--resume', ID, '--settings', '/s.json'],
    ],
    [
      'a copy',
      { conversation: { type: 'fork', sessionId: ID, newId: OTHER } },
      ['--resume', ID, '--fork-session', '--session-id', OTHER, '--settings', '/s.json'],
    ],
    [
      'with servers, which end at the next flag',
      { mcpServers: ['/a.json', '{"mcpServers":{}}'], arguments: ['say hello'] },
      [
        '--session-id',
        ID,
        '--mcp-config',
        '/a.json',
        '{"mcpServers":{}}',
        '--settings',
        '/s.json',
        'say hello',
      ],
    ],
    ['chosen by the person', { arguments: ['--continue'] }, ['--settings', '/s.json', '--continue']],
    [
      'with the person’s flags and first prompt',
      { arguments: ['--permission-mode', 'plan', 'say hello'] },
      ['--session-id', ID, '--settings', '/s.json', '--permission-mode', 'plan', 'say hello'],
    ],
    [
      'resumed, without the choice and the first prompt of before',
      {
        conversation: { type: 'resume', sessionId: ID },
        arguments: ['--model', 'opus', '--resume', OTHER, 'say hello'],
      },
      ['--resume', ID, '--settings', '/s.json', '--model', 'opus'],
    ],
  ])('in a terminal, %s', (_, change, expected) => {
    expect(build(change)).toEqual({ arguments: expected, environment: {}, prompt: null });
    expect(build({ ...change, driver: 'stream' }).arguments.slice(0, STREAM.length)).toEqual(STREAM);
  });

  it('that Fugue talks to is told its first prompt over its protocol', () => {
    const command = build({ driver: 'stream', arguments: ['--model', 'opus', 'say', 'hello'] });
    expect(command).toEqual({
      arguments: [...STREAM, '--session-id', ID, '--settings', '/s.json', '--model', 'opus'],
      environment: { CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS: '1' },
      prompt: 'say hello',
    });
  });

  it('that goes on is not told its first prompt again', () => {
    const conversation = { type: 'resume', sessionId: ID } as const;
    expect(build({ driver: 'stream', conversation, arguments: ['say hello'] }).prompt).toBeNull();
  });
});

describe('a message for a Claude', () => {
  it('is the line that Claude reads', () => {
    expect(claudeBackend.formatInputMessage({ uuid: ID, content: 'a\nb "c" 😀' })).toEqual({
      type: 'user',
      message: { role: 'user', content: 'a\nb "c" 😀' },
      uuid: ID,
      parent_tool_use_id: null,
      session_id: 'default',
    });
  });

  it('that can’t wait says so', () => {
    expect(claudeBackend.formatInputMessage({ uuid: ID, content: 'stop' }, 'now')).toMatchObject({
      priority: 'now',
    });
  });

  it('may have pictures', () => {
    const content = [{ type: 'text', text: 'look' }];
    expect(claudeBackend.formatInputMessage({ uuid: ID, content })).toMatchObject({ message: { content } });
  });
});

describe('a message of a Claude', () => {
  it.each<[Record<string, unknown>, unknown]>([
    [{ type: 'system', subtype: 'init', session_id: ID }, null],
    [
      { type: 'system', subtype: 'session_state_changed', state: 'requires_action' },
      { sessionId: null, kind: 'state', state: 'requires-action' },
    ],
    [
      {
        type: 'assistant',
        session_id: ID,
        message: { content: [{ type: 'tool_use', id: 't', name: 'Bash', input: { command: 'ls' } }] },
      },
      { sessionId: ID, kind: 'tool-starts', toolUseId: 't', summary: 'Bash: ls' },
    ],
    [
      { type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: 't', content: 'x' }] } },
      { sessionId: null, kind: 'tools-ended', toolUseIds: ['t'] },
    ],
    [
      { type: 'result', subtype: 'success', result: 'done' },
      { sessionId: null, kind: 'result', outcome: 'done', message: 'done' },
    ],
    [
      { type: 'result', subtype: 'error_during_execution', is_error: true, errors: ['broken'] },
      { sessionId: null, kind: 'result', outcome: 'failed', message: 'broken' },
    ],
    [{ type: 'something_new' }, null],
  ])('%j means the same as a line and as what was read from it', (record, expected) => {
    const read = claudeBackend.parseStreamMessage(record);
    expect(read).toEqual({ ok: true, value: expected });
    expect(claudeBackend.parseStreamMessage(JSON.stringify(record))).toEqual(read);
  });

  it.each(['', '  '])('that is empty ("%s") says nothing', (line) => {
    expect(claudeBackend.parseStreamMessage(line)).toEqual({ ok: true, value: null });
  });

  it.each(['not JSON', '[1]', '{"kind":"x"}'])('%s is refused', (line) => {
    expect(claudeBackend.parseStreamMessage(line).ok).toBe(false);
  });
});

describe('the hooks of a Claude', () => {
  const hooksOf = (driver: 'terminal' | 'stream') =>
    claudeBackend.hookSettings('http://127.0.0.1:7/hook', driver) as Readonly<
      Record<string, readonly { readonly hooks: readonly { readonly timeout: number }[] }[]>
    >;

  it('are those that tell what it does, for all tools', () => {
    const hooks = hooksOf('terminal');
    expect(Object.keys(hooks)).toEqual([...HOOK_EVENTS]);
    for (const event of ['PreToolUse', 'PermissionRequest', 'Stop'])
      expect(hooks[event]).toEqual([
        {
          hooks: [
            {
              type: 'http',
              url: `http://127.0.0.1:7/hook/${event}`,
              timeout: event === 'PermissionRequest' ? 330 : 10,
              headers: { Authorization: `Bearer \${${PANE_TOKEN_VARIABLE}}` },
              allowedEnvVars: [PANE_TOKEN_VARIABLE],
            },
          ],
        },
      ]);
  });

  it('give the person longer than Fugue waits for an answer', () => {
    const timeout = hooksOf('terminal')['PermissionRequest']?.[0]?.hooks[0]?.timeout ?? 0;
    expect(timeout * 1000).toBeGreaterThan(ASK_LIMIT);
  });

  it('do not ask beside the protocol', () => {
    const hooks = hooksOf('stream');
    expect(hooks).not.toHaveProperty('PermissionRequest');
    expect(Object.keys(hooks)).toEqual(HOOK_EVENTS.filter((event) => event !== 'PermissionRequest'));
  });
});
