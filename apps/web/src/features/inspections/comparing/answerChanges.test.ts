// @vitest-environment happy-dom
import type { Field, FieldResponse, FieldsForm, FieldsTemplate } from '@holdfast/contract';
import { expect, it } from 'vitest';
import { answerChanges } from './answerChanges.ts';

const field = (id: string): Field => ({ id, name: `Question ${id}`, options: [] as Field['options'] }) as Field;
const answer = (fieldId: string, displayValue: string): FieldResponse =>
  ({
    fieldId,
    value: displayValue,
    displayValue,
    parentFieldOptionId: null,
    question: '',
    deletedAt: null,
  }) as FieldResponse;
const form = (asked: readonly string[], removed: readonly string[], fieldResponses: FieldResponse[]): FieldsForm => ({
  fieldsTemplates: [{ fields: asked.map(field) } as FieldsTemplate],
  removedFields: removed.map(field),
  fieldResponses,
  clock: '',
});

it('compares answers to questions that are no longer asked', () => {
  const before = [answer('a', 'Fit'), answer('b', 'Wire')];
  const now = [answer('a', 'Worn')];
  const changes = [
    { what: 'Question a', before: 'Fit', now: 'Worn' },
    { what: 'Question b', before: 'Wire', now: '' },
  ];
  expect(answerChanges(form(['a', 'b'], [], before), form(['a', 'b'], [], now))).toEqual(changes);
  expect(answerChanges(form(['a'], ['b'], before), form(['a'], [], now))).toEqual(changes);
});
