// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, createElement } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { connectionLost } from '../../lib/calls/connection.ts';
import { announceRights, readToken } from '../../lib/calls/session.ts';
import { type Outbox, OutboxContext } from '../../lib/outbox/index.ts';
import { cached } from '../../lib/testing/cached.ts';
import { type Mounted, mounted } from '../../lib/testing/mounted.ts';
import { answered, fetching, pass, signedInPage } from '../../lib/testing/signedInPage.ts';
import { SessionProvider, useSession } from './session.tsx';

const show = vi.hoisted(() => vi.fn());
vi.mock('@mantine/notifications', () => ({ notifications: { show, hide: vi.fn() } }));

signedInPage();

const drained = vi.fn(() => Promise.resolve());
const outbox: Outbox = {
  begin: () => Promise.resolve(),
  end: () => undefined,
  add: () => undefined,
  retry: () => undefined,
  discard: () => undefined,
  drained,
  kept: () => Promise.resolve(),
  wasSaved: () => false,
  saves: () => [],
  progress: () => 0,
  subscribe: () => () => undefined,
};
let role: string;
let pages: ReturnType<typeof cached>;

/** Opens a page of Maren, whose account has the current role. */
async function openPage(): Promise<Mounted<undefined, ReturnType<typeof useSession>>> {
  pages = cached();
  const page = await mounted(useSession, undefined, (children) =>
    createElement(
      QueryClientProvider,
      { client: pages.cache },
      createElement(OutboxContext, { value: outbox }, createElement(SessionProvider, null, children)),
    ),
  );
  await pass(0);
  return page;
}

beforeEach(() => {
  show.mockReset();
  drained.mockClear();
  role = 'inspector';
  fetching.mockImplementation((path) =>
    path === '/users/me'
      ? Promise.resolve(
          answered(
            JSON.stringify({ id: 'maren', name: 'Maren', email: 'maren@rig.example', role, companyId: null }),
            'application/json',
          ),
        )
      : Promise.reject(new TypeError('offline')),
  );
});

describe('the session of a user whose rights may have changed', () => {
  it('continues with the new role, which is shown, and has the screens read again', async () => {
    const page = await openPage();
    expect(page.now.authentication).toMatchObject({ state: 'signedIn', user: { role: 'inspector' } });
    pages.put('getConditions', {}, []);
    role = 'viewer';
    announceRights();
    await pass(0);
    await vi.waitFor(() => expect(show).toHaveBeenCalledOnce());
    expect(show.mock.lastCall?.[0]).toMatchObject({ title: 'Your role is now Viewer', autoClose: false });
    expect(page.now.authentication).toMatchObject({ state: 'signedIn', user: { role: 'viewer' } });
    expect(pages.stale()).toEqual(['getConditions']);
  });

  it('stays as it is with the same role, and without an answer', async () => {
    const page = await openPage();
    const before = page.now.authentication;
    pages.put('getConditions', {}, []);
    announceRights();
    await pass(0);
    fetching.mockImplementation(() => Promise.reject(new TypeError('offline')));
    role = 'viewer';
    announceRights();
    await pass(0);
    expect(page.now.authentication).toBe(before);
    expect(pages.stale()).toEqual([]);
    expect(show).not.toHaveBeenCalled();
  });
});

describe('signing out', () => {
  it('does not wait for saves without a connection', async () => {
    const page = await openPage();
    connectionLost();
    await act(() => page.now.signOut());
    expect(readToken()).toBeNull();
    expect(drained).not.toHaveBeenCalled();
  });

  it('waits for saves that are being sent', async () => {
    const page = await openPage();
    await act(() => page.now.signOut());
    expect(drained).toHaveBeenCalledOnce();
  });
});
