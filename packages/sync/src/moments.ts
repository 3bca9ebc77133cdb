/** Moments recorded by the clock of a device, which may be wrong (docs/sync.md, "What is promised"). */
import { z } from 'zod';
import type { Columns, TableDefinition, Value } from './registry.ts';

/** Milliseconds UTC from 1970 to the last moment of a date. */
const time = z.int().min(0).max(8.64e15);

/** A column whose value is the time of an edit, in milliseconds UTC. Times that people choose, such as dates, are not moments. */
export const moment = time.meta({ isMoment: true });

/**
 * A moment that is always recorded by the device that creates the row, even long before the edit, such as the start of work that is saved at its end.
 * It is corrected by the device's skew regardless of its age.
 */
export const ownMoment = time.meta({ isMoment: true, isOwn: true });

/** Maximum time in ms between the reading of the clock in an action and the write of its change. */
const LONGEST_ACTION_MS = 10 * 60 * 1000;

const columnsOf = new WeakMap<TableDefinition, readonly string[]>();

/** The columns of a table that hold moments. */
export function momentColumns(definition: TableDefinition): readonly string[] {
  let columns = columnsOf.get(definition);
  if (columns === undefined) {
    const shape: Readonly<Record<string, z.core.$ZodType>> = definition.columns.shape;
    columns = Object.keys(shape).filter((column) => isMoment(shape[column]));
    columnsOf.set(definition, columns);
  }
  return columns;
}

function isMoment(schema: z.core.$ZodType | undefined): boolean {
  return has('isMoment', schema);
}

/** Returns true for a schema whose metadata sets a flag, looking through `.nullable()` and `.optional()`. */
function has(flag: 'isMoment' | 'isOwn', schema: z.core.$ZodType | undefined): boolean {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return has(flag, schema.unwrap());
  return schema instanceof z.ZodType && schema.meta()?.[flag] === true;
}

/** Clock of a device when it sent an edit. */
export interface DeviceTime {
  /** The edit's time by the device's clock. */
  editedAt: number;
  /** Difference in ms between the server's clock and the device's. */
  skew: number;
  /** The server's time. */
  now: number;
}

/**
 * Corrects the moments of an edit like its clock: moments recorded by the edit itself, by the skew of the device. A moment that was copied from
 * another row was corrected when that row was sent. No result lies in the future, and no correction before 1970.
 * @returns the same values when there is nothing to correct
 */
export function correctMoments(
  definition: TableDefinition,
  set: Columns,
  { editedAt, skew, now }: DeviceTime,
): Columns {
  let corrected = set;
  for (const column of momentColumns(definition)) {
    const value: Value = set[column] ?? null;
    if (typeof value !== 'number') continue;
    const isOwn =
      has('isOwn', definition.columns.shape[column]) || (value <= editedAt && editedAt - value <= LONGEST_ACTION_MS);
    const right = Math.min(isOwn ? Math.max(0, value + skew) : value, now);
    if (right !== value) corrected = { ...corrected, [column]: right };
  }
  return corrected;
}
