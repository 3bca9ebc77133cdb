// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import { observeQuiet, whenIdle } from './idle.ts';
import { pass, signedInPage } from './testing/signedInPage.ts';

signedInPage();

describe('work while the page is idle', () => {
  it('continues until it is done, where the browser reports the time that remains', () => {
    const asked: ((idle: IdleDeadline) => void)[] = [];
    vi.stubGlobal('requestIdleCallback', (run: (idle: IdleDeadline) => void) => asked.push(run));
    const cancelled = vi.fn();
    vi.stubGlobal('cancelIdleCallback', cancelled);
    const mayGoOn: boolean[] = [];
    const stop = whenIdle((may) => mayGoOn.push(may()) === 2);
    expect(asked).toHaveLength(1);
    asked[0]!({ timeRemaining: () => 1, didTimeout: false });
    expect(asked).toHaveLength(2);
    asked[1]!({ timeRemaining: () => 2, didTimeout: false });
    expect([asked.length, mayGoOn]).toEqual([2, [false, true]]);
    stop();
    expect(cancelled.mock.calls).toEqual([[2]]);
  });

  it('continues after pauses elsewhere, and ends when it is cancelled', async () => {
    vi.stubGlobal('requestIdleCallback', undefined);
    Reflect.deleteProperty(window, 'requestIdleCallback');
    const mayGoOn: boolean[][] = [];
    const stop = whenIdle((may) => {
      const first = may();
      vi.advanceTimersByTime(3);
      const second = may();
      vi.advanceTimersByTime(1);
      mayGoOn.push([first, second, may()]);
      return false;
    });
    await pass(49);
    expect(mayGoOn).toHaveLength(0);
    await pass(1);
    expect(mayGoOn).toEqual([[true, true, false]]);
    await pass(60);
    expect(mayGoOn).toHaveLength(2);
    stop();
    await pass(200);
    expect(mayGoOn).toHaveLength(2);
  });
});

describe('a user who is not busy', () => {
  const press = (name: 'pointerdown' | 'keydown'): boolean => document.body.dispatchEvent(new Event(name));

  it('has pressed nothing for a second and a half', async () => {
    const { quiet, stop } = observeQuiet();
    const work = vi.fn();
    void quiet().then(work);
    for (const act of ['pointerdown', 'keydown'] as const) {
      await pass(1_499);
      press(act);
    }
    await pass(1_499);
    expect(work).not.toHaveBeenCalled();
    await pass(1);
    expect(work).toHaveBeenCalledOnce();
    void quiet().then(work);
    await pass(0);
    expect(work).toHaveBeenCalledTimes(2);
    press('keydown');
    void quiet().then(work);
    await pass(1_499);
    expect(work).toHaveBeenCalledTimes(2);
    await pass(1);
    expect(work).toHaveBeenCalledTimes(3);
    stop();
  });

  it('is waited for fifteen seconds at most, and not at all once stopped', async () => {
    const [{ quiet, stop }, stopped] = [observeQuiet(), observeQuiet()];
    const [work, cancelled] = [vi.fn(), vi.fn()];
    void quiet().then(work);
    void stopped.quiet().then(cancelled);
    for (let seconds = 0; seconds < 14; seconds += 1) {
      await pass(1_000);
      press('keydown');
    }
    expect(work).not.toHaveBeenCalled();
    stopped.stop();
    await pass(1_000);
    expect(work).toHaveBeenCalledOnce();
    await pass(60_000);
    expect(cancelled).not.toHaveBeenCalled();
    stop();
  });
});
