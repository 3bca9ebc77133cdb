import { Problem } from '@holdfast/contract';
import { sha256Hex } from '@holdfast/sync';
import type { LocalDb } from '../ctx.ts';

/**
 * Failures within a window before the next try must wait (decisions 3): of an account from one address, of an account from all addresses, of an
 * address with all accounts. The second is the largest, so that nobody can lock an owner out by failing for them from elsewhere.
 */
export const ATTEMPT_LIMIT = { accountFromAddress: 10, account: 100, address: 50 } as const;
/** Length of the window. */
export const ATTEMPT_WINDOW_MS = 15 * 60 * 1000;

/** What is counted: the account that is tried, and where from. */
export interface Attempt {
  /** null where no account is tried, e.g. with the link of a reset. */
  emailKey: string | null;
  /** Network address of the caller; null where there is none (in-process calls). */
  address: string | null;
  /** How many failures the account may have from all addresses; absent: `ATTEMPT_LIMIT.account`. */
  accountLimit?: number;
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

/** Forgets the failures of an account that has signed in; those of the address stay, whatever accounts it tried. */
export async function forgetFailures(db: LocalDb, attempt: Attempt): Promise<void> {
  const keys = countersOf(attempt).map(({ key }) => key);
  await db
    .deleteFrom('signInAttempt')
    .where(
      'key',
      'in',
      keys.filter((key) => !key.startsWith('address:')),
    )
    .execute();
}

function countersOf({
  emailKey,
  address,
  accountLimit = ATTEMPT_LIMIT.account,
}: Attempt): { key: string; limit: number }[] {
  const counters: { key: string; limit: number }[] = [];
  if (emailKey !== null) {
    counters.push({ key: `account:${sha256Hex(emailKey)}`, limit: accountLimit });
    counters.push({
      key: `both:${sha256Hex(`${emailKey} ${address ?? ''}`)}`,
      limit: ATTEMPT_LIMIT.accountFromAddress,
    });
  }
  if (address !== null) counters.push({ key: `address:${sha256Hex(address)}`, limit: ATTEMPT_LIMIT.address });
  return counters;
}
