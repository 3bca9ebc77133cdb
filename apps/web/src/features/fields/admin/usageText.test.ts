import { expect, it } from 'vitest';
import { usageText } from './usageText.ts';

it('says in numbers what a removal touches, and leaves out what it does not', () => {
  expect(usageText({ answers: 0, items: 0, inspections: 0 })).toBe('It has no answers yet.');
  expect(usageText({ answers: 460, items: 1, inspections: 0 })).toContain('This touches 460 answers on 1 item.');
  expect(usageText({ answers: 3, items: 2, inspections: 1 })).toContain('3 answers on 2 items in 1 inspection.');
});
