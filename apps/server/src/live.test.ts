import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PendingEvents, openEventBus } from '@holdfast/core';
import { openTestDatabase, testPostgres } from '@holdfast/core/testing';
import { sql } from 'kysely';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { openDatabases } from './databases.ts';
import { relay } from './live.ts';

const log = pino({ level: 'silent' });

describe.skipIf(testPostgres === undefined)('several servers of one PostgreSQL', () => {
  it('exchange events, and check for changes after the connection was lost', async () => {
    const shared = await openTestDatabase('postgres');
    const folder = await mkdtemp(join(tmpdir(), 'live-'));
    const config = { dataFolder: folder, databaseUrl: shared.url! };
    const one = openEventBus();
    const two = openEventBus();
    const databases = await openDatabases(config);
    const lines = [await relay(one, shared.url, databases, log), await relay(two, shared.url, databases, log)];
    const here = one.subscribe('maren', undefined);
    const there = two.subscribe('maren', undefined);

    one.publish({ scopes: ['northmere'], users: ['maren'] });
    const received = (await there.next()).value!;
    expect([[...received.scopes], [...received.users]]).toEqual([['northmere'], ['maren']]);
    // It does not receive its own event.
    expect([...(await here.next()).value!.scopes]).toEqual(['northmere']);

    // Both connections must be open again before the next event, which would otherwise be missed.
    const bothUp = Promise.all([here, there].map((stream) => until(stream, ({ missed }) => missed)));
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where query = 'listen holdfast_live' and datname = current_database()`.execute(shared.db);
    await bothUp;
    two.publish({ scopes: ['skerrow'] });
    await until(here, ({ scopes }) => scopes.has('skerrow'));

    for (const line of lines) await line.close();
    await databases.close();
    await shared.close();
    await rm(folder, { recursive: true });
  });
});

/** Reads events until one matches. */
async function until(stream: AsyncIterator<PendingEvents>, matches: (news: PendingEvents) => boolean): Promise<void> {
  for (let next = await stream.next(); !matches(next.value as PendingEvents);) next = await stream.next();
}
