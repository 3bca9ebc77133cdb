import { expect, it } from 'vitest';
import { z } from 'zod';
import { correctMoments, moment, ownMoment } from './moments.ts';
import { table } from './schema.ts';

const MINUTE = 60_000;
const EDITED = Date.UTC(2029, 10, 22, 12);
const SKEW = -3 * 365 * 24 * 60 * MINUTE;
const NOW = EDITED + SKEW + MINUTE;

const walk = table({
  name: 'walk',
  columns: z.strictObject({ savedAt: moment, startedAt: ownMoment, seenAt: ownMoment.nullable() }),
  scopeKind: 'company',
  rights: { insert: 'inspect', update: null, delete: 'inspect', restore: 'inspect' },
  references: {},
  fixed: [],
});

const correct = (set: Record<string, number | null>) =>
  correctMoments(walk, set, { editedAt: EDITED, skew: SKEW, now: NOW });

it('corrects the time of an edit by the skew of the device, but not one copied from an older row', () => {
  expect(correct({ savedAt: EDITED })).toEqual({ savedAt: EDITED + SKEW });
  const older = EDITED + SKEW - 60 * MINUTE;
  expect(correct({ savedAt: older })).toEqual({ savedAt: older });
});

it('corrects the start of long work that is saved at its end, regardless of its duration', () => {
  const began = EDITED - 90 * MINUTE;
  expect(correct({ savedAt: EDITED, startedAt: began, seenAt: null })).toEqual({
    savedAt: EDITED + SKEW,
    startedAt: began + SKEW,
    seenAt: null,
  });
  expect(correct({ seenAt: began })).toEqual({ seenAt: began + SKEW });
});

it('sets no time in the future', () => {
  expect(correct({ startedAt: EDITED - SKEW })).toEqual({ startedAt: NOW });
});
