/** Forwards events between the servers of one database, and checks at intervals for sessions that ended without an event. */
import { randomUUID } from 'node:crypto';
import { retryPause } from '@holdfast/contract/client';
import type { EventBus, BusEvent } from '@holdfast/core';
import { sql } from 'kysely';
import { Client } from 'pg';
import type { Logger } from 'pino';
import type { Databases } from '@holdfast/host';

/** The channel of PostgreSQL's notifications. */
const CHANNEL = 'holdfast_live';
/** Maximum size of a forwarded event in bytes; notifications of PostgreSQL have at most 8,000. */
const LONGEST = 7_500;
/** Interval in ms between checks for sessions that were ended without an event, as by the command line. */
const CHECK_MS = 60_000;
/** Delay in ms before a broken connection is opened again: doubled at each failure. */
const RETRY_MS = { first: 500, longest: 30_000 };

/** A relay that runs. */
export interface Relay {
  close(): Promise<void>;
}

/** Starts to forward events between this server and the others of its database. A server on SQLite is the only one and forwards none. */
export async function relay(
  events: EventBus,
  databaseUrl: string | null,
  databases: Databases,
  log: Logger,
): Promise<Relay> {
  const timer = setInterval(() => events.receive({ recheck: true }), CHECK_MS);
  const line = databaseUrl === null ? null : openNotifications(events, databaseUrl, databases, log);
  await line?.opened;
  return {
    async close() {
      clearInterval(timer);
      await line?.close();
    },
  };
}

function openNotifications(
  events: EventBus,
  databaseUrl: string,
  databases: Databases,
  log: Logger,
): Relay & { opened: Promise<void> } {
  const self = randomUUID();
  let client: Client | null = null;
  let retry: NodeJS.Timeout | undefined;
  let failures = 0;
  let closed = false;

  async function open(again: boolean): Promise<void> {
    const next = new Client({ connectionString: databaseUrl, keepAlive: true });
    client = next;
    // One broken connection emits both events, in any order.
    next.once('error', () => broken(next));
    next.once('end', () => broken(next));
    next.on('notification', ({ payload = '{}' }) => {
      const { from, ...news } = JSON.parse(payload) as BusEvent & { from: string };
      if (from !== self) events.receive(news);
    });
    try {
      await next.connect();
      await next.query(`listen ${CHANNEL}`);
      failures = 0;
      // Events sent while the connection was down are lost.
      if (again) events.receive({ missed: true });
    } catch {
      broken(next);
    }
  }

  function broken(one: Client): void {
    if (closed || client !== one) return;
    client = null;
    one.on('error', () => undefined);
    void one.end().catch(() => undefined);
    const delay = retryPause(failures, RETRY_MS);
    failures += 1;
    log.warn({ delay }, 'the connection between servers broke');
    retry = setTimeout(() => void open(true), delay);
  }

  const stop = events.forward((news) => {
    const whole = JSON.stringify({ ...news, from: self });
    const word = whole.length > LONGEST ? JSON.stringify({ missed: true, from: self }) : whole;
    sql`select pg_notify(${CHANNEL}, ${word})`.execute(databases.write).catch((error: unknown) => {
      log.warn({ err: error }, 'other servers were not notified');
    });
  });

  return {
    opened: open(false),
    async close() {
      closed = true;
      clearTimeout(retry);
      stop();
      await client?.end().catch(() => undefined);
    },
  };
}
