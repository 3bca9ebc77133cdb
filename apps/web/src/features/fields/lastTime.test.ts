import type { Field, FieldResponse, FieldsTemplate } from '@holdfast/contract';
import { describe, expect, it } from 'vitest';
import { type Answer, UNANSWERED } from './answers.ts';
import { canRepeat, repetitions } from './lastTime.ts';

function field(id: string, type: string, options: Partial<Field['options'][number]>[] = []): Field {
  return {
    id,
    name: id,
    fieldType: { name: type },
    options: options.map((option) => ({ fieldsTemplate: null, ...option })),
  } as Field;
}

const bolted = { fields: [field('size', 'Text')] } as FieldsTemplate;
const form = [
  {
    fields: [
      field('remark', 'Text'),
      field('due', 'Date'),
      field('checked', 'Datetime'),
      field('fixing', 'Select with subfields', [{ id: 'bolted', name: 'Bolted', fieldsTemplate: bolted }]),
      field('retention', 'Multi-select', [{ id: 'pin', name: 'Split pin' }]),
    ],
  } as FieldsTemplate,
];

const then = (fieldId: string, value: string, parentFieldOptionId: string | null = null): FieldResponse =>
  ({ fieldId, value, displayValue: value, parentFieldOptionId, deletedAt: null }) as FieldResponse;
const unanswered = (): Answer => UNANSWERED;
const given = (lastTime: FieldResponse[], now = unanswered): [string, string][] =>
  repetitions(form, lastTime, now).map(({ answer }) => [answer.fieldId, answer.value]);

describe('the answers of the previous inspection', () => {
  it('are repeated, a choice before the questions under it', () => {
    const lastTime = [then('size', 'M12', 'bolted'), then('fixing', 'bolted'), then('remark', 'worn')];
    expect(given(lastTime)).toEqual([
      ['remark', 'worn'],
      ['fixing', 'bolted'],
      ['size', 'M12'],
    ]);
    expect(repetitions(form, lastTime, unanswered)[2]!.answer.parentFieldOptionId).toBe('bolted');
  });

  it('change neither dates nor answers that are already equal', () => {
    for (const date of ['due', 'checked']) expect(given([then(date, '2025-01-15T00:00:00.000Z')])).toEqual([]);
    expect(given([then('remark', 'worn')], () => ({ value: 'worn', displayValue: 'worn' }))).toEqual([]);
  });

  it('are offered only when at least one of them can be repeated', () => {
    expect(canRepeat(form, [then('due', '2025-01-15T00:00:00.000Z')])).toBe(false);
    expect(canRepeat(form, [then('elsewhere', 'worn')])).toBe(false);
    expect(canRepeat(form, [then('due', '2025-01-15T00:00:00.000Z'), then('remark', 'worn')])).toBe(true);
  });

  it('do not include options that are no longer offered', () => {
    expect(given([then('fixing', 'welded')])).toEqual([]);
    expect(given([then('retention', '["pin","wire"]')])).toEqual([['retention', '["pin"]']]);
    expect(given([then('retention', '["wire"]')])).toEqual([]);
  });

  it('contain the current answer, for undo', () => {
    const [only] = repetitions(form, [then('remark', 'worn')], () => ({ value: 'new', displayValue: 'new' }));
    expect(only).toMatchObject({ before: { value: 'new' }, question: 'remark' });
  });
});
