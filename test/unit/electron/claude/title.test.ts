import { expect, it } from 'vitest';
import type { AgentStatus } from '#shared/model/agent-state';
import { Arbiter } from '../../../../electron/claude/detect/arbiter';
import { plainTitle } from '../../../../electron/claude/detect/title';

/** What is told after titles that come one after the other, a second each, when a Claude runs or does not. */
function afterTitles(titles: readonly string[], running = true): AgentStatus | null {
  const arbiter = new Arbiter();
  if (running) arbiter.observe({ type: 'process', running: true }, 0);
  titles.forEach((title, index) => {
    arbiter.observe({ type: 'title', title }, index * 1000 + 1);
    arbiter.tick(index * 1000 + 900);
  });
  return arbiter.status;
}

it.each([
  ['✳ Claude Code', 'idle'],
  ['⠂ Fix the tests', 'thinking'],
  ['⠐ Fix the tests', 'thinking'],
  ['◐ Fix the tests', 'thinking'],
  ['◑ Fix the tests', 'thinking'],
  ['', 'unknown'],
  ['project', 'unknown'],
])('reads the title %j of a Claude as %s', (title, state) => {
  expect(afterTitles([title])?.state).toBe(state);
});

it('sees no Claude in another program, whatever its title', () => {
  expect(afterTitles(['✳ Claude Code'], false)).toBeNull();
});

it('keeps the time at which a state began', () => {
  expect(afterTitles(['⠂ x', '⠐ x'])?.since).toBe(1);
  expect(afterTitles(['⠂ x', '⠐ x', '✳ x'])?.since).toBe(2001);
});

it('shows the title without the glyph', () => {
  expect(plainTitle('✳ Claude Code')).toBe('Claude Code');
  expect(plainTitle('◐ Fix it')).toBe('Fix it');
  expect(plainTitle('~/project')).toBe('~/project');
});
