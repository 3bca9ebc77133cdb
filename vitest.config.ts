import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// Tests start hundreds of servers, agents and threads that load the same programs: what Node made of each is kept for the next.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '.cache', 'compiled');

/** Tests that sit beside the source. Journeys in a browser and figures run from their own configurations. */
export default defineConfig({
  test: {
    include: ['packages/*/src/**/*.test.ts', 'apps/*/src/**/*.test.{ts,tsx}', 'tests/*.test.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    pool: 'forks',
    maxWorkers: 2,
  },
});
