// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { cached } from '../../lib/testing/cached.ts';
import { mounted } from '../../lib/testing/mounted.ts';
import { keepConflict, useOpenConflicts } from './keptConflicts.ts';

describe('the conflicts that wait for a decision', () => {
  it('are the open ones of the user, without those that are kept as they are', async () => {
    const { cache, put } = cached();
    put('getOverriddenChanges', {}, [
      { id: 'open', isOpen: true, isOwn: true },
      { id: 'also open', isOpen: true, isOwn: true },
      { id: 'decided', isOpen: false, isOwn: true },
      { id: 'of a colleague', isOpen: true, isOwn: false },
    ]);
    const count = await mounted(useOpenConflicts, undefined, (children) =>
      createElement(QueryClientProvider, { client: cache }, children),
    );
    expect(count.now).toBe(2);
    await act(async () => keepConflict('open', true));
    expect(count.now).toBe(1);
    expect(JSON.parse(localStorage.getItem('holdfast.keptConflicts')!)).toEqual(['open']);
    await act(async () => keepConflict('open', false));
    expect(count.now).toBe(2);
  });
});
