/** Short names of questions are columns of report data, next to the columns of the product. */
import { describe, expect, it } from 'vitest';
import { TABLES } from '../packages/core/src/reports/dataSet.ts';
import { ITEM_TEMPLATES } from '../packages/demo/src/itemTemplates.ts';
import { RESULT_TEMPLATES } from '../packages/demo/src/resultTemplates.ts';

const ASKED = { Item: ITEM_TEMPLATES, Result: RESULT_TEMPLATES } as const;

describe.each(['Item', 'Result'] as const)('The columns of %s in report data', (table) => {
  it('leave their names to the short names of questions that templates already print', () => {
    const own = new Set(TABLES[table].columns.map(({ name }) => name.toLowerCase()));
    const taken = ASKED[table]
      .flatMap(({ questions }) => questions.map(({ shortName }) => shortName))
      .filter((shortName) => own.has(shortName.toLowerCase()));
    const message =
      `A column of ${table} in dataSet.ts has the short name of a question. The column of that question would become Field_…, ` +
      'and report templates that print it would print the new column instead. Give the new column another name';
    expect(taken, message).toEqual([]);
  });
});
