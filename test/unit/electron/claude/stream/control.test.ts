import { describe, expect, it } from 'vitest';
import { factsAfter, factsFromStart } from '#electron/claude/stream/chat-facts';
import { NO_FACTS } from '#shared/ipc/chat-port';
import { readAsk, readReply } from '#electron/claude/stream/control';

describe('what Claude asks', () => {
  const request = {
    subtype: 'can_use_tool',
    tool_name: 'Bash',
    input: { command: 'ls' },
    tool_use_id: 't',
    agent_id: 'g',
    decision_reason: 'why',
    permission_suggestions: [{ type: 'addRules' }],
  };
  const asked = {
    requestId: 'r',
    subtype: 'can_use_tool',
    tool: 'Bash',
    input: { command: 'ls' },
    toolUseId: 't',
    agentId: 'g',
    suggestions: [{ type: 'addRules' }],
    reason: 'why',
  };

  it('is read from a request, or from the top', () => {
    expect(readAsk({ request_id: 'r', request })).toEqual(asked);
    expect(readAsk({ request_id: 'r', ...request })).toEqual(asked);
  });

  it.each([
    [{ tool_name: 'Bash' }, { input: {}, toolUseId: null, agentId: null, suggestions: [], reason: null }],
    [{ tool_name: 'Bash', tool_input: { a: 1 } }, { input: { a: 1 } }],
    [
      { tool_name: 'Bash', input: 'x', permission_suggestions: {} },
      { input: {}, suggestions: [] },
    ],
    [{ tool_name: 'Bash', description: 'lists' }, { reason: 'lists' }],
    [{}, { subtype: 'unknown', problem: 'can_use_tool without tool_name' }],
    [{ tool_name: 7 }, { subtype: 'unknown' }],
  ])('as %j is read as far as it is understood', (fields, expected) => {
    expect(readAsk({ request_id: 'r', request: { subtype: 'can_use_tool', ...fields } })).toMatchObject(
      expected,
    );
  });

  it.each([{}, { request_id: '' }, { request_id: 7 }])('is nothing without an id: %j', (record) => {
    expect(readAsk({ ...record, request })).toBeNull();
  });

  it('for a server is what the server wants to know', () => {
    const elicitation = {
      subtype: 'elicitation',
      mcp_server_name: 's',
      message: 'm',
      requested_schema: { a: 1 },
    };
    expect(readAsk({ request_id: 'r', request: elicitation })).toEqual({
      requestId: 'r',
      subtype: 'elicitation',
      server: 's',
      message: 'm',
      schema: { a: 1 },
    });
    expect(readAsk({ request_id: 'r', request: { subtype: 'elicitation' } })).toMatchObject({
      server: 'an MCP server',
      message: '',
      schema: {},
    });
  });

  it.each([
    ['new_thing', 'new_thing'],
    [undefined, '(none)'],
  ])('of the kind %s can’t be answered, and Claude is told so', (subtype, named) => {
    expect(readAsk({ request_id: 'r', request: { subtype } })).toEqual({
      requestId: 'r',
      subtype: 'unknown',
      problem: `Unsupported control request subtype: ${named}`,
    });
  });
});

describe('what Claude answers', () => {
  it.each([
    [
      { request_id: 'r', subtype: 'success', response: { a: 1 } },
      { ok: true, value: { a: 1 } },
    ],
    [
      { request_id: 'r', subtype: 'success' },
      { ok: true, value: {} },
    ],
    [
      { request_id: 'r', subtype: 'error', error: 'no' },
      { ok: false, error: 'no' },
    ],
    [
      { request_id: 'r', subtype: 'error' },
      { ok: false, error: 'Claude refused' },
    ],
  ])('%j', (response, result) => {
    expect(readReply({ response })).toEqual({ requestId: 'r', result });
  });

  it.each([{}, { response: null }, { response: { subtype: 'success' } }, { response: [] }])(
    '%j is no answer',
    (record) => {
      expect(readReply(record)).toBeNull();
    },
  );
});

describe('what is known of a Claude', () => {
  const init = {
    type: 'system',
    subtype: 'init',
    model: 'opus',
    permissionMode: 'plan',
    claude_code_version: '2.1.0',
    slash_commands: ['/clear', 'cost', 7],
  };

  it('comes with its first line, and stays the same object while nothing changes', () => {
    const facts = factsAfter(NO_FACTS, init);
    expect(facts).toEqual({
      ...NO_FACTS,
      model: 'opus',
      permissionMode: 'plan',
      version: '2.1.0',
      commands: ['clear', 'cost'].map((name) => ({ name, description: '', argumentHint: '' })),
    });
    expect(factsAfter(facts, init)).toBe(facts);
    expect(factsAfter(facts, { type: 'system', subtype: 'status', permissionMode: 'plan' })).toBe(facts);
    expect(factsAfter(facts, { type: 'system', subtype: 'status' })).toBe(facts);
    expect(factsAfter(facts, { type: 'assistant', model: 'haiku' })).toBe(facts);
    expect(factsAfter(facts, { type: 'system', subtype: 'status', permissionMode: 'default' })).toEqual({
      ...facts,
      permissionMode: 'default',
    });
    expect(factsAfter(facts, { ...init, model: 'haiku', permissionMode: null })).toEqual({
      ...facts,
      model: 'haiku',
    });
  });

  it('is told in full at the start, and names alone take nothing of that away', () => {
    const facts = factsFromStart(NO_FACTS, {
      commands: [{ name: '/clear', description: 'd', argumentHint: 'h' }, { description: 'x' }, 7],
      models: [
        { value: 'opus', displayName: 'Opus', description: 'large' },
        { value: 'x' },
        { displayName: 'none' },
      ],
      current_permission_mode: 'plan',
      claude_code_version: '2.1.0',
    });
    expect(facts).toMatchObject({
      commands: [{ name: 'clear', description: 'd', argumentHint: 'h' }],
      models: [
        { value: 'opus', label: 'Opus', description: 'large' },
        { value: 'x', label: 'x', description: '' },
      ],
      permissionMode: 'plan',
      version: '2.1.0',
    });
    expect(factsAfter(facts, init).commands).toEqual(facts.commands);
    expect(factsFromStart(facts, {})).toMatchObject({ commands: [], models: [], permissionMode: 'plan' });
  });
});
