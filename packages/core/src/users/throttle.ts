import { Problem } from '@holdfast/contract';
import { sha256Hex } from '@holdfast/sync';
import type { LocalDb } from '../ctx.ts';

/** Failed sign-ins an account or an address may have within a window before it must wait (decisions 3). */
export const ATTEMPT_LIMIT = { account: 10, address: 50 } as const;
/** Length of the window. */
export const ATTEMPT_WINDOW_MS = 15 * 60 * 1000;

/** What is counted: the account that is tried, and where from. */
export interface Attempt {
  /** null where no account is tried, e.g. with the link of a reset. */
  emailKey: string | null;
  /** Network address of the caller; null where there is none (in-process calls). */
  address: string | null;
}

/** @throws {Problem} `tooManyRequests` when account or address has failed too often lately. */
export async function mustNotBeThrottled(db: LocalDb, attempt: Attempt, now: number): Promise<void> {
  for (const { key, limit } of countersOf(attempt)) {
    const counter = await db.selectFrom('signInAttempt').selectAll().where('key', '=', key).executeTakeFirst();
    if (counter === undefined || counter.failures < limit) continue;
    const waitMs = counter.since + ATTEMPT_WINDOW_MS - now;
    if (waitMs > 0) throw new Problem('tooManyRequests', { retryAfterSeconds: Math.ceil(waitMs / 1000) });
  }
}

/** Counts one failure. A window that has passed begins anew. */
export async function countFailure(db: LocalDb, attempt: Attempt, now: number): Promise<void> {
  for (const { key } of countersOf(attempt)) {
    const counter = await db.selectFrom('signInAttempt').selectAll().where('key', '=', key).executeTakeFirst();
    const fresh = counter === undefined || now - counter.since > ATTEMPT_WINDOW_MS;
    await db
      .insertInto('signInAttempt')
      .values({ key, failures: 1, since: now })
      .onConflict((conflict) =>
        conflict
          .column('key')
          .doUpdateSet(
            fresh ? { failures: 1, since: now } : (eb) => ({ failures: eb('signInAttempt.failures', '+', 1) }),
          ),
      )
      .execute();
  }
}

/** Forgets the failures of an account that has signed in. */
export async function forgetFailures(db: LocalDb, { emailKey }: Attempt): Promise<void> {
  const keys = countersOf({ emailKey, address: null }).map(({ key }) => key);
  await db.deleteFrom('signInAttempt').where('key', 'in', keys).execute();
}

function countersOf({ emailKey, address }: Attempt): { key: string; limit: number }[] {
  const counters: { key: string; limit: number }[] = [];
  if (emailKey !== null) counters.push({ key: `account:${sha256Hex(emailKey)}`, limit: ATTEMPT_LIMIT.account });
  if (address !== null) counters.push({ key: `address:${sha256Hex(address)}`, limit: ATTEMPT_LIMIT.address });
  return counters;
}
