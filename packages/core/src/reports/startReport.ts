/** Templates for administrators who do not want to begin with an empty page. */
import * as contract from '@holdfast/contract';
import type { StarterColumn } from '@holdfast/contract';
import { handler } from '../calls/handler.ts';
import { type TableDescription, TABLES } from './dataSet.ts';
import { fieldColumns, isOfToday, shapesOf } from './fieldColumns.ts';
import { columnsToChoose, startTemplate } from './starter/index.ts';

/** Returns the columns that a new template can print; answers are named after their question, with its unit. */
export const getStarterColumns = handler(contract.getStarterColumns, {
  reach: 'library',
  async commit({ db }) {
    const answers = await fieldColumns(db);
    return columnsToChoose(shapesOf(answers)).flatMap(({ table, column, label }): StarterColumn[] => {
      const { answersOf }: TableDescription = TABLES[table];
      const answer = answersOf === null ? undefined : answers.get(answersOf)!.find(({ name }) => name === column);
      if (answer === undefined) return [{ table, column, label, templates: [] }];
      if (!isOfToday(answer)) return [];
      const templates = [...new Set(answer.questions.map(({ template }) => template))];
      return [{ table, column, label: withUnit(answer.questions[0]!.name, answer.unit), templates }];
    });
  },
});

/** A heading that names the unit of the numbers below it, unless the question does. */
function withUnit(name: string, unit: string): string {
  return unit === '' || name.includes(`(${unit})`) ? name : `${name} (${unit})`;
}

/** A template of what was chosen. */
export const startReportTemplate = handler(contract.startReportTemplate, {
  reach: 'library',
  async commit({ db, ports }, choices) {
    const frx = startTemplate(choices, shapesOf(await fieldColumns(db)));
    return { frx: ports.uploads.toBase64(ports.uploads.toUtf8(frx)) };
  },
});
