import { describe, expect, it, vi } from 'vitest';
import { loadOnce } from './loadOnce.ts';

describe('a value that is loaded on demand', () => {
  it('is loaded at the first call, once for all calls', async () => {
    const load = vi.fn(() => Promise.resolve({}));
    const value = loadOnce(load);
    expect(load).not.toHaveBeenCalled();
    const [one, other] = await Promise.all([value(), value()]);
    expect(one).toBe(other);
    expect(await value()).toBe(one);
    expect(load).toHaveBeenCalledOnce();
  });

  it('is loaded again after a load that failed, which fails the calls that waited for it', async () => {
    const load = vi.fn(() => Promise.resolve('loaded'));
    load.mockRejectedValueOnce(new Error('no memory'));
    const value = loadOnce(load);
    expect(await Promise.allSettled([value(), value()])).toMatchObject([
      { reason: { message: 'no memory' } },
      { reason: { message: 'no memory' } },
    ]);
    expect(await value()).toBe('loaded');
  });
});
