/** Answers, as columns of their owner's table and as rows of their own. */
import type { ScopedDb } from '../db/scoped.ts';
import type { DataCell } from '../ports.ts';
import { type AnsweredTable, type Row, TABLES } from './dataSet.ts';
import type { FieldColumn } from './fieldColumns.ts';
import { resultsOf } from './results.ts';
import { chunks, momentAt, type Source } from './source.ts';

/** A row that may own answers. */
export interface AnsweredRow<T extends AnsweredTable> {
  ownerId: string;
  cells: Row<T>;
}

/** Yields rows, each followed by its answers in the columns of their questions. */
export async function* withAnswers<T extends AnsweredTable>(
  { ctx, fields }: Source,
  table: T,
  rows: readonly AnsweredRow<T>[],
): AsyncGenerator<readonly DataCell[]> {
  const columns = fields.get(TABLES[table].answersOf)!;
  const placesOf = placesOfAnswers(columns);
  for (const piece of chunks(rows)) {
    const answers = await answersTo(
      ctx.db,
      piece.map((row) => row.ownerId),
    );
    for (const { ownerId, cells } of piece) {
      const answered: DataCell[] = columns.map(() => null);
      const chosen: { rank: number; recordedDate: number }[] = [];
      for (const { fieldId, value, displayValue, templateVersion, recordedDate } of answers.get(ownerId) ?? []) {
        if (value === '') continue;
        for (const { place, rankOf } of placesOf.get(fieldId) ?? []) {
          const rank = rankOf(templateVersion);
          const before = chosen[place];
          if (rank === null || (before !== undefined && isBehind({ rank, recordedDate }, before))) continue;
          chosen[place] = { rank, recordedDate };
          answered[place] = columns[place]!.type === 'decimal' ? numberIn(value) : displayValue;
        }
      }
      yield [...cells, ...answered];
    }
  }
}

/** Ranks of the answers of one row for a column. `ASKED`: an answer to a current question, recorded under the short name of the column. */
const ASKED = 0;
/** An answer to a question that had the short name earlier; the latest of several is printed. */
const EARLIER = 1;
/** An answer to a current question, recorded before it had the short name. */
const RENAMED = 2;

/** A column that holds answers to a question. */
interface Place {
  readonly place: number;
  /** Returns the rank of an answer of a version of the template, the lowest of which is printed; null: not in the column. */
  rankOf(templateVersion: number): number | null;
}

function isBehind(answer: { rank: number; recordedDate: number }, other: typeof answer): boolean {
  if (answer.rank !== other.rank) return answer.rank > other.rank;
  return answer.rank === EARLIER && answer.recordedDate < other.recordedDate;
}

/** The columns that hold the answers to each question. */
function placesOfAnswers(columns: readonly FieldColumn[]): Map<string, Place[]> {
  const places = new Map<string, Place[]>();
  const add = (id: string, place: Place): void => void places.set(id, [...(places.get(id) ?? []), place]);
  for (const [place, { questions, earlier }] of columns.entries()) {
    for (const { id, since } of questions)
      add(id, { place, rankOf: (version) => (version >= since ? ASKED : RENAMED) });
    for (const { id, until } of earlier) add(id, { place, rankOf: (version) => (version <= until ? EARLIER : null) });
  }
  return places;
}

/** Yields every answer of the scope as a row. */
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
 * Answers at the top level, each followed by the answers under its chosen option; answers under other options are stored, but not printed
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
