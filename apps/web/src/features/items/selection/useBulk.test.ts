// @vitest-environment happy-dom
import { act } from 'react';
import { notifications } from '@mantine/notifications';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { cached } from '../../../lib/testing/cached.ts';
import { mounted } from '../../../lib/testing/mounted.ts';
import { provided } from '../../../lib/testing/providers.ts';
import { answered, bodyOf, fetching, signedInPage } from '../../../lib/testing/signedInPage.ts';
import { t } from '../../../lib/texts/index.ts';
import * as offers from '../../../ui/offers.tsx';
import { type Bulk, useBulk } from './useBulk.ts';

signedInPage();

let offered: { title: string; act: () => void }[];
beforeEach(() => {
  offered = [];
  vi.spyOn(offers, 'offerUndo').mockImplementation((title, undo) => void offered.push({ title, act: undo }));
  vi.spyOn(offers, 'offerRetry').mockImplementation((title, _, retry) => void offered.push({ title, act: retry }));
  vi.spyOn(notifications, 'show').mockReturnValue('');
});

const messages = (): unknown[] => vi.mocked(notifications.show).mock.calls.map(([{ message }]) => message);
const requests = () =>
  fetching.mock.calls.map(([url, init]) => ({
    url,
    body: JSON.parse(bodyOf(init)) as object,
    key: (init!.headers as Record<string, string>)['idempotency-key'],
  }));
const answers = (body: object): void =>
  void fetching.mockImplementation(async () => answered(JSON.stringify(body), 'application/json'));

async function selected() {
  const known = cached();
  known.put('getItemsForInstallationInspection', { installationInspectionId: 'drops' }, []);
  const done = vi.fn();
  const hook = await mounted(
    () => useBulk({ installationId: 'tarn', installationInspectionId: 'drops' }, done),
    undefined,
    provided(known.cache),
  );
  return { hook, known, done, does: (what: (bulk: Bulk) => void): Promise<void> => act(async () => what(hook.now)) };
}

describe('an action on the selected items', () => {
  it.each([
    [
      'condition',
      (bulk: Bulk) => bulk.setCondition(['a', 'b'], null),
      { installationInspectionId: 'drops', itemIds: ['a', 'b'], conditionId: null },
    ],
    [
      'parent',
      (bulk: Bulk) => bulk.setParent(['a'], 'deck'),
      { installationId: 'tarn', itemIds: ['a'], newParentId: 'deck' },
    ],
    [
      'note',
      (bulk: Bulk) => bulk.addNote(['a'], 'rusty'),
      { installationInspectionId: 'drops', itemIds: ['a'], content: 'rusty' },
    ],
    [
      'answer',
      (bulk: Bulk) => bulk.setAnswer(['a'], { fieldId: 'f', value: '1', displayValue: 'One' }),
      { installationInspectionId: 'drops', itemIds: ['a'], fieldId: 'f', value: '1', displayValue: 'One' },
    ],
  ])('sets the %s in one call that can be undone', async (_, action, body) => {
    answers({ changed: 2, undo: 'group' });
    const { hook, known, done, does } = await selected();
    await does(action);
    expect(requests().map((request) => request.body)).toEqual([body]);
    expect(offered.map(({ title }) => title)).toEqual([t('bulk.changed', { count: 2 })]);
    expect([hook.now.isBusy, done.mock.calls.length]).toEqual([false, 1]);
    expect(known.stale()).toEqual(['getItemsForInstallationInspection']);
    known.put('getItemsForInstallationInspection', { installationInspectionId: 'drops' }, []);
    answers({});
    await act(async () => offered[0]!.act());
    expect(requests()[1]?.body).toEqual({ installationId: 'tarn', undo: 'group' });
    expect(messages()).toEqual([t('bulk.undone')]);
    expect(known.stale()).toEqual(['getItemsForInstallationInspection']);
  });

  it('reports that nothing was changed, without Undo', async () => {
    answers({ changed: 0, undo: null });
    const { does, done } = await selected();
    await does((bulk) => bulk.addNote(['a'], 'rusty'));
    expect([offered, messages(), done.mock.calls.length]).toEqual([[], [t('bulk.nothing')], 1]);
  });

  it('is busy until it is answered; a failed one is sent again with the same key', async () => {
    let answer = (): void => undefined;
    fetching.mockImplementation(() => new Promise((_, reject) => (answer = () => reject(new TypeError('offline')))));
    const { hook, does, done } = await selected();
    await does((bulk) => bulk.addNote(['a'], 'rusty'));
    expect(hook.now.isBusy).toBe(true);
    await act(async () => answer());
    expect([hook.now.isBusy, done.mock.calls.length]).toEqual([false, 0]);
    expect(offered.map(({ title }) => title)).toEqual([t('bulk.failed')]);
    answers({ changed: 1, undo: 'group' });
    await act(async () => offered[0]!.act());
    const [first, second] = requests();
    expect(second).toEqual(first);
    expect(second!.key).toBeTruthy();
    expect(offered.at(-1)?.title).toBe(t('bulk.changed', { count: 1 }));
  });

  it('offers a failed undo again, with the same key', async () => {
    answers({ changed: 1, undo: 'group' });
    const { does } = await selected();
    await does((bulk) => bulk.addNote(['a'], 'rusty'));
    fetching.mockRejectedValue(new TypeError('offline'));
    await act(async () => offered[0]!.act());
    expect(offered.at(-1)?.title).toBe(t('bulk.undoFailed'));
    answers({});
    await act(async () => offered.at(-1)!.act());
    const [made, tried, again] = requests();
    expect(again).toEqual(tried);
    expect(tried!.key).not.toBe(made!.key);
    expect(messages()).toEqual([t('bulk.undone')]);
  });
});
