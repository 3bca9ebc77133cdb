import { defineConfig } from '@playwright/test';

/** Journeys in the desktop's window. `npm run window` provides a display, a session bus, the window's program and the files it needs. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../../../test-results',
  forbidOnly: process.env['CI'] === 'true',
  // There is one pointer, and one window of the application at a time.
  workers: 1,
  retries: process.env['CI'] === 'true' ? 1 : 0,
  timeout: 300_000,
  expect: { timeout: 60_000 },
});
