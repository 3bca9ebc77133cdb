import { connect, createServer, type Server, type Socket } from 'node:net';
import { openTestDatabase, type TestDatabase, testPostgres } from '@holdfast/core/testing';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openUnmigrated, type ServerDatabases } from '../databases.ts';

describe.skipIf(testPostgres === undefined)('a transaction on PostgreSQL', () => {
  let database: TestDatabase;
  let line: Line;
  let databases: ServerDatabases;

  beforeEach(async () => {
    database = await openTestDatabase('postgres');
    line = await openLine(database.url!);
    databases = openUnmigrated({ dataFolder: '/nowhere', databaseUrl: line.url });
    await sql`create table "kept" ("n" bigint primary key)`.execute(databases.write);
  });

  afterEach(async () => {
    await databases.close();
    await line.close();
    await database.close();
  });

  const insert = (n: number): Promise<unknown> =>
    databases.write.transaction().execute((trx) => sql`insert into "kept" values (${n})`.execute(trx));
  const kept = async (): Promise<unknown[]> =>
    (await sql`select "n" from "kept" order by "n"`.execute(database.db)).rows;

  it('whose connection breaks after COMMIT was sent is not reported as uncommitted', async () => {
    line.breakAt('commit');
    await expect(insert(1)).rejects.toMatchObject({ code: '08007' });
    expect(await kept()).toEqual([{ n: 1 }]);
  });

  it('whose connection breaks before COMMIT is reported as uncommitted, and the next one has another connection', async () => {
    line.breakAt('insert into');
    await expect(insert(1)).rejects.toMatchObject({ code: '08006' });
    expect(await kept()).toEqual([]);
    await insert(2);
    expect(await kept()).toEqual([{ n: 2 }]);
  });
});

/** A connection to PostgreSQL that can be interrupted. */
interface Line {
  url: string;
  /** Interrupts the next connection that sends this text, once PostgreSQL has answered. */
  breakAt(words: string): void;
  close(): Promise<void>;
}

async function openLine(target: string): Promise<Line> {
  const { hostname, port } = new URL(target);
  let awaited: string | null = null;
  const sockets = new Set<Socket>();
  const server: Server = createServer((near) => {
    const far = connect(Number(port), hostname);
    let isBreaking = false;
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => [near, far].forEach((end) => end.destroy()));
    }
    near.on('data', (bytes) => {
      if (awaited !== null && bytes.includes(awaited)) {
        awaited = null;
        isBreaking = true;
      }
      far.write(bytes);
    });
    far.on('data', (bytes) => (isBreaking ? near.destroy() : near.write(bytes)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as { port: number }).port);
  return {
    url: url.href,
    breakAt(words) {
      awaited = words;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
