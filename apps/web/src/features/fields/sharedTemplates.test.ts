import type { FieldsTemplate } from '@holdfast/contract';
import { expect, test } from 'vitest';
import { sharedTemplate } from './sharedTemplates.ts';

const template = (id: string, name: string): FieldsTemplate =>
  ({
    id,
    name,
    version: 1,
    fields: [{ id: 'f', name: 'Height', options: [{ id: 'o', name: 'High' }] }],
  }) as unknown as FieldsTemplate;

test('an equal template of another item is the same object, and so are the equal parts of one that was changed', () => {
  const first = sharedTemplate(template('a', 'Findings'));
  expect(sharedTemplate(template('a', 'Findings'))).toBe(first);
  const renamed = sharedTemplate(template('a', 'Results'));
  expect(renamed).not.toBe(first);
  expect(renamed.name).toBe('Results');
  expect(renamed.fields).toBe(first.fields);
  expect(sharedTemplate(template('b', 'Results'))).not.toBe(renamed);
});
