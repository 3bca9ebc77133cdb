import { expect, it } from 'vitest';
import { usageText } from './usageText.ts';

it('states in numbers what a removal affects, without zeros', () => {
  expect(usageText({ answers: 0, items: 0, inspections: 0 })).toBe('It has no answers yet.');
  expect(usageText({ answers: 460, items: 1, inspections: 0 })).toContain('This affects 460 answers on 1 item.');
  expect(usageText({ answers: 2, items: 0, inspections: 1 })).toContain('This affects 2 answers in 1 inspection.');
  expect(usageText({ answers: 3, items: 2, inspections: 1 })).toContain('3 answers on 2 items in 1 inspection.');
});
