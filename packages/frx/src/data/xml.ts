import { SaxesParser } from 'saxes';
import type { TypeName, Value } from '../expression/values/values.ts';
import { defaultLimits, LimitError } from '../limits.ts';
import { convertValue } from './convert.ts';
import { DataError, type DataTable } from './types.ts';

const schemaTypes: Readonly<Record<string, TypeName>> = {
  int: 'int',
  integer: 'long',
  long: 'long',
  short: 'short',
  byte: 'sbyte',
  unsignedByte: 'byte',
  unsignedShort: 'ushort',
  unsignedInt: 'uint',
  unsignedLong: 'ulong',
  decimal: 'decimal',
  double: 'double',
  float: 'float',
  boolean: 'bool',
  dateTime: 'DateTime',
  date: 'DateTime',
  time: 'DateTime',
  duration: 'TimeSpan',
  base64Binary: 'byte[]',
};

/** Number of bytes that are decoded and parsed at a time. */
const PIECE = 1 << 20;

interface Column {
  readonly name: string;
  readonly type: TypeName;
  readonly index: number;
}

interface Table {
  readonly name: string;
  readonly columns: Map<string, Column>;
  readonly rows: Value[][];
}

/** Decodes `_x0020_` and the like in the names of tables and columns. */
const decodeName = (name: string): string =>
  name.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));

/**
 * Reads a DataSet as .NET writes it: optional schema (types of the columns), then an element per row and a child element or attribute per
 * cell. Moments with an offset are converted to UTC.
 * @throws DataError when it is not XML
 * @throws LimitError when it is larger than `maxBytes`
 */
export function readXmlDataSet(bytes: Uint8Array, maxBytes: number = defaultLimits.dataBytes): DataTable[] {
  if (bytes.length > maxBytes) throw new LimitError('dataBytes', maxBytes);
  const tables = new Map<string, Table>();
  const tableOf = (name: string): Table => {
    let table = tables.get(name);
    if (!table) {
      table = { name, columns: new Map(), rows: [] };
      tables.set(name, table);
    }
    return table;
  };
  const addColumn = (table: Table, name: string, type: TypeName): Column => {
    let column = table.columns.get(name);
    if (!column) {
      column = { name, type, index: table.columns.size };
      table.columns.set(name, column);
    }
    return column;
  };

  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw new DataError(`The data is not well-formed XML: ${error.message}`);
  });
  let depth = 0;
  let inSchema = 0;
  const schemaElements: string[] = [];
  let row: Value[] | undefined;
  let table: Table | undefined;
  let cell = '';
  let cellDepth = 0;

  const openSchemaElement = (attributes: Record<string, string>): void => {
    const name = decodeName(attributes['name'] ?? '');
    const type = /(?<!\w)(\w+)$/.exec(attributes['type'] ?? '')?.[1];
    const inner = schemaElements.at(-1);
    if (type !== undefined && inner !== undefined) {
      const declared = attributes['msdata:DataType']?.startsWith('System.Guid') ? 'string' : schemaTypes[type];
      addColumn(tableOf(inner), name, declared ?? 'string');
    }
    schemaElements.push(name);
  };
  const store = (name: string, text: string): void => {
    if (!table || !row) return;
    const column = addColumn(table, decodeName(name), 'string');
    row[column.index] = column.type === 'string' ? text : convertValue(text, column.type);
  };

  parser.on('opentag', (tag) => {
    depth += 1;
    const local = tag.name.replace(/^.*:/, '');
    if (inSchema > 0) {
      inSchema += 1;
      if (local === 'element') openSchemaElement(tag.attributes);
      else if (local === 'attribute' && tag.attributes['name'] && schemaElements.length > 0) {
        const type = /(?<!\w)(\w+)$/.exec(tag.attributes['type'] ?? '')?.[1] ?? 'string';
        addColumn(tableOf(schemaElements.at(-1)!), decodeName(tag.attributes['name']), schemaTypes[type] ?? 'string');
      }
      return;
    }
    if (local === 'schema') {
      inSchema = 1;
      return;
    }
    if (depth === 2) {
      table = tableOf(decodeName(tag.name));
      row = [];
      for (const [name, value] of Object.entries(tag.attributes)) if (!name.startsWith('xmlns')) store(name, value);
    } else if (depth === 3) {
      cell = '';
      cellDepth = depth;
    }
  });
  const append = (part: string): void => {
    if (inSchema === 0 && cellDepth > 0) cell += part;
  };
  parser.on('text', append);
  parser.on('cdata', append);
  parser.on('closetag', (tag) => {
    if (inSchema > 0) {
      if (tag.name.endsWith(':element')) schemaElements.pop();
      inSchema -= 1;
    } else if (depth === 3) {
      store(tag.name, cell);
      cellDepth = 0;
    } else if (depth === 2 && table && row) {
      table.rows.push(row);
      row = undefined;
    }
    depth -= 1;
  });
  // In pieces, so that the complete text is never in memory beside its rows; the decoder leaves out a byte order mark.
  const decoder = new TextDecoder();
  for (let at = 0; at < bytes.length; at += PIECE)
    parser.write(decoder.decode(bytes.subarray(at, at + PIECE), { stream: true }));
  parser.write(decoder.decode()).close();

  return [...tables.values()]
    .filter((one) => one.columns.size > 0)
    .map((one) => ({
      name: one.name,
      columns: [...one.columns.values()].map(({ name, type }) => ({ name, type })),
      rows: one.rows,
    }));
}
