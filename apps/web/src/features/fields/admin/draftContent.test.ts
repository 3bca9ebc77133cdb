import { type Field, FIELD_TYPES, type FieldsTemplate } from '@holdfast/contract';
import { describe, expect, it } from 'vitest';
import { contentField, contentOf, differencesOfContent, editOf, fieldOfContent, withChanges } from './draftContent.ts';
import { fieldValuesOf } from './fieldEdits.ts';

const { select, text } = FIELD_TYPES;
const opened = { id: 'further', name: 'Further' } as FieldsTemplate;
const options = [
  { id: 'o1', name: 'Bolted', order: 4, fieldsTemplateId: 'further', fieldsTemplate: opened },
  { id: 'o2', name: 'Welded', order: 5, fieldsTemplateId: null, fieldsTemplate: null },
];
const field = (over: Partial<Field> = {}): Field =>
  ({
    id: 'f1',
    name: 'Fixing',
    shortName: 'Fixing',
    description: '',
    fieldTypeId: select.id,
    fieldType: select,
    required: true,
    showInList: false,
    rules: null,
    order: 3,
    options,
    images: [{ id: 'p1' }],
    fieldsTemplateId: 't1',
    clock: 'c1',
    ...over,
  }) as Field;
const template = {
  id: 't1',
  name: 'Lights',
  fields: [field()],
  evidence: [],
  clock: 'c9',
} as Partial<FieldsTemplate> as FieldsTemplate;
const types = [select, text];

describe('the draft of a template', () => {
  it('keeps every one of the changes that follow each other before a question is shown again', () => {
    const shown = contentField('f1', fieldValuesOf(field()));
    const changed = [{ name: 'Mounting' }, { shortName: 'Mount' }, { required: false }].reduce(withChanges, shown);
    expect(changed).toEqual({ ...shown, name: 'Mounting', shortName: 'Mount', required: false });
  });

  it('begins with the questions in use, whose options open nothing where their type does not support it', () => {
    expect(contentOf(template)).toEqual({
      name: 'Lights',
      evidence: [],
      fields: [
        {
          id: 'f1',
          name: 'Fixing',
          shortName: 'Fixing',
          description: '',
          fieldTypeId: select.id,
          required: true,
          showInList: false,
          rules: null,
          options: [
            { id: 'o1', name: 'Bolted', fieldsTemplateId: null },
            { id: 'o2', name: 'Welded', fieldsTemplateId: null },
          ],
        },
      ],
    });
  });

  it('shows a question with the pictures and the version of the one in use, at its place', () => {
    const content = contentField('f1', fieldValuesOf(field()));
    const shown = fieldOfContent(content, 7, { live: field(), types, template });
    expect(shown).toMatchObject({
      order: 7,
      fieldType: select,
      images: [{ id: 'p1' }],
      clock: 'c1',
      fieldsTemplateId: 't1',
    });
    expect(shown.options.map(({ order, fieldsTemplate }) => [order, fieldsTemplate])).toEqual([
      [0, null],
      [1, null],
    ]);
  });

  it('shows a new question without pictures, with the version of the template', () => {
    const content = contentField('f2', { ...fieldValuesOf(field()), fieldTypeId: 'unknown' });
    const shown = fieldOfContent(content, 0, { live: undefined, types, template });
    expect(shown).toMatchObject({ images: [], clock: 'c9', fieldType: { id: 'unknown', name: '' }, options: [] });
    const known = fieldOfContent(content, 0, { live: field(), types, template });
    expect(known.fieldType).toEqual(select);
  });

  it('is edited from the values it has', () => {
    expect(editOf(field())).toEqual({ base: field(), values: fieldValuesOf(field()), conflict: null, failure: null });
  });
});

describe('the comparison of two drafts', () => {
  const one = contentField('f1', fieldValuesOf(field()));
  const contents = (...fields: (typeof one)[]) => ({ ...contentOf(template), fields });

  it('shows the values that differ, and nothing where both are equal', () => {
    expect(differencesOfContent(contents(one), contents(one))).toEqual([]);
    const theirs = contents({ ...one, name: 'Fixed by', required: false });
    expect(differencesOfContent(contents(one), theirs)).toEqual([
      { name: 'Fixed by', yours: 'Name: Fixing; Required: Yes', theirs: 'Name: Fixed by; Required: No' },
    ]);
  });

  it('names the questions that only one of them has, and those whose other settings differ', () => {
    const added = { ...one, id: 'f2', name: 'Colour' };
    expect(differencesOfContent(contents(one, added), contents({ ...one, options: [] }))).toEqual([
      { name: 'Fixing', yours: 'other settings', theirs: 'other settings' },
      { name: 'Colour', yours: 'Colour', theirs: '(not in it)' },
    ]);
  });
});
