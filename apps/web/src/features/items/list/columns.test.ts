import { describe, expect, it } from 'vitest';
import { columnsOf } from './columns.ts';

const json = (...fields: [name: string, isSearchable: boolean][]): string =>
  JSON.stringify(fields.map(([name, isSearchable]) => ({ name, isSearchable })));

describe('the columns of the working list', () => {
  it('are those of the item types, then those of the results, in configured order, each once', () => {
    const columns = columnsOf({
      itemTypeListViewFieldNames: json(['Weight (kg)', false], ['Photo ID', true]),
      inspectionItemTypeListViewFieldNames: json(['Potential consequence', false], ['Weight (kg)', false]),
    });
    expect(columns).toEqual({
      columns: ['Weight (kg)', 'Photo ID', 'Potential consequence'],
      searchable: ['Photo ID'],
    });
  });

  it('are none when nothing is configured', () => {
    expect(columnsOf({ itemTypeListViewFieldNames: '', inspectionItemTypeListViewFieldNames: '[]' })).toEqual({
      columns: [],
      searchable: [],
    });
  });
});
