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

describe('the answers of last time', () => {
  it('are given again, a choice before what it asks further', () => {
    const lastTime = [then('size', 'M12', 'bolted'), then('fixing', 'bolted'), then('remark', 'worn')];
    expect(given(lastTime)).toEqual([
      ['remark', 'worn'],
      ['fixing', 'bolted'],
      ['size', 'M12'],
    ]);
    expect(repetitions(form, lastTime, unanswered)[2]!.answer.parentFieldOptionId).toBe('bolted');
  });

  it('leave dates alone, and what stands there already', () => {
    expect(given([then('due', '2025-01-15T00:00:00.000Z')])).toEqual([]);
    expect(given([then('remark', 'worn')], () => ({ value: 'worn', displayValue: 'worn' }))).toEqual([]);
  });

  it('are offered only where one of them could be given again', () => {
    expect(canRepeat(form, [then('due', '2025-01-15T00:00:00.000Z')])).toBe(false);
    expect(canRepeat(form, [then('elsewhere', 'worn')])).toBe(false);
    expect(canRepeat(form, [then('due', '2025-01-15T00:00:00.000Z'), then('remark', 'worn')])).toBe(true);
  });

  it('leave out choices that are no longer offered', () => {
    expect(given([then('fixing', 'welded')])).toEqual([]);
    expect(given([then('retention', '["pin","wire"]')])).toEqual([['retention', '["pin"]']]);
    expect(given([then('retention', '["wire"]')])).toEqual([]);
  });

  it('say what stood there, for the way back', () => {
    const [only] = repetitions(form, [then('remark', 'worn')], () => ({ value: 'new', displayValue: 'new' }));
    expect(only).toMatchObject({ before: { value: 'new' }, question: 'remark' });
  });
});
