// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { cached } from '../../lib/testing/cached.ts';
import { mounted } from '../../lib/testing/mounted.ts';
import { provided } from '../../lib/testing/providers.ts';
import { answered, bodyOf, fetching, pass, signedInPage } from '../../lib/testing/signedInPage.ts';
import { usePrefetchedItems } from './usePrefetchedItems.ts';

signedInPage();

/** Mounts the screen of an item whose neighbours are prefetched. */
async function screen(nearest: readonly (string | null)[], further: readonly string[] = []) {
  const known = cached();
  const hook = await mounted(
    (items: readonly (string | null)[]) => usePrefetchedItems('drops', items, () => further),
    nearest,
    provided(known.cache),
  );
  return { known, hook };
}
/** The items of the requests so far, one for each read. */
const asked = (): string[] =>
  fetching.mock.calls.map(([, init]) => (JSON.parse(bodyOf(init)) as { itemId: string }).itemId);
const ITEM = 'getInstallationInspectionItemByInstallationAndItem';
const answers = (): void => void fetching.mockImplementation(async () => answered('{}', 'application/json'));

describe('prefetching', () => {
  it('begins when an item has been shown for a moment, with the nearest ones', async () => {
    answers();
    const { known } = await screen(['hook', null, 'lamp', 'hook']);
    await pass(399);
    expect(fetching).not.toHaveBeenCalled();
    await pass(1);
    const each = asked();
    expect([...new Set(each)]).toEqual(['hook', 'lamp']);
    expect(each).toHaveLength(18);
    expect(known.get(ITEM, { installationInspectionId: 'drops', itemId: 'lamp' })).toEqual({});
  });

  it('asks nothing without a neighbour, and nothing for items that are paged over', async () => {
    answers();
    const { hook } = await screen([null]);
    await pass(1_000);
    await hook.render(['hook']);
    await pass(300);
    await hook.render(['lamp']);
    await pass(300);
    expect(fetching).not.toHaveBeenCalled();
    await pass(100);
    expect(new Set(asked())).toEqual(new Set(['lamp']));
    await hook.render(['crane']);
    await hook.end();
    await pass(1_000);
    expect(new Set(asked())).toEqual(new Set(['lamp']));
  });

  it('asks for further items one after another when the nearest ones are there, without those that are known', async () => {
    const open: ((answer: Response) => void)[] = [];
    fetching.mockImplementation(() => new Promise((resolve) => open.push(resolve)));
    const { known } = await screen(['hook'], ['crane', 'lamp']);
    const inspected = { installationInspectionId: 'drops', itemId: 'crane' };
    known.put('getFieldsForInstallationInspection', inspected, {});
    await pass(400);
    expect(asked()).toEqual(Array.from({ length: 9 }, () => 'hook'));
    for (const answer of open.splice(0)) answer(answered('{}', 'application/json'));
    await pass(0);
    expect(asked().slice(9)).toEqual(['crane']);
    while (open.length > 0) {
      expect(open).toHaveLength(1);
      open.pop()!(answered('{}', 'application/json'));
      await pass(0);
    }
    expect(asked().slice(9)).toEqual([
      ...Array.from({ length: 8 }, () => 'crane'),
      ...Array.from({ length: 9 }, () => 'lamp'),
    ]);
  });

  it('stops when a request fails, and when the item is left', async () => {
    answers();
    const failing = await screen(['hook'], ['crane', 'lamp']);
    await pass(400);
    expect(asked()).toHaveLength(27);
    await failing.hook.end();
    fetching.mockReset();
    fetching.mockImplementation(async (_, init) => {
      if (bodyOf(init).includes('crane')) throw new TypeError('offline');
      return answered('{}', 'application/json');
    });
    const offline = await screen(['hook'], ['crane', 'lamp']);
    await pass(400);
    expect(asked().slice(9)).toEqual(['crane']);
    await offline.hook.end();
    fetching.mockReset();
    const open: ((answer: Response) => void)[] = [];
    fetching.mockImplementation(() => new Promise((resolve) => open.push(resolve)));
    const left = await screen(['hook'], ['crane']);
    await pass(400);
    await left.hook.end();
    for (const answer of open.splice(0)) answer(answered('{}', 'application/json'));
    await pass(0);
    expect(asked()).toHaveLength(9);
  });
});
