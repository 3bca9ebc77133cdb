import { describe, expect, it } from 'vitest';
import { createCompare } from '../../data/compare.ts';
import { createDictionary } from '../../data/dictionary.ts';
import type { DataTable, TableColumn } from '../../data/types.ts';
import { defaultLimits } from '../../limits.ts';
import { readTemplate } from '../../template/read.ts';
import { band, print, textObject, textsOf } from '../../testing/testReport.ts';

const column = (name: string, type: TableColumn['type'] = 'string'): TableColumn => ({ name, type });
const items: DataTable = {
  name: 'Item',
  columns: [column('Id', 'int'), column('Name'), column('Load', 'decimal')],
  rows: [
    [1, 'Hoist', 2.5],
    [2, 'Winch', null],
  ],
};
const sites: DataTable = {
  name: 'Site',
  columns: [column('ItemId', 'int'), column('Place')],
  rows: [
    [2, 'Deck'],
    [1, 'Shaft'],
  ],
};
const declaring = (columns: string, attributes = '', name = 'Item'): string =>
  `<TableDataSource Name="${name}" ReferenceName="Test.${name}" ${attributes}>${columns}</TableDataSource>`;
const id = '<Column Name="Id" DataType="System.Int32"/>';
const name = '<Column Name="Name" DataType="System.String"/>';
const stops = { stopOnError: true };

describe('data that the dictionary does not declare', () => {
  it('prints columns and tables that only the data have, with the types of the data', async () => {
    const { pages } = await print({
      dictionary: declaring(id),
      tables: [items, sites],
      bands: band('DataBand', 'D', '[Item.Name] [[Item.Load] * 2] [Site.Place]', 'DataSource="Item"'),
      options: stops,
    });
    expect(textsOf(pages[0])).toEqual(['Hoist 5.0 Deck', 'Winch 0 Deck']);
  });

  it('prints a band of such a table as one without a data source, but its columns in expressions', async () => {
    const { pages } = await print({
      dictionary: declaring(id),
      tables: [items, sites],
      bands: band('DataBand', 'D', '[Site.Place]', 'DataSource="Site"'),
      options: stops,
    });
    expect(textsOf(pages[0])).toEqual(['Deck']);
  });

  it('finds rows of such a table through a relation', async () => {
    const { pages } = await print({
      dictionary:
        declaring('<Column Name="ItemId" DataType="System.Int32"/>', '', 'Site') +
        '<Relation Name="R" ParentDataSource="Item" ChildDataSource="Site" ParentColumns="Id" ChildColumns="ItemId"/>',
      tables: [items, sites],
      bands: band('DataBand', 'D', '[Site.Item.Name]', 'DataSource="Site"'),
      options: stops,
    });
    expect(textsOf(pages[0])).toEqual(['Winch', 'Hoist']);
  });

  it('numbers its name where the dictionary uses it for something else', async () => {
    const { pages } = await print({
      dictionary: `${declaring(id)}<Total Name="Site" Expression="[Item.Id]" Evaluator="D"/>`,
      tables: [items, sites],
      bands: band('DataBand', 'D', '[Site1.Place]', 'DataSource="Item"'),
      options: stops,
    });
    expect(textsOf(pages[0])).toEqual(['Deck', 'Deck']);
  });

  it('refuses a declared column that its table does not have', async () => {
    const report = {
      dictionary: declaring(`${id}<Column Name="Gone" DataType="System.String"/>`),
      tables: [items],
      bands: band('DataBand', 'D', '[Item.Gone]', 'DataSource="Item"'),
      options: stops,
    };
    await expect(print(report)).rejects.toThrow('[Item.Gone] names a column that its table does not have.');
  });

  it('fails at the rows of a declared table that is not among the data, and only there', async () => {
    const dictionary = declaring(id, '', 'Gone') + declaring(id);
    const report = { dictionary, tables: [items], options: stops };
    const { pages } = await print({ ...report, bands: band('DataBand', 'D', '[Item.Id]', 'DataSource="Item"') });
    expect(textsOf(pages[0])).toEqual(['1', '2']);
    const reading = { ...report, bands: band('DataBand', 'D', '[Gone.Id]', 'DataSource="Item"') };
    await expect(print(reading)).rejects.toThrow('The data source "Gone" has no data.');
  });
});

it('knows tables of a data set to which the dictionary does not refer, after those of the others', () => {
  const template = readTemplate(new TextEncoder().encode(`<Report><Dictionary>${declaring(id)}</Dictionary></Report>`));
  const sets = [
    {
      name: 'Other',
      tables: [
        { ...sites, name: 'Site' },
        { ...items, name: 'Crew' },
      ],
    },
    { name: 'Test', tables: [items, sites] },
  ];
  const { sources } = createDictionary(template.dictionary, sets, defaultLimits, createCompare('en-US'));
  expect(sources.map(({ alias }) => alias)).toEqual(['Item', 'Site', 'Site1', 'Crew']);
});

describe('names and aliases', () => {
  it('finds sources and columns in expressions by their alias only', async () => {
    const dictionary = declaring(`${id}${name.replace('/>', ' Alias="Title"/>')}`, 'Alias="Gear"');
    const report = { dictionary, tables: [items], options: stops };
    const { pages } = await print({ ...report, bands: band('DataBand', 'D', '[Gear.Title]', 'DataSource="Item"') });
    expect(textsOf(pages[0])).toEqual(['Hoist', 'Winch']);
    for (const path of ['Gear.Name', 'Item.Title'])
      await expect(
        print({ ...report, bands: band('DataBand', 'D', `[${path}]`, 'DataSource="Item"') }),
      ).rejects.toThrow(path);
  });

  it('finds the source of a band by its name only', async () => {
    const { pages } = await print({
      dictionary: declaring(id, 'Alias="Gear"'),
      tables: [items],
      bands: band('DataBand', 'D', '[Gear.Id]', 'DataSource="Gear"'),
    });
    expect(textsOf(pages[0])).toEqual(['1']);
  });
});

describe('disabled elements of the dictionary', () => {
  it('refuses a disabled column alone, and calculates it inside of an expression', async () => {
    const dictionary = declaring(`${id}${name.replace('/>', ' Enabled="false"/>')}`);
    const report = { dictionary, tables: [items], options: stops };
    const { pages } = await print({
      ...report,
      bands: band('DataBand', 'D', '[[Item.Name].Length]', 'DataSource="Item"'),
    });
    expect(textsOf(pages[0])).toEqual(['5', '5']);
    await expect(
      print({ ...report, bands: band('DataBand', 'D', '[Item.Name]', 'DataSource="Item"') }),
    ).rejects.toThrow('The column Item.Name is disabled in the dictionary');
  });

  it('prints a band of a disabled source as one without a data source', async () => {
    const { pages } = await print({
      dictionary: declaring(`${id}${name}`, 'Enabled="false"'),
      tables: [items],
      bands: band('DataBand', 'D', '[Item.Name]', 'DataSource="Item"'),
      options: stops,
    });
    expect(textsOf(pages[0])).toEqual(['Hoist']);
  });

  it('looks parents up through a disabled relation, which does not select rows of a child', async () => {
    const { pages } = await print({
      dictionary:
        declaring(`${id}${name}`) +
        declaring('<Column Name="ItemId" DataType="System.Int32"/>', '', 'Site') +
        '<Relation Name="R" Enabled="false" ParentDataSource="Item" ChildDataSource="Site" ParentColumns="Id" ChildColumns="ItemId"/>',
      tables: [items, sites],
      bands: `<DataBand Name="D" Width="302.4" Height="20" DataSource="Item" MaxRows="1">${textObject('A', '[Item.Id]', 'Width="50" Height="20"')}${band('DataBand', 'E', '[Site.Item.Name]', 'DataSource="Site"')}</DataBand>`,
      options: stops,
    });
    expect(textsOf(pages[0])).toEqual(['1', 'Winch', 'Hoist']);
  });
});
