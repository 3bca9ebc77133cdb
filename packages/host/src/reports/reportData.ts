/** Data sets in the form that frx accepts, and as files. */
import { readFile } from 'node:fs/promises';
import type { DataCell, DataSet, DataShape, DataTable, DataType, FileBytes } from '@holdfast/core';
import Sqlite from 'better-sqlite3';
import { orNull } from '../orNull.ts';

/** Maximum number of bytes of rows passed to a template. */
const DATA_LIMIT_BYTES = 400 * 1024 * 1024;
/** Number of rows passed on before other work of the process can run, because SQLite answers synchronously. */
const ROWS_AT_ONCE = 50;
/** Bytes that a cell counts in addition to its content. */
const CELL_BYTES = 16;

/** Error: the data are too large for a report. */
export class TooMuchData extends Error {
  constructor() {
    super(
      `The report asks for more than ${DATA_LIMIT_BYTES / 1024 / 1024} MB of data. Print fewer inspections at a time, or Photo.Thumbnail in place of Photo.Image.`,
    );
  }
}

/** C# names of the types. */
const TEMPLATE_TYPES = {
  text: 'string',
  integer: 'int',
  decimal: 'decimal',
  boolean: 'bool',
  moment: 'DateTime',
  bytes: 'byte[]',
} as const satisfies Record<DataType, string>;

/** Columns as frx names their types. */
export function templateColumns(
  columns: DataShape['columns'],
): { name: string; type: (typeof TEMPLATE_TYPES)[DataType] }[] {
  return columns.map(({ name, type }) => ({ name, type: TEMPLATE_TYPES[type] }));
}

/** Rows in batches, as they are read. */
type GatheredRows = AsyncGenerator<readonly (readonly DataCell[])[]>;

/** Tables whose rows are read when the report needs them. */
export interface GatheredData {
  readonly name: string;
  readonly tables: readonly (ReturnType<typeof tableShape> & {
    readonly rows: (needs: (column: string) => boolean) => GatheredRows;
  })[];
}

/** Returns the tables of a data set; only the tables and pictures that the report needs are read. Reading them may throw TooMuchData. */
export function dataFor({ name, tables }: DataSet): GatheredData {
  let bytes = 0;
  async function* pieces({ rows }: DataTable, needs: (column: string) => boolean): GatheredRows {
    let piece: (readonly DataCell[])[] = [];
    for await (const row of rows(needs)) {
      bytes += row.reduce<number>((sum, cell) => sum + sizeOf(cell), 0);
      if (bytes > DATA_LIMIT_BYTES) throw new TooMuchData();
      if (piece.push(row) < ROWS_AT_ONCE) continue;
      yield piece;
      piece = [];
    }
    yield piece;
  }
  return {
    name,
    tables: tables.map((table) => ({ ...tableShape(table), rows: (needs) => pieces(table, needs) })),
  };
}

function tableShape({ name, columns }: DataShape) {
  return { name, columns: templateColumns(columns) };
}

function sizeOf(cell: DataCell): number {
  if (typeof cell === 'string') return CELL_BYTES + cell.length * 2;
  if (cell instanceof Uint8Array) return CELL_BYTES + cell.length;
  return isFile(cell) ? CELL_BYTES + cell.size : CELL_BYTES;
}

function isFile(cell: DataCell): cell is FileBytes {
  return typeof cell === 'object' && cell !== null && 'file' in cell;
}

/** Value of a cell that is a file: the bytes themselves. */
type WrittenCell = Exclude<DataCell, FileBytes>;

/** The rows of a table with the bytes of their files. */
async function* wholeRows({ rows }: DataTable): AsyncGenerator<WrittenCell[]> {
  for await (const row of rows(() => true))
    yield await Promise.all(row.map(async (cell) => (isFile(cell) ? orNull(readFile(cell.file)) : cell)));
}

const SCHEMA_TYPES = {
  text: 'xs:string',
  integer: 'xs:int',
  decimal: 'xs:decimal',
  boolean: 'xs:boolean',
  moment: 'xs:dateTime',
  bytes: 'xs:base64Binary',
} as const satisfies Record<DataType, string>;

/** Writes the data set as .NET does, with its schema and relations, for FastReport's designer. */
export async function* xmlFile(dataSet: DataSet): AsyncGenerator<Uint8Array> {
  const { name, tables, relations } = dataSet;
  const elements = tables.map(
    (table) =>
      `<xs:element name="${table.name}"><xs:complexType><xs:sequence>${table.columns.map(schemaColumn).join('')}</xs:sequence></xs:complexType></xs:element>`,
  );
  const related = relations.map(
    ({ parent, parentColumn, child, childColumn }) =>
      `<msdata:Relationship name="${parent}_${child}" msdata:parent="${parent}" msdata:child="${child}" msdata:parentkey="${parentColumn}" msdata:childkey="${childColumn}"/>`,
  );
  yield Buffer.from(
    [
      '<?xml version="1.0" standalone="yes"?>',
      `<${name}>`,
      `<xs:schema id="${name}" xmlns="" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:msdata="urn:schemas-microsoft-com:xml-msdata"><xs:element name="${name}" msdata:IsDataSet="true"><xs:complexType><xs:choice minOccurs="0" maxOccurs="unbounded">${elements.join('')}</xs:choice></xs:complexType></xs:element><xs:annotation><xs:appinfo>${related.join('')}</xs:appinfo></xs:annotation></xs:schema>`,
      '',
    ].join('\n'),
  );
  for (const table of tables) {
    for await (const row of wholeRows(table)) {
      const cells = table.columns.map((column, i) => xmlCell(column.name, row[i] ?? null));
      yield Buffer.from(`<${table.name}>${cells.join('')}</${table.name}>\n`);
    }
  }
  yield Buffer.from(`</${name}>\n`);
}

function schemaColumn({ name, type }: DataShape['columns'][number]): string {
  const mode = type === 'moment' ? ' msdata:DateTimeMode="Unspecified"' : '';
  return `<xs:element name="${name}" type="${SCHEMA_TYPES[type]}" minOccurs="0"${mode}/>`;
}

function xmlCell(name: string, cell: WrittenCell): string {
  return cell === null ? '' : `<${name}>${xmlText(cell)}</${name}>`;
}

// Characters that XML 1.0 cannot represent.
const UNWRITABLE = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#xD;' };

function xmlText(cell: NonNullable<WrittenCell>): string {
  if (typeof cell === 'string')
    return cell.replace(UNWRITABLE, '').replace(/[&<>\r]/g, (character) => ENTITIES[character]!);
  return plainText(cell);
}

function plainText(cell: NonNullable<WrittenCell>): string {
  if (cell instanceof Date) return cell.toISOString().replace(/(?:\.000)?Z$/, '');
  if (cell instanceof Uint8Array) return Buffer.from(cell.buffer, cell.byteOffset, cell.byteLength).toString('base64');
  return String(cell);
}

/** Writes the data set as JSON: rows as objects by table. Moments are in local time without a zone, bytes in base64. */
export async function* jsonFile({ name, tables }: DataSet): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`{"name":${JSON.stringify(name)},"tables":{`);
  for (const [i, table] of tables.entries()) {
    yield Buffer.from(`${i === 0 ? '' : ','}\n${JSON.stringify(table.name)}:[`);
    let separator = '\n';
    for await (const row of wholeRows(table)) {
      const cells = table.columns.map((column, place) => [column.name, jsonCell(row[place] ?? null)]);
      yield Buffer.from(separator + JSON.stringify(Object.fromEntries(cells)));
      separator = ',\n';
    }
    yield Buffer.from(']');
  }
  yield Buffer.from('}}\n');
}

function jsonCell(cell: WrittenCell): string | number | boolean | null {
  return cell instanceof Date || cell instanceof Uint8Array ? plainText(cell) : cell;
}

const SQLITE_TYPES = {
  text: 'text',
  integer: 'integer',
  decimal: 'real',
  boolean: 'integer',
  moment: 'text',
  bytes: 'blob',
} as const satisfies Record<DataType, string>;

/** Writes the data set as a SQLite database. Moments are local ISO text. */
export async function writeSqlite(dataSet: DataSet, path: string): Promise<void> {
  const database = new Sqlite(path);
  try {
    database.exec('pragma journal_mode = off; pragma synchronous = off; begin');
    for (const table of dataSet.tables) {
      const { name, columns } = table;
      const declared = columns.map((column) => `${quoted(column.name)} ${SQLITE_TYPES[column.type]}`);
      database.exec(`create table ${quoted(name)} (${declared.join(', ')})`);
      const insert = database.prepare(`insert into ${quoted(name)} values (${columns.map(() => '?').join(', ')})`);
      for await (const row of wholeRows(table)) insert.run(row.map(sqliteCell));
    }
    database.exec('commit');
  } finally {
    database.close();
  }
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function sqliteCell(cell: WrittenCell): string | number | Uint8Array | null {
  if (typeof cell === 'boolean') return Number(cell);
  return cell instanceof Date ? plainText(cell) : cell;
}
