import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { digestOf, type Reply, rowDigest, type RunResult, sync, uuidV7 } from '@holdfast/sync';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemPorts } from '@holdfast/host';
import { type DeviceDatabase, openDeviceDatabase } from './database.ts';

const ROWS = 30_000;
const ROWS_A_MARK = 5_000;
const COMPANY = uuidV7(1, new Uint8Array(10));
const COLUMNS = [
  'id',
  'scopeId',
  '_seq',
  '_clk',
  'createdAt',
  'updatedAt',
  'createdByUserId',
  'updatedByUserId',
  'deletedAt',
  'name',
  'latitude',
  'longitude',
  'timeZone',
  'archivedAt',
];

let folder: string;
let device: DeviceDatabase;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-large-'));
  device = await openDeviceDatabase(folder, systemPorts.clock);
});
afterEach(async () => {
  await device.databases.close();
  rmSync(folder, { recursive: true });
});

/** Returns the stream of a server to a device without data. */
async function* firstSync(): AsyncGenerator<readonly string[], void, void> {
  for await (const batch of saying()) yield batch.map((line) => JSON.stringify(line));
}

async function* saying(): AsyncGenerator<readonly unknown[], void, void> {
  const scope = { scopeId: COMPANY, grantId: 'grant', from: 0, head: ROWS, rows: ROWS };
  yield [
    { kind: 'header', epoch: 'epoch', lastN: 0, scopes: [scope] },
    { kind: 'columns', table: 'installation', columns: COLUMNS },
  ];
  let digest = 0n;
  for (let seq = 1; seq <= ROWS; seq++) {
    const id = uuidV7(seq, new Uint8Array(10));
    digest += rowDigest('installation', id, seq);
    yield [['installation', id, COMPANY, seq, '{}', 1, 1, 'u', 'u', null, `Rig ${seq}`, null, null, 'UTC', null]];
    if (seq % ROWS_A_MARK === 0) yield [{ kind: 'mark', scopeId: COMPANY, cursor: seq }];
  }
  yield [{ kind: 'proof', scopeId: COMPANY, head: ROWS, rows: ROWS, digest: digestOf(digest) }, { kind: 'end' }];
}

async function run(merging: () => void): Promise<RunResult> {
  const effects = sync(device.setting, { runId: 'run', trigger: 'User' });
  let reply: Reply;
  for (;;) {
    const next = await effects.next(reply);
    if (next.done === true) return next.value;
    if (next.value.kind === 'progress' && next.value.progress === 80) merging();
    reply = next.value.kind === 'pull' ? { lines: firstSync() } : undefined;
  }
}

describe('a first sync of many records', () => {
  it('allows reads while it merges, which show the previous data until it is complete', async () => {
    const counts: number[] = [];
    const stage = { merges: false, ended: false };
    const reading = (async () => {
      while (!stage.ended) {
        await setImmediate();
        const { rows } = await device.databases.read
          .selectFrom('installation')
          .select(({ fn }) => fn.countAll<number>().as('rows'))
          .executeTakeFirstOrThrow();
        if (stage.merges && !stage.ended) counts.push(rows);
      }
    })();
    const result = await run(() => {
      stage.merges = true;
    });
    stage.ended = true;
    await reading;
    expect(result).toMatchObject({ status: 'Success', recordsIn: ROWS });
    expect(counts.length).toBeGreaterThan(ROWS / 1000);
    expect(new Set(counts.slice(0, -3))).toEqual(new Set([0]));
    expect(await device.setting.database.transaction((store) => store.list('stage', {}))).toEqual([]);
  });
});
