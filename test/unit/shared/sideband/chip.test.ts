import { expect, it } from 'vitest';
import { detailsOf } from '#shared/sideband/chip';
import type { SidebandTag } from '#shared/sideband/tags';

const LONG = `printf '%s' ${'a b '.repeat(900)}\n\u001b[8m`;

it.each<[SidebandTag, string | null, readonly string[]]>([
  [{ tag: 'spawn', command: LONG }, null, [LONG]],
  [
    { tag: 'spawn', command: 'make', cwd: '/srv', name: 'build', direction: 'vertical' },
    null,
    ['make', 'In the folder /srv', 'As the pane build'],
  ],
  [{ tag: 'spawn', kind: 'claude' }, null, ['claude', 'A Claude that Fugue looks after']],
  [
    { tag: 'input', pane: '2', text: 'rm -r build\n' },
    'shell',
    ['rm -r build\n', 'Into the pane shell, with Enter after it'],
  ],
  [{ tag: 'control', action: 'close', pane: '2' }, 'shell', ['close pane shell']],
])('tells the person everything that %j would do, uncut', (tag, pane, details) => {
  expect(detailsOf(tag, pane)).toEqual(details);
});
