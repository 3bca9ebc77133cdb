/** The items of a scope with their places, files and history. */
import type { ScopedDb } from '../db/scoped.ts';
import type { DataCell } from '../ports.ts';
import { storedLines } from '../history/index.ts';
import { type AnsweredRow, withAnswers } from './answerRows.ts';
import type { Row } from './dataSet.ts';
import type { ReportScope } from './scope.ts';
import { chunks, momentAt, type ScopeItem, type Source } from './source.ts';

const collator = new Intl.Collator('en-GB', { numeric: true });

/** The items of a scope by id: each after its parent, siblings by name. */
export async function itemsOf(db: ScopedDb, scope: ReportScope): Promise<Map<string, ScopeItem>> {
  const items = new Map<string, ScopeItem>();
  for (const { id: installationId } of scope.installations) {
    const rows = await db
      .from('item')
      .innerJoin('itemType', 'itemType.id', 'item.itemTypeId')
      .select(['item.id', 'item.parentItemId', 'item.name', 'item.isLocation', 'item.tag'])
      .select(['itemType.name as typeName', 'itemType.isQuestion'])
      .where('item.installationId', '=', installationId)
      .execute();
    const known = new Map(rows.map((row) => [row.id, row]));
    const kept = scope.everyItem ? null : await itemsInResults(db, scope, known);
    const children = Map.groupBy(rows, ({ parentItemId }) =>
      parentItemId !== null && known.has(parentItemId) ? parentItemId : null,
    );
    const waiting = [...below(null)];
    for (let row = waiting.pop(); row !== undefined; row = waiting.pop()) {
      waiting.push(...below(row.id));
      if (kept !== null && !kept.has(row.id)) continue;
      const parent = row.parentItemId === null ? undefined : items.get(row.parentItemId);
      items.set(row.id, {
        id: row.id,
        installationId,
        parentItemId: parent?.id ?? null,
        name: row.name,
        path: parent === undefined ? row.name : `${parent.path} / ${row.name}`,
        depth: parent === undefined ? 0 : parent.depth + 1,
        order: items.size,
        typeName: row.typeName,
        isLocation: row.isLocation === 1,
        isQuestion: row.isQuestion === 1,
        tag: row.tag,
      });
    }

    /** Returns the children of an item in reverse order, as a stack needs them. */
    function below(parentId: string | null): typeof rows {
      return (children.get(parentId) ?? []).toSorted(
        (a, b) => collator.compare(b.name, a.name) || (a.id < b.id ? 1 : -1),
      );
    }
  }
  return items;
}

/** Ids of the items that have results in the scope, and of their ancestors. */
async function itemsInResults(
  db: ScopedDb,
  scope: ReportScope,
  known: ReadonlyMap<string, { parentItemId: string | null }>,
): Promise<Set<string>> {
  const kept = new Set<string>();
  for (const { id: installationInspectionId } of scope.inspections) {
    const results = await db.rows('installationInspectionItem', { installationInspectionId });
    for (const { id, itemId } of results) {
      if (scope.resultId !== null && id !== scope.resultId) continue;
      let next: string | null = itemId;
      while (next !== null && !kept.has(next) && known.has(next)) {
        kept.add(next);
        next = known.get(next)!.parentItemId;
      }
    }
  }
  return kept;
}

/** The rows of Item. */
export async function* itemRows(source: Source): AsyncGenerator<readonly DataCell[]> {
  const rows = [...source.items.values()].map((item): AnsweredRow<'Item'> => ({
    ownerId: item.id,
    cells: [
      item.id,
      item.installationId,
      item.parentItemId,
      item.name,
      item.path,
      item.path.slice(0, item.depth === 0 ? 0 : -(item.name.length + ' / '.length)),
      item.depth,
      item.order,
      item.typeName,
      item.isLocation,
      item.isQuestion,
      item.tag,
    ],
  }));
  yield* withAnswers(source, 'Item', rows);
}

/** The rows of File. */
export async function* fileRows(source: Source): AsyncGenerator<Row<'File'>> {
  for (const piece of chunks([...source.items.keys()])) {
    const files = await source.ctx.db
      .from('file')
      .selectAll()
      .where('file.itemId', 'in', piece)
      .orderBy('file.filename')
      .orderBy('file.id')
      .execute();
    for (const { id, itemId, filename, size, createdAt } of files)
      yield [id, itemId, filename, size, momentAt(source, source.items.get(itemId)!.installationId, createdAt)];
  }
}

/** The rows of History: changes outside of any inspection, and those of the inspections of the scope. */
export async function* historyRows(source: Source): AsyncGenerator<Row<'History'>> {
  const { ctx, scope, items } = source;
  const inspections = new Set(scope.inspections.map(({ id }) => id));
  for (const piece of chunks([...items.keys()])) {
    const changes = await ctx.local
      .selectFrom('loggedChange')
      .select(['seq', 'op', 'historyJson', 'userId', 'editedAt', 'itemId', 'installationInspectionId'])
      .where('scopeId', '=', scope.company.id)
      .where('itemId', 'in', piece)
      .where('historyJson', 'is not', null)
      .orderBy('seq', 'desc')
      .execute();
    const byItem = Map.groupBy(changes, (change) => change.itemId!);
    for (const change of piece.flatMap((itemId) => byItem.get(itemId) ?? [])) {
      const { installationInspectionId: inspectionId } = change;
      if (inspectionId !== null && !inspections.has(inspectionId)) continue;
      const { what, lines } = storedLines(change.historyJson!, (userId) => source.names.get(userId));
      for (const [i, { field, from, to }] of lines.entries()) {
        yield [
          `${change.seq}.${i}`,
          change.itemId,
          inspectionId,
          change.op === 'del' ? 'Deleted' : change.op === 'upd' ? 'Changed' : 'Created',
          what,
          field,
          from,
          to,
          source.names.get(change.userId) ?? '',
          momentAt(source, items.get(change.itemId!)!.installationId, change.editedAt),
        ];
      }
    }
  }
}
