import type { Columns, Value } from '@holdfast/sync';

/** The columns a save carries: keys that were left out stay as they are, flags become 0 and 1. */
export function sent(given: Record<string, Value | boolean | undefined>): Columns {
  const columns: Columns = {};
  for (const [column, value] of Object.entries(given)) {
    if (value !== undefined) columns[column] = typeof value === 'boolean' ? Number(value) : value;
  }
  return columns;
}
