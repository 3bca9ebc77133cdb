import { describe, expect, it } from 'vitest';
import { band, bandsOf, numbers, print, textsOf, type TestTable } from '../../testing/testReport.ts';

const Items: TestTable = {
  columns: 'Name:String Grp:String Sub:String',
  rows: [
    ['Elder', 'B', 'X'],
    ['Apple', 'A', 'Y'],
    ['Cherry', 'A', 'X'],
    ['Damson', 'B', 'X'],
    ['Banana', 'A', 'X'],
  ],
};

const grouped = (header: string, data = 'DataSource="Items"', inner = ''): string =>
  `<GroupHeaderBand Name="G" Height="20" ${header}><TextObject Name="TG" Width="100" Height="20" Text="[Row#] [Items.Grp]"/>` +
  `<DataBand Name="Data" Height="20" ${data}><TextObject Name="TD" Width="100" Height="20" Text="[Row#]/[AbsRow#] [Items.Name]"/>${inner}</DataBand>` +
  `<GroupFooterBand Name="GF" Height="10"><TextObject Name="TF" Width="100" Height="10" Text="end [Items.Grp] [Items.Name]"/></GroupFooterBand></GroupHeaderBand>`;

describe('groups', () => {
  it('sort the rows by their condition first, then by the band, and restart the row number in each', async () => {
    const { pages } = await print({
      data: { Items },
      bands: grouped('Condition="[Items.Grp]"', 'DataSource="Items"', '<Sort><Sort Expression="[Items.Name]"/></Sort>'),
    });
    expect(textsOf(pages[0])).toEqual([
      '1 A',
      '1/1 Apple',
      '2/2 Banana',
      '3/3 Cherry',
      'end A Cherry',
      '2 B',
      '1/4 Damson',
      '2/5 Elder',
      'end B Elder',
    ]);
  });

  it('have a header and a footer of their list that show no row when none is current', async () => {
    const part = (type: string): string => band(type, type, '<[Items.Name]> [Row#]');
    const list = `${part('DataHeaderBand')}${part('DataFooterBand')}</GroupHeaderBand>`;
    const { pages } = await print({
      data: { Items },
      bands: grouped('Condition="[Items.Grp]"').replace(/<\/GroupHeaderBand>$/, list),
    });
    const texts = textsOf(pages[0]);
    expect([texts[0], texts.at(-1)]).toEqual(['<> 0', '<> 0']);
  });

  it('sort in descending order, or not at all, by SortOrder', async () => {
    const descending = await print({
      data: { Items },
      bands: grouped('Condition="[Items.Grp]" SortOrder="Descending"'),
    });
    expect(textsOf(descending.pages[0], 'TG')).toEqual(['1 B', '2 A']);
    const unsorted = await print({ data: { Items }, bands: grouped('Condition="[Items.Grp]" SortOrder="None"') });
    expect(textsOf(unsorted.pages[0], 'TG')).toEqual(['1 B', '2 A', '3 B', '4 A']);
  });

  it('print at most MaxRows rows each', async () => {
    const { pages } = await print({
      data: { Items },
      bands: grouped('Condition="[Items.Grp]"', 'DataSource="Items" MaxRows="1"'),
    });
    expect(textsOf(pages[0], 'TD')).toHaveLength(2);
  });

  it('nest: inner groups and the row numbers of their headers start again in each outer one', async () => {
    const inner =
      `<GroupHeaderBand Name="G1" Height="20" Condition="[Items.Grp]"><TextObject Name="T1" Width="9" Height="9" Text="[Row#] [Items.Grp]"/>` +
      `<GroupHeaderBand Name="G2" Height="20" Condition="[Items.Sub]"><TextObject Name="T2" Width="9" Height="9" Text="[Row#] [Items.Sub]"/>` +
      `<DataBand Name="Data" Height="20" DataSource="Items"/></GroupHeaderBand></GroupHeaderBand>`;
    const { pages } = await print({ data: { Items }, bands: inner });
    expect(textsOf(pages[0])).toEqual(['1 A', '1 X', '2 Y', '2 B', '1 X']);
  });

  it('print a header of the list once before the first group and its footer once after the last', async () => {
    const { pages } = await print({
      data: { Items },
      bands:
        `<GroupHeaderBand Name="G" Height="20" Condition="[Items.Grp]"><DataHeaderBand Name="H" Height="10"/><DataFooterBand Name="F" Height="10"/>` +
        `<DataBand Name="Data" Height="20" DataSource="Items" MaxRows="1"/></GroupHeaderBand>`,
    });
    expect(bandsOf(pages[0])).toEqual(['H 0', 'G 10', 'Data 30', 'G 50', 'Data 70', 'F 90']);
  });

  it('repeat their header on every page with RepeatOnEveryPage', async () => {
    const { pages } = await print({
      page: 'PaperWidth="100" PaperHeight="45"',
      data: { Items },
      bands: grouped('Condition="&quot;all&quot;" RepeatOnEveryPage="true"'),
    });
    expect(pages.map((page) => bandsOf(page).filter((name) => name.startsWith('G ')))).toEqual([['G 0'], ['G 0']]);
  });

  it('move to the next page as a whole with KeepTogether, if they fit there', async () => {
    const rows = [
      ...Array.from({ length: 4 }, (_, i) => [`a${String(i)}`, 'A', '']),
      ...Array.from({ length: 3 }, (_, i) => [`b${String(i)}`, 'B', '']),
    ];
    const bands = (keep: string): string => grouped(`Condition="[Items.Grp]" ${keep}`);
    const page = 'PaperWidth="100" PaperHeight="69"';
    const data = { Items: { columns: Items.columns, rows } };
    const apart = await print({ page, data, bands: bands('') });
    expect(apart.pages.map((sheet) => textsOf(sheet, 'TD').length)).toEqual([6, 1]);
    const together = await print({ page, data, bands: bands('KeepTogether="true"') });
    expect(together.pages.map((sheet) => textsOf(sheet, 'TD').length)).toEqual([4, 3]);
    expect(bandsOf(together.pages[1])[0]).toBe('G 0');
  });

  it('number their pages again with ResetPageNumber, from the second group on', async () => {
    const { pages } = await print({
      report: 'DoublePass="true"',
      data: { Items },
      bands:
        grouped('Condition="[Items.Grp]" ResetPageNumber="true" StartNewPage="true"') +
        band('PageFooterBand', 'PF', '[Page]/[TotalPages]'),
    });
    expect(pages.map((page) => textsOf(page, 'TPF')[0])).toEqual(['1/1', '1/1']);
  });

  it('have equal rows in the order of .NET’s unstable sort', async () => {
    const names = [
      'Apple',
      'Banana',
      'Cherry',
      'Damson',
      'Elder',
      'Fig',
      'Grape',
      'Hazel',
      'Iris',
      'Jujube',
      'Kiwi',
      'Lemon',
      'Mango',
      'Nectar',
      'Olive',
      'Papaya',
      'Quince',
      'Raisin',
      'Satsuma',
      'Tomato',
      'Ugli',
      'Vanilla',
      'Walnut',
      'Ximenia',
    ];
    const rows = names.map((name, i) => [name, 'ABC'[Math.floor(i / 9)] ?? 'C', '']);
    const { pages } = await print({
      page: 'PaperWidth="100" PaperHeight="400"',
      data: { Items: { columns: Items.columns, rows } },
      bands: grouped('Condition="[Items.Grp]"'),
    });
    expect(
      textsOf(pages[0], 'TD')
        .slice(9, 18)
        .map((text) => text.split(' ')[1]),
    ).toEqual(['Raisin', 'Quince', 'Papaya', 'Olive', 'Lemon', 'Mango', 'Kiwi', 'Jujube', 'Nectar']);
  });

  it('release their page although they are kept with data that have no rows', async () => {
    const { pages } = await print({
      data: { Items: numbers(2), None: { columns: 'Id:Int32', rows: [] } },
      bands: `<GroupHeaderBand Name="G" Width="302.4" Height="10" Condition="[Items.Id]" KeepWithData="true"><DataBand Name="D" Width="302.4" Height="10" DataSource="Items"><DataBand Name="E" Width="302.4" Height="10" DataSource="None"/></DataBand></GroupHeaderBand>`,
    });
    expect(pages.map((page) => bandsOf(page))).toEqual([['G 0', 'G 10']]);
  });

  it('keep the footer of an outer group with its last row only, not with the last one of each inner group', async () => {
    const rows = ['X', 'X', 'X', 'Y'].map((sub, i) => [String(i), 'A', sub]);
    const { pages } = await print({
      page: 'PaperHeight="40" TopMargin="10" BottomMargin="10"',
      data: { Items: { ...Items, rows } },
      bands:
        '<GroupHeaderBand Name="G" Height="5" Condition="[Items.Grp]"><GroupHeaderBand Name="S" Height="5" Condition="[Items.Sub]">' +
        '<DataBand Name="D" Height="10" DataSource="Items"/></GroupHeaderBand><GroupFooterBand Name="F" Height="40" KeepWithData="true"/></GroupHeaderBand>',
    });
    expect(pages.map((sheet) => bandsOf(sheet))).toEqual([
      ['G 0', 'S 5', 'D 10', 'D 20', 'D 30', 'S 40'],
      ['D 0', 'F 10'],
    ]);
  });
});

describe('a hierarchy', () => {
  const Tree: TestTable = {
    columns: 'Id:Int32 ParentId:Int32 Name:String',
    rows: [
      [1, null, 'root'],
      [2, 1, 'child'],
      [3, 2, 'grandchild'],
      [4, 1, 'second child'],
      [5, 99, 'orphan'],
      [6, 6, 'own parent'],
    ],
  };

  it('prints depth first, indents and narrows each level, and groups roots with the same missing parent', async () => {
    const { pages } = await print({
      data: { Tree },
      bands: `<DataBand Name="Data" Height="10" DataSource="Tree" IdColumn="Tree.Id" ParentIdColumn="Tree.ParentId" Indent="20"><TextObject Name="T" Width="100" Height="10" Text="[HierarchyLevel] [HierarchyRow#] [Tree.Name]"/></DataBand>`,
    });
    expect(textsOf(pages[0])).toEqual([
      '1 1 root',
      '2 1.1 child',
      '3 1.1.1 grandchild',
      '2 1.2 second child',
      '1 2 own parent',
      '1 3 orphan',
    ]);
    expect(pages[0]?.objects.map(({ left, width }) => [left, width])).toEqual([
      [0, 302.4],
      [20, 282.4],
      [40, 262.4],
      [20, 282.4],
      [0, 302.4],
      [0, 302.4],
    ]);
  });

  it('omits rows that are each other’s parents, with a warning', async () => {
    const rows = [
      [1, 2, 'a'],
      [2, 1, 'b'],
    ];
    const { pages, warnings } = await print({
      data: { Tree: { columns: Tree.columns, rows } },
      bands: '<DataBand Name="Data" Height="10" DataSource="Tree" IdColumn="Tree.Id" ParentIdColumn="Tree.ParentId"/>',
    });
    expect(pages[0]?.objects).toHaveLength(0);
    expect(warnings[0]).toMatchObject({ object: 'Data', message: expect.stringContaining('2 rows are not printed') });
  });

  it('shows the row before the last printed one in the footer of its group, and none if there is only one', async () => {
    const { pages } = await print({
      data: {
        Tree: {
          columns: 'Id:Int32 ParentId:Int32 Name:String Grp:String',
          rows: [
            [1, 0, 'single', 'A'],
            [2, 0, 'root', 'B'],
            [3, 2, 'leaf', 'B'],
            [4, 2, 'last', 'B'],
          ],
        },
      },
      bands: grouped(
        'Condition="[Tree.Grp]"',
        'DataSource="Tree" IdColumn="Tree.Id" ParentIdColumn="Tree.ParentId"',
      ).replaceAll('Items.', 'Tree.'),
    });
    expect(textsOf(pages[0]).filter((text) => text.startsWith('end'))).toEqual(['end  ', 'end B leaf']);
  });
});
