/** The displayed parents of rows of a tree while moves wait for the decision of the server. */
import { type Clock, type Clocks, clockOf } from '../clock.ts';
import { wouldLoop } from '../ledger.ts';
import type { OutboxRecord } from '../records.ts';
import { clockKey, type StoredRow, type TableDefinition, treeColumn, type Value } from '../registry.ts';
import type { Store } from '../store.ts';
import { replaceRow, setOf } from './rows.ts';

/**
 * Removes loops. An unsent move and an image can together make a loop that neither makes alone, and so can an image and rows of an earlier state.
 * Every walk up the tree must end. A move in a loop is therefore hidden, and the server's parent is shown, until the move is decided or the loop no
 * longer exists. A row that would still contain itself is shown at the top until the server has sent it together with the rows around it.
 * @param alone rows that were received without the earlier changes of other rows
 */
export async function settleMoves(
  store: Store,
  definition: TableDefinition,
  alone: readonly string[] = [],
): Promise<void> {
  const tree = treeColumn(definition)!;
  const standsInItself = async (id: string): Promise<StoredRow | null> => {
    const row = await store.row(definition.name, id);
    const loops = row !== undefined && (await wouldLoop(store, definition.name, tree, id, row[tree] ?? null));
    return loops ? row : null;
  };
  const moves = new Map<string, Move>();
  for (const entry of await store.list('outbox', { tableName: definition.name, sentAt: null })) {
    // Most entries are not moves, which their text shows without parsing.
    if (entry.op === 'noop' || !entry.setJson.includes(`"${tree}"`)) continue;
    const place = setOf(entry)[tree];
    if (place !== undefined) moves.set(entry.rowId, { entry, place });
  }
  for (const id of moves.keys()) {
    const row = await standsInItself(id);
    if (row !== null) await hideMove(store, definition.name, tree, row);
  }
  // A hidden move may have closed another loop.
  for (const id of new Set([...alone, ...moves.keys()])) {
    const row = await standsInItself(id);
    if (row !== null) await moveToTop(store, definition.name, tree, row);
  }
  // All moves of a loop were hidden; showing one of them again may make it possible to show another.
  for (let isMore = true; isMore;) {
    isMore = false;
    for (const move of moves.values()) if (await showAgain(store, definition, tree, move)) isMore = true;
  }
}

/** An unsent change of the parent of a row. */
interface Move {
  entry: OutboxRecord;
  place: Value;
}

/** Shows a row at the parent it was moved to, unless it is shown there already or would contain itself. @returns true when it was changed */
async function showAgain(
  store: Store,
  definition: TableDefinition,
  tree: string,
  { entry, place }: Move,
): Promise<boolean> {
  const row = await store.row(definition.name, entry.rowId);
  if (row === undefined || row[tree] === place) return false;
  if (await wouldLoop(store, definition.name, tree, row.id, place)) return false;
  const clocks: Record<string, Clock> = { ...(JSON.parse(row._clk) as Clocks) };
  clocks[clockKey(definition, tree)] = JSON.parse(entry.clock) as Clock;
  await replaceRow(store, definition.name, row, { ...row, [tree]: place, _clk: JSON.stringify(clocks) });
  return true;
}

/** Shows a row at the parent it has on the server. */
async function hideMove(store: Store, table: string, tree: string, row: StoredRow): Promise<void> {
  const [confirmed] = await store.list('confirmed', { tableName: table, rowId: row.id });
  const image = confirmed?.rowJson == null ? null : JSON.parse(confirmed.rowJson);
  const clocks: Record<string, Clock> = { ...(JSON.parse(row._clk) as Clocks) };
  const clock = image === null ? undefined : clockOf(JSON.parse(image._clk) as Clocks, tree);
  if (clock !== undefined) clocks[tree] = clock;
  const back = { ...row, [tree]: image?.[tree] ?? null, _clk: JSON.stringify(clocks) } as StoredRow;
  await replaceRow(store, table, row, back);
}

/** Shows a row at the top, and stores the server's version of it separately. */
async function moveToTop(store: Store, table: string, tree: string, row: StoredRow): Promise<void> {
  const kept = await store.list('confirmed', { tableName: table, rowId: row.id });
  if (kept.length === 0) {
    const { id: rowId, scopeId } = row;
    await store.put('confirmed', { tableName: table, rowId, scopeId, rowJson: JSON.stringify(row) });
  }
  await replaceRow(store, table, row, { ...row, [tree]: null });
}
