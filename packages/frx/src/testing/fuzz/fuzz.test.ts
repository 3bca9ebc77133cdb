import { describe, expect, it } from 'vitest';
import { subjects, tryCases } from './subjects.ts';

describe('random input', () => {
  it.each(subjects)(
    'of the kind "$name" gives a result or a typed error',
    async (subject) => {
      expect(await tryCases(subject, subject.share * 5, 20260115)).toBeUndefined();
    },
    120_000,
  );

  it('of all kinds adds up to a hundred percent', () => {
    expect(subjects.reduce((sum, { share }) => sum + share, 0)).toBe(100);
  });

  it('that causes an untyped error is reduced and reported', async () => {
    const [first] = subjects;
    const failing = {
      ...first!,
      run: (source: string) => {
        if (source.includes('DataBand')) throw new TypeError('found');
      },
    };
    const failure = await tryCases(failing, 500, 1);
    expect(failure?.error).toContain('TypeError: found');
    expect(failure?.source).toContain('DataBand');
  });
});
