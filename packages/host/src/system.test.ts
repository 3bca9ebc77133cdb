import { expect, it } from 'vitest';
import { SESSION_LIFETIMES, systemPorts } from './system.ts';

const { clock, ids, secrets } = systemPorts;

it('ids are ordered by their time, differ, and are random throughout', () => {
  const made = Array.from({ length: 1_000 }, (_, i) => ids.next(1_760_000_000_000 + i));
  for (const id of made)
    expect(id).toMatch(/^0199[0-9a-f]{4}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(made.toSorted()).toEqual(made);
  // The last six bytes, which are random.
  const ends = made.map((id) => id.slice(-12));
  expect(new Set(ends).size).toBe(made.length);
  for (let place = 0; place < 12; place += 1) expect(new Set(ends.map((end) => end[place])).size).toBe(16);
});

it('secrets are 32 random bytes that an address can contain', () => {
  const made = Array.from({ length: 20 }, () => secrets.next());
  for (const secret of made) expect(secret).toMatch(/^[\w-]{43}$/);
  expect(new Set(made).size).toBe(20);
});

it('the clock is that of the machine, and rests until other work had its turn', async () => {
  expect(Math.abs(clock.now() - Date.now())).toBeLessThan(60_000);
  const order: string[] = [];
  setImmediate(() => order.push('other work'));
  await clock.rest();
  order.push('continued');
  expect(order).toEqual(['other work', 'continued']);
});

it('a session ends after 90 days without use, and after a year in any case', () => {
  expect(SESSION_LIFETIMES).toEqual({ idleMs: 7_776_000_000, absoluteMs: 31_536_000_000 });
});
