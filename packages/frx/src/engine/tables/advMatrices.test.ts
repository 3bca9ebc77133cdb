import { describe, expect, it } from 'vitest';
import { print, type TestTable } from '../../testing/testReport.ts';

const sales: TestTable = {
  columns: 'Who:String Year:Int32 Sum:Int32',
  rows: [
    ['Ann', 2011, 1],
    ['Ann', 2012, 2],
    ['Bob', 2011, 4],
    ['Bob', 2011, 8],
    ['Cid', 2012, 3],
  ],
};

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

interface Parts {
  readonly columns?: string;
  readonly rows?: string;
  /** Texts of the template's cells, row by row; `*` in front: its expressions are the matrix's own. */
  readonly cells: readonly (readonly string[])[];
  readonly attributes?: string;
  readonly script?: string;
}

const years = '<Descriptor Expression="[Sales.Year]"/>';
const names = '<Descriptor Expression="[Sales.Who]"/>';
const total = '<Descriptor DisplayText="All"/>';

async function printed({
  columns = years,
  rows = names,
  cells,
  attributes = '',
  script = '',
}: Parts): Promise<string[][]> {
  const width = cells[0]!.length;
  const line = (texts: readonly string[], y: number): string =>
    `<TableRow Height="15">${texts
      .map((text, x) => {
        const own = text.startsWith('*') ? 'AllowExpressions="false"' : '';
        return `<TableCell Name="C${String(y)}_${String(x)}" Text="${escaped(text.replace('*', ''))}" ${own} Font="Arial, 8pt"/>`;
      })
      .join('')}</TableRow>`;
  const matrix = `<AdvMatrixObject Name="M" Width="200" Height="45" DataSource="Sales" ${attributes}>
    <Columns>${columns}</Columns><Rows>${rows}</Rows>
    ${'<TableColumn Width="20"/>'.repeat(width)}${cells.map(line).join('')}
  </AdvMatrixObject>`;
  const { pages } = await print({
    bands: `<ReportTitleBand Name="Holder" Width="302.4" Height="50">${matrix}</ReportTitleBand>`,
    data: { Sales: sales },
    ...(script === '' ? {} : { script }),
  });
  const found: string[][] = [];
  const walk = (objects: (typeof pages)[0]['objects']): void => {
    for (const object of objects) {
      const { cell } = object;
      if (cell) (found[cell.row] ??= [])[cell.column] = object.text?.text ?? '';
      walk(object.children ?? []);
    }
  };
  walk(pages[0]!.objects);
  return found.map((row) => Array.from(row, (text) => text ?? '-'));
}

describe('an advanced matrix', () => {
  it('counts the rows of a cell by Count without an argument', async () => {
    const cells = [
      ['', '*[Sales.Year]', 'All'],
      ['*[Sales.Who]', '*[Count()]', '*[Count()]'],
    ];
    expect(await printed({ columns: `${years}${total}`, cells })).toEqual([
      ['', '2011', '2012', 'All'],
      ['Ann', '1', '1', '2'],
      ['Bob', '2', '0', '2'],
      ['Cid', '0', '1', '1'],
    ]);
  });

  it('flows over pages like a table', async () => {
    const { pages } = await print({
      data: {
        Sales: {
          columns: sales.columns,
          rows: Array.from({ length: 40 }, (_, i) => [`P${String(i).padStart(2, '0')}`, 2011, i]),
        },
      },
      bands: `<DataBand Name="D" Height="45" RowCount="1"><AdvMatrixObject Name="M" Width="40" Height="30" DataSource="Sales"><Columns>${years}</Columns><Rows>${names}</Rows><TableColumn Width="20"/><TableColumn Width="20"/><TableRow Height="15"><TableCell Name="A"/><TableCell Name="B"/></TableRow><TableRow Height="15"><TableCell Name="E"/><TableCell Name="F" Text="[Sum([Sales.Sum])]"/></TableRow></AdvMatrixObject></DataBand>`,
    });
    expect(pages.length).toBe(3);
  });

  it('calculates its cells over their data rows', async () => {
    const cells = [
      ['corner', '*', 'All'],
      ['*', '*[Sum([Sales.Sum])]', '*[Count([Sales.Sum])] of [Max([Sales.Sum])]'],
      ['All', '*[Avg([Sales.Sum])]', '*[Sum([Sales.Sum] * 2)]'],
    ];
    expect(await printed({ columns: years + total, rows: names + total, cells })).toEqual([
      ['corner', '2011', '2012', 'All'],
      ['Ann', '1', '2', '2 of 2'],
      ['Bob', '12', '', '2 of 8'],
      ['Cid', '', '3', '1 of 3'],
      ['All', '4.333333333333333', '2.5', '36'],
    ]);
  });

  it('sorts its items by their values, backwards, by an aggregate, or not at all', async () => {
    const firstColumn = async (sort: string): Promise<string[]> => {
      const rows = `<Descriptor Expression="[Sales.Who]" ${sort}/>`;
      const lines = await printed({
        rows,
        cells: [
          ['', '*'],
          ['*', '*[Sum([Sales.Sum])]'],
        ],
      });
      return lines.slice(1).map(([name]) => name!);
    };
    expect(await firstColumn('')).toEqual(['Ann', 'Bob', 'Cid']);
    expect(await firstColumn('Sort="Descending"')).toEqual(['Cid', 'Bob', 'Ann']);
    expect(await firstColumn('Sort="Descending" SortByTotal="Sum([Sales.Sum])"')).toEqual(['Bob', 'Ann', 'Cid']);
    expect(await firstColumn('Sort="None"')).toEqual(['Ann', 'Bob', 'Cid']);
  });

  it('puts nested items beside their parents, or below them with an indent', async () => {
    const inner = '<Descriptor Expression="[Sales.Year]"/>';
    const cells = [
      ['', '', 'Sum'],
      ['*', '*', '*[Sum([Sales.Sum])]'],
    ];
    const columns = '<Descriptor DisplayText="Sum"/>';
    expect(
      await printed({ columns, rows: `<Descriptor Expression="[Sales.Who]">${inner}</Descriptor>`, cells }),
    ).toEqual([
      ['', '', 'Sum'],
      ['Ann', '2011', '1'],
      ['-', '2012', '2'],
      ['Bob', '2011', '12'],
      ['Cid', '2012', '3'],
    ]);
    const stepped = `<Descriptor Expression="[Sales.Who]" Stepped="true">${inner}</Descriptor>`;
    const lines = [
      ['', 'Sum'],
      ['*', '*[Sum([Sales.Sum])]'],
      ['*', '*[Sum([Sales.Sum])]'],
    ];
    expect(await printed({ columns, rows: stepped, cells: lines })).toEqual([
      ['', 'Sum'],
      ['Ann', '3'],
      ['2011', '1'],
      ['2012', '2'],
      ['Bob', '12'],
      ['2011', '12'],
      ['Cid', '3'],
      ['2012', '3'],
    ]);
  });

  it('keeps the first items and sums up the others', async () => {
    const rows = `<Descriptor Expression="[Sales.Who]" Sort="Descending" SortByTotal="Sum([Sales.Sum])" TopN.Count="1" TopN.Total.Name="T" TopN.Others.Name="O" TopN.OthersTotal.Name="OT"/>
      <Descriptor Name="T"/><Descriptor Name="O"/><Descriptor Name="OT" DisplayText="Others ([M.ItemCount])"/>`;
    const cells = [
      ['', '*'],
      ['*', '*[Sum([Sales.Sum])]'],
      ['First', '*[Sum([Sales.Sum])]'],
      ['*', '*[Sum([Sales.Sum])]'],
      ['', '*[Sum([Sales.Sum])]'],
    ];
    expect(await printed({ columns: total, rows, cells })).toEqual([
      ['', 'All'],
      ['Bob', '12'],
      ['First', '12'],
      ['Ann', '3'],
      ['Cid', '3'],
      ['Others (2)', '6'],
    ]);
  });

  it('omits collapsed items', async () => {
    const rows =
      '<Descriptor Expression="[Sales.Who]" DisplayText="[M.RowNo]. [Sales.Who] ([M.ItemCount])"><Descriptor Expression="[Sales.Year]" Visible="false" VisibleToggledBy="B"/></Descriptor>';
    const cells = [
      ['', '', 'All'],
      ['*', '*', '*[Sum([Sales.Sum])]'],
    ];
    expect(await printed({ columns: total, rows, cells })).toEqual([
      ['', '', 'All'],
      ['1. Ann (2)', '-', '3'],
      ['2. Bob (1)', '-', '12'],
      ['3. Cid (1)', '-', '3'],
    ]);
  });

  it('compares columns and returns shares', async () => {
    const columns = `${years}<Descriptor DisplayText="more"/><Descriptor DisplayText="of 2012"/><Descriptor DisplayText="share"/>`;
    const cells = [
      ['', '*', 'more', 'of 2012', 'share'],
      [
        '*',
        '*[PercentOfColumnTotal(Count([Sales.Sum]))]',
        '*[NextColumn(Sum([Sales.Sum])) - FirstColumn()]',
        '*[SpecificColumn(2012, Sum([Sales.Sum]))]',
        '*[PercentOfGrandTotal(Count([Sales.Sum]))]',
      ],
    ];
    expect(await printed({ columns, cells })).toEqual([
      ['', '2011', '2012', 'more', 'of 2012', 'share'],
      ['Ann', '0.3333333333333333', '0.5', '1', '2', '0.4'],
      ['Bob', '0.6666666666666666', '', '-12', '0', '0.4'],
      ['Cid', '', '0.5', '3', '3', '0.2'],
    ]);
  });

  it('passes all values of a cell to functions of the script', async () => {
    const cells = [
      ['', '*'],
      ['*', '*[Largest([Sales.Sum])]'],
    ];
    const script =
      'public object Largest(List<dynamic> l) { dynamic m = 0; foreach (dynamic v in l) if (v > m) m = v; return m; }';
    expect(await printed({ columns: total, cells, script })).toEqual([
      ['', 'All'],
      ['Ann', '2'],
      ['Bob', '8'],
      ['Cid', '3'],
    ]);
  });

  it('prints headers without a value', async () => {
    const cells = [
      ['corner', '*', 'All'],
      ['*', '*[Sum([Sales.Sum])]', '*[Sum([Sales.Sum])]'],
    ];
    const filter = 'Filter="[Sales.Year] == 1"';
    expect(await printed({ columns: years + total, rows: total, cells, attributes: filter })).toEqual([
      ['corner', 'All'],
      ['All', ''],
    ]);
    expect(await printed({ cells, attributes: `${filter} PrintIfEmpty="false"` })).toEqual([]);
  });
});
