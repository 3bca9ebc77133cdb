// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import { announceLeaving, onLeaving } from './session.ts';
import { see, signedInPage } from '../testing/signedInPage.ts';

signedInPage();

describe('leaving a page', () => {
  it('hands over input on sign-out, and when the page is hidden or closed', () => {
    const kept = vi.fn();
    const stop = onLeaving(kept);
    announceLeaving();
    expect(kept).toHaveBeenCalledTimes(1);
    see('visible');
    expect(kept).toHaveBeenCalledTimes(1);
    see('hidden');
    expect(kept).toHaveBeenCalledTimes(2);
    window.dispatchEvent(new Event('pagehide'));
    expect(kept).toHaveBeenCalledTimes(3);
    stop();
    announceLeaving();
    see('hidden');
    window.dispatchEvent(new Event('pagehide'));
    expect(kept).toHaveBeenCalledTimes(3);
  });
});
