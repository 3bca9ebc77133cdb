import { describe, expect, it } from 'vitest';
import { AFTER_CHANGE_MS, openPauses, type RunEnd } from './pauses.ts';
import { type Asked, openRunQueue } from './runQueue.ts';
import { openSchedule, type Trigger } from './schedule.ts';
import { presentRun } from './runs.ts';
import { testTimers } from '../testing/timers.ts';

describe('planned runs', () => {
  it('start at their time, and a later plan for the same trigger replaces the earlier one', () => {
    const clock = testTimers();
    const begun: Trigger[] = [];
    const schedule = openSchedule(clock, (trigger) => void begun.push(trigger));
    schedule.start();
    schedule.plan('Change', 100);
    clock.pass(60);
    schedule.plan('Change', 100);
    clock.pass(60);
    expect(begun).toEqual([]);
    clock.pass(40);
    expect(begun).toEqual(['Change']);
  });

  it('are not delayed by further events of the server', () => {
    const clock = testTimers();
    const begun: Trigger[] = [];
    const schedule = openSchedule(clock, (trigger) => void begun.push(trigger));
    schedule.start();
    schedule.plan('Server', 100);
    clock.pass(60);
    schedule.plan('Server', 100);
    clock.pass(40);
    expect(begun).toEqual(['Server']);
  });

  it('do not exist before the start, after the stop, and once they are dropped', () => {
    const clock = testTimers();
    const begun: Trigger[] = [];
    const schedule = openSchedule(clock, (trigger) => void begun.push(trigger));
    schedule.plan('User', 1);
    schedule.start();
    schedule.plan('Start', 1);
    schedule.clear();
    schedule.plan('Interval', 1);
    schedule.stop();
    schedule.plan('Change', 1);
    clock.pass(10);
    expect(begun).toEqual([]);
  });
});

describe('requested runs', () => {
  it('follow one another, and those requested during one become a single full run', async () => {
    const ran: Asked[] = [];
    const first = Promise.withResolvers<void>();
    const queue = openRunQueue({
      async run(asked) {
        ran.push(asked);
        if (ran.length === 1) await first.promise;
      },
      rest: () => Promise.resolve(),
      signal: new AbortController().signal,
    });
    queue.ask({ trigger: 'Start', full: false });
    queue.ask({ trigger: 'User', full: true });
    queue.ask({ trigger: 'Change', full: false });
    first.resolve();
    await queue.settled();
    expect(ran).toEqual([
      { trigger: 'Start', full: false },
      { trigger: 'Change', full: true },
    ]);
  });

  it('start again when one is requested while the last one is being reported', async () => {
    const ran: Trigger[] = [];
    const queue = openRunQueue({
      run: ({ trigger }) => Promise.resolve(void ran.push(trigger)),
      rest: () => Promise.resolve(ran.length === 1 ? queue.ask({ trigger: 'Server', full: false }) : undefined),
      signal: new AbortController().signal,
    });
    queue.ask({ trigger: 'User', full: false });
    await expect.poll(() => ran).toEqual(['User', 'Server']);
  });

  it('complete a sign-in as soon as the records are received, unless another run follows', async () => {
    const files = Promise.withResolvers<void>();
    const queue = openRunQueue({
      async run() {
        queue.recordsArrived();
        await files.promise;
      },
      rest: () => Promise.resolve(),
      signal: new AbortController().signal,
    });
    queue.ask({ trigger: 'Sign-in', full: false });
    await queue.recordsSettled();
    let isSettled = false;
    const settled = queue.settled().then(() => (isSettled = true));
    await Promise.resolve();
    expect(isSettled).toBe(false);
    files.resolve();
    await settled;
  });

  it('do not complete a sign-in with the records of a run after which another one was requested', async () => {
    const files = Promise.withResolvers<void>();
    let runs = 0;
    const queue = openRunQueue({
      async run() {
        await Promise.resolve();
        runs += 1;
        if (runs > 1) return;
        queue.ask({ trigger: 'Sign-in', full: false });
        queue.recordsArrived();
        await files.promise;
      },
      rest: () => Promise.resolve(),
      signal: new AbortController().signal,
    });
    queue.ask({ trigger: 'Start', full: false });
    let isSettled = false;
    const settled = queue.recordsSettled().then(() => (isSettled = true));
    await new Promise(setImmediate);
    expect(isSettled).toBe(false);
    files.resolve();
    await settled;
    expect(runs).toBe(2);
  });

  it('do not start once the device stops', async () => {
    const stopping = new AbortController();
    const ran: Trigger[] = [];
    const queue = openRunQueue({
      run({ trigger }) {
        ran.push(trigger);
        queue.askAgain('Change');
        stopping.abort();
        return Promise.resolve();
      },
      rest: () => Promise.resolve(),
      signal: stopping.signal,
    });
    queue.ask({ trigger: 'User', full: false });
    await queue.settled();
    expect(ran).toEqual(['User']);
  });
});

describe('the pause before the next run', () => {
  const end: RunEnd = { reached: true, cut: false, moved: false, retryAfter: 0 };

  it('grows with every run that did not reach the server, and is as long as the server requires', () => {
    const pauses = openPauses(() => 0.5);
    const unreached = { ...end, reached: false };
    const waits = Array.from({ length: 4 }, () => {
      pauses.ended(unreached);
      return pauses.next();
    });
    expect(waits).toEqual(waits.toSorted((a, b) => a - b));
    expect(new Set(waits).size).toBe(4);
    pauses.ended({ ...unreached, retryAfter: 10 * 60_000 });
    expect(pauses.next()).toBeGreaterThanOrEqual(10 * 60_000);
    pauses.reset();
    expect(pauses.isFailing()).toBe(false);
  });

  it('is short after a connection that broke during photos, and doubles while nothing arrives', () => {
    const pauses = openPauses(() => 0.5);
    pauses.ended(end);
    expect(pauses.afterCut()).toBeNull();
    const cut = { ...end, cut: true };
    const waits = Array.from({ length: 6 }, () => {
      pauses.ended(cut);
      return pauses.afterCut();
    });
    expect(waits).toEqual([1_000, 2_000, 4_000, AFTER_CHANGE_MS, AFTER_CHANGE_MS, AFTER_CHANGE_MS]);
    pauses.ended({ ...cut, moved: true });
    expect(pauses.afterCut()).toBe(500);
  });
});

describe('a run in the history', () => {
  const record = {
    id: 'run',
    target: '',
    trigger: 'User',
    recordsIn: 3,
    recordsOut: 1,
    bytesIn: 0,
    bytesOut: 0,
    startTime: 0,
    endTime: 5_000,
    status: 'Success',
    message: '',
  };
  const shown = (more: Partial<typeof record> | { status: null } | { endTime: null }, isRunning = false) => {
    const { status, endTime, participantName } = presentRun(
      { ...record, ...more },
      'https://holdfast.example:8',
      isRunning,
    );
    expect(participantName).toBe('holdfast.example:8');
    return [status, endTime];
  };

  it('has a result and an end once it has both', () => {
    expect(shown({})).toEqual(['Success', '1970-01-01T00:00:05.000Z']);
    expect(shown({ status: 'Fail' })).toEqual(['Fail', '1970-01-01T00:00:05.000Z']);
    for (const part of [{ status: null }, { endTime: null }, { status: 'Incomplete' }])
      expect(shown(part)).toEqual([null, null]);
  });

  it('has none while it goes on', () => {
    expect(shown({}, true)).toEqual([null, null]);
  });
});
