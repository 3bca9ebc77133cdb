import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { repeat } from './repeat.ts';

const FIRST_MS = 10 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('A daily job runs soon after the start, and again a day after it ended, regardless of its duration', async () => {
  let begun = 0;
  let end = (): void => undefined;
  const job = async (): Promise<void> => {
    begun += 1;
    await new Promise<void>((resolve) => (end = resolve));
  };
  const jobs = repeat(job, FIRST_MS, DAY_MS);
  await vi.advanceTimersByTimeAsync(FIRST_MS - 1);
  expect(begun).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(begun).toBe(1);
  await vi.advanceTimersByTimeAsync(3 * DAY_MS);
  expect(begun).toBe(1);
  end();
  await vi.advanceTimersByTimeAsync(DAY_MS - 1);
  expect(begun).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(begun).toBe(2);
  jobs.stop();
});

it('A stopped daily job never runs again, whether it was waiting or running', async () => {
  let begun = 0;
  let end = (): void => undefined;
  const waiting = repeat(() => Promise.resolve(void (begun += 1)), FIRST_MS, DAY_MS);
  waiting.stop();
  const underWay = repeat(
    async () => {
      begun += 1;
      await new Promise<void>((resolve) => (end = resolve));
    },
    FIRST_MS,
    DAY_MS,
  );
  await vi.advanceTimersByTimeAsync(FIRST_MS);
  expect(begun).toBe(1);
  underWay.stop();
  end();
  await vi.advanceTimersByTimeAsync(2 * DAY_MS);
  expect(begun).toBe(1);
});
