import * as contract from '@holdfast/contract';
import type { ReportTable } from '@holdfast/contract';
import { handler } from '../calls/handler.ts';
import { RELATIONS, type TableDescription, TABLES } from './dataSet.ts';
import { fieldColumns, isOfToday } from './fieldColumns.ts';

/** Returns what a report template can name: the tables of the data set with their own columns and those of answers. */
export const getReportTables = handler(contract.getReportTables, {
  reach: 'library',
  async commit({ db }) {
    const answers = await fieldColumns(db);
    return Object.values(TABLES).map(({ name, description, columns, answersOf }: TableDescription): ReportTable => {
      const asked = answersOf === null ? [] : answers.get(answersOf)!.filter(isOfToday);
      return {
        name,
        description,
        parents: RELATIONS.filter(({ child }) => child === name).map(({ parent }) => parent),
        columns: [
          ...columns.map((column) => ({ ...column, templates: [] })),
          ...asked.map(({ name: column, type, questions }) => ({
            name: column,
            type,
            description: distinct(questions.map((question) => question.name)).join(' / '),
            templates: distinct(questions.map(({ template }) => template)),
          })),
        ],
      };
    });
  },
});

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}
