import { defaultLimits } from '../limits.ts';
import { describe, expect, it } from 'vitest';
import { band, bandsOf, numbers, objectsOf, placesOf, print, textObject, textsOf } from '../testing/testReport.ts';

/** 8pt Arial of the test fonts: 12.26 px a line; one line needs 14.6 px. */
const lines = (count: number): string =>
  Array.from({ length: count }, (_, i) => `line ${String(i + 1)}`).join('&#13;&#10;');

describe('growing and shrinking', () => {
  it('moves objects below down by the greatest change above', async () => {
    const { pages } = await print({
      bands: `<DataBand Name="D" Height="60" RowCount="1" CanGrow="true">${textObject('A', lines(3), 'Width="50" Height="20" CanGrow="true"')}${textObject('B', 'b', 'Left="60" Width="50" Height="20"')}${textObject('C', 'c', 'Top="30" Width="50" Height="20"')}</DataBand>`,
    });
    const grown = objectsOf(pages[0]).find(({ name }) => name === 'A')!.height;
    expect(grown).toBeGreaterThan(35);
    expect(placesOf(pages[0], 'B')).toEqual(['60,0,50,20']);
    expect(objectsOf(pages[0]).find(({ name }) => name === 'C')!.top).toBeCloseTo(30 + grown - 20, 2);
    expect(pages[0]?.objects[0]?.height).toBeCloseTo(50 + grown - 20, 2);
  });

  it('moves nothing with ShiftMode Never, and only what is below with WhenOverlapped', async () => {
    const below = (mode: string, left: number, above = 0): string =>
      `<DataBand Name="D" Height="60" RowCount="1" CanGrow="true">${textObject('A', lines(3), `Left="${String(above)}" Width="50" Height="20" CanGrow="true"`)}${textObject('C', 'c', `Left="${String(left)}" Top="30" Width="50" Height="20" ShiftMode="${mode}"`)}</DataBand>`;
    const top = async (mode: string, left: number, above = 0): Promise<number> =>
      objectsOf((await print({ bands: below(mode, left, above) })).pages[0]).find(({ name }) => name === 'C')!.top;
    expect(await top('Never', 0)).toBe(30);
    expect(await top('WhenOverlapped', 60)).toBe(30);
    expect(await top('WhenOverlapped', 0, 60)).toBe(30);
    expect(await top('WhenOverlapped', 40)).toBeGreaterThan(40);
  });

  it('removes an empty text with CanShrink, and moves up the objects below', async () => {
    const { pages } = await print({
      bands: `<DataBand Name="D" Height="60" RowCount="1" CanShrink="true">${textObject('A', '', 'Width="50" Height="20" CanShrink="true"')}${textObject('B', 'b', 'Top="30" Width="50" Height="20"')}</DataBand>`,
    });
    expect(placesOf(pages[0], 'B')).toEqual(['0,10,50,20']);
    expect(bandsOf(pages[0], true)).toEqual(['D 0+30']);
  });

  it('stretches GrowToBottom to the bottom of the band, and moves objects anchored there', async () => {
    const { pages } = await print({
      bands: `<DataBand Name="D" Height="20" RowCount="1" CanGrow="true">${textObject('A', lines(4), 'Width="50" Height="20" CanGrow="true"')}<ShapeObject Name="S" Left="60" Width="10" Height="20" GrowToBottom="true"/><ShapeObject Name="B" Left="80" Top="10" Width="10" Height="10" Anchor="Bottom, Left" ShiftMode="Never"/></DataBand>`,
    });
    const { height } = pages[0]!.objects[0]!;
    const find = (name: string): { top: number; height: number } =>
      objectsOf(pages[0]).find((object) => object.name === name)!;
    expect(find('S').height).toBe(height);
    expect(find('B').top).toBeCloseTo(height - 10, 2);
  });

  it('moves the objects of a container down as others grow, and enlarges the container', async () => {
    const { pages } = await print({
      bands: `<DataBand Name="D" Height="50" RowCount="1" CanGrow="true"><ContainerObject Name="Box" Width="100" Height="40" CanGrow="true">${textObject('A', lines(3), 'Width="50" Height="15" CanGrow="true"')}${textObject('B', 'b', 'Top="20" Width="50" Height="15"')}</ContainerObject></DataBand>`,
    });
    const box = objectsOf(pages[0]).find(({ name }) => name === 'Box')!;
    const inner = objectsOf(pages[0]).find(({ name }) => name === 'B')!;
    expect(box.height).toBeGreaterThan(40);
    expect(box.height).toBeCloseTo(inner.top + inner.height, 2);
  });

  it('arranges docked objects at their sides of the band, in their order', async () => {
    const { pages } = await print({
      bands: `<DataBand Name="D" Height="60" RowCount="1"><ShapeObject Name="L" Width="30" Height="1" Dock="Left"/><ShapeObject Name="T" Width="1" Height="10" Dock="Top"/><ShapeObject Name="F" Width="1" Height="1" Dock="Fill"/></DataBand>`,
    });
    expect(['L', 'T', 'F'].flatMap((name) => placesOf(pages[0], name))).toEqual([
      '0,0,30,60',
      '30,0,272.4,10',
      '30,10,272.4,50',
    ]);
  });
});

describe('breaking', () => {
  const tall = (attributes: string, before = 100): string =>
    `<ReportTitleBand Name="RT" Height="${String(before)}"/><DataBand Name="D" Height="150" RowCount="1" ${attributes}>${textObject('A', lines(11), 'Width="90" Height="150" CanBreak="true"')}${textObject('B', 'b', 'Left="100" Width="50" Height="20" CanBreak="false"')}</DataBand>`;

  it('moves a band to the next page when it may not break', async () => {
    const { pages } = await print({ bands: tall('') });
    expect(pages.map((page) => bandsOf(page))).toEqual([['RT 0'], ['D 0']]);
  });

  it('prints the whole lines that fit, and the rest at the top of the next page', async () => {
    const { pages } = await print({ bands: tall('CanBreak="true"') });
    expect(pages).toHaveLength(2);
    const [head, rest] = pages.map((page) => textsOf(page, 'A')[0]!.trim().split('\r\n'));
    expect([...head!, ...rest!]).toEqual(Array.from({ length: 11 }, (_, i) => `line ${String(i + 1)}`));
    expect(head!.length).toBeGreaterThan(5);
    expect(textsOf(pages[1], 'B')).toEqual([]);
  });

  it('does not cut through an object that may not break', async () => {
    const { pages } = await print({
      bands: `<ReportTitleBand Name="RT" Height="100"/><DataBand Name="D" Height="200" RowCount="1" CanBreak="true">${textObject('A', 'a', 'Width="90" Height="20"')}<ShapeObject Name="S" Top="90" Width="50" Height="100"/></DataBand>`,
    });
    expect(placesOf(pages[0], 'A')).toEqual(['0,100,90,20']);
    expect(placesOf(pages[0], 'S')).toEqual([]);
    expect(placesOf(pages[1], 'S')).toEqual(['0,0.01,50,100']);
  });

  it('breaks a band that is higher than a page at once when it is the first', async () => {
    const { pages } = await print({
      bands: `<ReportTitleBand Name="RT" Height="20"/><DataBand Name="D" Height="300" RowCount="1">${textObject('A', lines(24), 'Width="90" Height="300"')}</DataBand>`,
    });
    expect(pages.map((page) => bandsOf(page)[0])).toEqual(['RT 0', 'D 0']);
    expect(textsOf(pages[0], 'A')).toHaveLength(1);
  });

  it('starts a new page at an object with PageBreak', async () => {
    const { pages } = await print({
      bands: `<DataBand Name="D" Height="60" RowCount="2">${textObject('A', 'a', 'Width="50" Height="20"')}${textObject('B', 'b', 'Top="30" Width="50" Height="20" PageBreak="true"')}</DataBand>`,
    });
    expect(pages.map((page) => textsOf(page))).toEqual([['a'], ['b', 'a'], ['b']]);
  });

  it('ends even when no part of a band fits any page', async () => {
    const { pages } = await print({
      data: { Items: numbers(3) },
      bands:
        '<PageHeaderBand Name="PH" Height="300"/>' +
        `<DataBand Name="D" Height="20" DataSource="Items"><ShapeObject Name="S" Width="10" Height="20"/></DataBand>`,
    });
    expect(pages.flatMap((page) => placesOf(page, 'S'))).toHaveLength(3);
  });

  it('ends when a band does not become shorter from page to page', async () => {
    const { pages, warnings } = await print({
      bands: `<DataBand Name="D" Height="320" RowCount="1">${textObject('A', '', 'Left="20" Width="50" Height="20" GrowToBottom="true"')}<ShapeObject Name="S" Top="0.01" Width="10" Height="300"/></DataBand>`,
      options: { limits: { ...defaultLimits, pages: 60 } },
    });
    expect(pages.length).toBeLessThan(25);
    expect(warnings.map(({ message }) => message)).toEqual([
      'D got no shorter on 20 pages and is printed over the end of its page. Make what repeats on its pages smaller.',
    ]);
  });
});

describe('subreports', () => {
  const inner = (name: string, rows: number, height = 20): string =>
    `<ReportPage Name="${name}">${band('DataBand', `D${name}`, `${name} [Row#]`, `RowCount="${String(rows)}"`, height)}</ReportPage>`;

  it('are printed side by side from the same height, and the next band below the longest', async () => {
    const { pages } = await print({
      bands: `<DataBand Name="D" Height="30" RowCount="1"><SubreportObject Name="S1" Width="100" Height="20" Top="10" ReportPage="A"/><SubreportObject Name="S2" Left="120" Width="100" Height="20" Top="10" ReportPage="B"/></DataBand><ReportSummaryBand Name="RS" Height="10"/>`,
      pages: inner('A', 2) + inner('B', 3),
    });
    expect(pages).toHaveLength(1);
    expect(pages[0]?.objects.map(({ name, left, top }) => `${name} ${String(left)},${String(top)}`)).toEqual([
      'D 0,0',
      'DA 0,10',
      'DA 0,30',
      'DB 120,10',
      'DB 120,30',
      'DB 120,50',
      'RS 0,70',
    ]);
  });

  it('print on the same following pages when they are longer than one', async () => {
    const { pages } = await print({
      bands: `<DataBand Name="D" Height="20" RowCount="1"><SubreportObject Name="S1" Width="100" Height="20" ReportPage="A"/><SubreportObject Name="S2" Left="120" Width="100" Height="20" ReportPage="B"/></DataBand>${band('PageFooterBand', 'PF', '[PageN]')}`,
      pages: inner('A', 15) + inner('B', 12),
    });
    expect(pages.map((page) => page.objects.filter(({ name }) => name === 'DA').length)).toEqual([10, 5]);
    expect(pages.map((page) => page.objects.filter(({ name }) => name === 'DB').length)).toEqual([10, 2]);
    expect(pages.map((page) => textsOf(page, 'TPF'))).toEqual([['Page 1'], ['Page 2']]);
  });

  it('become part of their band with PrintOnParent, which grows', async () => {
    const { pages } = await print({
      bands: `<DataBand Name="D" Height="30" RowCount="2" CanGrow="true"><SubreportObject Name="S1" Left="10" Top="5" Width="100" Height="20" PrintOnParent="true" ReportPage="A"/></DataBand>`,
      pages: inner('A', 3),
    });
    expect(bandsOf(pages[0], true)).toEqual(['D 0+65', 'D 65+65']);
    expect(placesOf(pages[0], 'TA')).toHaveLength(0);
    expect(placesOf(pages[0], 'TDA')).toEqual([
      '10,5,200,20',
      '10,25,200,20',
      '10,45,200,20',
      '10,70,200,20',
      '10,90,200,20',
      '10,110,200,20',
    ]);
  });

  it('print the rows that belong to the row of the band that contains them', async () => {
    const { pages } = await print({
      data: {
        M: numbers(2),
        N: {
          columns: 'M:Int32 X:String',
          rows: [
            [2, 'b'],
            [1, 'a'],
            [2, 'c'],
          ],
        },
      },
      dictionary:
        '<Relation Name="R" ParentDataSource="M" ChildDataSource="N" ParentColumns="Id" ChildColumns="M" Enabled="true"/>',
      bands: `<DataBand Name="D" Height="20" DataSource="M">${textObject('T', '[M.Id]', 'Width="50" Height="20"')}<SubreportObject Name="S1" Width="100" Height="0" Top="20" ReportPage="A"/></DataBand>`,
      pages: `<ReportPage Name="A">${band('DataBand', 'DA', '[N.X]', 'DataSource="N"')}</ReportPage>`,
    });
    expect(textsOf(pages[0])).toEqual(['1', 'a', '2', 'b', 'c']);
  });
});

describe('several report pages', () => {
  it('follow each other, on the same sheet with PrintOnPreviousPage', async () => {
    const second = (attributes: string): string =>
      `<ReportPage Name="P2" PaperWidth="100" PaperHeight="80" ${attributes}>${band('ReportTitleBand', 'RT2', 'second')}<PageHeaderBand Name="PH2" Height="10"/></ReportPage>`;
    const bands = band('ReportTitleBand', 'RT', 'first') + band('PageFooterBand', 'PF', '[PageN]');
    const apart = await print({ bands, pages: second('') });
    expect(apart.pages.map((page) => bandsOf(page))).toEqual([
      ['RT 0', 'PF 206.8'],
      ['RT2 0', 'PH2 20'],
    ]);
    const joined = await print({ bands, pages: second('PrintOnPreviousPage="true"') });
    expect(joined.pages.map((page) => bandsOf(page))).toEqual([['RT 0', 'PF 206.8', 'RT2 20']]);
  });

  it('leave a sheet empty to start on an odd page', async () => {
    const { pages } = await print({
      bands: band('ReportTitleBand', 'RT', 'first'),
      pages: `<ReportPage Name="P2" PaperWidth="100" PaperHeight="80" StartOnOddPage="true">${band('ReportTitleBand', 'RT2', 'second')}</ReportPage>`,
    });
    expect(pages.map((page) => bandsOf(page))).toEqual([['RT 0'], [], ['RT2 0']]);
  });

  it('are printed after each page before them with BackPage', async () => {
    const { pages } = await print({
      data: { Items: numbers(30) },
      bands: band('DataBand', 'D', '[Items.Id]', 'DataSource="Items"'),
      pages:
        `<ReportPage Name="P2" PaperWidth="100" PaperHeight="80" BackPage="true">${band('ReportTitleBand', 'Back', '[Page#] of [TotalPages#]')}</ReportPage>` +
        `<ReportPage Name="P3" PaperWidth="100" PaperHeight="80">${band('ReportTitleBand', 'Last', 'last')}</ReportPage>`,
    });
    expect(pages.map((page) => textsOf(page)[0])).toEqual(['1', '2 of 6', '12', '4 of 6', '23', '6 of 6']);
    expect(bandsOf(pages[4]).at(-1)).toBe('Last 0');
  });

  it('grow with their content when they are unlimited', async () => {
    const { pages } = await print({
      page: 'PaperWidth="100" PaperHeight="80" UnlimitedHeight="true"',
      data: { Items: numbers(50) },
      bands: band('DataBand', 'D', '[Items.Id]', 'DataSource="Items"') + band('PageFooterBand', 'PF', 'end'),
    });
    expect(pages).toHaveLength(1);
    expect(bandsOf(pages[0]).at(-1)).toBe('PF 1000');
    expect(pages[0]?.paperHeight).toBeCloseTo(1020 / 3.78 + 20, 6);
  });

  it('end after MaxPages', async () => {
    const { pages } = await print({
      report: 'MaxPages="2"',
      data: { Items: numbers(100) },
      bands: band('DataBand', 'D', '[Items.Id]', 'DataSource="Items"'),
    });
    expect(pages).toHaveLength(2);
  });
});
