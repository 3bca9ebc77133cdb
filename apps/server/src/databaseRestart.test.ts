import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CONDITIONS } from '@holdfast/contract';
import { createClient } from '@holdfast/contract/client';
import { testPostgres } from '@holdfast/core/testing';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Cluster, startPostgres } from '../../../scripts/postgres.mjs';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));
const CHOICES = Object.values(CONDITIONS).map(({ id }) => id);
const WRITERS = 4;
const READERS = 4;

let cluster: Cluster;
let folder: string;
beforeEach(async () => {
  const started = await startPostgres();
  if ('missing' in started) throw new Error(started.missing);
  cluster = started;
  folder = await mkdtemp(join(tmpdir(), 'holdfast-restart-'));
});
const servers: Started[] = [];
afterEach(async () => {
  for (const { process: server } of servers.splice(0)) server.kill('SIGKILL');
  cluster.stop();
  await rm(folder, { recursive: true, force: true });
});

describe.skipIf(testPostgres === undefined)('A server whose PostgreSQL is restarted under load', () => {
  it('lives on, keeps every save it acknowledged, refuses others with a retry hint, and receives events of other servers again', async () => {
    const server = await startServer();
    const other = await startServer();
    const { call, inspectionId, itemIds, token } = await setUp(server);
    const load = startLoad(server, token, inspectionId, itemIds);
    await load.until(40);

    await cluster.restart();
    await load.until(40);
    await terminateEveryConnection(cluster.url);
    await load.until(40);
    const { acknowledged, statuses, hints } = await load.end();

    // Retries hide most of it; refusals carry the time after which to retry.
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect(hints.every((hint) => Number(hint) > 0)).toBe(true);
    for (const [itemId, conditions] of acknowledged)
      expect(await savedConditions(cluster.url, itemId)).toEqual(conditions);
    expect([server.process.exitCode, other.process.exitCode]).toEqual([null, null]);

    // LISTEN was opened again: a save on one server reaches the pages of the other.
    const events = await fetch(`${other.address}/ext/events`, { headers: { authorization: `Bearer ${token}` } });
    const stream = read(events.body!);
    await vi.waitFor(
      async () => {
        await call('setCondition', {
          installationInspectionId: inspectionId,
          itemId: itemIds[0]!,
          conditionId: CHOICES[Math.floor(Math.random() * CHOICES.length)]!,
        });
        expect(stream.text).toContain('event: changed');
      },
      { timeout: 40_000, interval: 500 },
    );
    stream.stop();
    await stop(server);
    await stop(other);
  });
});

interface Started {
  address: string;
  setupCode: string;
  process: ChildProcess;
}

async function startServer(): Promise<Started> {
  const env = {
    ...process.env,
    PORT: '0',
    HOLDFAST_DATA: folder,
    HOLDFAST_DEMO: '0',
    HOLDFAST_LOG: 'silent',
    HOLDFAST_WEATHER_URL: '0',
    DATABASE_URL: cluster.url,
  };
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const said = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (piece: Buffer) => {
      text += piece.toString();
      if (/ready: http:\S+[\s\S]*\n\n/.test(text)) resolve(text);
    });
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}.`)));
  });
  const started = {
    address: /ready: (http:\S+)/.exec(said)![1]!,
    setupCode: /setup code: (\S+)/.exec(said)?.[1] ?? '',
    process: child,
  };
  servers.push(started);
  return started;
}

async function stop({ process: server }: Started): Promise<void> {
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGTERM');
  await ended;
}

async function setUp({ address, setupCode }: Started) {
  let token = '';
  const call = createClient({ host: address, fetch: fetch as never, token: () => token });
  const account = { setupCode, name: 'Wren', email: 'wren@example.test', password: 'long enough for anyone' };
  token = (await call('createFirstAdministrator', account)).details!.token;
  const company = await call('createCompany', { name: 'Northmere' });
  const installation = await call('createInstallation', { companyId: company.id, name: 'Tarn' });
  const inspection = await call('createInspection', { name: 'DROPS' });
  const type = await call('createItemType', { name: 'Padeye' });
  await call('addInspectionItemType', { inspectionId: inspection.id, itemTypeId: type.id });
  await call('addCompanyInspection', { id: company.id, inspectionId: inspection.id });
  const { id: inspectionId } = await call('createInstallationInspection', {
    installationId: installation.id,
    inspectionId: inspection.id,
    startDate: 1_768_435_200,
    endDate: 1_768_521_600,
  });
  const itemIds: string[] = [];
  for (let i = 0; i < WRITERS; i++)
    itemIds.push((await call('newItem', { installationInspectionId: inspectionId, itemTypeId: type.id })).itemId);
  return { call, token, inspectionId, itemIds };
}

/** Writers that each set the condition of an item of their own, one save after the other, and readers of the list. */
function startLoad({ address }: Started, token: string, installationInspectionId: string, itemIds: readonly string[]) {
  const acknowledged = new Map(itemIds.map((itemId) => [itemId, [] as string[]]));
  const statuses = new Set<number>();
  const hints: (string | null)[] = [];
  let answered = 0;
  const ending = new AbortController();
  const ask = async (path: string, body: object, key?: string): Promise<number> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await fetch(`${address}${path}`, {
      method: 'POST',
      headers: key === undefined ? headers : { ...headers, 'idempotency-key': key },
      body: JSON.stringify(body),
    });
    await answer.arrayBuffer();
    statuses.add(answer.status);
    if (answer.status === 503) hints.push(answer.headers.get('retry-after'));
    else answered += 1;
    return answer.status;
  };
  const writer = async (itemId: string): Promise<void> => {
    const done = acknowledged.get(itemId)!;
    while (!ending.signal.aborted) {
      const conditionId = CHOICES[done.length % CHOICES.length]!;
      const body = { installationInspectionId, itemId, conditionId };
      const status = await ask('/api/set-condition', body, `save-${itemId}-${done.length}`);
      if (status === 200) done.push(conditionId);
    }
  };
  const reader = async (): Promise<void> => {
    while (!ending.signal.aborted)
      await ask('/api/get-items-for-installation-inspection', { installationInspectionId });
  };
  const all = Promise.all([...itemIds.map(writer), ...Array.from({ length: READERS }, reader)]);
  return {
    /** Waits for so many answers more. */
    async until(more: number): Promise<void> {
      const target = answered + more;
      await vi.waitUntil(() => answered >= target, { timeout: 40_000, interval: 10 });
    },
    async end() {
      ending.abort();
      await all;
      return { acknowledged, statuses, hints };
    },
  };
}

async function savedConditions(url: string, itemId: string): Promise<string[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ setJson: string }>(
    `select "setJson" from change where "itemId" = $1 and op = 'upd' order by seq`,
    [itemId],
  );
  await client.end();
  return rows.map(({ setJson }) => (JSON.parse(setJson) as { conditionId: string }).conditionId);
}

async function terminateEveryConnection(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'`,
  );
  await client.end();
}

function read(body: ReadableStream<Uint8Array>): { text: string; stop(): void } {
  const stream = { text: '', stop: () => void reader.cancel() };
  const reader = body.getReader();
  const decoder = new TextDecoder();
  void (async () => {
    for (let next = await reader.read(); !next.done; next = await reader.read())
      stream.text += decoder.decode(next.value, { stream: true });
  })().catch(() => undefined);
  return stream;
}
