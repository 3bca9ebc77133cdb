import { describe, expect, it } from 'vitest';
import { print, textsOf } from '../../testing/testReport.ts';

const hidden = ['Visible="false"', 'VisibleExpression="1 == 2"', 'PrintOn="EvenPages"'];

const table = (second: string, attributes = ''): string =>
  `<DataBand Name="D" Width="302.4" Height="20" RowCount="1"><TableObject Name="T" Width="150" Height="20" ${attributes}>${'<TableColumn Width="50"/>'.repeat(3)}
    <TableRow Height="20"><TableCell Name="A" Text="a"/><TableCell Name="B" Text="b" ${second}/><TableCell Name="C" Text="c"/></TableRow></TableObject></DataBand>`;

describe('cells that do not print', () => {
  it.each(hidden)(
    'of a static table, %s, are replaced by the next ones of the row, with a blank cell at the end',
    async (attributes) => {
      const { pages } = await print({ bands: table(attributes) });
      const cells = pages[0]!.objects[0]!.children![0]!.children!;
      expect(cells.map(({ name, left, cell }) => [name, left, cell?.column])).toEqual([
        ['A', 0, 0],
        ['C', 50, 1],
        ['', 100, 2],
      ]);
    },
  );

  it.each(hidden)('of a table that a script builds, %s, are printed anyway', async (attributes) => {
    const { pages } = await print({
      bands: table(attributes, 'ManualBuildEvent="Build"'),
      script: 'void Build(object sender, EventArgs e) { T.PrintRow(0); T.PrintColumns(); }',
    });
    expect(textsOf(pages[0])).toEqual(['a', 'b', 'c']);
  });
});
