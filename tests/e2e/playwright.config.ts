import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, devices, type Project } from '@playwright/test';
import type { HostName } from './fixtures/hosts.ts';

/** Switches off the optimising compilers of V8: the page of a journey is closed before they pay. */
const NO_OPTIMISER = '--js-flags=--no-opt,--no-maglev';

/**
 * Chromium's simulated camera, a moving picture of up to 1920×1080 as requested, allowed without a prompt. All journeys have it, because each
 * other set of arguments would need workers with servers of their own.
 */
const CAMERA = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];

/** Hosts on which journeys run: `server`, `all`, or by default those on which each has to prove a statement. */
const HOSTS = process.env['HOLDFAST_HOSTS'];

/** Ids of the statements that must hold in both builds. */
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
 * Journeys in a browser. `npm run e2e` finds the browser and sets its path. Each worker starts a server with an empty data folder, and
 * each journey creates the data it needs, so that no journey depends on another.
 */
export default defineConfig<object, { host: HostName }>({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  // Journeys in the desktop's window run with `npm run window`.
  testIgnore: 'e2e/window/**',
  outputDir: '../../test-results',
  globalSetup: './fixtures/build.ts',
  forbidOnly: process.env['CI'] === 'true',
  fullyParallel: true,
  workers: 2,
  // A second attempt distinguishes a flaky journey from a broken one: both fail the run, and the summary names each kind.
  retries: process.env['CI'] === 'true' ? 1 : 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // Every journey runs over the server. Journeys tagged @agent that prove a statement marked [both] also run over a desktop's agent; with
  // HOLDFAST_HOSTS=all, all journeys tagged @agent do. Journeys tagged @offline also run over an agent without its server.
  projects: [{ name: 'server', use: { host: 'server' } }, ...(HOSTS === 'server' ? [] : DESKTOPS)],
  use: {
    ...devices['Desktop Chrome'],
    locale: 'en-GB',
    timezoneId: 'Europe/Oslo',
    // Playwright does not route requests that a service worker answers; journeys about it allow it.
    serviceWorkers: 'block',
    // Animations take a quarter of the processor time, and fading elements have too little contrast for axe; journeys about motion switch
    // it on.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 10_000,
    // A build machine records failed journeys when they are tried again; `npm run e2e -- <files>` records all that fail.
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: process.env['HOLDFAST_CHROMIUM'] ?? '/usr/bin/chromium',
      args: ['--disable-gpu', '--disable-dev-shm-usage', '--no-first-run', NO_OPTIMISER, ...CAMERA, ...sandbox()],
    },
  },
});

/** Chromium refuses to run in its own sandbox as root, the user of many build machines. */
function sandbox(): string[] {
  return process.getuid?.() === 0 ? ['--no-sandbox'] : [];
}
