import type { FieldResponse, FieldsForm } from '@holdfast/contract';
import { describe, expect, it } from 'vitest';
import type { Save } from '../../lib/outbox/index.ts';
import { cached } from '../../lib/testing/cached.ts';
import { answerOf, type AnswerOwner, answerSubject, fieldSaves, saveOfAnswer } from './mutations.ts';

const response = (id: string, value: string): FieldResponse => ({ id, value }) as FieldResponse;
const question = (calculation: string | null, options: object[] = []) => ({
  rules: calculation === null ? null : { calculation },
  options,
});
const form = (...fields: object[]): FieldsForm =>
  ({
    fieldsTemplates: [{ fields }],
    fieldResponses: [response('a', '1'), response('b', '1')],
  }) as unknown as FieldsForm;
const inspected = { installationInspectionId: 'drops', itemId: 'rail' };

describe.each([
  ['saveItemField', 'getFieldsForItem', { itemId: 'rail' }],
  ['saveInstallationInspectionItemField', 'getFieldsForInstallationInspection', inspected],
] as const)('an answer saved by %s', (operation, read, input) => {
  const saved = (shown: FieldsForm | undefined, given = response('b', '2')) => {
    const known = cached();
    if (shown !== undefined) known.put(read, input, shown);
    known.put('getItemsForInstallationInspection', { installationInspectionId: 'drops' }, []);
    known.put('getAuditLogsForInstallationInspectionAndItem', inspected, []);
    known.put('getNotesForInstallationInspectionItem', inspected, []);
    const answer = { ...inspected, fieldId: 'f', value: '2', displayValue: '2', parentFieldOptionId: null };
    fieldSaves[operation].saved(known.cache, answer, given);
    return { known, shown: known.get(read, input)?.fieldResponses.map(({ id, value }) => `${id} ${value}`) };
  };
  const others = ['getAuditLogsForInstallationInspectionAndItem', 'getItemsForInstallationInspection'];

  it('replaces the one before, or is added', () => {
    expect(saved(form()).shown).toEqual(['a 1', 'b 2']);
    expect(saved(form(), response('c', '3')).shown).toEqual(['a 1', 'b 1', 'c 3']);
    expect(saved(undefined).shown).toBeUndefined();
  });

  it.each([
    ['nothing is calculated', [question(null), question('')], []],
    ['a question is calculated', [question(null), question('A + 1')], [read]],
    [
      'a further question is calculated',
      [question(null, [{ fieldsTemplate: null }, { fieldsTemplate: { fields: [question('A + 1')] } }])],
      [read],
    ],
    ['a further question is not', [question(null, [{ fieldsTemplate: { fields: [question(null)] } }])], []],
  ])('reads the form again only when a question is calculated: %s', (_, fields, again) => {
    expect(saved(form(...fields)).known.stale()).toEqual([...others, ...again].toSorted());
  });
});

describe('the save of an answer', () => {
  const answer = { fieldId: 'f', parentFieldOptionId: 'o', value: '1', displayValue: 'One' };
  const of = (owner: AnswerOwner, clock: string | null) => saveOfAnswer(owner, answer, { clock, question: 'Load?' });

  it('names its item, or its item within one inspection', () => {
    const ofItem = of({ kind: 'item', itemId: 'rail' }, '1.0.a');
    expect(ofItem).toEqual({
      operation: 'saveItemField',
      input: { itemId: 'rail', ...answer },
      subject: 'answer:rail:f:o',
      row: 'answer:rail:f:o',
      about: 'Load?',
      words: 'One',
      ifMatch: '1.0.a',
    });
    expect(of({ kind: 'inspectionItem', ...inspected }, null)).toMatchObject({
      operation: 'saveInstallationInspectionItemField',
      input: { ...inspected, ...answer },
      subject: 'answer:drops:rail:f:o',
      ifMatch: '0.0.none',
    });
    expect(answerSubject({ kind: 'item', itemId: 'rail' }, 'f', null)).toBe('answer:rail:f:');
  });

  it('holds the answer, as no other save does', () => {
    const stored = { value: '1', displayValue: 'One' };
    expect(answerOf(of({ kind: 'item', itemId: 'rail' }, null) as unknown as Save)).toEqual(stored);
    expect(answerOf(of({ kind: 'inspectionItem', ...inspected }, null) as unknown as Save)).toEqual(stored);
    expect(answerOf({ operation: 'setCondition', input: stored } as unknown as Save)).toBeUndefined();
  });
});
