import type { Field, FieldOption } from '@holdfast/contract';
import { describe, expect, it } from 'vitest';
import { asksRequired, requiredBlank, type ValueOf } from './requiredRules.ts';

function question(id: string, required: boolean, opens: Record<string, Field[]> = {}): Field {
  return {
    id,
    required,
    options: Object.entries(opens).map(
      ([option, fields]) => ({ id: option, fieldsTemplate: { fields } }) as FieldOption,
    ),
  } as Field;
}

const answered =
  (values: Record<string, string>): ValueOf =>
  (fieldId, parentFieldOptionId) =>
    values[parentFieldOptionId === null ? fieldId : `${parentFieldOptionId}/${fieldId}`] ?? '';

const blank = (fields: Field[], values: Record<string, string>): string[] =>
  requiredBlank(fields, answered(values)).map(({ id }) => id);

describe('Required questions', () => {
  it('are blank without an answer, with spaces alone and with no choice of a list; others may be blank', () => {
    const fields = [
      question('a', true),
      question('b', true),
      question('c', true),
      question('d', true),
      question('e', false),
    ];
    expect(blank(fields, { a: '  ', b: '[]', c: 'false' })).toEqual(['a', 'b', 'd']);
  });

  it('are asked under the option that is chosen, and under no other', () => {
    const fields = [
      question('defect', false, { none: [], danger: [question('what', true)], later: [question('when', true)] }),
    ];
    expect(blank(fields, {})).toEqual([]);
    expect(blank(fields, { defect: 'none' })).toEqual([]);
    expect(blank(fields, { defect: 'danger' })).toEqual(['what']);
    expect(blank(fields, { defect: 'danger', 'danger/what': 'Cracked' })).toEqual([]);
    expect(blank(fields, { defect: 'danger', what: 'an answer at the top', 'later/what': 'x' })).toEqual(['what']);
  });

  it('are distinguished from questions that may stay blank, at any depth', () => {
    const rest = question('rest', false);
    expect(asksRequired([rest, question('opens', false, { yes: [rest] })])).toBe(false);
    expect(asksRequired([rest, question('opens', false, { yes: [rest, question('inner', true)] })])).toBe(true);
    expect(asksRequired([rest, question('own', true)])).toBe(true);
  });
});
