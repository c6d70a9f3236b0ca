import { describe, expect, it } from 'vitest';
import type { PaneEnvironmentInput } from '../../../../electron/pty/environment';
import { paneEnvironment } from '../../../../electron/pty/environment';

function environment(change: Partial<PaneEnvironmentInput> = {}): Record<string, string> {
  return paneEnvironment({
    base: {},
    layers: [],
    identity: {
      paneId: 'p',
      sessionId: 's',
      depth: 2,
      parentPane: null,
      home: '/home/dev/.fugue',
      token: null,
    },
    version: '1.2.3',
    platform: 'linux',
    ...change,
  });
}

describe('the environment of a pane', () => {
  it.each([
    'TMUX',
    'TERM_PROGRAM_VERSION',
    'VTE_VERSION',
    'KITTY_WINDOW_ID',
    'VSCODE_PID',
    'CLAUDECODE',
    'CLAUDE_CODE_CHILD_SESSION',
    'CLAUDE_CODE_SESSION_ID',
    'CLAUDE_CODE_ENTRYPOINT',
    'ELECTRON_RUN_AS_NODE',
    'CHROME_DESKTOP',
    'ORIGINAL_XDG_CURRENT_DESKTOP',
    'GDK_BACKEND',
    'NO_AT_BRIDGE',
    'FUGUE_PARENT_PANE',
    'FUGUE_SCREENSHOT_DIR',
    'FUGUE_ELECTRON_FALLBACK',
    'COLUMNS',
    'LINES',
  ])('lacks the foreign marker %s', (name) => {
    const made = environment({ base: { [name]: 'foreign' } });
    expect(made[name]).not.toBe('foreign');
  });

  it.each([
    'CLAUDE_CONFIG_DIR',
    'CLAUDE_CODE_USE_BEDROCK',
    'ANTHROPIC_BASE_URL',
    'EDITOR',
    'SSH_AUTH_SOCK',
    'NODE_OPTIONS',
  ])('keeps the setting %s of the person', (name) => {
    expect(environment({ base: { [name]: 'own' } })[name]).toBe('own');
  });

  it.each([
    [{ PATH: '/own/bin:/bin' }, '/own/bin:/bin:/home/dev/.fugue/bin'],
    [{ PATH: '/home/dev/.fugue/bin:/bin' }, '/bin:/home/dev/.fugue/bin'],
    [{}, '/home/dev/.fugue/bin'],
  ])('has the fugue command behind everything on the path of %j', (base, expected) => {
    expect(environment({ base })['PATH']).toBe(expected);
  });

  it('says what kind of terminal this is and which pane', () => {
    expect(environment()).toMatchObject({
      TERM: 'xterm-256color',
      COLORTERM: 'truecolor',
      TERM_PROGRAM: 'fugue',
      TERM_PROGRAM_VERSION: '1.2.3',
      FUGUE_PANE_ID: 'p',
      FUGUE_SESSION_ID: 's',
      FUGUE_SESSION_DEPTH: '2',
      FUGUE_HOME: '/home/dev/.fugue',
    });
  });

  it('lets later layers win, but no layer can pass for another pane', () => {
    const made = environment({ base: { A: '0' }, layers: [{ A: '1', FUGUE_PANE_ID: 'x' }, { A: '2' }] });
    expect(made['A']).toBe('2');
    expect(made['FUGUE_PANE_ID']).toBe('p');
  });

  it.each([
    [{}, 'C.UTF-8'],
    [{ LANG: 'C' }, 'C.UTF-8'],
    [{ LC_ALL: 'POSIX', LANG: 'de_DE.UTF-8' }, 'C.UTF-8'],
    [{ LANG: 'de_DE.UTF-8' }, undefined],
    [{ LC_CTYPE: 'en_US.utf8', LANG: 'C' }, 'en_US.utf8'],
  ])('with the locale %j has LC_CTYPE %s', (base, expected) => {
    const made = environment({ base });
    expect(made['LC_CTYPE']).toBe(expected);
    if (expected === 'C.UTF-8') expect(made['LC_ALL']).toBeUndefined();
  });

  it('uses the name that macOS knows for its UTF-8 locale', () => {
    expect(environment({ platform: 'darwin' })['LC_CTYPE']).toBe('UTF-8');
  });
});
