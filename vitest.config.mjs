// @ts-check
import { defineConfig } from 'vitest/config';
import { weaken } from './scripts/weaken.mjs';

export default defineConfig({
  test: {
    // A test that waits for nothing should say so quickly; one that drives real programs may take its time.
    // All cores: by default one is left out, which is half of a small machine.
    maxWorkers: '100%',
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.{ts,tsx}'],
          // A module that keeps something between tests would be a fault of its own: one world for all files is quicker.
          isolate: false,
          testTimeout: 5_000,
        },
      },
      {
        extends: true,
        test: { name: 'contract', include: ['test/contract/**/*.test.ts'], testTimeout: 20_000 },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          pool: 'forks',
          isolate: false,
          // More than there may be cores: these tests wait for other programs much of the time.
          maxWorkers: 4,
          sequence: { groupOrder: 1 },
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'package',
          include: ['test/package/**/*.test.ts'],
          pool: 'forks',
          testTimeout: 90_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        plugins: [weaken()],
        test: {
          name: 'faults',
          include: ['test/faults/**/*.test.ts'],
          pool: 'forks',
          sequence: { groupOrder: 2 },
          testTimeout: 20_000,
        },
      },
    ],
    passWithNoTests: true,
    restoreMocks: true,
    unstubEnvs: true,
  },
});
