import { expect, it } from 'vitest';
import { addressOf } from './kinds.ts';

it.each([
  ['company', '/admin/companies/x'],
  ['inspection', '/admin/inspections/x'],
  ['itemType', '/admin/item-types/x'],
  ['fieldsTemplate', '/admin/item-type-templates/x'],
  ['report', '/admin/reports?report=x'],
  ['installation', undefined],
] as const)('A deleted record of the kind %s is edited at %s', (kind, address) => {
  expect(addressOf(kind, 'x')).toBe(address);
});
