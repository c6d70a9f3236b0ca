// Every state is reached, told, and left again: the real claude in the real core.
import { describe, expect, it } from 'vitest';
import { claudeVersions } from '#test/helpers/claude/claude';
import { groups } from '#test/helpers/claude/scenarios/index';
import { playGroup } from '#test/helpers/claude/scenarios/run-group';

describe.each(claudeVersions)('claude %s', (version) => {
  it.each(groups)(
    '$name',
    async (group) => {
      const { outcomes, failures } = await playGroup(group, { version, renderer: 'classic', columns: 80 });
      for (const one of outcomes)
        console.log(one.scenario, one.state, one.decidedBy, one.firstProof, one.strongProof);
      expect(failures.join('\n')).toBe('');
    },
    300_000,
  );
});
