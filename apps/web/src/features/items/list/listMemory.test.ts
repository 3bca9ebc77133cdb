// @vitest-environment happy-dom
import { act } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { cached } from '../../../lib/testing/cached.ts';
import { mounted } from '../../../lib/testing/mounted.ts';
import { provided } from '../../../lib/testing/providers.ts';
import { type ListMemory, storedWalk, storeWalk, useListMemory } from './listMemory.ts';

const list = (id: string) => mounted(useListMemory, id, provided(cached().cache));
const does = (one: { now: ListMemory }, what: (memory: ListMemory) => void): Promise<void> =>
  act(async () => what(one.now));

beforeEach(() => sessionStorage.clear());

describe('the state of a list', () => {
  it('begins without filters, in the order of places', async () => {
    const { now } = await list('fresh');
    expect(now).toMatchObject({
      filter: { search: '', condition: null, locationId: null, only: null },
      lastItemId: null,
      order: { by: 'place', down: false },
      trail: { back: [], seen: [] },
    });
    expect(now.collapsed.size).toBe(0);
  });

  it('keeps each change for every reader, over a reload, and apart from other lists', async () => {
    const one = await list('drops');
    const same = await list('drops');
    await does(one, (memory) => memory.narrow({ search: 'rail' }));
    await does(one, (memory) => memory.narrow({ condition: 'c1' }));
    await does(one, (memory) => memory.toggle('derrick'));
    await does(one, (memory) => memory.toggle('deck'));
    await does(one, (memory) => memory.toggle('derrick'));
    await does(one, (memory) => memory.arrange({ by: 'name', down: true }));
    await does(one, (memory) => memory.remember('lamp', { back: ['hook'], seen: ['hook', 'lamp'] }));
    const shown = {
      filter: { search: 'rail', condition: 'c1', locationId: null, only: null },
      lastItemId: 'lamp',
      order: { by: 'name', down: true },
      trail: { back: ['hook'], seen: ['hook', 'lamp'] },
    };
    for (const each of [one, same]) {
      expect(each.now).toMatchObject(shown);
      expect([...each.now.collapsed]).toEqual(['deck']);
    }
    await does(one, (memory) => memory.remember('rail'));
    expect(same.now).toMatchObject({ lastItemId: 'rail', trail: { back: [], seen: [] } });
    expect((await list('lifts')).now).toMatchObject({ lastItemId: null });
    expect(Object.keys(sessionStorage)).toEqual(['list:maren:drops']);
  });

  it('changes only what was changed, so that a step to another item computes no list again', async () => {
    const one = await list('steps');
    await does(one, (memory) => memory.toggle('derrick'));
    const { filter, collapsed, narrow, trail } = one.now;
    await does(one, (memory) => memory.remember('lamp'));
    expect(one.now.filter).toBe(filter);
    expect(one.now.collapsed).toBe(collapsed);
    expect(one.now.narrow).toBe(narrow);
    expect(one.now.trail).toEqual(trail);
    await one.render('other');
    expect(one.now.narrow).not.toBe(narrow);
    expect(one.now.collapsed.size).toBe(0);
  });

  it('is read again when another page has changed it', async () => {
    const one = await list('reloaded');
    await does(one, (memory) => memory.narrow({ search: 'rail' }));
    sessionStorage.setItem('list:maren:reloaded', JSON.stringify({ search: 'hook' }));
    await one.render('reloaded');
    expect(one.now.filter).toEqual({ search: 'hook', condition: null, locationId: null, only: null });
  });

  it('ends with its last reader', async () => {
    const one = await list('ended');
    const before = one.now;
    await one.end();
    await does({ now: before }, (memory) => memory.narrow({ search: 'rail' }));
    expect(one.now).toBe(before);
  });
});

it('The order in which the items of a list are walked is kept for each inspection', () => {
  expect(storedWalk('walked')).toBeUndefined();
  storeWalk('walked', ['b', 'a']);
  expect([storedWalk('walked'), storedWalk('other')]).toEqual([['b', 'a'], undefined]);
});
