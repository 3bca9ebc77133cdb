import { openTestDatabase } from '@holdfast/core/testing';
import { expect, it } from 'vitest';
import { type Launches, openLaunches } from './launches.ts';

const MINUTE_MS = 60_000;

/** Opens the windows of a fresh desktop whose clock a test sets. */
async function desktop(): Promise<{ open(): Promise<Launches>; wait(ms: number): void; close(): Promise<void> }> {
  const { db, close } = await openTestDatabase('sqlite', 'device');
  let now = 0;
  const ports = { clock: { now: () => now } } as Parameters<typeof openLaunches>[0]['ports'];
  return {
    open: () => openLaunches({ read: db, write: db, ports }),
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
  expect(launches.isKnown(window!)).toBe(true);
  expect(await launches.redeem(soon)).toBeNull();
  wait(1);
  expect(await launches.redeem(late)).toBeNull();
  await close();
});

it('a window is recognised after a restart, until twenty others were opened', async () => {
  const { open, close } = await desktop();
  const launches = await open();
  const first = (await launches.redeem(launches.issue()))!;
  for (let i = 0; i < 19; i++) await launches.redeem(launches.issue());
  expect((await open()).isKnown(first)).toBe(true);
  await launches.redeem(launches.issue());
  expect((await open()).isKnown(first)).toBe(false);
  expect((await open()).isKnown('unknown')).toBe(false);
  await close();
});
