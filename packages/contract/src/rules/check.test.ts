import { expect, it, vi } from 'vitest';
import { FIELD_TYPES } from '../base/constants.ts';
import { checkRules } from './check.ts';
import { NO_RULES } from './schema.ts';

const asked = (place: number, showWhen: string) => ({
  id: `q${place}`,
  name: `Question ${place}`,
  shortName: '',
  fieldTypeId: FIELD_TYPES.text.id,
  rules: { ...NO_RULES, showWhen },
  options: [],
});

it('Rules that together take too long to compile are refused before any is compiled', () => {
  const compile = vi.fn(() => ({ type: 'yesNo' as const, uses: [], evaluate: () => true }));
  const long = Array.from({ length: 200 }, (_, place) => asked(place, '1 == 1 '.repeat(200)));
  const many = Array.from({ length: 500 }, (_, place) => asked(place, '1 == 1'));
  for (const fields of [long, many]) {
    const faults = checkRules({ fields, evidence: [] }, compile);
    expect(faults).toMatchObject([
      { fieldId: 'q0', message: expect.stringContaining('too many or too long') as string },
    ]);
    expect(compile).not.toHaveBeenCalled();
  }
  expect(checkRules({ fields: many.slice(0, 200), evidence: [] }, compile)).toEqual([]);
  expect(compile).toHaveBeenCalledTimes(200);
});
