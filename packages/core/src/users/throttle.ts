import { Problem } from '@holdfast/contract';
import { sha256Hex } from '@holdfast/sync';
import type { LocalDb } from '../calls/ctx.ts';
import { networkOf } from '../networkOf.ts';

/**
 * Number of failures within a window after which tries are delayed (product decision 3). An account from one network waits for the end of
 * the window. An account from all networks, and a network with all accounts, are slowed down to one try in `PACE_MS`, so that an attacker
 * cannot lock an owner out by failing on purpose; and networks from which an account has signed in lately are not slowed down at all.
 */
const ATTEMPT_LIMIT = { accountFromNetwork: 10, account: 100, network: 50 } as const;
/** Length of the window. */
const ATTEMPT_WINDOW_MS = 15 * 60 * 1000;
/** Time between two tries of an account or network that is slowed down. */
const PACE_MS = 2_000;
/** Time for which a network from which an account has signed in is remembered, in ms. */
const KNOWN_MS = 90 * 24 * 60 * 60 * 1000;

/** Kinds of tries, each with counters of its own: requests for mails must not prevent sign-ins. */
type AttemptKind = 'signIn' | 'singleSignOn' | 'secondFactor' | 'letter' | 'resetLink' | 'setup';

/** Subject of a counter: the account that is tried, and the network. */
export interface Attempt {
  kind: AttemptKind;
  /** null where no account is tried, e.g. with the link of a reset. */
  emailKey: string | null;
  /** Network address of the caller; null where there is none (in-process calls). */
  address: string | null;
}

/**
 * Returns how many more tries each counter of an attempt has left.
 * @throws {Problem} `tooManyRequests` when account or network has failed too often lately.
 */
export async function mustNotBeThrottled(db: LocalDb, attempt: Attempt, now: number): Promise<Map<string, number>> {
  const isKnown = await isKnownNetwork(db, attempt, now);
  const left = new Map<string, number>();
  for (const { key, limit, isPaced } of countersOf(attempt)) {
    if (isPaced && isKnown) continue;
    const counter = await db.selectFrom('signInAttempt').selectAll().where('key', '=', key).executeTakeFirst();
    const counts = counter !== undefined && counter.since + ATTEMPT_WINDOW_MS > now;
    // A slowed-down account or network has one try at a time.
    left.set(key, Math.max(1, limit - (counts ? counter.failures : 0)));
    if (!counts || counter.failures < limit) continue;
    const waitMs = isPaced ? (await lastFailure(db, key)) + PACE_MS - now : counter.since + ATTEMPT_WINDOW_MS - now;
    if (waitMs > 0) throw new Problem('tooManyRequests', { retryAfterSeconds: Math.ceil(waitMs / 1000) });
  }
  return left;
}

/** Number of tries that are being verified, by key of their counters. */
const underWay = new Map<string, number>();

/**
 * Verifies the password of an attempt. Each verification takes time and memory by design, so tries that are sent at once count before they have
 * failed: one network cannot keep the processors of this server from everyone else. `takeTry` decides which of them have a result.
 * @throws {Problem} `tooManyRequests`
 */
export async function verifyWithin<T>(
  db: LocalDb,
  attempt: Attempt,
  now: number,
  verify: () => Promise<T>,
): Promise<T> {
  const left = await mustNotBeThrottled(db, attempt, now);
  for (const [key, tries] of left)
    if ((underWay.get(key) ?? 0) >= tries) throw new Problem('tooManyRequests', { retryAfterSeconds: 1 });
  for (const key of left.keys()) underWay.set(key, (underWay.get(key) ?? 0) + 1);
  try {
    return await verify();
  } finally {
    for (const key of left.keys()) {
      const others = (underWay.get(key) ?? 1) - 1;
      if (others === 0) underWay.delete(key);
      else underWay.set(key, others);
    }
  }
}

/**
 * Counts a try as a failure before its result is used, within the transaction that uses it. The counters stay locked until its end, so that of tries
 * sent at once, also to servers that share the database, no more have a result than may fail. A refused try is not counted.
 * @throws {Problem} `tooManyRequests`
 */
export async function takeTry(db: LocalDb, attempt: Attempt, now: number): Promise<void> {
  const isKnown = await isKnownNetwork(db, attempt, now);
  for (const { key, limit, isPaced } of countersOf(attempt)) {
    const { failures, since } = await count(db, key, now);
    if (failures <= limit || (isPaced && isKnown)) continue;
    const waitMs = isPaced ? (await lastFailure(db, key)) + PACE_MS - now : since + ATTEMPT_WINDOW_MS - now;
    if (waitMs > 0) throw new Problem('tooManyRequests', { retryAfterSeconds: Math.ceil(waitMs / 1000) });
  }
}

/** Takes back the count of a try that did not fail. */
export async function returnTry(db: LocalDb, attempt: Attempt): Promise<void> {
  for (const { key } of countersOf(attempt))
    await db
      .updateTable('signInAttempt')
      .set((eb) => ({ failures: eb('failures', '-', 1) }))
      .where('key', '=', key)
      .where('failures', '>', 0)
      .execute();
}

/** Records that a try that was taken has failed: the next one above the limit waits from now on. */
export async function failTry(db: LocalDb, attempt: Attempt, now: number): Promise<void> {
  for (const { key, isPaced } of countersOf(attempt)) if (isPaced) await note(db, lastKey(key), now);
}

/** Counts one failure. A window that has passed starts again. */
export async function countFailure(db: LocalDb, attempt: Attempt, now: number): Promise<void> {
  for (const { key } of countersOf(attempt)) await count(db, key, now);
  await failTry(db, attempt, now);
}

/** Adds one to a counter by one statement, and locks it until the end of the transaction. @returns the counter afterwards */
async function count(db: LocalDb, key: string, now: number): Promise<{ failures: number; since: number }> {
  const before = now - ATTEMPT_WINDOW_MS;
  return db
    .insertInto('signInAttempt')
    .values({ key, failures: 1, since: now })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((eb) => {
        const { lit, ref } = eb;
        const isOver = eb('signInAttempt.since', '<=', before);
        return {
          failures: eb
            .case()
            .when(isOver)
            .then(lit(1))
            .else(eb('signInAttempt.failures', '+', 1))
            .end(),
          since: eb.case().when(isOver).then(ref('excluded.since')).else(ref('signInAttempt.since')).end(),
        };
      }),
    )
    .returning(['failures', 'since'])
    .executeTakeFirstOrThrow();
}

/** Deletes the failures of an account that has signed in, and stores its network; failures of the network stay, independent of the account. */
export async function clearFailures(db: LocalDb, attempt: Attempt, now: number): Promise<void> {
  const keys = countersOf(attempt).map(({ key }) => key);
  await db
    .deleteFrom('signInAttempt')
    .where(
      'key',
      'in',
      keys.filter((key) => !key.startsWith('network:')),
    )
    .execute();
  const key = knownKey(attempt);
  if (key !== null) await note(db, key, now);
}

/** Removes counters whose window has passed, and networks that have not been used for long. */
export async function removeExpiredAttempts(db: LocalDb, now: number): Promise<void> {
  await db
    .deleteFrom('signInAttempt')
    .where('since', '<', now - ATTEMPT_WINDOW_MS)
    .where('key', 'not like', 'known:%')
    .execute();
  await db
    .deleteFrom('signInAttempt')
    .where('since', '<', now - KNOWN_MS)
    .execute();
}

async function isKnownNetwork(db: LocalDb, attempt: Attempt, now: number): Promise<boolean> {
  const key = knownKey(attempt);
  if (key === null) return false;
  const row = await db.selectFrom('signInAttempt').select('since').where('key', '=', key).executeTakeFirst();
  return row !== undefined && row.since + KNOWN_MS > now;
}

async function lastFailure(db: LocalDb, key: string): Promise<number> {
  const row = await db.selectFrom('signInAttempt').select('since').where('key', '=', lastKey(key)).executeTakeFirst();
  return row?.since ?? 0;
}

/** Stores a moment under a key. */
async function note(db: LocalDb, key: string, since: number): Promise<void> {
  await db
    .insertInto('signInAttempt')
    .values({ key, failures: 0, since })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ since }))
    .execute();
}

function lastKey(key: string): string {
  return `last:${key}`;
}

function knownKey({ kind, emailKey, address }: Attempt): string | null {
  if (kind !== 'signIn' || emailKey === null || address === null) return null;
  return `known:${sha256Hex(`${emailKey} ${networkOf(address)}`)}`;
}

interface Counter {
  key: string;
  limit: number;
  /** True when tries above the limit are slowed down instead of refused until the window ends. */
  isPaced: boolean;
}

/**
 * Tries of an account from any network within a window, beyond which all wait: mails that are requested, and codes of a second factor, which
 * are short and tried only by callers who know the password.
 */
const STRICT_LIMIT = 10;

function countersOf({ kind, emailKey, address }: Attempt): Counter[] {
  const counters: Counter[] = [];
  const network = address === null ? '' : networkOf(address);
  if (emailKey !== null) {
    const isStrict = kind === 'letter' || kind === 'secondFactor';
    counters.push(
      {
        key: `account:${sha256Hex(`${kind} ${emailKey}`)}`,
        limit: isStrict ? STRICT_LIMIT : ATTEMPT_LIMIT.account,
        isPaced: !isStrict,
      },
      {
        key: `both:${sha256Hex(`${kind} ${emailKey} ${network}`)}`,
        limit: ATTEMPT_LIMIT.accountFromNetwork,
        isPaced: false,
      },
    );
  }
  if (address !== null)
    counters.push({ key: `network:${sha256Hex(`${kind} ${network}`)}`, limit: ATTEMPT_LIMIT.network, isPaced: true });
  return counters;
}
