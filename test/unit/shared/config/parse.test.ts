import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_PREFIX } from '#shared/config/default-keys';
import { parseConfiguration } from '#shared/config/parse';
import { effectiveKeys } from '#shared/config/effective-keys';
import { DEFAULT_CONFIGURATION } from '#shared/config/schema';

describe('a configuration', () => {
  it('that is empty is all defaults', () => {
    expect(parseConfiguration({})).toEqual({
      configuration: DEFAULT_CONFIGURATION,
      problems: [],
      set: [],
      variables: {},
    });
  });

  it('keeps what is right beside what is wrong', () => {
    const parsed = parseConfiguration({
      appearance: { theme: 'neon', 'font-size': 15 },
      terminal: { 'copy-on-select': true },
    });
    expect(parsed.configuration.appearance.theme).toBe('dark');
    expect(parsed.configuration.appearance['font-size']).toBe(15);
    expect(parsed.configuration.terminal['copy-on-select']).toBe(true);
    expect(parsed.set).toEqual(['appearance.font-size', 'terminal.copy-on-select']);
    expect(parsed.problems).toHaveLength(1);
  });

  it.each([
    [{ appearance: { theme: 'neon' } }, ['appearance.theme', '"neon"', '"dark"', '"light"', '"system"']],
    [{ appearance: { 'font-size': 100 } }, ['appearance.font-size', '100', '40']],
    [{ appearance: { colour: 1 } }, ['unknown key appearance.colour', 'theme']],
    [{ apearance: {} }, ['unknown section [apearance]', 'appearance']],
    [{ limits: 5 }, ['limits = 5', 'section']],
    [{ keys: { prefixed: { a: 1 } } }, ['keys.prefixed']],
    [{ constructor: {} }, ['unknown section [constructor]']],
    [{ appearance: { toString: 1 } }, ['unknown key appearance.toString']],
  ])('with the fault %j names key, value and what is allowed', (contents, parts) => {
    const [problem = ''] = parseConfiguration(contents).problems;
    for (const part of parts) expect(problem).toContain(part);
  });

  it('is whole whatever the file holds', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (contents) => {
        const { configuration } = parseConfiguration(contents);
        expect(Object.keys(configuration)).toEqual(Object.keys(DEFAULT_CONFIGURATION));
      }),
    );
  });
});

describe('keys', () => {
  it('of the file come over the defaults, and an empty command removes one', () => {
    const { configuration } = parseConfiguration({
      keys: { prefix: 'C-a', prefixed: { z: '', y: 'zoom_pane' } },
    });
    const keys = effectiveKeys(configuration);
    expect(keys.prefix).toBe('C-a');
    expect(keys.prefixed['z']).toBeUndefined();
    expect(keys.prefixed['y']).toBe('zoom_pane');
    expect(keys.prefixed['%']).toBeDefined();
    expect(effectiveKeys(DEFAULT_CONFIGURATION).prefix).toBe(DEFAULT_PREFIX);
  });
});

describe('a section inside a section', () => {
  it('is read key by key', () => {
    const parsed = parseConfiguration({
      claude: { communication: { mcp_port: 'many', prefer: 'sideband', prefers: 1 }, restart: false },
    });
    expect(parsed.configuration.claude.communication).toEqual({
      ...DEFAULT_CONFIGURATION.claude.communication,
      prefer: 'sideband',
    });
    expect(parsed.configuration.claude.restart).toBe(false);
    expect(parsed.set).toEqual(['claude.communication.prefer', 'claude.restart']);
    expect(parsed.problems).toEqual([
      expect.stringMatching(/^claude\.communication\.mcp_port = "many" is wrong: expected a number/),
      expect.stringMatching(/^unknown key claude\.communication\.prefers; known are mcp_enabled, /),
    ]);
  });

  it('must be one', () => {
    expect(parseConfiguration({ claude: { communication: true } }).problems).toEqual([
      'claude.communication = true is wrong: [claude.communication] must be a section',
    ]);
  });
});

describe('a variable', () => {
  it('stands over the file, and is named as the source', () => {
    const parsed = parseConfiguration(
      { input: { 'idle-threshold': 5 } },
      { CCMUX_IDLE_THRESHOLD: '7.5', CCMUX_MCP_PORT: '1234', CCMUX_BACKOFF_CAP: '' },
    );
    expect(parsed.configuration.input['idle-threshold']).toBe(7.5);
    expect(parsed.configuration.claude.communication.mcp_port).toBe(1234);
    expect(parsed.variables).toEqual({
      'input.idle-threshold': 'CCMUX_IDLE_THRESHOLD',
      'claude.communication.mcp_port': 'CCMUX_MCP_PORT',
    });
  });

  it('that is wrong is named, and the file counts', () => {
    const parsed = parseConfiguration(
      { input: { 'idle-threshold': 5 } },
      { CCMUX_IDLE_THRESHOLD: 'soon', CCMUX_MCP_PORT: '70000' },
    );
    expect(parsed.configuration.input['idle-threshold']).toBe(5);
    expect(parsed.problems).toEqual([
      expect.stringMatching(/^CCMUX_IDLE_THRESHOLD = "soon" is wrong: /),
      expect.stringMatching(/^CCMUX_MCP_PORT = 70000 is wrong: /),
    ]);
  });
});

describe('projects', () => {
  it('are kept each as far as it is right', () => {
    const parsed = parseConfiguration({
      projects: [
        { name: 'one', path: '/one', 'planner-backend': 7, 'agent-backend': 'claude' },
        { name: 'two' },
        'three',
        { path: 'four' },
        { path: '~/five', colour: 'red', toString: 1 },
      ],
    });
    expect(parsed.configuration.projects).toEqual([
      { name: 'one', path: '/one', 'agent-backend': 'claude' },
      { path: '~/five' },
    ]);
    expect(parsed.set).toEqual(['projects']);
    expect(parsed.problems).toEqual([
      'projects[1].planner-backend = 7 is wrong: expected text',
      'projects[2] counts for nothing: it has no path that could be used',
      'projects[3] = "three" is wrong: it must be a section',
      expect.stringMatching(/^projects\[4\]\.path = "four" is wrong: .*must be a folder, absolute or from ~/),
      'projects[4] counts for nothing: it has no path that could be used',
      expect.stringMatching(/^unknown key projects\[5\]\.colour; known are name, path, agent-backend/),
      expect.stringMatching(/^unknown key projects\[5\]\.toString; known are /),
    ]);
  });

  it.each([{ path: '/one' }, 'one', 1, null])('are not %j', (projects) => {
    const parsed = parseConfiguration({ projects });
    expect(parsed.configuration.projects).toEqual([]);
    expect(parsed.problems).toEqual([
      expect.stringMatching(/^projects = .* write \[\[projects\]\] above each/),
    ]);
  });

  it('that are none are all defaults', () => {
    expect(parseConfiguration({ projects: [] })).toMatchObject({ problems: [], set: [] });
  });
});

describe('roles', () => {
  it('have their arguments', () => {
    const { configuration, problems, set } = parseConfiguration({
      roles: {
        planner: { arguments: ['--model', 'opus'], model: 'x' },
        coding: { arguments: 'fast' },
        tester: {},
      },
    });
    expect(configuration.roles).toEqual({
      planner: { arguments: ['--model', 'opus'] },
      coding: { arguments: ['--permission-mode', 'acceptEdits'] },
    });
    expect(set).toEqual(['roles.planner.arguments']);
    expect(problems).toEqual([
      'unknown key roles.planner.model; known are arguments',
      expect.stringMatching(/^roles\.coding\.arguments = "fast" is wrong: expected a list/),
      'unknown key roles.tester; known are planner, coding',
    ]);
    expect(DEFAULT_CONFIGURATION.roles.planner.arguments).toEqual(['--permission-mode', 'plan']);
  });
});
