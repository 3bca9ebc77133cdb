/** The data set of a scope: descriptions with the rows behind them. */
import { type Condition, CONDITIONS, REPORT_TYPES } from '@holdfast/contract';
import type { ReadCtx } from '../calls/ctx.ts';
import { summariesOf } from '../inspections/index.ts';
import type { DataCell, DataSet } from '../ports.ts';
import { DATA_SET, RELATIONS, type Row, type TableName } from './dataSet.ts';
import { columnsOf, fieldColumns, shapesOf } from './fieldColumns.ts';
import { type AnsweredRow, answerRows, withAnswers } from './answerRows.ts';
import { fileRows, historyRows, itemRows, itemsOf } from './itemRows.ts';
import { scopeNow } from './scopeNow.ts';
import { storedMoment } from '../storedDate.ts';
import { companyRows, inspectorsOf, personRows } from './personRows.ts';
import { noteRows, photoRows, resultRows } from './resultRows.ts';
import type { ReportScope } from './scope.ts';
import { type Rows, type Source } from './source.ts';
import { sweepLineRows, sweepRows } from './sweepRows.ts';

/**
 * Returns the data of a report over a scope.
 * @param title of the report; empty for a downloaded data set
 */
export async function dataSetOf(ctx: ReadCtx, scope: ReportScope, title: string): Promise<DataSet> {
  const fields = await fieldColumns(ctx.db);
  const people = await ctx.db.from('person').select(['userId', 'name']).execute();
  const source: Source = {
    ctx,
    scope,
    fields,
    names: new Map(people.map((person) => [person.userId, person.name])),
    zones: new Map(scope.installations.map((installation) => [installation.id, installation])),
    items: await itemsOf(ctx.db, scope),
  };
  const rowsOf: Record<TableName, Rows> = {
    Report: () => listed([reportRow(source, title)]),
    Condition: () => listed(Object.values(CONDITIONS).map(conditionRow)),
    Company: (wantsBytes) => companyRows(source, wantsBytes),
    Person: (wantsBytes) => personRows(source, wantsBytes),
    Installation: () => installationRows(source),
    Inspection: () => inspectionRows(source),
    Item: () => itemRows(source),
    Result: () => resultRows(source),
    FieldResponse: () => answerRows(source),
    Note: () => noteRows(source),
    Photo: (wantsBytes) => photoRows(source, wantsBytes),
    File: () => fileRows(source),
    Sweep: () => sweepRows(source),
    SweepLine: () => sweepLineRows(source),
    History: () => historyRows(source),
  };
  return {
    name: DATA_SET,
    relations: RELATIONS,
    tables: shapesOf(fields).map(({ name }) => ({ name, columns: columnsOf(name, fields), rows: rowsOf[name] })),
  };
}

function reportRow({ ctx, scope }: Source, title: string): Row<'Report'> {
  return [title, REPORT_TYPES[scope.type].name, scope.name, new Date(scopeNow(ctx.now, scope)), ctx.actor.name];
}

function conditionRow({ id, name, color }: Condition, order: number): Row<'Condition'> {
  return [id, name, color, order];
}

async function* installationRows(source: Source): AsyncGenerator<readonly DataCell[]> {
  const { installations } = source.scope;
  const rows = installations.map(
    ({ id, scopeId, name, latitude, longitude, timeZone }): AnsweredRow<'Installation'> => ({
      ownerId: id,
      cells: [id, scopeId, name, latitude, longitude, timeZone],
    }),
  );
  yield* withAnswers(source, 'Installation', rows);
}

async function* inspectionRows(source: Source): AsyncGenerator<readonly DataCell[]> {
  const { ctx, scope } = source;
  const summaries = await summariesOf(
    ctx.db,
    scope.installations.map(({ id }) => id),
  );
  const inspectors = await inspectorsOf(source);
  const rows = scope.inspections.map((inspection): AnsweredRow<'Inspection'> => {
    const { id, installationId, inspectionId, typeName, typeShortName, startDate, expectedEndDate } = inspection;
    const counts = summaries.get(installationId)!.find((summary) => summary.id === id)!;
    const { totalItems, fitForPurpose, needsAttention, defective, notApplicable } = counts;
    const notChecked = totalItems - fitForPurpose - needsAttention - defective - notApplicable;
    const days = [new Date(storedMoment(startDate * 1000)), new Date(storedMoment(expectedEndDate * 1000))] as const;
    const found = [totalItems, fitForPurpose, needsAttention, defective, notApplicable, notChecked] as const;
    return {
      ownerId: id,
      cells: [id, installationId, inspectionId, typeName, typeShortName, ...days, ...found, inspectors.get(id) ?? null],
    };
  });
  yield* withAnswers(source, 'Inspection', rows);
}

async function* listed<R>(rows: readonly R[]): AsyncGenerator<R> {
  for (const row of rows) yield await Promise.resolve(row);
}
