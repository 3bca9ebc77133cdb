import type { InspectionRow } from '@holdfast/contract';
import { describe, expect, it } from 'vitest';
import { inspectionRow } from '../../../lib/testing/inspectionRow.ts';
import { listing } from './listing.ts';
import { BY_PLACE, columnWidths, inOrder, isGroupRow, type ListOrder, numberColumns } from './ordering.ts';

const row = (itemId: string, over: Partial<InspectionRow> = {}): InspectionRow =>
  inspectionRow(itemId, { parentItemId: 'Deck', itemTypeId: 'lamp', ...over });

const rows = [
  row('Deck', { parentItemId: null, isLocation: true, context: true }),
  row('Lamp 10', { values: { Weight: '9.5', Id: 'P-9' }, conditionId: 'bad' }),
  row('Lamp 2', { values: { Weight: '16.35', Id: '12' } }),
  row('lamp 1', { values: { Weight: '16.4' }, conditionId: 'good' }),
  row('Hook', { itemTypeId: 'hook', conditionId: 'bad' }),
];
const everything = { search: '', condition: null, locationId: null, only: null };
const GROUPS = [
  { id: 'bad', name: 'Defective' },
  { id: 'good', name: 'Fit' },
  { id: null, name: 'Not Checked' },
];
const shown = (order: Partial<ListOrder>, collapsed: string[] = []) =>
  inOrder(
    rows,
    listing(rows, everything, new Set(), []),
    { ...BY_PLACE, ...order },
    order.by === 'type' ? [{ id: 'hook', name: 'Hook' }] : GROUPS,
    new Set(collapsed),
  );
const namesOf = (list: ReturnType<typeof shown>): string[] => list.rows.map(({ row: { name } }) => name);

describe('the order of the list', () => {
  it('is unchanged by location', () => {
    expect(namesOf(shown({}))).toEqual(['Deck', 'Lamp 10', 'Lamp 2', 'lamp 1', 'Hook']);
  });

  it('sorts names with natural numbers, and keeps the path of each item', () => {
    const list = shown({ by: 'name' });
    expect(namesOf(list)).toEqual(['Hook', 'lamp 1', 'Lamp 2', 'Lamp 10']);
    expect(list.matches.map(({ name }) => name)).toEqual(namesOf(list));
    expect(list.rows[0]).toMatchObject({ path: ['Deck'], depth: 0, dimmed: false, hasChildren: false, isFlat: true });
    expect(namesOf(shown({ by: 'name', down: true }))).toEqual(['Lamp 10', 'Lamp 2', 'lamp 1', 'Hook']);
  });

  it('sorts empty values last in either direction, in their own order', () => {
    const mixed = [
      rows[0]!,
      row('None', { values: {} }),
      row('Two', { values: { Weight: '2' } }),
      row('Empty', { values: { Weight: '' } }),
      row('One', { values: { Weight: '1' } }),
    ];
    const sorted = (down: boolean): string[] =>
      inOrder(
        mixed,
        listing(mixed, everything, new Set(), []),
        { by: 'value:Weight', down },
        GROUPS,
        new Set(),
      ).rows.map(({ row: { name } }) => name);
    expect(sorted(false)).toEqual(['One', 'Two', 'None', 'Empty']);
    expect(sorted(true)).toEqual(['Two', 'One', 'None', 'Empty']);
  });

  it('sorts a column of numbers by number, empty values last in both directions', () => {
    expect(namesOf(shown({ by: 'value:Weight' }))).toEqual(['Lamp 10', 'Lamp 2', 'lamp 1', 'Hook']);
    expect(namesOf(shown({ by: 'value:Weight', down: true }))).toEqual(['lamp 1', 'Lamp 2', 'Lamp 10', 'Hook']);
  });

  it('forms collapsible groups with counts; an unknown type is last', () => {
    expect(namesOf(shown({ by: 'condition' }))).toEqual([
      'Defective (2)',
      'Lamp 10',
      'Hook',
      'Fit (1)',
      'lamp 1',
      'Not Checked (1)',
      'Lamp 2',
    ]);
    expect(namesOf(shown({ by: 'condition', down: true }, ['group:bad'])).at(-1)).toBe('Defective (2)');
    expect(namesOf(shown({ by: 'type' }))).toEqual(['Hook (1)', 'Hook', '– (3)', 'Lamp 10', 'Lamp 2', 'lamp 1']);
    const heads = shown({ by: 'condition' }, ['group:good']).rows.filter(({ row: { itemId } }) => isGroupRow(itemId));
    expect(heads.map(({ hasChildren, isOpen }) => [hasChildren, isOpen])).toEqual([
      [true, true],
      [true, false],
      [true, true],
    ]);
    expect(shown({ by: 'condition' }).matches).toHaveLength(4);
  });

  it('recognises columns that contain numbers only', () => {
    expect([...numberColumns(rows, ['Weight', 'Id', 'Nothing'])]).toEqual(['Weight']);
  });
});

describe('values of which some are no numbers', () => {
  it('are sorted as texts, beside numbers that are sorted as numbers', () => {
    const mixed = ['12 mm', '9', 'M20', '110', 'M8', '100'].map((Size) => row(Size, { values: { Size } }));
    const list = inOrder(
      mixed,
      listing(mixed, everything, new Set(), []),
      { ...BY_PLACE, by: 'value:Size' },
      GROUPS,
      new Set(),
    );
    expect(namesOf(list)).toEqual(['9', '12 mm', '100', '110', 'M8', 'M20']);
  });
});

describe('the widths of columns', () => {
  it('are those of the first rows, so that they cost no time in a long list', () => {
    const many = Array.from({ length: 301 }, (_, at) =>
      row(`Lamp ${at}`, { values: { Id: at === 300 ? 'x'.repeat(20) : 'x' } }),
    );
    expect(columnWidths(many, ['Id'], new Set())).toEqual([{ least: 6.5, share: 1.6 }]);
    expect(columnWidths(many.slice(1), ['Id'], new Set())).toEqual([{ least: 10, share: 4 }]);
  });

  it('give a column of texts the space of its longest value, within bounds, and a column of numbers little', () => {
    const values = { Weight: '9.5', Id: 'NMT-DRK-FL-009', Class: 'Minor', Remark: 'x'.repeat(90) };
    const columns = ['Weight', 'Id', 'Class', 'Remark', 'Nothing'];
    const numeric = numberColumns([row('Lamp', { values })], columns);
    expect(columnWidths([row('Lamp', { values }), row('Hook')], columns, numeric)).toEqual([
      { least: 6.5, share: 1.2 },
      { least: expect.closeTo(8.96), share: expect.closeTo(2.8) },
      { least: 6.5, share: 1.6 },
      { least: 10, share: 4 },
      { least: 6.5, share: 1.6 },
    ]);
  });
});
