/** Applies unsent changes over the server's values until the server has decided them. */
import { type Clock, CREATED, type Clocks, DELETED } from '../clock.ts';
import type { OutboxRecord } from '../records.ts';
import { clockKey, type StoredRow, type TableDefinition } from '../registry.ts';
import { setOf } from './rows.ts';

/** Returns a row with the changes of the device applied to the server's version; null when neither has it. */
export function overlay(
  definition: TableDefinition,
  image: StoredRow | null,
  pending: readonly OutboxRecord[],
): StoredRow | null {
  let row = image;
  for (const entry of pending) {
    const clock = JSON.parse(entry.clock) as Clock;
    if (row === null) {
      if (entry.op === 'ins') row = madeHere(entry, clock);
      continue;
    }
    const set = setOf(entry);
    const clocks: Record<string, Clock> = { ...(JSON.parse(row._clk) as Clocks) };
    for (const column of Object.keys(set)) clocks[clockKey(definition, column)] = clock;
    const deletedAt = deletedAfter(row, entry);
    if ((deletedAt === null) !== (row.deletedAt === null)) clocks[DELETED] = clock;
    const { at: updatedAt, userId: updatedByUserId } = entry;
    row = { ...row, ...set, deletedAt, _clk: JSON.stringify(clocks), updatedAt, updatedByUserId };
  }
  return row;
}

/** Like `overlay`, but leaves the server's clocks and stamps unchanged. */
export function overlayColumns(image: StoredRow | null, pending: readonly OutboxRecord[]): StoredRow | null {
  let row = image;
  for (const entry of pending) {
    if (row !== null) row = { ...row, ...setOf(entry), deletedAt: deletedAfter(row, entry) };
    else if (entry.op === 'ins') row = madeHere(entry, JSON.parse(entry.clock) as Clock);
  }
  return row;
}

/** Returns the deletion time of a row after a change. */
function deletedAfter({ deletedAt }: StoredRow, { op, at }: OutboxRecord): number | null {
  if (deletedAt === null) return op === 'del' ? at : null;
  return op === 'ins' || op === 'restore' ? null : deletedAt;
}

function madeHere({ rowId, scopeId, userId, at, setJson }: OutboxRecord, clock: Clock): StoredRow {
  return {
    ...setOf({ setJson }),
    id: rowId,
    scopeId,
    _seq: 0,
    _clk: JSON.stringify({ [CREATED]: clock }),
    createdAt: at,
    updatedAt: at,
    createdByUserId: userId,
    updatedByUserId: userId,
    deletedAt: null,
  };
}
