import { FIELD_TYPES, NO_RULES, storedEvidence, storedRules } from '@holdfast/contract';
import { expect, it } from 'vitest';
import { textOfValue } from './texts.ts';

const names = new Map([['t1', 'Lights']]);
const text = (column: string, value: string | number | null | undefined): string => textOfValue(column, value, names);

it('A value of a setup is stated in words, by its column', () => {
  expect(text('isQuestion', 1)).toBe('Yes');
  expect([text('isLocation', 0), text('required', 0), text('showInList', 1)]).toEqual(['No', 'No', 'Yes']);
  expect([text('fieldTypeId', FIELD_TYPES.number.id), text('fieldTypeId', 'unknown')]).toEqual(['Number', '']);
  expect([text('fieldsTemplateId', 't1'), text('name', 'Play'), text('order', 3)]).toEqual(['Lights', 'Play', '3']);
  expect(text('itemTypeListViewFieldNames', '')).toBe('');
  expect(text('inspectionItemTypeListViewFieldNames', '[{"name":"Play"},{"name":"Size"}]')).toBe('Play, Size');
});

it('A value that is not there has no words', () => {
  for (const column of ['isQuestion', 'fieldTypeId', 'rules', 'evidence', 'name', 'itemTypeListViewFieldNames'])
    expect([text(column, null), text(column, undefined)]).toEqual(['', '']);
});

it('The rules of a question are named in their order, without those there are none of', () => {
  const rules = (over: Partial<typeof NO_RULES>): string => text('rules', storedRules({ ...NO_RULES, ...over }));
  expect(rules({})).toBe('');
  expect(rules({ showWhen: 'Size > 3', unit: 'mm', minimum: 1, maximum: 5 })).toBe('Size > 3 · mm · 1 – 5');
  expect([rules({ minimum: 0 }), rules({ maximum: 0 })]).toEqual(['0 – ', ' – 0']);
  expect(text('evidence', storedEvidence([{ when: 'Play > 3', needs: 'photo', reason: '' }]))).toBe('Play > 3: photo');
});
