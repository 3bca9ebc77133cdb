import { randomBytes } from 'node:crypto';
import type { Ports } from '@holdfast/core';
import { uuidV7 } from '@holdfast/sync';

/** The machine's clock and randomness. */
export const systemPorts: Pick<Ports, 'clock' | 'ids' | 'secrets'> = {
  clock: { now: () => Date.now() },
  ids: { next: (now) => uuidV7(now, randomBytes(10)) },
  secrets: { next: () => randomBytes(32).toString('base64url') },
};
