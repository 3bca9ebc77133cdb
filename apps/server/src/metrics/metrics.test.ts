import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Call, createClient } from '@holdfast/contract/client';
import { openEmptyDatabase, testEngines, testPostgres } from '@holdfast/core/testing';
import { openLog } from '@holdfast/host';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ConfigError, readConfig } from '../config.ts';
import { type RunningServer, startServer } from '../server.ts';
import { startCluster } from '../testing/clusterTools.ts';

/** Longer than the cached counts are valid, in ms. */
const AFTER_COUNT_MS = 61_000;
const PASSWORD = 'long enough for anyone';

interface Watched {
  server: RunningServer;
  call: Call;
  /** Address of the metrics. */
  address: string;
  /** Values by name and labels, as `holdfast_reports{state="waiting"}`. */
  read(): Promise<Map<string, number>>;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** A server with its first administrator that serves metrics. */
async function watched(
  engine: (typeof testEngines)[number],
  openPostgres: () => Promise<{ DATABASE_URL: string }> = emptyPostgres,
): Promise<Watched> {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-metrics-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const port = await freePort();
  const database = engine === 'postgres' ? await openPostgres() : {};
  const server = await startServer(
    readConfig({
      PORT: '0',
      HOLDFAST_DATA: folder,
      HOLDFAST_DEMO: '0',
      HOLDFAST_WEATHER_URL: '0',
      HOLDFAST_METRICS: `127.0.0.1:${port}`,
      ...database,
    }),
    openLog('silent'),
  );
  onTestFinished(() => server.stop());
  let token = '';
  const call = createClient({ host: server.address, fetch, token: () => token });
  const account = { setupCode: server.setupCode!, name: 'Wren', email: 'wren@example.test', password: PASSWORD };
  token = (await call('createFirstAdministrator', account)).details!.token;
  const address = `http://127.0.0.1:${port}/metrics`;
  return { server, call, address, read: async () => valuesOf(await (await fetch(address)).text()) };
}

async function emptyPostgres(): Promise<{ DATABASE_URL: string }> {
  const database = await openEmptyDatabase('postgres');
  onTestFinished(() => database.close());
  return { DATABASE_URL: database.url! };
}

function valuesOf(text: string): Map<string, number> {
  const samples = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    samples.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  );
}

describe.each(testEngines)('the metrics of a server on %s', (engine) => {
  it.skipIf(engine === 'postgres' && testPostgres === undefined)(
    'count answers by route and status, and include devices, reports, contents, mails and free space',
    async () => {
      const { server, call, read } = await watched(engine);
      await call('getInspections', {});
      expect((await fetch(`${server.address}/api/get-inspections`)).status).toBe(401);
      await call('requestPasswordReset', { email: 'wren@example.test' });
      const values = await read();
      const answers = [...values].filter(([name]) => name.startsWith('holdfast_http_request_duration_seconds_count'));
      const countOf = (status: string): number =>
        answers.filter(([name]) => name.includes('get-inspections') && name.includes(`"${status}"`))[0]?.[1] ?? 0;
      expect([countOf('200'), countOf('401')]).toEqual([1, 1]);
      expect(values.get('holdfast_database_up')).toBe(1);
      expect(values.get('holdfast_devices{access="open"}')).toBe(0);
      expect(values.get('holdfast_reports{state="waiting"}')).toBe(0);
      expect(values.get('holdfast_contents')).toBe(0);
      expect(values.get('holdfast_device_changes_refused')).toBe(0);
      expect(values.get('holdfast_letters_waiting')).toBeGreaterThanOrEqual(0);
      expect(values.get('holdfast_data_free_bytes')).toBeGreaterThan(0);
      expect(values.get('process_resident_memory_bytes')).toBeGreaterThan(10_000_000);
      expect(values.has('holdfast_database_connections{state="open"}')).toBe(engine === 'postgres');
    },
  );
});

describe.skipIf(testPostgres === undefined)('the metrics of a server whose PostgreSQL has stopped', () => {
  it('include the figures of the process, and omit those of the database instead of repeating old ones', async () => {
    const cluster = await startCluster();
    onTestFinished(() => cluster.stop());
    const { read } = await watched('postgres', () => Promise.resolve({ DATABASE_URL: cluster.url }));
    expect((await read()).get('holdfast_contents')).toBe(0);
    cluster.stop();
    const now = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => now() + AFTER_COUNT_MS);
    onTestFinished(() => void vi.restoreAllMocks());
    const values = await read();
    expect(values.get('holdfast_database_up')).toBe(0);
    expect(values.get('process_resident_memory_bytes')).toBeGreaterThan(10_000_000);
    expect([...values.keys()].filter((name) => /^holdfast_(contents|device|reports)/.test(name))).toEqual([]);
  });
});

describe('the address of metrics', () => {
  it('serves nothing else, is separate from the application, and closes with the server', async () => {
    const { server, address } = await watched('sqlite');
    const answer = await fetch(address);
    expect(answer.headers.get('content-type')).toMatch(/^application\/openmetrics-text/);
    expect((await answer.text()).trimEnd().endsWith('# EOF')).toBe(true);
    expect((await fetch(new URL('/api/get-inspections', address))).status).toBe(404);
    expect((await fetch(`${server.address}/metrics`)).headers.get('content-type')).not.toMatch(/openmetrics/);
    await server.stop();
    await expect(fetch(address)).rejects.toThrow('fetch failed');
  });

  it('is refused at the start when it is invalid', () => {
    expect(() => readConfig({ HOLDFAST_METRICS: '9464' })).toThrow(ConfigError);
    expect(() => readConfig({ HOLDFAST_METRICS: '127.0.0.1:94640' })).toThrow('127.0.0.1:9464');
    expect(readConfig({ HOLDFAST_METRICS: '[::1]:9464' }).metrics).toEqual({ host: '::1', port: 9464 });
    expect(readConfig({}).metrics).toBeNull();
  });
});
