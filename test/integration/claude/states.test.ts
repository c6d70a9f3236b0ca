// Every state is reached, told, and left again: the real claude in the real core. Each scenario once, spread over
// versions, renderers and widths; `npm run states` plays all of them in each.
import { describe, expect, it } from 'vitest';
import { claudeVersions } from '#test/helpers/claude/claude';
import { groups } from '#test/helpers/claude/scenarios/index';
import { playGroup } from '#test/helpers/claude/scenarios/run-group';
import type { Variant } from '#test/helpers/claude/scenarios/scenario';

/** Most that a state may be late behind its proof here, where other tests run beside it, in milliseconds. */
const LIMIT = 600;

const newest = claudeVersions.length - 1;
// The same scenarios as without hooks in the classic renderer, which are played here.
const played = groups.filter(({ name }) => name !== 'without hooks, fullscreen');
const cases = played.map((group, index) => {
  const version = claudeVersions[Math.max(0, newest - (index % claudeVersions.length))] ?? '';
  const variant: Variant = {
    version,
    renderer: group.renderer ?? (index % 3 === 0 ? 'fullscreen' : 'classic'),
    columns: index % 4 < 2 ? 80 : 140,
  };
  return { name: `${group.name} (${Object.values(variant).join(', ')})`, group, variant };
});

describe('states of a Claude', () => {
  it.each(cases)(
    '$name',
    async ({ group, variant }) => {
      const { outcomes, failures } = await playGroup(group, variant);
      expect(failures.join('\n')).toBe('');
      expect(outcomes.filter(({ strongProof }) => (strongProof?.delay ?? 0) > LIMIT)).toEqual([]);
    },
    120_000,
  );
});
