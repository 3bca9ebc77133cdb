/**
 * A desktop as a process: it registers, and synchronises at each line `sync` on stdin. `edit n` changes n items. Arguments: address,
 * folder, a person's token.
 */
import { linesOf } from '@holdfast/contract/client';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { constants, gzipSync } from 'node:zlib';
import { setImmediate } from 'node:timers/promises';
import { type Database, DEVICE_PRAGMAS, migrate, registry, SQLITE_PRAGMAS, sqliteDialect } from '@holdfast/core';
import {
  type DeviceSetting,
  freshState,
  kyselyDatabase,
  openDeviceWriter,
  type Reply,
  sync,
  uuidV7,
  versionOf,
  writeState,
} from '@holdfast/sync';
import Sqlite from 'better-sqlite3';
import { Kysely } from 'kysely';
import { send, type Traffic, whole } from './line.ts';

const [address = '', folder = '', person = ''] = process.argv.slice(2);
const newId = (): string => uuidV7(Date.now(), randomBytes(10));
const connection = new Sqlite(join(folder, 'device.db'));
for (const pragma of [...SQLITE_PRAGMAS, ...DEVICE_PRAGMAS]) connection.pragma(pragma);
const db = new Kysely<Database>({ dialect: sqliteDialect(connection) });
await migrate(db, 'device', 'sqlite');
const setting: DeviceSetting = {
  database: kyselyDatabase(db, 'sqlite', registry),
  registry,
  now: () => Date.now(),
  random: () => Math.random(),
  rest: () => setImmediate(),
};
const deviceId = newId();
const token = randomBytes(32).toString('base64url');
await setting.database.transaction((store) => writeState(store, freshState(deviceId, versionOf(registry))));
const enrolled = JSON.parse(
  await whole(
    await send({ requests: 0, bytesIn: 0, bytesOut: 0 }, `${address}/ext/devices`, {
      method: 'POST',
      token: person,
      body: JSON.stringify({ deviceId, token, name: 'Bench', appVersion: '1.0.0' }),
    }),
  ),
) as { userId: string };

for await (const line of createInterface({ input: process.stdin })) {
  const [word, count] = line.split(' ');
  if (word === 'edit') {
    await edit(Number(count));
    process.stdout.write('{}\n');
    continue;
  }
  const traffic: Traffic = { requests: 0, bytesIn: 0, bytesOut: 0 };
  const waits = monitorEventLoopDelay({ resolution: 2 });
  waits.enable();
  const begun = performance.now();
  const result = await run(traffic);
  const ms = performance.now() - begun;
  waits.disable();
  const waitMs = Math.round(waits.max / 1e6);
  const rows = (await db.selectFrom('item').select(db.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()).n;
  const peak = Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))![1]) / 1024;
  process.stdout.write(`${JSON.stringify({ ...result, ms, rows, waitMs, peakMb: Math.round(peak), ...traffic })}\n`);
}

async function edit(count: number): Promise<void> {
  const items = await db.selectFrom('item').select('id').orderBy('id').limit(count).execute();
  for (let from = 0; from < items.length; from += 100) {
    await setting.database.transaction(async (store) => {
      const writer = await openDeviceWriter(store, setting, { userId: enrolled.userId, groupId: newId() });
      for (const { id } of items.slice(from, from + 100))
        await writer.mutate({ table: 'item', op: 'upd', id, set: { name: `Changed ${id.slice(-6)}` } });
      await writer.finish();
    });
    // A connection that the server closed in the meantime is detected, and not used for the next request.
    await setImmediate();
  }
}

async function parsed(text: ReturnType<typeof send>): Promise<unknown> {
  return JSON.parse(await whole(await text));
}

async function run(traffic: Traffic): Promise<{ status: string; recordsIn: number; recordsOut: number }> {
  const task = sync(setting, { runId: newId(), trigger: 'user' });
  let step = await task.next();
  while (step.done !== true) {
    const effect = step.value;
    let reply: Reply;
    if ('request' in effect) {
      const json = JSON.stringify(effect.request);
      // Like the agent, which compresses all except the shortest.
      const body = effect.kind === 'push' ? gzipSync(json, { level: constants.Z_BEST_SPEED }) : json;
      const text = send(traffic, `${address}/ext/sync/${effect.kind}`, { method: 'POST', token, body });
      reply = effect.kind === 'push' ? { answer: parsed(text) } : { lines: linesOf(await text) };
    }
    step = await task.next(reply);
  }
  const { status, recordsIn, recordsOut } = step.value;
  return { status, recordsIn, recordsOut };
}
