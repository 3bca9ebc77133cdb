/** Templates for administrators who do not want to begin with an empty page. */
import * as contract from '@holdfast/contract';
import type { StarterColumn } from '@holdfast/contract';
import { handler } from '../handler.ts';
import { type TableDescription, TABLES } from './dataSet.ts';
import { fieldColumns, shapesOf } from './fieldColumns.ts';
import { columnsToChoose, startTemplate } from './starter/index.ts';

/** Returns the columns that a new template can print; answers are named after their question. */
export const getStarterColumns = handler(contract.getStarterColumns, {
  reach: 'library',
  async commit({ db }) {
    const answers = await fieldColumns(db);
    return columnsToChoose(shapesOf(answers)).map(({ table, column, label }): StarterColumn => {
      const { answersOf }: TableDescription = TABLES[table];
      const questions =
        answersOf === null ? [] : (answers.get(answersOf)!.find(({ name }) => name === column)?.questions ?? []);
      const templates = [...new Set(questions.map(({ template }) => template))];
      return { table, column, label: questions[0]?.name ?? label, templates };
    });
  },
});

/** A template of what was chosen. */
export const startReportTemplate = handler(contract.startReportTemplate, {
  reach: 'library',
  async commit({ db, ports }, choices) {
    const frx = startTemplate(choices, shapesOf(await fieldColumns(db)));
    return { frx: ports.uploads.toBase64(ports.uploads.toUtf8(frx)) };
  },
});
