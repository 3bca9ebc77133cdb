import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { endSession, storeToken, readToken, signOutHere, watchSession } from './session.ts';
import { stubStorage } from '../testing/stubStorage.ts';

const reload = vi.fn();
const ended = vi.fn(() => Promise.resolve());
const elsewhere = vi.fn();
let stop: () => void;

beforeEach(() => {
  stubStorage();
  vi.stubGlobal('window', Object.assign(new EventTarget(), { location: { reload } }));
  storeToken('of Maren');
  stop = watchSession(ended, elsewhere);
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

const hostEnds = (): boolean => window.dispatchEvent(new Event('logout'));

describe('The session of a page', () => {
  it('ends on an event of its host, and the page reloads once typed input is kept', async () => {
    let keep = (): void => undefined;
    ended.mockImplementationOnce(() => new Promise((resolve) => (keep = resolve)));
    hostEnds();
    expect(readToken()).toBeNull();
    expect(reload).not.toHaveBeenCalled();
    keep();
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
  });

  it('ends without a reload when the user signs out, although its host reports the end as well', async () => {
    await signOutHere(() => Promise.resolve(hostEnds()));
    expect(readToken()).toBeNull();
    hostEnds();
    await Promise.resolve();
    expect(ended).toHaveBeenCalledOnce();
    expect(reload).not.toHaveBeenCalled();
    storeToken('of Idris');
    hostEnds();
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
  });

  it('ends also when the host cannot be asked', async () => {
    await expect(signOutHere(() => Promise.reject(new Error('out of reach')))).rejects.toThrow('out of reach');
    expect(readToken()).toBeNull();
    expect(ended).toHaveBeenCalledOnce();
  });

  it('is no longer watched after the watch was stopped', () => {
    stop();
    endSession();
    hostEnds();
    expect(ended).not.toHaveBeenCalled();
    expect(reload).not.toHaveBeenCalled();
  });
});
