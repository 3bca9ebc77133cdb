import { FIELD_TYPES, NO_RULES } from '@holdfast/contract';
import { expect, it } from 'vitest';
import { rulesReading } from './useRuleFaults.ts';

const question = (id: string, name: string, calculation = '') => ({
  id,
  name,
  shortName: '',
  description: '',
  fieldType: FIELD_TYPES.number,
  fieldTypeId: FIELD_TYPES.number.id,
  fieldsTemplateId: 'template',
  required: false,
  order: 0,
  showInList: false,
  options: [],
  images: [],
  clock: '',
  rules: calculation === '' ? null : { ...NO_RULES, calculation },
});

it('The rules that read the answer to a question are found in questions and in evidence, each without the other', async () => {
  const evidence = [{ when: '[Force] > 1', needs: 'photo' as const, reason: '' }];
  const plain = [question('a', 'Force'), question('b', 'Load')];
  const ruled = [question('a', 'Force'), question('b', 'Load', '[Force] * 2')];
  expect(await rulesReading({ fields: plain, evidence: [] }, 'a')).toEqual([]);
  expect(await rulesReading({ fields: ruled, evidence: [] }, 'a')).toHaveLength(1);
  expect(await rulesReading({ fields: plain, evidence }, 'a')).toHaveLength(1);
  expect(await rulesReading({ fields: ruled, evidence }, 'a')).toHaveLength(2);
  expect(await rulesReading({ fields: ruled, evidence }, 'b')).toEqual([]);
});
