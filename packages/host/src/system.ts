import { setImmediate } from 'node:timers/promises';
import { randomBytes } from 'node:crypto';
import type { Ports } from '@holdfast/core';
import { uuidV7 } from '@holdfast/sync';

/** Random bytes of one id. */
const ID_BYTES = 10;
/** Number of ids whose random bytes are fetched at once, because each system call is slow. */
const IDS_AT_ONCE = 400;

/** The machine's clock and randomness. */
export const systemPorts: Pick<Ports, 'clock' | 'ids' | 'secrets'> = {
  clock: { now: () => Date.now(), rest: () => setImmediate() },
  ids: idsFromPool(),
  secrets: { next: () => randomBytes(32).toString('base64url') },
};

const DAY_MS = 24 * 60 * 60 * 1000;

/** Lifetimes of sessions where nothing else is configured (product decision 3). */
export const SESSION_LIFETIMES: Ports['sessions'] = { idleMs: 90 * DAY_MS, absoluteMs: 365 * DAY_MS };

function idsFromPool(): Ports['ids'] {
  let pool = new Uint8Array(0);
  let used = 0;
  return {
    next(now) {
      if (used === pool.length) {
        pool = randomBytes(ID_BYTES * IDS_AT_ONCE);
        used = 0;
      }
      const random = pool.subarray(used, used + ID_BYTES);
      used += ID_BYTES;
      return uuidV7(now, random);
    },
  };
}
