import { FIELD_TYPES } from '@holdfast/contract';
import { describe, expect, it } from 'vitest';
import { misfit } from './valueRules.ts';

const OPTIONS = ['split-pin', 'lock-wire'];
const isOption = (id: string): Promise<boolean> => Promise.resolve(OPTIONS.includes(id));
const fits = async (type: keyof typeof FIELD_TYPES, value: string): Promise<boolean> =>
  (await misfit(FIELD_TYPES[type].id, value, isOption)) === null;

describe('an answer fits its question', () => {
  it.each(['0', '12', '-3', '4.5', '.5', '5.', '-0.25', '00012'])('as the number %s', async (value) => {
    expect(await fits('number', value)).toBe(true);
  });

  it.each(['-', '.', '1e5', '+1', '1,5', '0x10', ' 1', '1 ', '1.2.3', '--1', '١', 'NaN', 'Infinity'])(
    'not as the number "%s"',
    async (value) => {
      expect(await fits('number', value)).toBe(false);
    },
  );

  it.each([
    ['true', true],
    ['false', true],
    ['True', false],
    ['1', false],
    ['on', false],
  ])('as a Checkbox when it is %s: %s', async (value, expected) => {
    expect(await fits('checkbox', value)).toBe(expected);
  });

  it.each(['2026-01-15T00:00:00.000Z', '2024-02-29T00:00:00Z', '0001-01-01T00:00:00Z', '2026-01-15T10:30+02:00'])(
    'as the moment %s',
    async (value) => {
      expect(await fits('date', value)).toBe(true);
      expect(await fits('datetime', value)).toBe(true);
    },
  );

  it.each(['2026-01-15', '15/01/2026', '2026-02-29T00:00:00Z', '2026-13-01T00:00:00Z', '2026-01-15T25:00:00Z', 'now'])(
    'not as the moment %s',
    async (value) => {
      expect(await fits('date', value)).toBe(false);
      expect(await fits('datetime', value)).toBe(false);
    },
  );

  it.each(['select', 'selectWithSubfields'] as const)('as one choice of a %s', async (type) => {
    expect(await fits(type, 'split-pin')).toBe(true);
    expect(await fits(type, 'unknown')).toBe(false);
    expect(await fits(type, '["split-pin"]')).toBe(false);
  });

  it.each([
    ['[]', true],
    ['["split-pin"]', true],
    ['["lock-wire","split-pin"]', true],
    ['["split-pin","split-pin"]', false],
    ['["unknown"]', false],
    ['[1]', false],
    ['["split-pin"', false],
    ['{"0":"split-pin"}', false],
    ['split-pin', false],
  ])('as the list %s of a Multi-select: %s', async (value, expected) => {
    expect(await fits('multiSelect', value)).toBe(expected);
  });

  it('as any text where the question accepts one, or has a type unknown to this version', async () => {
    expect(await fits('text', '12 % – “ok”')).toBe(true);
    expect(await misfit('00000000-0000-7000-8000-00000000ffff', 'anything', isOption)).toBeNull();
  });
});
