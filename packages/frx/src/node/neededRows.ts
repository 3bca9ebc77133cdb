/** The tables of a report while it is printed: the gathered ones, and requests for the others that the report reads. */
import type { DataSet, Row } from '../data/types.ts';
import type { Template, TemplateObject } from '../template/model.ts';
import type { DataSetShape, TableShape } from './renderMessages.ts';

/** Columns that are needed, by the index of their table. */
export type Needs = Map<number, Set<string>>;

/** Gathered data of a table. */
interface Gathered extends TableShape {
  rows: Row[];
  /** The columns that were requested; null: nothing of the table was. */
  needed: ReadonlySet<string> | null;
}

/** The report read rows that were not gathered; it is started again when they have arrived. */
export class RowsMissing extends Error {
  constructor() {
    super('The report needs rows that were not gathered.');
  }
}

/** Keeps the rows of one report. */
export class ReportRows {
  readonly #sets: readonly { readonly name: string; readonly tables: readonly Gathered[] }[];
  readonly #tables: readonly Gathered[];
  /** Called when something is read that was not gathered. */
  #onMissing: (table: number, column: string | null) => void = () => undefined;

  constructor(dataSets: readonly DataSetShape[]) {
    this.#sets = dataSets.map(({ name, tables }) => ({
      name,
      tables: tables.map((table) => ({ ...table, rows: [], needed: null })),
    }));
    this.#tables = this.#sets.flatMap(({ tables }) => tables);
  }

  /**
   * The tables and columns whose names occur in a template outside of its dictionary, which may list all there are: what most reports need, known
   * before they run.
   */
  namedIn({ root, script }: Template): Needs {
    const dictionary = root.children.find(({ type }) => type === 'Dictionary');
    const sources = sourcesOf(dictionary);
    const text = [script, ...textsOf(root, dictionary)].join('\n');
    const needs: Needs = new Map();
    for (const [index, { name, columns = [] }] of this.#tables.entries()) {
      const own = sources.filter(({ table }) => table === name);
      const known = own.length > 0 ? own : [{ table: name, names: [name], columns: new Map<string, string>() }];
      const named = known.filter(({ names }) => names.some((each) => text.includes(each)));
      if (named.length === 0) continue;
      const isNamed = (column: string): boolean =>
        named.some(({ names, columns: aliases }) =>
          names.some((each) =>
            [column, aliases.get(column) ?? column].some((last) => text.includes(`${each}.${last}`)),
          ),
        );
      needs.set(index, new Set(columns.map((column) => column.name).filter(isNamed)));
    }
    return needs;
  }

  /** Prepares for rows that will follow. @returns all needs of these tables, including earlier ones */
  expect(needs: Needs): Needs {
    const all: Needs = new Map();
    for (const [index, columns] of needs) {
      const table = this.#tables[index]!;
      const wanted = new Set([...(table.needed ?? []), ...columns]);
      table.needed = wanted;
      if (table.onDemand === true) table.rows = [];
      all.set(index, wanted);
    }
    return all;
  }

  /** Adds rows to a table. */
  add(index: number, rows: readonly Row[]): void {
    const table = this.#tables[index]!;
    const withheld = this.#withheld(table);
    for (const row of rows) {
      for (const { position, name } of withheld) this.#watch(row, position, index, name);
      table.rows.push(row);
    }
  }

  /** The data sets for one run. @param onMissing is called for each table or column that the run reads and that was not gathered */
  dataSets(onMissing: (table: number, column: string | null) => void): DataSet[] {
    this.#onMissing = onMissing;
    let index = 0;
    return this.#sets.map(({ name, tables }) => ({
      name,
      tables: tables.map((table) => {
        const own = index++;
        const isMissing = table.onDemand === true && table.needed === null;
        return { name: table.name, columns: table.columns, rows: isMissing ? this.#missing(own) : table.rows };
      }),
    }));
  }

  /** The rows of a table that was not gathered. */
  #missing(index: number): Iterable<Row> {
    return {
      [Symbol.iterator]: () => {
        this.#onMissing(index, null);
        return [][Symbol.iterator]();
      },
    };
  }

  /** The columns of bytes that were left out of the rows of a table. */
  #withheld({ onDemand, columns = [], needed }: Gathered): { position: number; name: string }[] {
    if (onDemand !== true) return [];
    return columns.flatMap(({ name, type }, position) =>
      type === 'byte[]' && needed?.has(name) !== true ? [{ position, name }] : [],
    );
  }

  /** Reports when a cell is read whose bytes were left out. */
  #watch(row: Row, position: number, table: number, column: string): void {
    if (!Array.isArray(row) || row[position] !== null) return;
    const get = (): null => {
      this.#onMissing(table, column);
      return null;
    };
    Object.defineProperty(row, position, { get, enumerable: true, configurable: true });
  }
}

/** A data source of a dictionary: the table that it shows, its names, and the aliases of columns by their names. */
interface Source {
  readonly table: string;
  readonly names: readonly string[];
  readonly columns: ReadonlyMap<string, string>;
}

/** The data sources of a dictionary that show registered tables. */
function sourcesOf(dictionary: TemplateObject | undefined): Source[] {
  const found: Source[] = [];
  const waiting = dictionary === undefined ? [] : [...dictionary.children];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    waiting.push(...node.children);
    const reference = node.attributes.get('ReferenceName');
    if (reference === undefined) continue;
    const columns = node.children.map(
      (child) => [child.attributes.get('PropName') ?? child.name, child.attributes.get('Alias') ?? child.name] as const,
    );
    found.push({
      table: reference.slice(reference.lastIndexOf('.') + 1),
      names: [node.name, node.attributes.get('Alias') ?? node.name],
      columns: new Map(columns),
    });
  }
  return found;
}

/** All attribute values and texts of a template; of its dictionary only the expressions. */
function* textsOf(root: TemplateObject, dictionary: TemplateObject | undefined): Generator<string> {
  const waiting: { object: TemplateObject; isDictionary: boolean }[] = [{ object: root, isDictionary: false }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { object, isDictionary } = next;
    if (isDictionary) yield* [object.attributes.get('Expression') ?? '', object.attributes.get('Filter') ?? ''];
    else yield* [...object.attributes.values(), object.text];
    for (const child of object.children)
      waiting.push({ object: child, isDictionary: isDictionary || child === dictionary });
  }
}
