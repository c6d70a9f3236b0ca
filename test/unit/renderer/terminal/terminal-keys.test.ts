import { describe, expect, it } from 'vitest';
import { terminalKeyEffect } from '#renderer/terminal/terminal-keys';
import { asPaneId, asWindowId } from '#shared/model/ids';
import type { Pane, PaneProcess } from '#shared/model/pane';

function pane(change: Partial<Pane> = {}): Pane {
  return {
    id: asPaneId('p'),
    windowId: asWindowId('w'),
    name: null,
    kind: 'terminal',
    face: 'terminal',
    backend: 'claude',
    command: null,
    tmux: null,
    startDirectory: '/',
    environment: {},
    createdAt: 0,
    parentPane: null,
    depth: 0,
    process: { status: 'running', pid: 1, startedAt: 0 },
    title: '',
    program: 'bash',
    currentDirectory: '/',
    columns: 80,
    rows: 24,
    agent: null,
    claude: null,
    bell: false,
    help: null,
    ...change,
  };
}

const enter = {
  type: 'keydown',
  key: 'Enter',
  shiftKey: false,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  repeat: false,
  isComposing: false,
};

describe('Enter in a terminal', () => {
  it('is the terminal’s own while a program runs', () => {
    expect(terminalKeyEffect(enter, pane())).toBeNull();
    expect(terminalKeyEffect({ ...enter, key: 'a' }, pane())).toBeNull();
  });

  it('with Shift is a new line for claude and plain Enter for others, once a press (case input-09)', () => {
    const shifted = { ...enter, shiftKey: true };
    expect(terminalKeyEffect(shifted, pane({ program: 'claude' }))).toEqual({
      kind: 'send',
      data: '\u001b\r',
    });
    expect(terminalKeyEffect(shifted, pane())).toEqual({ kind: 'send', data: '\r' });
    for (const type of ['keypress', 'keyup']) {
      expect(terminalKeyEffect({ ...shifted, type }, pane())).toEqual({ kind: 'ignore' });
    }
  });

  it('belongs to the input method while it composes', () => {
    expect(terminalKeyEffect({ ...enter, shiftKey: true, isComposing: true }, pane())).toBeNull();
  });

  const ended: readonly PaneProcess[] = [
    { status: 'exited', exitCode: 0, signal: null, endedAt: 0 },
    { status: 'failed', reason: '', endedAt: 0 },
    { status: 'lost', reason: '', endedAt: 0 },
    { status: 'waiting', reason: '' },
  ];
  it.each(ended)('starts the program again when it is $status, and sends nothing', (process) => {
    expect(terminalKeyEffect(enter, pane({ process }))).toEqual({ kind: 'restart' });
    expect(terminalKeyEffect({ ...enter, repeat: true }, pane({ process }))).toEqual({ kind: 'ignore' });
    expect(terminalKeyEffect({ ...enter, type: 'keyup' }, pane({ process }))).toEqual({ kind: 'ignore' });
  });
});
