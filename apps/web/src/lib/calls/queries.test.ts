import type { ItemImage } from '@holdfast/contract';
import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { DataCache } from './dataCache.ts';
import { amend, amendEvery, keyOf, put, refresh } from './queries.ts';

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
  const cache = new DataCache();
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

describe('a refresh while a read is running', () => {
  it('is followed by another read where the first read had not answered', async () => {
    const { cache, answers, shown } = await reading(undefined);
    refresh(cache, [OPERATION]);
    await settle();
    expect(answers).toHaveLength(1);
    answers[0]!([]);
    await settle();
    expect(shown()).toEqual([]);
    expect(answers).toHaveLength(2);
    answers[1]!([photo]);
    await settle();
    expect(shown()).toEqual([photo]);
  });

  it('never keeps a first read from being answered, however often it happens', async () => {
    const { cache, answers, shown } = await reading(undefined);
    for (let round = 0; round < 5; round += 1) {
      refresh(cache, [OPERATION]);
      await settle();
    }
    answers[0]!([photo]);
    await settle();
    expect(shown()).toEqual([photo]);
  });

  it('replaces the read of data that are shown', async () => {
    const { cache, answers, shown } = await reading([]);
    refresh(cache, [OPERATION]);
    await settle();
    answers[0]!([]);
    answers[1]!([photo]);
    await settle();
    expect(shown()).toEqual([photo]);
    expect(answers).toHaveLength(2);
  });

  it('leaves what was fetched ahead to be read again when it is shown', async () => {
    const cache = new DataCache();
    let answer: (images: ItemImage[]) => void = () => undefined;
    const queryFn = (): Promise<ItemImage[]> => new Promise((resolve) => (answer = resolve));
    const ahead = cache.prefetchQuery({ queryKey: keyOf(OPERATION, input), queryFn });
    refresh(cache, [OPERATION]);
    answer([]);
    await ahead;
    await settle();
    expect(cache.getQueryState(keyOf(OPERATION, input))).toMatchObject({ data: [], isInvalidated: true });
  });

  it('resolves when the other read has answered', async () => {
    const { cache, answers } = await reading(undefined);
    let isRefreshed = false;
    void cache.invalidateQueries({ queryKey: keyOf(OPERATION) }).then(() => (isRefreshed = true));
    answers[0]!([]);
    await settle();
    expect(isRefreshed).toBe(false);
    answers[1]!([photo]);
    await settle();
    expect(isRefreshed).toBe(true);
  });
});
