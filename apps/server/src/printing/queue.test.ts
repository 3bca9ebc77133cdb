import { setTimeout as sleep } from 'node:timers/promises';
import { openTestFixture, testPostgres } from '@holdfast/core/testing';
import { PgBoss } from 'pg-boss';
import pino from 'pino';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openPrintQueue } from './queue.ts';

const LIMITS = { atOnce: 2, total: 4, perUser: 3, seconds: 120 };
/** Duration in ms of a slow disconnection: longer than a worker waits before it looks for reports again. */
const DISCONNECTION_MS = 2_500;

afterEach(() => vi.restoreAllMocks());

describe.skipIf(testPostgres === undefined)('a server that is stopped while it prints', () => {
  it('returns its report for another server, and does not take it again itself while it disconnects', async () => {
    const { database } = await openTestFixture('postgres');
    const open = () => openPrintQueue(database.url!, database.db, LIMITS, pino({ level: 'silent' }));
    const [asking, printing] = [await open(), await open()];
    let taken = 0;
    await printing.work(async (_id, _order, signal) => {
      taken += 1;
      if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve));
      return { kind: 'failed', finding: { message: 'The printing was ended.', line: null, object: null } };
    });
    const order = { operation: 'executeReportCompany', input: {}, userId: 'maren', runId: null };
    const id = (await asking.join(order))!;
    await vi.waitFor(() => expect(taken).toBe(1), { timeout: 20_000 });

    vi.spyOn(PgBoss.prototype, 'stop').mockImplementationOnce(async function (this: PgBoss, options) {
      await sleep(DISCONNECTION_MS);
      await this.stop(options);
    });
    await printing.stop();
    expect(taken).toBe(1);
    expect((await asking.statuses([id])).get(id)).toEqual({ kind: 'waiting' });
    await asking.stop();
    await database.close();
  });
});
