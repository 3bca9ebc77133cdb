import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { idleTimeout } from './idleTimeout.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('a connection is ended once nothing arrived for the whole time, counted from the last piece', () => {
  const idle = idleTimeout(45_000);
  vi.advanceTimersByTime(44_999);
  idle.arrived();
  vi.advanceTimersByTime(44_999);
  expect(idle.signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(idle.signal.reason).toMatchObject({ message: 'Nothing arrived for 45 seconds.' });
});

it('a connection that is complete is not ended', () => {
  const idle = idleTimeout(45_000);
  idle.arrived();
  idle.end();
  vi.advanceTimersByTime(90_000);
  expect(idle.signal.aborted).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});

it('a connection that is closed here ends at once, and leaves no timer', () => {
  const idle = idleTimeout(45_000);
  idle.cut();
  expect(idle.signal.reason).toMatchObject({ message: 'The connection was closed on this side.' });
  expect(vi.getTimerCount()).toBe(0);
});
