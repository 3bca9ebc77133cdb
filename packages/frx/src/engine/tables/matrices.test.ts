import { describe, expect, it } from 'vitest';
import { Decimal } from '../../expression/values/decimal.ts';
import { band, objectsOf, print, textsOf, type TestTable } from '../../testing/testReport.ts';

const sales: TestTable = {
  columns: 'Who:String Year:Int32 Sum:Int32',
  rows: [
    ['Ann', 2011, 1],
    ['Ann', 2012, 2],
    ['Bob', 2011, 4],
    ['Bob', 2011, 8],
  ],
};

/** A matrix of years across, names down and sums; its totals say "All". */
function matrix(attributes = '', lines = '<TableColumn Width="40"/>'): string {
  const cell = (name: string, text: string): string => `<TableCell Name="${name}" Text="${text}" Font="Arial, 8pt"/>`;
  const row = (prefix: string, texts: readonly string[]): string =>
    `<TableRow Height="15">${texts.map((text, index) => cell(`${prefix}${String(index)}`, text)).join('')}</TableRow>`;
  return `<MatrixObject Name="M" Width="120" Height="45" DataSource="Sales" ${attributes}>
    <MatrixColumns><Header Expression="[Sales.Year]"/></MatrixColumns>
    <MatrixRows><Header Expression="[Sales.Who]"/></MatrixRows>
    <MatrixCells><Cell Expression="[Sales.Sum]"/></MatrixCells>
    ${lines.repeat(3)}${row('A', ['corner', '', 'All'])}${row('B', ['', '', ''])}${row('C', ['All', '', ''])}
  </MatrixObject>`;
}

const holder = (content: string, type = 'ReportTitleBand', name = 'Holder'): string =>
  `<${type} Name="${name}" Width="302.4" Height="50">${content}</${type}>`;

describe('a matrix in a report', () => {
  it('with PrintOnParent is measured again with its band, so that vertical headers have the width for their final height', async () => {
    const upright = matrix('PrintOnParent="true"', '<TableColumn Width="40" AutoSize="true"/>')
      .replaceAll('<TableRow', '<TableRow AutoSize="true"')
      .replaceAll('Name="A1"', 'Name="A1" Angle="90"');
    const years = { ...sales, rows: [['Ann', 20_112_012, 1]] } satisfies TestTable;
    const widths = async (more: string): Promise<number[]> => {
      const { pages } = await print({
        bands: holder(upright.replace('PrintOnParent="true"', more)),
        data: { Sales: years },
      });
      return objectsOf(pages[0]).flatMap(({ name, width }) => (name === 'A1' ? [width] : []));
    };
    const [below] = await widths('');
    const [inside] = await widths('PrintOnParent="true"');
    expect(inside).toBeLessThan(below!);
  });

  it('without rows prints headers and cells without values, also where only one side has a total', async () => {
    const names = async (template: string): Promise<string[]> => {
      const { pages } = await print({ bands: holder(template), data: { Sales: { ...sales, rows: [] } } });
      return objectsOf(pages[0]).flatMap(({ type, name, text }) =>
        type === 'TableCell' ? [`${name} ${text?.text ?? ''}`] : [],
      );
    };
    const withoutTotals = matrix().replace('[Sales.Year]"', '[Sales.Year]" Totals="false"');
    expect(await names(withoutTotals)).toEqual(['A0 corner', 'A1 ', 'B0 ', 'B1 ', 'C0 All', 'C1 ']);
    expect(await names(withoutTotals.replace('<MatrixObject', '<MatrixObject PrintIfEmpty="false"'))).toEqual([]);
  });

  it('moves objects after it that are anchored to the bottom of its band further up with each row', async () => {
    const text = (name: string): string =>
      `<TextObject Name="${name}" Left="200" Top="30" Width="50" Height="10" Anchor="Bottom, Left" Text="${name}"/>`;
    const { pages } = await print({
      bands: `<DataBand Name="D" Width="302.4" Height="50" RowCount="2">${text('Before')}${matrix('Top="10"')}${text('Behind')}</DataBand>`,
      data: { Sales: sales },
    });
    const tops = (name: string): number[] =>
      (pages[0]?.objects ?? []).flatMap(({ top, children = [] }) =>
        children.flatMap((child) => (child.name === name ? [child.top - top] : [])),
      );
    expect([tops('Before'), tops('Behind')]).toEqual([
      [-10, -10],
      [-10, -50],
    ]);
  });

  it('collects its rows by itself', async () => {
    const { pages } = await print({ bands: holder(matrix()), data: { Sales: sales } });
    expect(textsOf(pages[0])).toEqual([
      'corner',
      '2011',
      '2012',
      'All',
      'Ann',
      '1',
      '2',
      '3',
      'Bob',
      '12',
      '',
      '12',
      'All',
      '13',
      '2',
      '15',
    ]);
  });

  it('links headers to details by their text, values by the headers of their cell, and any cell by its own expression', async () => {
    const linked = async (attributes: string): Promise<(string | undefined)[]> => {
      const { pages } = await print({
        bands: holder(matrix().replaceAll('Font=', `${attributes} Font=`)),
        data: { Sales: sales },
      });
      return objectsOf(pages[0]).flatMap(({ type, link }) => (type === 'TableCell' ? [link?.value] : []));
    };
    expect((await linked('Hyperlink.Kind="DetailPage" Hyperlink.DetailPageName="Page2"')).slice(1, 7)).toEqual([
      '2011',
      '2012',
      'All',
      'Ann',
      '2011;Ann',
      '2012;Ann',
    ]);
    expect(new Set(await linked('Hyperlink.Kind="URL" Hyperlink.Expression="&quot;x&quot; + [Page]"'))).toEqual(
      new Set(['x1']),
    );
  });

  it('without cells or headers is left out', async () => {
    const bare = matrix().replace(/<MatrixCells>.*<\/MatrixCells>/, '');
    const { pages, warnings } = await print({ bands: holder(bare), data: { Sales: sales } });
    expect(textsOf(pages[0])).toEqual([]);
    expect(warnings).toMatchObject([{ object: 'M' }]);
  });

  it('with fewer columns or rows than its headers, cells and totals need is refused', async () => {
    const wide = matrix().replace('[Sales.Year]"/>', '[Sales.Year]"/><Header Expression="[Sales.Sum]"/>');
    const { pages, warnings } = await print({ bands: holder(wide), data: { Sales: sales } });
    expect(textsOf(pages[0])).toEqual([]);
    const message = 'The matrix has 3 columns and 3 rows. Its headers, cells and totals need 4 columns and 4 rows.';
    expect(warnings).toMatchObject([{ object: 'M', message, fails: true }]);
    await expect(
      print({ bands: holder(wide), data: { Sales: sales }, options: { stopOnError: true } }),
    ).rejects.toThrow(message);
  });

  it('is refused with SplitRows for cells one below the other, which need a header of several rows', async () => {
    const two = (more: string): string =>
      matrix(`SplitRows="true" ${more}`, '<TableColumn Width="40"/><TableColumn Width="40"/>')
        .replace('</MatrixCells>', '<Cell Expression="[Sales.Sum]"/></MatrixCells>')
        .replace('</MatrixObject>', '<TableRow Height="15"/><TableRow Height="15"/></MatrixObject>');
    const printed = (more: string) =>
      print({ bands: holder(two(more)), data: { Sales: sales }, options: { stopOnError: true } });
    await expect(printed('')).rejects.toThrow('SplitRows');
    await expect(printed('CellsSideBySide="true"')).resolves.toBeDefined();
  });

  it('refuses a percentage of 0 in a total of 0, which is no decimal', async () => {
    const share = matrix().replace('[Sales.Sum]"', '[Sales.Sum]" Percent="GrandTotal"');
    const nothing: TestTable = {
      columns: 'Who:String Year:Int32 Sum:Decimal',
      rows: [['Ann', 2011, new Decimal(0, 0)]],
    };
    const { warnings } = await print({ bands: holder(share), data: { Sales: nothing } });
    expect(warnings).toMatchObject([{ object: 'M', fails: true }]);
  });

  it('prints blank cells where a row of the template has none', async () => {
    const short = matrix().replace(/<TableCell Name="A2".*?\/>/, '');
    const { pages } = await print({ bands: holder(short), data: { Sales: sales } });
    expect(textsOf(pages[0]).slice(0, 5)).toEqual(['corner', '2011', '2012', '', 'Ann']);
    expect(textsOf(pages[0])).toHaveLength(16);
  });

  it('includes only the rows that match its filter', async () => {
    const { pages } = await print({ bands: holder(matrix('Filter="[Sales.Year] == 2012"')), data: { Sales: sales } });
    expect(textsOf(pages[0])).toEqual(['corner', '2012', 'All', 'Ann', '2', '2', 'All', '2', '2']);
  });

  it('on a footer of the band with its source takes the rows as they are printed', async () => {
    const rows = `<DataBand Name="Data" Width="302.4" Height="10" DataSource="Sales" Filter="[Sales.Sum] &lt; 8">${holder(matrix(), 'DataFooterBand', 'Footer')}</DataBand>`;
    const { pages } = await print({ bands: rows, data: { Sales: sales } });
    expect(textsOf(pages[0])).toEqual([
      'corner',
      '2011',
      '2012',
      'All',
      'Ann',
      '1',
      '2',
      '3',
      'Bob',
      '4',
      '',
      '4',
      'All',
      '5',
      '2',
      '7',
    ]);
  });

  it('on the footer of a group shows that group, and restores the position in the rows', async () => {
    const rows = `<GroupHeaderBand Name="Group" Width="302.4" Height="0" Condition="[Sales.Who]"><DataBand Name="Data" Width="302.4" Height="10" DataSource="Sales"/>${holder(matrix(), 'GroupFooterBand', 'Footer')}</GroupHeaderBand>`;
    const { pages } = await print({ bands: rows, page: 'PaperWidth="100" PaperHeight="200"', data: { Sales: sales } });
    expect(textsOf(pages[0])).toEqual([
      'corner',
      '2011',
      '2012',
      'All',
      'Ann',
      '1',
      '2',
      '3',
      'All',
      '1',
      '2',
      '3',
      'corner',
      '2011',
      'All',
      'Bob',
      '12',
      '12',
      'All',
      '12',
      '12',
    ]);
  });

  it('keeps the widths of its columns unless they size themselves', async () => {
    const widths = async (lines: string): Promise<readonly number[] | undefined> => {
      const { pages } = await print({ bands: holder(matrix('', lines)), data: { Sales: sales } });
      return pages[0]?.objects.flatMap(({ children }) => children ?? []).find(({ table }) => table)?.table?.columns;
    };
    expect(await widths('<TableColumn Width="40"/>')).toEqual([40, 40, 40, 40]);
    expect((await widths('<TableColumn Width="400" AutoSize="true"/>'))?.every((width) => width < 60)).toBe(true);
  });

  it('is printed beside another one on the same band', async () => {
    const second = matrix()
      .replaceAll(/Name="([A-C]\d|M)"/g, 'Name="Second$1" Left="160"')
      .replace('<TableColumn', '<TableColumn');
    const { pages } = await print({
      bands: holder(matrix('Left="10"') + second) + band('DataBand', 'Below', 'after', 'RowCount="1"'),
      data: { Sales: sales },
      page: 'PaperWidth="150" PaperHeight="80"',
    });
    const tables = pages[0]!.objects
      .flatMap(({ children }) => children ?? [])
      .filter(({ type }) => type === 'MatrixObject');
    expect(tables.map(({ left, top }) => [left, top])).toEqual([
      [10, 0],
      [200, 0],
    ]);
  });
});
