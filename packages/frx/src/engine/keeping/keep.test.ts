import { expect, it } from 'vitest';
import { band, placesOf, print, textObject } from '../../testing/testReport.ts';

it('moves kept rows of columns to the next page in their columns, also when the page ends in another one', async () => {
  const rows = [1, 1, 1, 3, 4].map((lines, index) => [index === 0 ? 'A' : 'B', Array(lines).fill('x').join('\n')]);
  const { pages } = await print({
    data: { Items: { columns: 'Kind Note', rows } },
    bands: `${band('ReportTitleBand', 'Title', 'title', '', 50)}
      <GroupHeaderBand Name="Group" Width="302.4" Height="10" Condition="[Items.Kind]">
        <DataBand Name="Data" Width="302.4" Height="20" DataSource="Items" CanGrow="true" KeepTogether="true" Columns.Count="2" Columns.Width="151" Columns.Layout="DownThenAcross">
          ${textObject('Note', '[Items.Note]', 'Width="50" Height="20" CanGrow="true"')}
          ${band('DataFooterBand', 'Footer', 'footer', '', 50)}</DataBand></GroupHeaderBand>`,
  });
  // All rows fit above the end of the page, but not the footer below the last one, in the second column.
  expect(pages.map((page) => placesOf(page, 'Note'))).toEqual([
    ['0,60,50,20'],
    ['0,0,50,20', '0,20,50,20', '0,40,50,39.13', '151,0,50,51.4'],
  ]);
  expect(pages.map((page) => placesOf(page, 'Footer'))).toEqual([['0,80,302.4,50'], ['0,51.4,302.4,50']]);
});
