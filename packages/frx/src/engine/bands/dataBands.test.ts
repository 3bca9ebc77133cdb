import { describe, expect, it } from 'vitest';
import {
  band,
  bandsOf,
  numbers,
  placesOf,
  print,
  textObject,
  textsOf,
  type TestTable,
} from '../../testing/testReport.ts';

const Master: TestTable = {
  columns: 'Id:Int32 Name:String',
  rows: [
    [1, 'one'],
    [2, 'two'],
    [3, 'three'],
  ],
};
const Detail: TestTable = {
  columns: 'MasterId:Int32 Line:Int32',
  rows: [
    [3, 31],
    [1, 11],
    [1, 12],
    [3, 32],
  ],
};
const relation =
  '<Relation Name="R" ParentDataSource="Master" ChildDataSource="Detail" ParentColumns="Id" ChildColumns="MasterId" Enabled="true"/>';
const masterDetail = (master = '', detail = ''): string =>
  `<DataBand Name="M" Height="20" DataSource="Master" ${master}>${textObject('TM', '[Master.Name]', 'Width="90" Height="20"')}` +
  `<DataBand Name="D" Height="10" DataSource="Detail" ${detail}>${textObject('TD', '[Row#] [Detail.Line]', 'Width="90" Height="10"')}</DataBand></DataBand>`;

describe('data bands', () => {
  it('print the child rows of the parent’s row, and skip a parent without any', async () => {
    const { pages } = await print({ data: { Master, Detail }, dictionary: relation, bands: masterDetail() });
    expect(textsOf(pages[0])).toEqual(['one', '1 11', '2 12', 'three', '1 31', '2 32']);
  });

  it('print a parent without children with PrintIfDetailEmpty', async () => {
    const { pages } = await print({
      data: { Master, Detail },
      dictionary: relation,
      bands: masterDetail('PrintIfDetailEmpty="true"'),
    });
    expect(textsOf(pages[0], 'TM')).toEqual(['one', 'two', 'three']);
  });

  it('print once with the child rows of all parents with CollectChildRows, without a row of their own', async () => {
    const { pages } = await print({
      data: { Master, Detail },
      dictionary: relation,
      bands: masterDetail('CollectChildRows="true"'),
    });
    expect(textsOf(pages[0])).toEqual(['', '1 11', '2 12', '3 31', '4 32']);
  });

  it('print once with the first row where a parent without child rows prints too', async () => {
    const { pages } = await print({
      data: { Master, Detail },
      dictionary: relation,
      bands: masterDetail('CollectChildRows="true" PrintIfDetailEmpty="true"'),
    });
    expect(textsOf(pages[0])).toEqual(['one', '1 11', '2 12', '3 31', '4 32']);
  });

  it('find the parent’s row from the child, and an empty value if there is none', async () => {
    const rows = [...Detail.rows, [9, 91]];
    const { pages } = await print({
      data: { Master, Detail: { columns: Detail.columns, rows } },
      dictionary: relation,
      bands: band('DataBand', 'D', '[Detail.Line] [Detail.Master.Name]', 'DataSource="Detail"'),
    });
    expect(textsOf(pages[0])).toEqual(['31 three', '11 one', '12 one', '32 three', '91 ']);
  });

  it('filter, sort, and then apply MaxRows', async () => {
    const { pages } = await print({
      data: { Items: numbers(9) },
      bands: `<DataBand Name="D" Height="10" DataSource="Items" Filter="[Items.Id] % 2 == 1" MaxRows="3">${textObject('T', '[Items.Id]', 'Width="20" Height="10"')}<Sort><Sort Expression="[Items.Id]" Descending="true"/></Sort></DataBand>`,
    });
    expect(textsOf(pages[0])).toEqual(['9', '7', '5']);
  });

  it('print their header and footer once, the footer with the last row', async () => {
    const { pages } = await print({
      data: { Items: numbers(3) },
      bands: `<DataBand Name="D" Height="10" DataSource="Items">${band('DataHeaderBand', 'H', 'head [Items.Id]')}${band('DataFooterBand', 'F', 'foot [Items.Id]')}</DataBand>`,
    });
    expect(bandsOf(pages[0])).toEqual(['H 0', 'D 20', 'D 30', 'D 40', 'F 50']);
    expect(textsOf(pages[0])).toEqual(['head 1', 'foot 3']);
  });

  it('print one empty row with PrintIfDatasourceEmpty', async () => {
    const { pages } = await print({
      data: { Items: numbers(0) },
      bands: band('DataBand', 'D', 'none', 'DataSource="Items" PrintIfDatasourceEmpty="true"'),
    });
    expect(textsOf(pages[0])).toEqual(['none']);
  });

  it('print properties of objects in a column', async () => {
    const { pages } = await print({
      dictionary:
        '<BusinessObjectDataSource Name="People" ReferenceName="People" Enabled="true"><Column Name="Name" DataType="System.String"/>' +
        '<Column Name="Home" DataType="Address"><Column Name="City" DataType="System.String"/></Column></BusinessObjectDataSource>',
      bands: band('DataBand', 'D', '[People.Name] [People.Home.City]', 'DataSource="People"'),
      tables: [{ name: 'People', rows: [{ Name: 'Ann', Home: { City: 'Bergen' } }, { Name: 'Bo' }] }],
    });
    expect(textsOf(pages[0])).toEqual(['Ann Bergen', 'Bo ']);
  });

  it('print lists inside the rows of business objects', async () => {
    const rows = [
      { Name: 'Beverages', Products: [{ Title: 'Chai' }, { Title: 'Chang' }] },
      { Name: 'Seafood', Products: [{ Title: 'Crab' }] },
    ];
    const { pages } = await print({
      dictionary:
        '<BusinessObjectDataSource Name="Categories" ReferenceName="Categories" Enabled="true"><Column Name="Name" DataType="System.String"/>' +
        '<BusinessObjectDataSource Name="Products1" Alias="Products" PropName="Products" Enabled="true"><Column Name="Title" DataType="System.String"/></BusinessObjectDataSource></BusinessObjectDataSource>',
      bands: `<DataBand Name="C" Height="10" DataSource="Categories">${textObject('TC', '[Categories.Name]', 'Width="90" Height="10"')}<DataBand Name="P" Height="10" DataSource="Products1">${textObject('TP', '[Categories.Products.Title]', 'Width="90" Height="10"')}</DataBand></DataBand>`,
      tables: [{ name: 'Categories', rows }],
    });
    expect(textsOf(pages[0])).toEqual(['Beverages', 'Chai', 'Chang', 'Seafood', 'Crab']);
  });
});

describe('keeping', () => {
  const page = 'PaperWidth="100" PaperHeight="46.5"'; // 100 px between the margins

  it('moves a row with its details to the next page with KeepDetail', async () => {
    const report = { page, data: { Master, Detail }, dictionary: relation };
    const apart = await print({ ...report, bands: masterDetail('', 'Filter="true"') });
    expect(apart.pages.map((sheet) => textsOf(sheet))).toEqual([['one', '1 11', '2 12', 'three', '1 31', '2 32']]);
    const tight = { ...report, page: 'PaperWidth="100" PaperHeight="38.6"' };
    expect((await print({ ...tight, bands: masterDetail() })).pages.map((sheet) => textsOf(sheet).length)).toEqual([
      5, 1,
    ]);
    expect(
      (await print({ ...tight, bands: masterDetail('KeepDetail="true"') })).pages.map((sheet) => textsOf(sheet)),
    ).toEqual([
      ['one', '1 11', '2 12'],
      ['three', '1 31', '2 32'],
    ]);
  });

  it('keeps the first row with a header that has KeepWithData', async () => {
    const bands = (keep: string): string =>
      `<DataBand Name="A" Height="35" RowCount="2"/><DataBand Name="D" Height="20" DataSource="Items" FirstRowStartsNewPage="true"><DataHeaderBand Name="H" Height="20" ${keep}/></DataBand>`;
    const data = { Items: numbers(1) };
    expect((await print({ page, data, bands: bands('') })).pages.map((sheet) => bandsOf(sheet))).toEqual([
      ['A 0', 'A 35', 'H 70'],
      ['D 0'],
    ]);
    expect(
      (await print({ page, data, bands: bands('KeepWithData="true"') })).pages.map((sheet) => bandsOf(sheet)),
    ).toEqual([
      ['A 0', 'A 35'],
      ['H 0', 'D 20'],
    ]);
  });

  it('moves the last row to the next page with a footer that has KeepWithData and does not fit', async () => {
    const bands = (keep: string): string =>
      `<DataBand Name="D" Height="25" DataSource="Items"><DataFooterBand Name="F" Height="30" ${keep}/></DataBand>`;
    const data = { Items: numbers(3) };
    expect((await print({ page, data, bands: bands('') })).pages.map((sheet) => bandsOf(sheet))).toEqual([
      ['D 0', 'D 25', 'D 50'],
      ['F 0'],
    ]);
    expect(
      (await print({ page, data, bands: bands('KeepWithData="true"') })).pages.map((sheet) => bandsOf(sheet)),
    ).toEqual([
      ['D 0', 'D 25'],
      ['D 0', 'F 25'],
    ]);
  });

  it('keeps a child with its band with KeepChild', async () => {
    const bands = (keep: string): string =>
      `<DataBand Name="D" Height="30" RowCount="2" ${keep}><ChildBand Name="C" Height="25"/></DataBand>`;
    expect((await print({ page, bands: bands('') })).pages.map((sheet) => bandsOf(sheet))).toEqual([
      ['D 0', 'C 30', 'D 55'],
      ['C 0'],
    ]);
    expect((await print({ page, bands: bands('KeepChild="true"') })).pages.map((sheet) => bandsOf(sheet))).toEqual([
      ['D 0', 'C 30'],
      ['D 0', 'C 30'],
    ]);
  });

  it('excludes moved rows from the totals of the page on which they began', async () => {
    const { pages } = await print({
      page: 'PaperWidth="100" PaperHeight="51.8"', // 120 px, 100 of them above the footer
      data: { Items: numbers(3) },
      dictionary: '<Total Name="Sum" Expression="[Items.Id]" Evaluator="D" PrintOn="PF"/>',
      bands:
        '<DataBand Name="D" Height="30" DataSource="Items" KeepChild="true"><ChildBand Name="C" Height="15"/></DataBand>' +
        band('PageFooterBand', 'PF', '[Sum]'),
    });
    expect(pages.map((sheet) => textsOf(sheet))).toEqual([['3'], ['3']]);
  });
});

describe('columns', () => {
  it('of a data band go across first: rows of several bands, as high as the highest', async () => {
    const { pages } = await print({
      data: { Items: numbers(5) },
      bands: `<DataBand Name="D" Height="20" DataSource="Items" Columns.Count="2" Columns.Width="100">${textObject('T', '[Items.Id]', 'Width="90" Height="20"')}</DataBand>`,
    });
    expect(placesOf(pages[0], 'T')).toEqual(['0,0,90,20', '100,0,90,20', '0,20,90,20', '100,20,90,20', '0,40,90,20']);
    expect(bandsOf(pages[0])).toEqual(['D 0', 'D 20', 'D 40']);
  });

  it('of a data band go down first with DownThenAcross, at least MinRowCount rows each', async () => {
    const bands = (more: string): string =>
      `<DataBand Name="D" Height="20" DataSource="Items" Columns.Count="2" Columns.Width="100" Columns.Layout="DownThenAcross" ${more}>${textObject('T', '[Items.Id]', 'Width="90" Height="20"')}</DataBand>`;
    const data = { Items: numbers(5) };
    expect(placesOf((await print({ data, bands: bands('') })).pages[0], 'T')).toEqual([
      '0,0,90,20',
      '0,20,90,20',
      '0,40,90,20',
      '100,0,90,20',
      '100,20,90,20',
    ]);
    expect(placesOf((await print({ data, bands: bands('Columns.MinRowCount="4"') })).pages[0], 'T').at(-1)).toBe(
      '100,0,90,20',
    );
  });

  it('of a page are filled one after the other, with header and footer in each', async () => {
    const { pages } = await print({
      page: 'PaperWidth="100" PaperHeight="46.5" Columns.Count="2" Columns.Width="40" Columns.Positions="0,40"',
      data: { Items: numbers(7) },
      bands:
        '<ColumnHeaderBand Name="CH" Height="20"/><ColumnFooterBand Name="CF" Height="20"/>' +
        band('DataBand', 'D', '[Items.Id]', 'DataSource="Items"'),
    });
    expect(pages).toHaveLength(2);
    expect(pages[0]?.objects.map(({ name, left, top }) => `${name} ${String(left)},${String(top)}`)).toEqual([
      'CH 0,0',
      'D 0,20',
      'D 0,40',
      'D 0,60',
      'CF 0,80',
      'CH 151.2,0',
      'D 151.2,20',
      'D 151.2,40',
      'D 151.2,60',
      'CF 151.2,80',
    ]);
  });

  it('without rows print the child that replaces them, below the row that PrintIfDatasourceEmpty prints too', async () => {
    const bands = (attributes: string): string =>
      `<DataBand Name="D" Height="10" RowCount="0" ${attributes}><ChildBand Name="C" Height="10" PrintIfDatabandEmpty="true"/></DataBand>`;
    const names = async (attributes: string): Promise<string[]> =>
      bandsOf((await print({ bands: bands(attributes) })).pages[0]);
    expect(await names('')).toEqual(['C 0']);
    expect(await names('PrintIfDatasourceEmpty="true"')).toEqual(['D 0', 'C 10']);
  });
});

it('prints a band whose data source is not declared as often as RowCount says, and warns of it', async () => {
  const { pages, warnings } = await print({
    bands: `<DataBand Name="D" Width="302.4" Height="20" DataSource="Missing" RowCount="2">${textObject('A', '[Row#]', 'Width="50" Height="20"')}</DataBand>`,
  });
  expect(textsOf(pages[0], 'A')).toEqual(['1', '2']);
  expect(warnings).toMatchObject([
    { object: 'D', message: expect.stringContaining('no enabled data source Missing') as string },
  ]);
});
