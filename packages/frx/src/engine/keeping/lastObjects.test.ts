import { expect, it } from 'vitest';
import { bandsOf, placesOf, print, textObject, textsOf } from '../../testing/testReport.ts';

it('moves the lowest objects of a band with CanBreak to a kept footer that does not fit below it, once for all rows', async () => {
  const { pages, warnings } = await print({
    bands: `<DataBand Name="D" Width="302.4" Height="60" RowCount="4" CanBreak="true">
      ${textObject('A', 'a[Row#]', 'Width="50" Height="20"')}${textObject('B', 'b[Row#]', 'Top="40" Width="50" Height="20"')}
      <DataFooterBand Name="F" Width="302.4" Height="60" KeepWithData="true">${textObject('T', 'foot', 'Width="50" Height="20"')}</DataFooterBand></DataBand>`,
  });
  expect(pages.map((page) => bandsOf(page, true))).toEqual([
    ['D 0+60', 'D 60+60', 'D 120+40'],
    ['D 0+60', 'F 60+60'],
  ]);
  expect(pages.map((page) => textsOf(page))).toEqual([
    ['a1', 'b1', 'a2', 'b2', 'a3'],
    ['a4', 'foot', 'b0'],
  ]);
  expect(warnings.map(({ object, message }) => [object, message.split(',')[0]])).toEqual([
    ['D', 'Objects of D print in F from here on'],
  ]);
  // The second row that does not fit moves what the footer has, but nothing more.
  expect(placesOf(pages[1], 'B')).toEqual(['0,40,50,20']);
});
