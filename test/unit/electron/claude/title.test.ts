import { expect, it } from 'vitest';
import { agentFromTitle, continueStatus, plainTitle } from '../../../../electron/claude/detect/title';

it.each([
  ['✳ Claude Code', 'idle'],
  ['⠂ Fix the tests', 'thinking'],
  ['⠐ Fix the tests', 'thinking'],
  ['◐ Fix the tests', 'thinking'],
  ['◑ Fix the tests', 'thinking'],
  ['', 'unknown'],
  ['project', 'unknown'],
])('reads the title %j of a Claude as %s', (title, state) => {
  expect(agentFromTitle({ program: 'claude', title, now: 1 })?.state).toBe(state);
});

it('sees no Claude in another program, whatever its title', () => {
  expect(agentFromTitle({ program: 'bash', title: '✳ Claude Code', now: 1 })).toBeNull();
});

it('keeps the time at which a state began', () => {
  const first = agentFromTitle({ program: 'claude', title: '⠂ x', now: 1 });
  const again = agentFromTitle({ program: 'claude', title: '⠐ x', now: 2 });
  expect(continueStatus(first, again)?.since).toBe(1);
  expect(continueStatus(first, agentFromTitle({ program: 'claude', title: '✳ x', now: 3 }))?.since).toBe(3);
});

it('shows the title without the glyph', () => {
  expect(plainTitle('✳ Claude Code')).toBe('Claude Code');
  expect(plainTitle('◐ Fix it')).toBe('Fix it');
  expect(plainTitle('~/project')).toBe('~/project');
});
