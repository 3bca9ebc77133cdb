// @vitest-environment happy-dom
import type { ItemFile } from '@holdfast/contract';
import { notifications } from '@mantine/notifications';
import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { cached } from '../../lib/testing/cached.ts';
import { mounted } from '../../lib/testing/mounted.ts';
import { provided } from '../../lib/testing/providers.ts';
import { answered, bodyOf, fetching, refusal, signedInPage } from '../../lib/testing/signedInPage.ts';
import { t } from '../../lib/texts/index.ts';
import { openWithProgram, useLocalUpload } from './useLocalFiles.ts';

signedInPage();

const IMAGES = 'getImagesForInstallationInspectionItem';
const photo = { installationInspectionId: 'drops', itemId: 'rail' };
let chosen: object[];
let results: object[];
beforeEach(() => {
  vi.spyOn(notifications, 'show').mockReturnValue('');
  chosen = [{ handle: 'h1' }, { handle: 'h2' }];
  results = [{ id: 'f1', name: 'a.pdf', problem: null }];
  fetching.mockImplementation(async (_, init) => {
    const isUpload = bodyOf(init).includes('handles');
    return answered(JSON.stringify(isUpload ? results : chosen), 'application/json');
  });
});
const bodies = (): unknown[] => fetching.mock.calls.map(([, init]) => JSON.parse(bodyOf(init)));
const titles = (): unknown[] => vi.mocked(notifications.show).mock.calls.map(([{ title }]) => title);

/** Chooses files of this device for an item. */
async function choosing(place: Parameters<typeof useLocalUpload>[0]) {
  const known = cached();
  known.put(IMAGES, photo, []);
  known.put('getFilesForItem', { itemId: 'rail' }, []);
  const done = vi.fn();
  const hook = await mounted(() => useLocalUpload(place, done), undefined, provided(known.cache));
  for (let round = 0; round < 4; round += 1)
    await act(async () => {
      if (round === 0) hook.now.choose();
      await vi.advanceTimersByTimeAsync(1);
    });
  expect(hook.now.isBusy).toBe(false);
  return { known, done };
}

describe('files of this device', () => {
  it('are added to the item, and photos to the item in its inspection', async () => {
    const files = await choosing({ itemId: 'rail' });
    expect(bodies()).toEqual([{ kind: 'file' }, { itemId: 'rail', handles: ['h1', 'h2'] }]);
    expect(files.done).toHaveBeenCalledOnce();
    expect(files.known.stale()).toEqual(['getFilesForItem']);
    const photos = await choosing(photo);
    expect(bodies().slice(2)).toEqual([{ kind: 'image' }, { ...photo, handles: ['h1', 'h2'] }]);
    expect(photos.known.stale()).toEqual([IMAGES]);
    expect(titles()).toEqual([]);
  });

  it('that are not accepted are named with the reason; the others are added', async () => {
    results = [
      { id: null, name: 'a.exe', problem: 'Not accepted' },
      { id: 'f2', name: 'b.pdf', problem: null },
    ];
    const some = await choosing({ itemId: 'rail' });
    expect([titles(), some.done.mock.calls.length]).toEqual([[t('files.notTaken', { file: 'a.exe' })], 1]);
    results = results.slice(0, 1);
    const none = await choosing({ itemId: 'rail' });
    expect([none.done.mock.calls.length, none.known.stale()]).toEqual([0, []]);
  });

  it('are not sent when none is chosen, and the reason is shown when they cannot be chosen', async () => {
    chosen = [];
    const none = await choosing({ itemId: 'rail' });
    expect([bodies().length, none.done.mock.calls.length, titles()]).toEqual([1, 0, []]);
    fetching.mockImplementation(async () => refusal(403, 'forbidden'));
    await choosing({ itemId: 'rail' });
    expect(titles()).toEqual([t('files.chooseFailed')]);
  });

  it('are opened with the program of the system, or the reason is shown', async () => {
    const file = { id: 'f1', filename: 'a.pdf' } as ItemFile;
    openWithProgram(file);
    await vi.advanceTimersByTimeAsync(1);
    expect([bodies(), titles()]).toEqual([[{ fileId: 'f1' }], []]);
    fetching.mockImplementation(async () => refusal(404, 'notFound'));
    openWithProgram(file);
    await vi.advanceTimersByTimeAsync(1);
    expect(titles()).toEqual([t('files.openFailed', { file: 'a.pdf' })]);
  });
});
