import { describe, expect, it } from 'vitest';
import { listViewFieldNames } from './rules.ts';

describe('the columns of a list', () => {
  const columns = (...names: string[]): string => JSON.stringify(names.map((name) => ({ name, isSearchable: true })));

  it('are those of the type and of the type within the inspection, each once', () => {
    expect(
      listViewFieldNames({
        itemTypeListViewFieldNames: columns('Serial', 'Weight'),
        inspectionItemTypeListViewFieldNames: columns('Weight', 'Action'),
      }),
    ).toEqual(['Serial', 'Weight', 'Action']);
  });

  it('may be missing', () => {
    expect(
      listViewFieldNames({ itemTypeListViewFieldNames: '', inspectionItemTypeListViewFieldNames: columns('Action') }),
    ).toEqual(['Action']);
  });
});
