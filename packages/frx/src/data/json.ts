import { defaultLimits, LimitError } from '../limits.ts';
import { DataError, type DataTable } from './types.ts';

/**
 * Reads JSON: an array of rows is one table called `name`; an object of arrays is a table for each key. Nested objects and arrays inside
 * a row stay strings of JSON.
 * @throws DataError when it is not JSON of such a shape
 */
export function readJson(name: string, bytes: Uint8Array, maxBytes: number = defaultLimits.dataBytes): DataTable[] {
  if (bytes.length > maxBytes) throw new LimitError('dataBytes', maxBytes);
  let data: unknown;
  try {
    data = JSON.parse(new TextDecoder().decode(bytes));
  } catch (error) {
    throw new DataError(`The data is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (Array.isArray(data)) return [tableOf(name, data)];
  if (typeof data !== 'object' || data === null) throw new DataError('JSON data is an array of rows, or an object of such arrays.');
  return Object.entries(data)
    .filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]))
    .map(([key, rows]) => tableOf(key, rows));
}

function tableOf(name: string, items: readonly unknown[]): DataTable {
  const plain = (cell: unknown): unknown => (typeof cell === 'object' && cell !== null ? JSON.stringify(cell) : cell);
  const rows = items.map((item) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).map(([key, cell]) => [key, plain(cell)]))
      : { Value: plain(item) },
  );
  return { name, rows };
}
