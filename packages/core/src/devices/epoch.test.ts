import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestFixture, testPostgres } from '../testing/index.ts';
import { announcePromotion, epochOf } from './epoch.ts';

describe.skipIf(testPostgres === undefined)('an announced change of the primary', () => {
  let fixture: Awaited<ReturnType<typeof openTestFixture>>;
  beforeEach(async () => {
    fixture = await openTestFixture('postgres');
  });
  afterEach(() => fixture.close());

  it('keeps the epoch once, within its time limit', async () => {
    const { db } = fixture.database;
    const { ports } = fixture.application;
    const now = ports.clock.now();
    const epoch = (at: number): Promise<string> => epochOf(db, { ...ports, timeline: 'log' }, at);
    const leave = () => db.updateTable('instance').set({ value: 'left' }).where('key', '=', 'timeline').execute();
    const first = await epoch(now);

    await announcePromotion(db, now + 1_000);
    await leave();
    expect(await epoch(now + 999)).toBe(first);
    await leave();
    const second = await epoch(now + 999);
    expect(second).not.toBe(first);

    await announcePromotion(db, now + 1_000);
    await leave();
    expect(await epoch(now + 1_000)).not.toBe(second);
  });
});
