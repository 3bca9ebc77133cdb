import type { ItemImage } from '@holdfast/contract';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { amend, amendEvery, keyOf, put } from './queries.ts';

const OPERATION = 'getImagesForInstallationInspectionItem';
const input = { installationInspectionId: 'drops', itemId: 'padeye' };
const photo: ItemImage = {
  id: 'photo',
  fileName: 'far out.png',
  filename: 'far out.png',
  width: 640,
  height: 480,
  size: 1945,
  caption: '',
  edit: null,
  createdAt: '2026-01-15T12:00:00.000Z',
};

const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** A screen that shows the photos of an item while a read of them is running; the test answers the read. */
async function reading(known: ItemImage[] | undefined) {
  const answers: ((images: ItemImage[]) => void)[] = [];
  const cache = new QueryClient();
  if (known !== undefined) cache.setQueryData(keyOf(OPERATION, input), known);
  const screen = new QueryObserver(cache, {
    queryKey: keyOf(OPERATION, input),
    queryFn: ({ signal: _ }) => new Promise<ItemImage[]>((resolve) => answers.push(resolve)),
  });
  screen.subscribe(() => undefined);
  await settle();
  return { cache, answers, shown: () => screen.getCurrentResult().data };
}

const add = (cache: QueryClient): void => amend(cache, OPERATION, input, (images) => [...images, photo]);

describe('a change to cached data while a read is running', () => {
  it('is kept when the read answers with the earlier state', async () => {
    const { cache, answers, shown } = await reading([]);
    expect(answers).toHaveLength(1);
    add(cache);
    expect(shown()).toEqual([photo]);
    answers[0]!([]);
    await settle();
    expect(shown()).toEqual([photo]);
    expect(answers).toHaveLength(2);
    answers[1]!([photo]);
    await settle();
    expect(shown()).toEqual([photo]);
  });

  it('is kept in the entries of every input', async () => {
    const { cache, answers, shown } = await reading([photo]);
    amendEvery(cache, OPERATION, (images) => images.filter(({ id }) => id !== photo.id));
    answers[0]!([photo]);
    await settle();
    expect(shown()).toEqual([]);
    answers[1]!([]);
    await settle();
    expect(shown()).toEqual([]);
  });

  it('causes another read where the first read had not answered', async () => {
    const { cache, answers, shown } = await reading(undefined);
    add(cache);
    answers[0]!([]);
    await settle();
    expect(answers).toHaveLength(2);
    answers[1]!([photo]);
    await settle();
    expect(shown()).toEqual([photo]);
  });

  it('causes no other read where none is running', async () => {
    const { cache, answers, shown } = await reading(undefined);
    answers[0]!([]);
    await settle();
    add(cache);
    await settle();
    expect(shown()).toEqual([photo]);
    expect(answers).toHaveLength(1);
  });

  it('replaces a running read', async () => {
    const { cache, answers, shown } = await reading([]);
    put(cache, OPERATION, input, [photo]);
    answers[0]!([]);
    await settle();
    expect(shown()).toEqual([photo]);
    expect(answers).toHaveLength(1);
  });
});
