import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// Tests start hundreds of servers, agents and threads that load the same programs: what Node made of each is kept for the next.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '.cache', 'compiled');

/** Packages whose code keeps nothing between calls: their tests share a process, which loads the code once instead of once a file. */
const STATELESS = ['contract', 'sync', 'core', 'demo', 'frx', 'api'].map((name) => `packages/${name}/src/**/*.test.ts`);

/**
 * Tests of the web application share a process, too, except those that need a document: Vitest gives each of these a process. At the end of a file,
 * what it has replaced is taken back.
 */
const WEB = ['apps/web/src/**/*.test.{ts,tsx}'];

/** Tests that sit beside the source. Journeys in a browser and figures run from their own configurations. */
export default defineConfig({
  test: {
    // A busy machine is no reason to fail: tests wait for what happens, and this is for what never does.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    // A second try distinguishes a flaky test from a broken one: both fail the run, and the summary names which is which.
    retry: process.env['CI'] === 'true' ? 1 : 0,
    setupFiles: ['tests/setup/properties.ts', 'tests/setup/refusals.ts'],
    pool: 'forks',
    maxWorkers: 2,
    projects: [
      { extends: true, test: { name: 'stateless', include: STATELESS, isolate: false } },
      {
        extends: true,
        test: { name: 'web', include: WEB, isolate: false, setupFiles: ['tests/setup/restored.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'isolated',
          include: ['packages/*/src/**/*.test.ts', 'apps/{desktop,server}/src/**/*.test.ts', 'tests/*.test.ts'],
          exclude: ['**/node_modules/**', ...STATELESS],
        },
      },
    ],
  },
});
