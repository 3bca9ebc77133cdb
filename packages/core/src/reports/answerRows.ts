/** Answers, as columns of their owner's table and as rows of their own. */
import type { ScopedDb } from '../db/scoped.ts';
import type { DataCell } from '../ports.ts';
import { type AnsweredTable, type Row, TABLES } from './dataSet.ts';
import { resultsOf } from './results.ts';
import { chunks, momentAt, type Source } from './source.ts';

/** A row that may own answers. */
export interface AnsweredRow<T extends AnsweredTable> {
  ownerId: string;
  cells: Row<T>;
}

/** Rows, each followed by its answers in the columns of their questions. */
export async function* withAnswers<T extends AnsweredTable>(
  { ctx, fields }: Source,
  table: T,
  rows: readonly AnsweredRow<T>[],
): AsyncGenerator<readonly DataCell[]> {
  const columns = fields.get(TABLES[table].answersOf)!;
  const placeOf = new Map<string, { place: number; isRemoved: boolean }>();
  for (const [place, { questions, removedIds }] of columns.entries()) {
    for (const { id } of questions) placeOf.set(id, { place, isRemoved: false });
    for (const id of removedIds) placeOf.set(id, { place, isRemoved: true });
  }
  for (const piece of chunks(rows)) {
    const answers = await answersTo(
      ctx.db,
      piece.map((row) => row.ownerId),
    );
    for (const { ownerId, cells } of piece) {
      const answered: DataCell[] = columns.map(() => null);
      for (const { fieldId, value, displayValue } of answers.get(ownerId) ?? []) {
        const found = placeOf.get(fieldId);
        if (found === undefined || value === '') continue;
        const { place, isRemoved } = found;
        // An answer to a question that is asked today goes before one to a question that was deleted.
        if (isRemoved && answered[place] !== null) continue;
        answered[place] = columns[place]!.type === 'decimal' ? numberIn(value) : displayValue;
      }
      yield [...cells, ...answered];
    }
  }
}

/** Every answer of the scope as a row. */
export async function* answerRows(source: Source): AsyncGenerator<Row<'FieldResponse'>> {
  const { scope, items } = source;
  yield* rowsOf(
    source,
    scope.installations.map(({ id }) => [id, id, { InstallationId: id }]),
  );
  yield* rowsOf(
    source,
    scope.inspections.map(({ id, installationId }) => [id, installationId, { InspectionId: id }]),
  );
  yield* rowsOf(
    source,
    [...items.values()].map(({ id, installationId }) => [id, installationId, { ItemId: id }]),
  );
  for (const inspection of scope.inspections) {
    const results = await resultsOf(source, inspection.id);
    yield* rowsOf(
      source,
      results.map(({ id }) => [id, inspection.installationId, { ResultId: id }]),
    );
  }
}

interface OwnerIds {
  InstallationId?: string;
  InspectionId?: string;
  ItemId?: string;
  ResultId?: string;
}

async function* rowsOf(
  source: Source,
  owners: readonly (readonly [string, string, OwnerIds])[],
): AsyncGenerator<Row<'FieldResponse'>> {
  for (const piece of chunks(owners)) {
    const answers = await answersTo(
      source.ctx.db,
      piece.map(([ownerId]) => ownerId),
    );
    for (const [ownerId, installationId, ids] of piece) {
      for (const answer of answers.get(ownerId) ?? []) {
        if (answer.value === '') continue;
        yield [
          answer.id,
          ids.InstallationId ?? null,
          ids.InspectionId ?? null,
          ids.ItemId ?? null,
          ids.ResultId ?? null,
          answer.template,
          // The question at the time of the answer; not stored with answers of the first versions.
          answer.question || answer.name,
          answer.shortName,
          answer.value,
          answer.displayValue,
          answer.order,
          momentAt(source, installationId, answer.recordedDate),
          answer.templateVersion,
        ];
      }
    }
  }
}

/** The living answers to some rows with their questions, which may be deleted (product decision 19); in the order of templates, each with what it opens. */
async function answersTo(db: ScopedDb, ownerIds: readonly string[]) {
  const rows = await db
    .from('fieldResponse')
    .innerJoin('field', 'field.id', 'fieldResponse.fieldId')
    .innerJoin('fieldsTemplate', 'fieldsTemplate.id', 'field.fieldsTemplateId')
    .select(['fieldResponse.id', 'fieldResponse.ownerId', 'fieldResponse.fieldId', 'fieldResponse.value'])
    .select(['fieldResponse.displayValue', 'fieldResponse.recordedDate', 'fieldResponse.parentFieldOptionId'])
    .select([
      'field.name',
      'fieldResponse.question',
      'fieldResponse.templateVersion',
      'field.shortName',
      'field.order',
      'fieldsTemplate.name as template',
    ])
    .where('fieldResponse.ownerId', 'in', ownerIds as string[])
    .orderBy('fieldsTemplate.name')
    .orderBy('field.order')
    .orderBy('fieldResponse.id')
    .execute();
  const given = Map.groupBy(rows, (row) => row.ownerId);
  return new Map([...given].map(([ownerId, answers]) => [ownerId, underChosen(answers)]));
}

/**
 * Answers at the top, each followed by those under the option it chose; those under other options stay stored, but are not printed
 * (product decision 17).
 */
function underChosen<A extends { value: string; parentFieldOptionId: string | null }>(answers: readonly A[]): A[] {
  const byOption = Map.groupBy(answers, ({ parentFieldOptionId }) => parentFieldOptionId);
  const printed: A[] = [];
  const print = (option: string | null): void => {
    const under = byOption.get(option) ?? [];
    byOption.delete(option);
    for (const answer of under) {
      printed.push(answer);
      print(answer.value);
    }
  };
  print(null);
  return printed;
}

function numberIn(value: string): number | null {
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}
