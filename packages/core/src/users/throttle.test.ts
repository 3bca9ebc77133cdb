import { expect, it } from 'vitest';
import { onEachDatabase, TEST_NOW } from '../testing/index.ts';
import { type Attempt, countFailure, forgetFailures, mustNotBeThrottled, removeExpiredAttempts } from './throttle.ts';

const HOUR_MS = 60 * 60 * 1000;
const OFFICE: Attempt = { kind: 'signIn', emailKey: 'maren@example.test', address: '192.0.2.1' };
const ELSEWHERE: Attempt = { ...OFFICE, address: '203.0.113.9' };

onEachDatabase('A network from which an account has signed in', (fixture) => {
  it('is not slowed down by failures elsewhere for 90 days, also after old failures were removed', async () => {
    const { db } = fixture.database;
    const attack = async (now: number): Promise<void> => {
      for (let i = 0; i < 100; i += 1) await countFailure(db, { ...OFFICE, address: `10.${i}.0.1` }, now);
    };
    await forgetFailures(db, OFFICE, TEST_NOW);
    const later = TEST_NOW + HOUR_MS;
    await removeExpiredAttempts(db, later);
    await attack(later);
    await mustNotBeThrottled(db, OFFICE, later);
    await expect(mustNotBeThrottled(db, ELSEWHERE, later)).rejects.toBeProblem('tooManyRequests');

    const muchLater = TEST_NOW + 91 * 24 * HOUR_MS;
    await removeExpiredAttempts(db, muchLater);
    await attack(muchLater);
    await expect(mustNotBeThrottled(db, OFFICE, muchLater)).rejects.toBeProblem('tooManyRequests');
  });
});
