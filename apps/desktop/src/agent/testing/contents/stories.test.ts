import { afterEach, describe, expect, it } from 'vitest';
import { contentFaults } from './faults.ts';
import { openStories, type Stories } from './stories.ts';

/** Number of seeds that the tests run; HOLDFAST_RUNS sets another, `main.ts` runs many. */
const SEEDS = Number(process.env['HOLDFAST_RUNS'] ?? 2);

const minutes = (count: number): number => count * 60_000;

describe('photos and files of a server and two desktops that fail in every way', () => {
  let stories: Stories | undefined;
  afterEach(() => stories?.close());

  it(
    'never lose an only copy, and reach the server or are listed, with every seed',
    async () => {
      stories = openStories();
      for (let seed = 1; seed <= SEEDS; seed++) expect(await stories.play(seed)).toBeNull();
    },
    minutes(5),
  );

  it.each(contentFaults)(
    'reveal a planted fault: $name',
    async (fault) => {
      stories = openStories(fault);
      expect(await stories.play(fault.foundAt)).not.toBeNull();
    },
    minutes(3),
  );
});
