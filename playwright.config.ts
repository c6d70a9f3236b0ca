import { defineConfig } from '@playwright/test';

/** Virtual desktops that tests may use side by side, a line each: display, its authority file, session bus. */
const desktops = (process.env['FUGUE_DESKTOPS'] ?? '').split('\n').filter((line) => line !== '');

// Each worker reads this file too, and has a desktop for itself: two windows on one share its keyboard focus.
const [display, authority, bus] = desktops[Number(process.env['TEST_PARALLEL_INDEX'])]?.split('|') ?? [];
if (display !== undefined) process.env['DISPLAY'] = display;
if (authority) process.env['XAUTHORITY'] = authority;
if (bus !== undefined) process.env['DBUS_SESSION_BUS_ADDRESS'] = bus;

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.test.ts',
  outputDir: 'test-results/e2e',
  workers: Math.max(1, desktops.length),
  fullyParallel: desktops.length > 1,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  forbidOnly: process.env['CI'] !== undefined,
});
