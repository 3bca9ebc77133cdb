/** Single-use addresses by which windows are admitted to the agent (data decision 27). */
import { randomBytes } from 'node:crypto';
import type { Application } from '@holdfast/core';
import { sha256Hex } from '@holdfast/sync';
import { readFact, writeFact } from '@holdfast/device';

/** Time in ms for which an address is valid. */
const LAUNCH_MS = 10 * 60 * 1000;
/** Maximum number of stored windows; the oldest is replaced. */
const WINDOWS = 20;

/** Issues single-use launch tokens and stores the windows that redeemed one. */
export interface Launches {
  /** Issues a token for the fragment of an address. */
  issue(): string;
  /** @returns the secret with which the window authenticates from now on; null for a token that is unknown, used or expired */
  redeem(token: string): Promise<string | null>;
  isKnown(secret: string): boolean;
}

/** Opens the store of launched windows. */
export async function openLaunches({
  read,
  write,
  ports,
}: Pick<Application, 'read' | 'write' | 'ports'>): Promise<Launches> {
  const issued = new Map<string, number>();
  let windows = (await readFact(read, 'windows')) ?? [];
  const secret = (): string => randomBytes(32).toString('base64url');
  return {
    issue() {
      const token = secret();
      issued.set(token, ports.clock.now() + LAUNCH_MS);
      return token;
    },
    async redeem(token) {
      const until = issued.get(token);
      issued.delete(token);
      if (until === undefined || until < ports.clock.now()) return null;
      const window = secret();
      windows = [...windows, sha256Hex(window)].slice(-WINDOWS);
      await writeFact(write, 'windows', windows);
      return window;
    },
    isKnown: (window) => windows.includes(sha256Hex(window)),
  };
}
