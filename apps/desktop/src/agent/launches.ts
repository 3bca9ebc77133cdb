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
  /** @returns the proofs of the window from now on; null for a token that is unknown, used or expired */
  redeem(token: string): Promise<WindowProofs | null>;
  /** Returns true for the secret of a window. */
  isKnown(secret: string): boolean;
  /** Returns true for the cookie of a window. */
  isKnownCookie(cookie: string): boolean;
  /** Returns true for the cookie of a window that an earlier version opened: until a window is opened by this one, it stands for the secret. */
  isEarlierCookie(cookie: string): boolean;
}

/** Proofs by which a window authenticates. */
interface WindowProofs {
  /** Kept in the storage of the page, which belongs to one port. */
  secret: string;
  /** The secret, encrypted: browsers send cookies to every port of a host name, also to a program of another account of the computer. */
  cookie: string;
}

/** Names the cookie for the vault, which then opens no other secret as one. */
const SEALED_FOR = 'cookie of a window';
/** Start of the entry of a window with proofs; that of an earlier version is the hash of its cookie alone. */
const WITH_PROOFS = 'window:';

/** Opens the store of launched windows. */
export async function openLaunches({
  read,
  write,
  ports,
}: Pick<Application, 'read' | 'write' | 'ports'>): Promise<Launches> {
  const issued = new Map<string, number>();
  let windows = (await readFact(read, 'windows')) ?? [];
  const random = (): string => randomBytes(32).toString('base64url');
  const isKnown = (secret: string): boolean => windows.includes(entryOf(secret));
  return {
    issue() {
      const token = random();
      issued.set(token, ports.clock.now() + LAUNCH_MS);
      return token;
    },
    async redeem(token) {
      const until = issued.get(token);
      issued.delete(token);
      if (until === undefined || until < ports.clock.now()) return null;
      const secret = random();
      windows = [...windows.filter((entry) => entry.startsWith(WITH_PROOFS)), entryOf(secret)].slice(-WINDOWS);
      await writeFact(write, 'windows', windows);
      return { secret, cookie: encodeURIComponent(ports.vault.seal(secret, SEALED_FOR)) };
    },
    isKnown,
    isKnownCookie(cookie) {
      const sealed = decoded(cookie);
      // The vault returns a text that is not encrypted as it is: the secret itself is not accepted as a cookie.
      if (sealed === null || !ports.vault.isCurrent(sealed)) return false;
      const secret = ports.vault.open(sealed, SEALED_FOR);
      return secret !== null && isKnown(secret);
    },
    isEarlierCookie: (cookie) => windows.includes(sha256Hex(cookie)),
  };
}

function entryOf(secret: string): string {
  return WITH_PROOFS + sha256Hex(secret);
}

function decoded(cookie: string): string | null {
  try {
    return decodeURIComponent(cookie);
  } catch {
    return null;
  }
}
