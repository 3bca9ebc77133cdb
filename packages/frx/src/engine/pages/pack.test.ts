import { describe, expect, it } from 'vitest';
import { packObjects, unpackObjects } from './pack.ts';
import { numbers, objectsOf, print, start, textObject, textsOf } from '../../testing/testReport.ts';

describe('packed pages', () => {
  it('keep the numbers, dates and booleans of their texts', () => {
    const values = [1.5, true, false, new Date(5)].map((value) => ({ value, format: 'd' }));
    const objects = values.map((value, i) => ({
      type: 'TextObject',
      name: `T${String(i)}`,
      left: i,
      top: 0.1,
      width: 1,
      height: 2,
      value,
    }));
    expect(unpackObjects(packObjects(objects))).toEqual(objects);
  });

  it('are equal after packing and unpacking', async () => {
    const { pages } = await print({
      data: { Items: numbers(30) },
      styles: '<Style Name="Even" Fill.Color="Silver"/>',
      bands:
        `<DataBand Name="D" Height="20" DataSource="Items" EvenStyle="Even" Bookmark="[Items.Id]">${textObject('A', '[Items.Id]', 'Width="50" Height="20" Border.Lines="All" Hyperlink.Value="http://x"')}` +
        `<CheckBoxObject Name="C" Left="60" Width="20" Height="20" Checked="false"/><ContainerObject Name="Box" Left="90" Width="20" Height="20">${textObject('B', '', 'Width="9" Height="9"')}</ContainerObject></DataBand><ReportSummaryBand Name="RS" Height="10"/>`,
    });
    const objects = pages.flatMap((page) => page.objects);
    expect(objectsOf(pages[0]).length).toBeGreaterThan(20);
    expect(unpackObjects(packObjects(objects))).toEqual(objects);
    expect(unpackObjects(packObjects([]))).toEqual([]);
  });

  it('are printed like pages that were not packed', async () => {
    const bands = (text: string): string =>
      `<PageHeaderBand Name="PH" Height="20">${textObject('T', text, 'Width="90" Height="20"')}</PageHeaderBand>` +
      `<DataBand Name="D" Height="20" DataSource="Items">${textObject('A', '[Items.Id]', 'Width="50" Height="20"')}</DataBand>`;
    const rows = numbers(95);
    const held = start({ data: { Items: rows }, bands: bands('[TotalPages#]') });
    expect(held.held).toBeDefined();
    const texts: string[][] = [];
    for await (const page of held.pages) texts.push(textsOf(page));
    const free = await print({ data: { Items: rows }, bands: bands('10') });
    expect(texts).toEqual(free.pages.map((page) => textsOf(page)));
    expect(texts).toHaveLength(10);
  });
});
