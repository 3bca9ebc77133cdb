// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { announceLeaving } from '../calls/session.ts';
import { mounted } from '../testing/mounted.ts';
import { useAutosave } from './autosave.ts';

afterEach(() => vi.useRealTimers());

describe('saving after a pause in typing', () => {
  interface Field {
    saved?: string;
    save?: (value: string) => boolean | void;
    delayMs?: number;
    about?: string;
  }
  const save = vi.fn((_: string): boolean | void => undefined);
  const field = (input: Field = {}) => {
    vi.useFakeTimers();
    save.mockReset();
    return mounted(
      ({ saved = 'a', save: how = save, delayMs = 500, about = '' }: Field) => useAutosave(saved, how, delayMs, about),
      input,
    );
  };
  const type = (text: string, to: { now: { change(value: string): void } }): Promise<void> =>
    act(async () => to.now.change(text));
  const pass = (ms: number): Promise<void> => act(async () => void vi.advanceTimersByTime(ms));

  it('waits for the pause after the last key', async () => {
    const one = await field();
    expect(one.now.value).toBe('a');
    await type('ab', one);
    await pass(400);
    await type('abc', one);
    expect(one.now.value).toBe('abc');
    await pass(499);
    expect(save).not.toHaveBeenCalled();
    await pass(1);
    expect(save.mock.calls).toEqual([['abc']]);
    expect(one.now.value).toBe('a');
    await pass(2_000);
    await one.end();
    expect(save).toHaveBeenCalledOnce();
  });

  it('saves at once on blur, without a pause, on leaving and with the end of the field', async () => {
    const one = await field();
    await type('blur', one);
    await act(async () => one.now.flush());
    await act(async () => one.now.flush());
    expect(save.mock.calls).toEqual([['blur']]);
    await type('leaving', one);
    await act(async () => announceLeaving());
    expect(save.mock.lastCall).toEqual(['leaving']);
    await type('end', one);
    await one.end();
    expect(save.mock.lastCall).toEqual(['end']);
    await pass(1_000);
    announceLeaving();
    expect(save).toHaveBeenCalledTimes(3);
    const atOnce = await field({ delayMs: 0 });
    await type('now', atOnce);
    expect(save.mock.calls).toEqual([['now']]);
    expect(atOnce.now.value).toBe('a');
  });

  it('keeps a value that cannot be saved as it is', async () => {
    const one = await field();
    save.mockReturnValue(false);
    await type('-', one);
    await pass(500);
    expect(save).toHaveBeenCalledOnce();
    expect(one.now.value).toBe('-');
    save.mockReturnValue(undefined);
    await type('-1', one);
    await pass(500);
    expect(save.mock.lastCall).toEqual(['-1']);
    expect(one.now.value).toBe('a');
  });

  it('saves by the function of the moment at which the typing began', async () => {
    const later = vi.fn();
    const one = await field();
    await type('x', one);
    await one.render({ saved: 'theirs', save: later });
    expect(one.now.value).toBe('x');
    await type('xy', one);
    await pass(500);
    expect(save.mock.calls).toEqual([['xy']]);
    expect(later).not.toHaveBeenCalled();
    await type('z', one);
    await pass(500);
    expect(later.mock.calls).toEqual([['z']]);
  });

  it('saves what was typed for one subject before another is shown', async () => {
    const one = await field({ about: 'rail' });
    await type('rusty', one);
    await one.render({ about: 'hook', saved: 'b' });
    expect(one.now.value).toBe('b');
    expect(save.mock.calls).toEqual([['rusty']]);
  });
});
