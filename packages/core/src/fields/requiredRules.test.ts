import type { EvidenceRule, Field, FieldOption, FieldsTemplate } from '@holdfast/contract';
import { describe, expect, it } from 'vitest';
import { type AnswerOf, canLack, lackingIn } from './requiredRules.ts';

function question(id: string, required: boolean, opens: Record<string, Field[]> = {}): Field {
  return {
    id,
    required,
    options: Object.entries(opens).map(
      ([option, fields]) => ({ id: option, fieldsTemplate: templateOf(fields) }) as FieldOption,
    ),
  } as Field;
}

function templateOf(fields: Field[]): FieldsTemplate {
  return { fields, evidence: [] as FieldsTemplate['evidence'] } as FieldsTemplate;
}

const answered =
  (values: Record<string, string>): AnswerOf =>
  (fieldId, parentFieldOptionId) => {
    const value = values[parentFieldOptionId === null ? fieldId : `${parentFieldOptionId}/${fieldId}`] ?? '';
    return { value, displayValue: value };
  };

const blank = (fields: Field[], values: Record<string, string>): string[] =>
  lackingIn(templateOf(fields), answered(values), { condition: '', now: 0, rulesOf: () => null }).blank.map(
    ({ id }) => id,
  );

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
    expect(canLack(templateOf([rest, question('opens', false, { yes: [rest] })]))).toBe(false);
    expect(canLack(templateOf([rest, question('opens', false, { yes: [rest, question('inner', true)] })]))).toBe(true);
    expect(canLack(templateOf([rest, question('own', true)]))).toBe(true);
    expect(canLack({ fields: [rest], evidence: [{} as EvidenceRule] })).toBe(true);
  });
});
