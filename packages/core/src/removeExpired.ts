import {
  removeExpiredAttempts,
  removeExpiredChallenges,
  removeExpiredSignOns,
  removeOldLetters,
} from './users/index.ts';
import type { Application } from './application.ts';
import { removeOldUsage } from './usage/index.ts';
import { SAVED_ANSWER_MS } from './calls/savedAnswers.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Time for which an ended session is kept, in ms, so that a revoked token is still distinguished from an unknown one. */
const ENDED_TOKEN_MS = 30 * DAY_MS;
/** Time for which the state of a letter is kept, in ms. */
const LETTER_MS = 30 * DAY_MS;
/**
 * Keys of the calls that create the demo; their answers are needed when the demo is extended later. No key of a request begins with a
 * space.
 */
const KEPT_KEYS = ' demo-%';

/** Numbers of removed rows. */
export interface RemovedExpired {
  savedAnswers: number;
  tokens: number;
}

/** Removes expired rows: answers of repeated calls, counted failures, used links, ended sessions. Hosts run it at intervals. */
export async function removeExpired({ write, ports, device }: Application): Promise<RemovedExpired> {
  const now = ports.clock.now();
  const savedAnswers = await write
    .deleteFrom('savedAnswer')
    .where('createdAt', '<', now - SAVED_ANSWER_MS)
    .where('key', 'not like', KEPT_KEYS)
    .executeTakeFirst();
  await removeExpiredAttempts(write, now);
  await removeExpiredChallenges(write, now);
  await removeExpiredSignOns(write, now);
  if (device === undefined) {
    await removeOldUsage(write, now - DAY_MS);
    await removeOldLetters(write, now - LETTER_MS);
  }
  await write
    .deleteFrom('passwordReset')
    .where('expiresAt', '<', now - DAY_MS)
    .execute();
  const tokens = await write
    .deleteFrom('token')
    .where((eb) => eb.or([eb('revokedAt', '<', now - ENDED_TOKEN_MS), eb('expiresAt', '<', now - ENDED_TOKEN_MS)]))
    .executeTakeFirst();
  return { savedAnswers: Number(savedAnswers.numDeletedRows), tokens: Number(tokens.numDeletedRows) };
}
