import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'test/screenshots',
  testMatch: '**/*.pictures.ts',
  outputDir: 'test-results/screenshots',
  workers: 1,
  timeout: 180_000,
  reporter: 'list',
});
