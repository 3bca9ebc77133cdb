import type { Field, FieldOption } from '@holdfast/contract';
import { describe, expect, it } from 'vitest';
import {
  type FieldEdit,
  fieldValuesOf,
  fittingOptions,
  inOrder,
  isFieldChanged,
  isFieldComplete,
  namesFirst,
  orderOfNew,
  proposedShortName,
} from './fieldEdits.ts';

const TEXT = '00000000-0000-7000-8000-00000000f006';
const SELECT = '00000000-0000-7000-8000-00000000f005';
const WITH_SUBFIELDS = '00000000-0000-7000-8000-00000000f008';

function option(name: string, fieldsTemplateId: string | null = null): FieldOption {
  return { id: name, name, order: 9, fieldsTemplateId, fieldsTemplate: null };
}

function field(id: string, order: number, rest: Partial<Field> = {}): Field {
  return {
    id,
    name: id,
    shortName: '',
    description: '',
    fieldTypeId: TEXT,
    fieldType: { id: TEXT, name: 'Text' },
    required: false,
    order,
    showInList: false,
    options: [],
    images: [],
    rules: null,
    fieldsTemplateId: 'template',
    clock: '1.0.a',
    ...rest,
  };
}

describe('the order of saving', () => {
  it('begins with the questions that get another name, short name or options, which rules follow', () => {
    const fields = ['a', 'b', 'c', 'd', 'e'].map((id, order) => field(id, order));
    const of = (id: string, change: Partial<Field>): [string, FieldEdit] => {
      const base = fields.find((one) => one.id === id)!;
      return [id, { base, values: fieldValuesOf({ ...base, ...change }), conflict: null, failure: null }];
    };
    const edits = new Map([
      of('a', { required: true }),
      of('b', { name: 'Torque' }),
      of('d', { options: [option('On')] }),
      of('e', { shortName: 'E' }),
    ]);
    expect(namesFirst(fields, edits).map(({ id }) => id)).toEqual(['b', 'd', 'e', 'a', 'c']);
  });
});

describe('the order of fields', () => {
  it('gives a new field the position after the last, or 0', () => {
    expect(orderOfNew([])).toBe(0);
    expect(orderOfNew([field('a', 0), field('b', 7)])).toBe(8);
  });

  it('leaves a field that another user added at the end', () => {
    const fields = [field('a', 0), field('b', 1), field('new', 2)];
    expect(inOrder(fields, ['b', 'a']).map(({ id }) => id)).toEqual(['b', 'a', 'new']);
  });
});

describe('the options of a field', () => {
  const options = [option('Bolted', 'further'), option('Welded')];

  it('are removed with a change to a type without options', () => {
    expect(fittingOptions({ ...fieldValuesOf(field('a', 0)), options })).toEqual([]);
  });

  it('open further questions only in one of the two kinds of list, and are numbered from 0', () => {
    const select = fittingOptions({ ...fieldValuesOf(field('a', 0)), fieldTypeId: SELECT, options });
    expect(select.map(({ order, fieldsTemplateId }) => [order, fieldsTemplateId])).toEqual([
      [0, null],
      [1, null],
    ]);
    const linked = fittingOptions({ ...fieldValuesOf(field('a', 0)), fieldTypeId: WITH_SUBFIELDS, options });
    expect(linked.map(({ fieldsTemplateId }) => fieldsTemplateId)).toEqual(['further', null]);
  });

  it('need names, as the field does', () => {
    const values = fieldValuesOf(field('a', 0));
    expect(isFieldComplete({ ...values, options })).toBe(true);
    expect(isFieldComplete({ ...values, options: [option(' ')] })).toBe(false);
    expect(isFieldComplete({ ...values, name: '' })).toBe(false);
    // Inspectors could not distinguish two options with the same name.
    expect(isFieldComplete({ ...values, options: [option('Net'), option(' net')] })).toBe(false);
  });
});

describe('a changed field', () => {
  it('counts as unchanged once the old value is restored', () => {
    const known = field('a', 0, { required: true });
    const edit = { base: known, conflict: null, failure: null };
    expect(isFieldChanged(known, { ...edit, values: { required: false } })).toBe(true);
    expect(isFieldChanged(known, { ...edit, values: { required: true } })).toBe(false);
    expect(isFieldChanged(known, undefined)).toBe(false);
  });
});

it.each([
  ['Sling diameter, mm', 'SlingDiameterMm'],
  ['Année d’essai', 'AnnéeDEssai'],
  ['SWL (t)', 'SWLT'],
  ['–', ''],
])('the question %j proposes the short name %j', (name, shortName) => {
  expect(proposedShortName(name)).toBe(shortName);
});
