import { defaultLimits, LimitError } from '../limits.ts';
import type { DataTable } from './types.ts';

/** Format of a file of comma separated values. */
export interface CsvOptions {
  readonly separator?: string | undefined;
  /** The first line contains the names of the columns; default true. Otherwise they are Field0, Field1 … */
  readonly header?: boolean | undefined;
  readonly maxBytes?: number | undefined;
}

/** Reads comma separated values (RFC 4180; any separator, either line end). Every cell is a string; the template's types convert it. */
export function readCsv(name: string, bytes: Uint8Array, options: CsvOptions = {}): DataTable {
  const maxBytes = options.maxBytes ?? defaultLimits.dataBytes;
  if (bytes.length > maxBytes) throw new LimitError('dataBytes', maxBytes);
  const rows = parseRows(new TextDecoder().decode(bytes).replace(/^\uFEFF/, ''), options.separator ?? ',');
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const names = options.header === false ? undefined : rows.shift();
  return {
    name,
    columns: Array.from({ length: width }, (_, i) => ({ name: names?.[i] ?? `Field${String(i)}` })),
    rows,
  };
}

function parseRows(text: string, separator: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    let cell = '';
    if (text[at] === '"') {
      at += 1;
      for (;;) {
        const end = text.indexOf('"', at);
        cell += text.slice(at, end < 0 ? text.length : end);
        at = end < 0 ? text.length : end + 1;
        if (text[at] !== '"') break;
        cell += '"';
        at += 1;
      }
    }
    const from = at;
    while (at < text.length && !text.startsWith(separator, at) && text[at] !== '\n' && text[at] !== '\r') at += 1;
    row.push(cell + text.slice(from, at));
    if (text.startsWith(separator, at) && at < text.length) {
      at += separator.length;
      if (at === text.length) row.push('');
      else continue;
    }
    if (text[at] === '\r') at += 1;
    if (text[at] === '\n') at += 1;
    if (row.length > 1 || row[0] !== '') rows.push(row);
    row = [];
  }
  return rows;
}
