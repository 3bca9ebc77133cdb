import { openTestDatabase, testVault } from '@holdfast/core/testing';
import { writeFact } from '@holdfast/device';
import { sha256Hex } from '@holdfast/sync';
import { expect, it } from 'vitest';
import { type Launches, openLaunches } from './launches.ts';

const MINUTE_MS = 60_000;

/** Opens the windows of a fresh desktop whose clock a test sets. */
async function desktop(): Promise<{
  open(): Promise<Launches>;
  /** Stores windows as an earlier version did: by the hash of their cookies. */
  storeCookies(cookies: readonly string[]): Promise<void>;
  wait(ms: number): void;
  close(): Promise<void>;
}> {
  const { db, close } = await openTestDatabase('sqlite', 'device');
  let now = 0;
  const ports = { clock: { now: () => now }, vault: testVault() } as Parameters<typeof openLaunches>[0]['ports'];
  return {
    open: () => openLaunches({ read: db, write: db, ports }),
    storeCookies: (cookies) => writeFact(db, 'windows', cookies.map(sha256Hex)),
    wait(ms) {
      now += ms;
    },
    close,
  };
}

it('an address opens one window, within ten minutes', async () => {
  const { open, wait, close } = await desktop();
  const launches = await open();
  const [soon, late] = [launches.issue(), launches.issue()];
  wait(10 * MINUTE_MS);
  const window = await launches.redeem(soon);
  expect(launches.isKnown(window!.secret)).toBe(true);
  expect(launches.isKnownCookie(window!.cookie)).toBe(true);
  expect(await launches.redeem(soon)).toBeNull();
  wait(1);
  expect(await launches.redeem(late)).toBeNull();
  await close();
});

it('a window is recognised after a restart, until twenty others were opened', async () => {
  const { open, close } = await desktop();
  const launches = await open();
  const { secret: first, cookie } = (await launches.redeem(launches.issue()))!;
  for (let i = 0; i < 19; i++) await launches.redeem(launches.issue());
  expect((await open()).isKnown(first)).toBe(true);
  expect((await open()).isKnownCookie(cookie)).toBe(true);
  await launches.redeem(launches.issue());
  expect((await open()).isKnown(first)).toBe(false);
  expect((await open()).isKnownCookie(cookie)).toBe(false);
  expect((await open()).isKnown('unknown')).toBe(false);
  await close();
});

it('neither proof of a window stands for the other', async () => {
  const { open, close } = await desktop();
  const launches = await open();
  const { secret, cookie } = (await launches.redeem(launches.issue()))!;
  expect(launches.isKnown(cookie)).toBe(false);
  expect(launches.isKnown(decodeURIComponent(cookie))).toBe(false);
  expect(launches.isKnownCookie(secret)).toBe(false);
  expect(launches.isKnownCookie('%')).toBe(false);
  expect(launches.isEarlierCookie(secret)).toBe(false);
  await close();
});

it('the cookie of an earlier version is accepted until a window is opened', async () => {
  const { open, storeCookies, close } = await desktop();
  await storeCookies(['earlier']);
  const launches = await open();
  expect([launches.isEarlierCookie('earlier'), launches.isEarlierCookie('other')]).toEqual([true, false]);
  expect([launches.isKnown('earlier'), launches.isKnownCookie('earlier')]).toEqual([false, false]);
  await launches.redeem(launches.issue());
  expect(launches.isEarlierCookie('earlier')).toBe(false);
  expect((await open()).isEarlierCookie('earlier')).toBe(false);
  await close();
});
