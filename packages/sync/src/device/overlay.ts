/** What somebody typed stays visible over what the server says, until the server has decided it. */
import { type Clock, CREATED, type Clocks, DELETED } from '../clock.ts';
import type { OutboxRecord } from '../records.ts';
import { clockKey, type StoredRow, type TableDefinition } from '../registry.ts';
import { setOf } from './writer.ts';

/** A row with changes of the device on top of what the server knows; null when neither has it. */
export function overlay(
  definition: TableDefinition,
  image: StoredRow | null,
  pending: readonly OutboxRecord[],
): StoredRow | null {
  let row = image;
  for (const entry of pending) {
    const set = setOf(entry);
    const clock = JSON.parse(entry.clock) as Clock;
    if (row === null) {
      if (entry.op === 'ins') row = madeHere(entry, clock);
      continue;
    }
    const clocks: Record<string, Clock> = { ...(JSON.parse(row._clk) as Clocks) };
    for (const column of Object.keys(set)) clocks[clockKey(definition, column)] = clock;
    const revives = row.deletedAt !== null && (entry.op === 'ins' || entry.op === 'restore');
    const dies = row.deletedAt === null && entry.op === 'del';
    if (revives || dies) clocks[DELETED] = clock;
    const deletedAt: number | null = revives ? null : dies ? entry.at : row.deletedAt;
    row = {
      ...row,
      ...set,
      deletedAt,
      _clk: JSON.stringify(clocks),
      updatedAt: entry.at,
      updatedByUserId: entry.userId,
    };
  }
  return row;
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
