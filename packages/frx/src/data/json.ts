import { defaultLimits, LimitError } from '../limits.ts';
import { DataError, type DataTable } from './types.ts';

/**
 * Reads JSON: an array of rows is one table called `name`; an object of arrays is a table for each key. An array of objects
 * inside a row is kept as the rows of a nested data source; other objects and arrays inside a row become strings of JSON.
 * @throws DataError when it is not JSON of this structure
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
  if (typeof data !== 'object' || data === null)
    throw new DataError('JSON data must be an array of rows, or an object of such arrays.');
  return Object.entries(data)
    .filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]))
    .map(([key, rows]) => tableOf(key, rows));
}

function tableOf(name: string, items: readonly unknown[]): DataTable {
  return { name, rows: items.map(rowOf) };
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function rowOf(item: unknown): Readonly<Record<string, unknown>> {
  if (!isObject(item)) return { Value: cellOf(item) };
  if (Object.values(item).every((cell) => typeof cell !== 'object' || cell === null))
    return item as Readonly<Record<string, unknown>>;
  return Object.fromEntries(Object.entries(item).map(([key, cell]) => [key, cellOf(cell)]));
}

function cellOf(cell: unknown): unknown {
  if (Array.isArray(cell) && cell.length > 0 && cell.every(isObject)) return cell.map(rowOf);
  return typeof cell === 'object' && cell !== null ? JSON.stringify(cell) : cell;
}
