import { describe, expect, it } from 'vitest';
import { DEFAULT_CONFIGURATION } from '#shared/config/schema';
import { SpawnLimits } from '../../../../electron/session/spawn-limits';

const limits = { ...DEFAULT_CONFIGURATION.limits, 'panes-per-session': 4, 'spawns-per-minute': 3 };
const question = { count: 1, panesInSession: 0, depth: 0, byProgram: true };

describe('spawn limits', () => {
  it('name the limit that is reached', () => {
    const admit = new SpawnLimits(() => 0);
    const tooMany = admit.admit({ ...question, panesInSession: 4 }, limits);
    expect(tooMany.ok ? '' : tooMany.error.message).toContain('panes-per-session');
    const tooDeep = admit.admit({ ...question, depth: 5 }, limits);
    expect(tooDeep.ok ? '' : tooDeep.error.message).toContain('max-depth');
    expect(admit.admit({ ...question, depth: 4 }, limits).ok).toBe(true);
  });

  it('bound what programs start in a minute, and let it go on afterwards', () => {
    let now = 0;
    const admit = new SpawnLimits(() => now);
    expect(admit.admit({ ...question, count: 3 }, limits).ok).toBe(true);
    const refused = admit.admit(question, limits);
    expect(refused.ok ? '' : refused.error.message).toContain('spawns-per-minute');
    now = 60_000;
    expect(admit.admit(question, limits).ok).toBe(true);
  });

  it('do not count the person', () => {
    const admit = new SpawnLimits(() => 0);
    for (let count = 0; count < 20; count += 1)
      expect(admit.admit({ ...question, byProgram: false, depth: 9 }, limits).ok).toBe(true);
  });
});
