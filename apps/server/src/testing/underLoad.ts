/** A server process on PostgreSQL under the load of writers and readers, and what it acknowledged. */
import { CONDITIONS } from '@holdfast/contract';
import { createClient } from '@holdfast/contract/client';
import { Client } from 'pg';
import { vi } from 'vitest';
import type { Started } from './serverProcess.ts';

const CHOICES = Object.values(CONDITIONS).map(({ id }) => id);
const WRITERS = 4;
const READERS = 4;

/** Makes an inspection with an item for each writer. */
export async function setUp({ address, setupCode }: Started) {
  let token = '';
  const call = createClient({ host: address, fetch, token: () => token });
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

/** Starts writers, each of which sets the condition of a different item, one save after the other, and readers of the list. */
export function startLoad(
  { address }: Started,
  token: string,
  installationInspectionId: string,
  itemIds: readonly string[],
) {
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
    /** Waits for the given number of further answers. */
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

/** Returns the conditions that were recorded of an item, oldest first. */
export async function savedConditions(url: string, itemId: string): Promise<string[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ setJson: string }>(
    `select "setJson" from change where "itemId" = $1 and op = 'upd' order by seq`,
    [itemId],
  );
  await client.end();
  return rows.map(({ setJson }) => (JSON.parse(setJson) as { conditionId: string }).conditionId);
}

/** Reads a stream of events. */
export function readEvents(body: ReadableStream<Uint8Array>): { text: string; stop(): void } {
  const stream = { text: '', stop: () => void reader.cancel() };
  const reader = body.getReader();
  const decoder = new TextDecoder();
  void (async () => {
    for (let next = await reader.read(); !next.done; next = await reader.read())
      stream.text += decoder.decode(next.value, { stream: true });
  })().catch(() => undefined);
  return stream;
}
