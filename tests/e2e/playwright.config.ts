import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, devices, type Project } from '@playwright/test';
import type { HostName } from './fixtures/hosts.ts';

/** Hosts to run over: `server`, `all`, or what is to be proved on each. */
const HOSTS = process.env['HOLDFAST_HOSTS'];

/** Ids of the statements that have to hold in both builds. */
const BOTH = Array.from(
  readFileSync(join(import.meta.dirname, '../../docs/acceptance.md'), 'utf8').matchAll(/^- \*\*(\S+)\*\* \[both\]/gm),
  ([, id]) => id,
);
const onAgent = HOSTS === 'all' ? /@agent\b/ : new RegExp(`^(?=[^]*@agent\\b)[^]*\\[(?:${BOTH.join('|')})\\]`);

const DESKTOPS: Project<object, { host: HostName }>[] = [
  { name: 'agent', use: { host: 'agent' }, grep: onAgent, grepInvert: /@(server|desktop)\b/ },
  { name: 'offline agent', use: { host: 'offline agent' }, grep: /@offline\b/, grepInvert: /@(server|desktop)\b/ },
];

/**
 * Journeys in a browser. `npm run e2e` finds the browser and names it; each worker starts a server of its own with an empty data folder, and
 * each journey makes what it needs, so that none depends on what another left behind.
 */
export default defineConfig<object, { host: HostName }>({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  // Those in the desktop's own window run with `npm run window`.
  testIgnore: 'e2e/window/**',
  outputDir: '../../test-results',
  globalSetup: './fixtures/buildWeb.ts',
  forbidOnly: process.env['CI'] === 'true',
  fullyParallel: true,
  workers: 2,
  // A second attempt distinguishes a flaky journey from a broken one: both fail the run, and the summary names which is which.
  retries: process.env['CI'] === 'true' ? 1 : 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // Every journey runs over the server. Those tagged @agent that prove a statement marked [both] run over a desktop's agent, too, with
  // HOLDFAST_HOSTS=all every one tagged so; those tagged @offline run over an agent without its server.
  projects: [{ name: 'server', use: { host: 'server' } }, ...(HOSTS === 'server' ? [] : DESKTOPS)],
  use: {
    ...devices['Desktop Chrome'],
    locale: 'en-GB',
    timezoneId: 'Europe/Oslo',
    // Painting what moves takes a quarter of the processor, and what fades in has no contrast yet; journeys about motion ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 10_000,
    // Recording costs time on every journey: a build machine records what failed, when it is tried again.
    trace: process.env['CI'] === 'true' ? 'on-first-retry' : 'retain-on-failure',
    launchOptions: {
      executablePath: process.env['HOLDFAST_CHROMIUM'] ?? '/usr/bin/chromium',
      args: ['--disable-gpu', '--disable-dev-shm-usage', '--no-first-run', ...sandbox()],
    },
  },
});

/** Chromium refuses its own sandbox to root, which a build machine often is. */
function sandbox(): string[] {
  return process.getuid?.() === 0 ? ['--no-sandbox'] : [];
}
