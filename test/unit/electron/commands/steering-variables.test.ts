import { describe, expect, it } from 'vitest';
import type { CommandContext } from '../../../../electron/commands/context';
import { refuseVariables } from '../../../../electron/commands/handlers/steering-variables';

const by = (kind: 'agent' | 'cli' | 'window') => ({ origin: { kind, paneId: null } }) as CommandContext;

describe('variables that steer what runs', () => {
  it.each([
    'ANTHROPIC_BASE_URL',
    'LD_PRELOAD',
    'PATH',
    'http_proxy',
    'CLAUDE_CONFIG_DIR',
    'NODE_OPTIONS',
    'BASH_ENV',
  ])('%s is not for agents to set, and is for the person', (name) => {
    expect(refuseVariables(by('agent'), ['HARMLESS', name])).toMatchObject({
      ok: false,
      error: { code: 'refused' },
    });
    expect(refuseVariables(by('cli'), [name])).toBeNull();
    expect(refuseVariables(by('window'), [name])).toBeNull();
  });

  it('a program that a Claude started may set no more than the Claude', () => {
    const panes = {
      one: { kind: 'claude', agent: null, parentPane: null },
      two: { kind: 'terminal', agent: null, parentPane: 'one' },
      three: { kind: 'terminal', agent: null, parentPane: null },
    };
    const from = (paneId: string) =>
      ({ origin: { kind: 'cli', paneId }, state: { panes } }) as unknown as CommandContext;
    expect(refuseVariables(from('one'), ['PATH'])).toMatchObject({ ok: false });
    expect(refuseVariables(from('two'), ['PATH'])).toMatchObject({ ok: false });
    expect(refuseVariables(from('three'), ['PATH'])).toBeNull();
  });

  it('all others are', () => {
    expect(refuseVariables(by('agent'), ['DEBUG', 'PORT', 'DATABASE_URL', 'MY_PATH'])).toBeNull();
  });
});
