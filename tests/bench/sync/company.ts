/** Measures the effect on a device of the size of other companies, of its own company, and of a long absence: each against itself. */
import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Database, registry, SQLITE_PRAGMAS, sqliteDialect } from '@holdfast/core';
import { COMPANIES } from '@holdfast/core/testing';
import { sqliteFile } from '@holdfast/server';
import { kyselyDatabase, openWriter, uuidV7 } from '@holdfast/sync';
import Sqlite from 'better-sqlite3';
import { Kysely } from 'kysely';
import { type Go, start, type Worker } from './processes.ts';
import { seed } from './records.ts';

/** Time in ms for which the device of the third figure was away: its log is older than the part that is sent. */
const AWAY_MS = 120 * 86_400_000;

/** A first sync, and a sync without changes after it. */
export interface Stay {
  pull: Go;
  idle: Go;
}

/** Measures a company beside another one on one server, and alone on another server, device by device in turns. */
export async function besideOthers(
  folder: string,
  { items, foreign, rounds }: { items: number; foreign: number; rounds: number },
): Promise<{ alone: Stay; beside: Stay }[]> {
  const opened: { server: Worker; address: string; token: string }[] = [];
  for (const [name, others] of [
    ['alone', 0],
    ['beside', foreign],
  ] as const) {
    const { token } = await seed(join(folder, name), items, { foreign: others });
    const server = start('server', [join(folder, name)]);
    opened.push({ server, address: await server.first, token });
  }
  const [alone, beside] = opened;
  const stay = async (at: (typeof opened)[number], name: string): Promise<Stay> => {
    const device = await newDevice(folder, name, at.address, at.token);
    const pull = succeeded(await device.ask('sync'));
    await device.ask('sync');
    const idle = succeeded(await device.ask('sync'));
    await device.stop();
    return { pull, idle };
  };
  const stays: { alone: Stay; beside: Stay }[] = [];
  for (let round = 0; round < rounds; round++)
    stays.push({ alone: await stay(alone!, `alone-${round}`), beside: await stay(beside!, `beside-${round}`) });
  for (const { server } of opened) await server.stop();
  return stays;
}

/** Measures a device that was offline for months while rows were changed repeatedly. @returns its next sync */
export async function monthsBehind(
  folder: string,
  { items, changed, times }: { items: number; changed: number; times: number },
): Promise<Go> {
  const data = join(folder, 'behind');
  const { token, userId, ids } = await seed(data, items);
  const server = start('server', [data]);
  const device = await newDevice(folder, 'behind', await server.first, token);
  succeeded(await device.ask('sync'));
  await changeRows(data, { userId, ids: ids.slice(0, changed), times });
  const go = succeeded(await device.ask('sync'));
  await device.stop();
  await server.stop();
  return go;
}

/** Changes each row so many times, round after round, by the server's own writer. */
async function changeRows(
  data: string,
  { userId, ids, times }: { userId: string; ids: readonly string[]; times: number },
): Promise<void> {
  const connection = new Sqlite(sqliteFile(data));
  for (const pragma of SQLITE_PRAGMAS) connection.pragma(pragma);
  const db = new Kysely<Database>({ dialect: sqliteDialect(connection) });
  const database = kyselyDatabase(db, 'sqlite', registry);
  const begun = Date.now() - AWAY_MS;
  for (let time = 1; time <= times; time++) {
    await database.transaction(async (store) => {
      const now = begun + time * 1_000;
      const groupId = uuidV7(now, randomBytes(10));
      const head = await store.lockHead(COMPANIES.northmere);
      const writer = openWriter(store, registry, [head], { userId, deviceId: 'server', now, groupId });
      for (const id of ids) await writer.mutate({ table: 'item', op: 'upd', id, set: { name: `Renamed ${time}` } });
      await writer.finish();
    });
  }
  await db.destroy();
}

/** A desktop with an empty folder of its own. */
export async function newDevice(folder: string, name: string, address: string, token: string): Promise<Worker> {
  const own = join(folder, `device-${name}`);
  await mkdir(own);
  return start('device', [address, own, token]);
}

/** @throws {Error} when a run failed: its figures would be meaningless */
export function succeeded(go: Go): Go {
  if (go.status !== 'Success') throw new Error(`A run failed: ${JSON.stringify(go)}`);
  return go;
}
