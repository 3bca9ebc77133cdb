import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Decimal } from '../expression/values/decimal.ts';
import { DateTime, Double, Integer, type Value } from '../expression/values/values.ts';
import { LimitError } from '../limits.ts';
import { createCompare, keyOf } from './compare.ts';
import { convertValue, defaultValueOf, parseMoment, toValue, typeNameOf } from './convert.ts';
import { readCsv } from './csv.ts';
import { DataSource, type Relation } from './dataSource.ts';
import { readJson } from './json.ts';
import { introSort } from '../expression/introSort.ts';
import { DataError, type DataTable, type Row } from './types.ts';
import { readXmlDataSet } from './xml.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const compare = createCompare('en-US');

describe('sorting', () => {
  it('leaves equal items in the order of .NET’s introsort', () => {
    const names =
      'Apple Banana Cherry Damson Elder Fig Grape Hazel Iris Jujube Kiwi Lemon Mango Nectar Olive Papaya Quince Raisin Satsuma Tomato Ugli Vanilla Walnut Ximenia'.split(
        ' ',
      );
    const items = names.map((name, i) => ({ name, group: 'ABC'[Math.floor(i / 9)] ?? 'C' }));
    introSort(items, (a, b) => compare(a.group, b.group));
    expect(items.slice(9, 18).map(({ name }) => name)).toEqual([
      'Raisin',
      'Quince',
      'Papaya',
      'Olive',
      'Lemon',
      'Mango',
      'Kiwi',
      'Jujube',
      'Nectar',
    ]);
  });

  it('sorts any input, with heapsort after bad partitions', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 400 }), (numbers) => {
        const sorted = [...numbers];
        introSort(sorted, (a, b) => a - b);
        expect(sorted).toEqual(numbers.toSorted((a, b) => a - b));
      }),
    );
    const organPipe = Array.from({ length: 5000 }, (_, i) => (i < 2500 ? i : 5000 - i));
    const sorted = [...organPipe];
    introSort(sorted, (a, b) => a - b);
    expect(sorted).toEqual(organPipe.toSorted((a, b) => a - b));
  });

  it('puts null first, numbers of all types by their value, and strings by the culture', () => {
    const values: Value[] = [new Decimal(25, 1), 2, null, new Double(2.25), 3];
    expect(values.toSorted(compare)).toEqual([null, 2, new Double(2.25), new Decimal(25, 1), 3]);
    expect(['b', 'A', 'a', 'B'].toSorted(compare)).toEqual(['a', 'A', 'b', 'B']);
  });
});

describe('conversion to the declared type', () => {
  it.each<[string, unknown, Value]>([
    ['int', '42', 42],
    ['int', 2.5, 2],
    ['decimal', '1.50', new Decimal(150, 2)],
    ['double', '1.5', new Double(1.5)],
    ['bool', 'true', true],
    ['bool', 0, false],
    ['long', 7, 7n],
    ['short', '12', new Integer('short', 12n)],
    ['DateTime', '2026-01-15T12:00:00', new DateTime(Date.UTC(2026, 0, 15, 12))],
    ['byte[]', 'AQI=', new Uint8Array([1, 2])],
    ['string', 7, '7'],
    ['int', 'seven', 'seven'],
  ])('parses %s from %j', (type, given, value) => {
    expect(convertValue(toValue(given), type)).toEqual(value);
  });

  it('converts times with an offset to UTC, and refuses invalid ones', () => {
    expect(parseMoment('1972-02-19T00:00:00+03:00')?.milliseconds).toBe(Date.UTC(1972, 1, 18, 21));
    expect(parseMoment('2026-01-15')?.milliseconds).toBe(Date.UTC(2026, 0, 15));
    expect(parseMoment('yesterday')).toBeUndefined();
  });

  it('maps the names of .NET types and converts null to the default of the type', () => {
    expect(['System.Int32', 'System.Byte[]', 'System.Nothing'].map(typeNameOf)).toEqual(['int', 'byte[]', 'object']);
    expect(defaultValueOf('DateTime')).toEqual(new DateTime(Date.parse('0001-01-01T00:00:00Z')));
    expect(defaultValueOf('byte[]')).toBeNull();
  });
});

describe('reading data', () => {
  it('takes types from the schema of a DataSet, and cells from elements and attributes', () => {
    const xml = `<Set><xs:schema id="Set" xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="Set"><xs:complexType><xs:choice><xs:element name="Order_x0020_Details"><xs:complexType><xs:sequence><xs:element name="Id" type="xs:int"/><xs:element name="Price" type="xs:decimal"/></xs:sequence></xs:complexType></xs:element></xs:choice></xs:complexType></xs:element></xs:schema>
      <Order_x0020_Details><Id>1</Id><Price>2.50</Price></Order_x0020_Details><Order_x0020_Details Id="2"/></Set>`;
    const [table] = readXmlDataSet(bytes(xml));
    expect(table?.name).toBe('Order Details');
    expect(table?.columns).toEqual([
      { name: 'Id', type: 'int' },
      { name: 'Price', type: 'decimal' },
    ]);
    expect([...table!.rows]).toEqual([[1, new Decimal(250, 2)], [2]]);
  });

  it('takes any XML without a schema as tables of strings', () => {
    const [table] = readXmlDataSet(bytes('<a><r><x>1</x><y>&lt;</y></r></a>'));
    expect([...table!.rows]).toEqual([['1', '<']]);
    expect(() => readXmlDataSet(bytes('<a><b></a>'))).toThrow(DataError);
    expect(() => readXmlDataSet(bytes('<a/>'), 2)).toThrow(LimitError);
  });

  it('reads CSV with quotes, line breaks in cells and other separators', () => {
    const table = readCsv('t', bytes('Name;Note\r\n"a;b";"say ""hi""\nnow"\nlast;\n'), { separator: ';' });
    expect(table.columns).toEqual([{ name: 'Name' }, { name: 'Note' }]);
    expect([...table.rows]).toEqual([
      ['a;b', 'say "hi"\nnow'],
      ['last', ''],
    ]);
    expect([...readCsv('t', bytes('Name,Note\nlast,')).rows]).toEqual([['last', '']]);
    expect(readCsv('t', bytes('1,2'), { header: false }).columns).toEqual([{ name: 'Field0' }, { name: 'Field1' }]);
  });

  it('reads JSON as one table or several, and reports the fault of anything else', () => {
    expect([...readJson('t', bytes('[{"a":1},{"a":{"b":2}}]'))[0]!.rows]).toEqual([{ a: 1 }, { a: '{"b":2}' }]);
    expect(readJson('t', bytes('{"x":[{"a":1}],"y":[],"z":3}')).map(({ name }) => name)).toEqual(['x', 'y']);
    expect(() => readJson('t', bytes('{'))).toThrow(DataError);
    expect(() => readJson('t', bytes('7'))).toThrow(DataError);
  });

  it('reads arrays of objects inside a JSON row as the rows of a nested source, other arrays as text', () => {
    const [table] = readJson('t', bytes('[{"name":"a","parts":[{"n":1},{"n":[2]}],"list":[1,2]}]'));

    expect([...table!.rows]).toEqual([{ name: 'a', parts: [{ n: 1 }, { n: '[2]' }], list: '[1,2]' }]);
    expect(toValue([{ n: 1 }])).toBe('[{"n":1}]');
  });

  it('returns tables or throws a DataError for any text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), (text) => {
        for (const reader of [
          readXmlDataSet,
          (data: Uint8Array) => readCsv('t', data),
          (data: Uint8Array) => readJson('t', data),
        ]) {
          try {
            reader(bytes(text));
          } catch (error) {
            expect(error).toBeInstanceOf(DataError);
          }
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('a data source', () => {
  const budget = { allowed: 1000, used: 0 };
  const source = (table: DataTable, columns: string[]): DataSource =>
    new DataSource(
      table.name,
      table.name,
      columns.map((name) => ({ name, alias: name, type: 'int', index: undefined, enabled: true })),
      table,
      budget,
      compare,
    );
  const table = (name: string, names: string[], rows: Iterable<Row>): DataTable => ({
    name,
    columns: names.map((own) => ({ name: own })),
    rows,
  });
  const all = (from: DataSource, column: string): Value[] => {
    const values: Value[] = [];
    for (; from.hasMoreRows; from.next()) values.push(from.value(from.column(column)!));
    return values;
  };

  it('iterates over its rows, filtered and sorted', () => {
    const items = source(table('T', ['Id'], [[3], [1], [2], [5]]), ['Id']);
    const id = (): Value => items.value(items.column('id')!);
    items.init({ filter: () => (id() as number) !== 5, sort: [{ evaluate: id, descending: true }] });
    expect(all(items, 'Id')).toEqual([3, 2, 1]);
  });

  it('has only the rows of the parent’s row, and finds the parent from the child', () => {
    const parent = source(table('P', ['Id'], [[1], [2]]), ['Id']);
    const child = source(
      table(
        'C',
        ['P', 'X'],
        [
          [2, 20],
          [1, 10],
          [2, 21],
          [7, 70],
        ],
      ),
      ['P', 'X'],
    );
    const relation: Relation = {
      name: 'R',
      alias: 'R',
      parent,
      child,
      parentColumns: ['Id'],
      childColumns: ['P'],
      enabled: true,
    };
    parent.init();
    parent.next();
    child.init({ relation });
    expect(all(child, 'X')).toEqual([20, 21]);
    child.init({ relation, allParentRows: true });
    expect(all(child, 'X')).toEqual([10, 20, 21]);
    child.init();
    child.moveTo(3);
    parent.lookUp(relation);
    expect(parent.raw(parent.column('Id')!)).toBeNull();
    expect(parent.value(parent.column('Id')!)).toBe(0);
  });

  it('keeps no more than a few rows of a stream, and can move back by one', () => {
    let made = 0;
    const rows = {
      *[Symbol.iterator](): Generator<Row> {
        for (let i = 0; i < 100; i++) {
          made += 1;
          yield [i];
        }
      },
    };
    const stream = source(table('S', ['Id'], rows), ['Id']);
    stream.streaming = true;
    stream.init();
    expect(made).toBe(1);
    stream.next();
    stream.next();
    stream.prior();
    expect(stream.value(stream.column('Id')!)).toBe(1);
    expect(made).toBe(3);
    expect(all(stream, 'Id')).toHaveLength(99);
  });

  it('stops at the limit of rows', () => {
    const endless = source(
      table('E', ['Id'], {
        *[Symbol.iterator]() {
          for (;;) yield [1];
        },
      }),
      ['Id'],
    );
    endless.streaming = true;
    endless.init();
    expect(() => all(endless, 'Id')).toThrow(LimitError);
  });

  it('treats equal keys of different number types as equal', () => {
    expect(keyOf(new Decimal(20, 1))).toBe(keyOf(2));
    expect(keyOf('2')).not.toBe(keyOf(2));
  });
});
