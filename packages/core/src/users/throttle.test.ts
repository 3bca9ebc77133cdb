import { expect, it } from 'vitest';
import { localDb } from '../db/scoped.ts';
import { onEachDatabase, TEST_NOW } from '../testing/index.ts';
import {
  type Attempt,
  countFailure,
  clearFailures,
  failTry,
  mustNotBeThrottled,
  removeExpiredAttempts,
  returnTry,
  takeTry,
  verifyWithin,
} from './throttle.ts';

const HOUR_MS = 60 * 60 * 1000;
const WINDOW_MS = 15 * 60 * 1000;
const OFFICE: Attempt = { kind: 'signIn', emailKey: 'maren@example.test', address: '192.0.2.1' };
const ELSEWHERE: Attempt = { ...OFFICE, address: '203.0.113.9' };

onEachDatabase('A network from which an account has signed in', (fixture) => {
  it('is not slowed down by failures elsewhere for 90 days, also after old failures were removed', async () => {
    const { db } = fixture.database;
    const attack = async (now: number): Promise<void> => {
      for (let i = 0; i < 100; i += 1) await countFailure(db, { ...OFFICE, address: `10.${i}.0.1` }, now);
    };
    await clearFailures(db, OFFICE, TEST_NOW);
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

  it('waits after failures of its own like any other, so that passwords cannot be guessed from it', async () => {
    const { db } = fixture.database;
    await clearFailures(db, OFFICE, TEST_NOW);
    for (let i = 0; i < 10; i += 1) await countFailure(db, OFFICE, TEST_NOW + 1);
    await expect(mustNotBeThrottled(db, OFFICE, TEST_NOW + 2)).rejects.toBeProblem('tooManyRequests');
    await expect(mustNotBeThrottled(db, OFFICE, TEST_NOW + WINDOW_MS)).rejects.toBeProblem('tooManyRequests');
    await mustNotBeThrottled(db, OFFICE, TEST_NOW + 1 + WINDOW_MS);
  });

  it('is one for 90 days, and no moment longer', async () => {
    const { db } = fixture.database;
    await clearFailures(db, OFFICE, TEST_NOW);
    const end = TEST_NOW + 90 * 24 * HOUR_MS;
    for (let i = 0; i < 100; i += 1) await countFailure(db, { ...OFFICE, address: `10.${i}.0.1` }, end - 1);
    await mustNotBeThrottled(db, OFFICE, end - 1);
    await expect(mustNotBeThrottled(db, OFFICE, end)).rejects.toBeProblem('tooManyRequests');
  });

  it('is stored for a sign-in with an address, and for nothing else', async () => {
    const { db } = fixture.database;
    const networks = async (): Promise<unknown[]> => db.selectFrom('signInAttempt').select('key').execute();
    for (const attempt of [
      { ...OFFICE, address: null },
      { ...OFFICE, kind: 'letter' as const },
    ])
      await clearFailures(db, attempt, TEST_NOW);
    expect(await networks()).toEqual([]);
    await clearFailures(db, OFFICE, TEST_NOW);
    expect(await networks()).toHaveLength(1);
  });

  it('is slowed down like any other where mails are requested', async () => {
    const { db } = fixture.database;
    await clearFailures(db, OFFICE, TEST_NOW);
    const letter = (i: number): Attempt => ({ ...OFFICE, kind: 'letter', emailKey: `someone${i}@example.test` });
    for (let i = 0; i < 50; i += 1) await countFailure(db, letter(i), TEST_NOW);
    const asked = { ...letter(0), emailKey: OFFICE.emailKey };
    await expect(mustNotBeThrottled(db, asked, TEST_NOW + 1_000)).rejects.toBeProblem('tooManyRequests');
    await mustNotBeThrottled(db, asked, TEST_NOW + 2_000);
    await clearFailures(db, asked, TEST_NOW);
    await expect(mustNotBeThrottled(db, { ...letter(60) }, TEST_NOW + 1_000)).rejects.toBeProblem('tooManyRequests');
  });
});

onEachDatabase('Failures of an account', (fixture) => {
  it('count again from one when their window has passed', async () => {
    const { db } = fixture.database;
    const attempt = { ...ELSEWHERE, emailKey: 'jorun@example.test' };
    for (let i = 0; i < 10; i += 1) await countFailure(db, attempt, TEST_NOW);
    await expect(mustNotBeThrottled(db, attempt, TEST_NOW + WINDOW_MS - 1)).rejects.toBeProblem('tooManyRequests');
    await mustNotBeThrottled(db, attempt, TEST_NOW + WINDOW_MS);
    for (let i = 0; i < 9; i += 1) await countFailure(db, attempt, TEST_NOW + WINDOW_MS);
    await mustNotBeThrottled(db, attempt, TEST_NOW + WINDOW_MS + 1);
    await countFailure(db, attempt, TEST_NOW + WINDOW_MS + 1);
    await expect(mustNotBeThrottled(db, attempt, TEST_NOW + WINDOW_MS + 2)).rejects.toBeProblem('tooManyRequests');
  });
});

onEachDatabase('Sign-in attempts that arrive at the same time', (fixture) => {
  /** Sends tries at the same time. Their verification ends when all have begun or were refused. */
  async function sendAtOnce(
    attempts: readonly Attempt[],
    now = TEST_NOW,
  ): Promise<{ verified: number; refused: number }> {
    const { db } = fixture.database;
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const counts = { verified: 0, refused: 0 };
    const one = async (attempt: Attempt): Promise<void> => {
      const isSettled = (): void => void (counts.verified + counts.refused === attempts.length && end());
      const refusal = verifyWithin(db, attempt, now, async () => {
        counts.verified += 1;
        isSettled();
        await ended;
      });
      await refusal.catch(() => {
        counts.refused += 1;
        isSettled();
      });
    };
    await Promise.all(attempts.map(one));
    return counts;
  }
  const fromOffice = (i: number): Attempt => ({ ...OFFICE, emailKey: `someone${i}@example.test` });
  const ofMaren = (i: number): Attempt => ({ ...OFFICE, address: `10.${i}.0.1` });

  it('are counted before they have failed, so that no more are verified than may fail', async () => {
    const network = Array.from({ length: 60 }, (_, i) => fromOffice(i));
    expect(await sendAtOnce(network)).toEqual({ verified: 50, refused: 10 });
    expect(await sendAtOnce(Array.from({ length: 12 }, () => OFFICE))).toEqual({ verified: 10, refused: 2 });
    expect(await sendAtOnce(Array.from({ length: 104 }, (_, i) => ofMaren(i)))).toEqual({ verified: 100, refused: 4 });
    // Verified tries do not count any more.
    expect(await sendAtOnce([OFFICE])).toEqual({ verified: 1, refused: 0 });
  });

  it('are verified one at a time by a network that is slowed down', async () => {
    const { db } = fixture.database;
    for (let i = 0; i < 50; i += 1) await countFailure(db, fromOffice(i), TEST_NOW);
    const network = [fromOffice(60), fromOffice(61), fromOffice(62)];
    expect(await sendAtOnce(network, TEST_NOW + 1_000)).toEqual({ verified: 0, refused: 3 });
    expect(await sendAtOnce(network, TEST_NOW + 2_000)).toEqual({ verified: 1, refused: 2 });
  });

  it('are not limited by others where the account has signed in', async () => {
    const { db } = fixture.database;
    await clearFailures(db, OFFICE, TEST_NOW);
    const others = Array.from({ length: 50 }, (_, i) => fromOffice(i));
    expect(await sendAtOnce([...others, OFFICE])).toEqual({ verified: 51, refused: 0 });
  });
});

onEachDatabase('Tries whose results several servers use at the same time', (fixture) => {
  /** Uses the result of each try in a transaction of its own. @returns how many had one */
  async function useAtOnce(attempts: readonly Attempt[], isRight: boolean, now = TEST_NOW): Promise<number> {
    const { db } = fixture.database;
    const one = (attempt: Attempt): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const local = localDb(trx);
        await takeTry(local, attempt, now);
        // Other transactions begin meanwhile.
        await new Promise((resolve) => setTimeout(resolve, 2));
        if (isRight) await returnTry(local, attempt);
        else await failTry(local, attempt, now);
      });
    const outcomes = await Promise.allSettled(attempts.map(one));
    return outcomes.filter(({ status }) => status === 'fulfilled').length;
  }
  const times = (count: number, attempt: (i: number) => Attempt): Attempt[] =>
    Array.from({ length: count }, (_, i) => attempt(i));

  it('fail no more often than the limits of the account and of its network allow', async () => {
    expect(
      await useAtOnce(
        times(30, () => OFFICE),
        false,
      ),
    ).toBe(10);
    const spray = times(60, (i) => ({ ...OFFICE, emailKey: `sprayed${i}@example.test`, address: '198.51.100.7' }));
    expect(await useAtOnce(spray, false)).toBe(50);
    // A network that is slowed down has one try in two seconds.
    expect(await useAtOnce(spray.slice(50), false, TEST_NOW + 1_999)).toBe(0);
    expect(await useAtOnce(spray.slice(50), false, TEST_NOW + 2_000)).toBe(1);
    expect(await useAtOnce(spray.slice(51), false, TEST_NOW + 3_999)).toBe(0);
  });

  it('do not count when they are right, nor when they are refused', async () => {
    const attempt = { ...OFFICE, emailKey: 'idris@example.test', address: '198.51.100.8' };
    for (let round = 0; round < 3; round += 1)
      expect(
        await useAtOnce(
          times(8, () => attempt),
          true,
        ),
      ).toBe(8);
    expect(
      await useAtOnce(
        times(9, () => attempt),
        false,
      ),
    ).toBe(9);
    expect(await useAtOnce([attempt], true)).toBe(1);
    expect(
      await useAtOnce(
        times(5, () => attempt),
        false,
      ),
    ).toBe(1);
    await expect(takeTry(fixture.database.db, attempt, TEST_NOW + WINDOW_MS - 1)).rejects.toBeProblem(
      'tooManyRequests',
    );
    expect(await useAtOnce([attempt], false, TEST_NOW + WINDOW_MS)).toBe(1);
  });

  it('are not slowed down by others where the account has signed in', async () => {
    const { db } = fixture.database;
    const attempt = { ...OFFICE, emailKey: 'jorun@example.test', address: '198.51.100.9' };
    await clearFailures(db, attempt, TEST_NOW);
    const others = times(50, (i) => ({ ...attempt, emailKey: `other${i}@example.test` }));
    expect(await useAtOnce(others, false)).toBe(50);
    expect(await useAtOnce([{ ...attempt, emailKey: 'other@example.test' }], false, TEST_NOW + 1_000)).toBe(0);
    expect(await useAtOnce([attempt], true, TEST_NOW + 1_000)).toBe(1);
  });
});
