import { defaultLimits } from '../../limits.ts';
import { describe, expect, it } from 'vitest';
import { band, bandsOf, numbers, placesOf, print, textObject, textsOf } from '../../testing/testReport.ts';

const Items = numbers(3);

describe('the bands of a page', () => {
  it('are printed in the order title, page header, column header, data, summary, with the page footer at the bottom', async () => {
    const { pages } = await print({
      data: { Items },
      bands:
        band('PageFooterBand', 'PF', 'footer') +
        band('ReportSummaryBand', 'RS', 'summary') +
        band('DataBand', 'Data', '[Items.Id]', 'DataSource="Items"') +
        band('ColumnHeaderBand', 'CH', 'columns') +
        band('PageHeaderBand', 'PH', 'header') +
        band('ReportTitleBand', 'RT', 'title'),
    });
    expect(bandsOf(pages[0])).toEqual([
      'RT 0',
      'PH 20',
      'CH 40',
      'Data 60',
      'Data 80',
      'Data 100',
      'RS 120',
      'PF 206.8',
    ]);
  });

  it('grow only with CanGrow, and shrink only with CanShrink', async () => {
    const heights = async (height: number, can: string): Promise<string[]> => {
      const content = textObject('T', 'text', 'Width="90" Height="30"');
      const one = `<DataBand Name="D" Height="${String(height)}" RowCount="1" ${can}>${content}</DataBand>`;
      return bandsOf((await print({ bands: one })).pages[0], true);
    };
    const [grows, shrinks] = ['CanGrow="true"', 'CanShrink="true"'];
    expect([await heights(20, grows), await heights(40, grows)]).toEqual([['D 0+30'], ['D 0+40']]);
    expect([await heights(20, shrinks), await heights(40, shrinks)]).toEqual([['D 0+20'], ['D 0+30']]);
    expect([await heights(20, ''), await heights(40, '')]).toEqual([['D 0+20'], ['D 0+40']]);
  });

  it('put the page header above the title with TitleBeforeHeader="false"', async () => {
    const { pages } = await print({
      page: 'PaperWidth="100" PaperHeight="80" TitleBeforeHeader="false"',
      bands: band('ReportTitleBand', 'RT', 'title') + band('PageHeaderBand', 'PH', 'header'),
    });
    expect(bandsOf(pages[0])).toEqual(['PH 0', 'RT 20']);
  });

  it('continue below a new page header when the page is full, with the footer on every page', async () => {
    const { pages } = await print({
      data: { Items: numbers(12) },
      bands:
        band('PageHeaderBand', 'PH', 'header') +
        band('DataBand', 'Data', '[Items.Id]', 'DataSource="Items"') +
        band('PageFooterBand', 'PF', '[Page] of [TotalPages]'),
    });
    expect(pages).toHaveLength(2);
    expect(textsOf(pages[0], 'TData')).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9']);
    expect(bandsOf(pages[1])).toEqual(['PH 0', 'Data 20', 'Data 40', 'Data 60', 'PF 206.8']);
    expect(textsOf(pages[1], 'TPF')).toEqual(['2 of 0']);
  });

  it('print a child right after its band, and a child of a child after that', async () => {
    const { pages } = await print({
      bands: `<DataBand Name="Data" Height="20" RowCount="2"><ChildBand Name="C1" Height="10"><ChildBand Name="C2" Height="5"/></ChildBand></DataBand>`,
    });
    expect(bandsOf(pages[0])).toEqual(['Data 0', 'C1 20', 'C2 30', 'Data 35', 'C1 55', 'C2 65']);
  });

  it('start a new page for every row but the first with StartNewPage', async () => {
    const { pages } = await print({
      data: { Items },
      bands: band('DataBand', 'Data', '[Items.Id]', 'DataSource="Items" StartNewPage="true"'),
    });
    expect(pages.map((page) => textsOf(page))).toEqual([['1'], ['2'], ['3']]);
  });

  it('leave an empty first page only with FirstRowStartsNewPage', async () => {
    const { pages } = await print({
      data: { Items: numbers(1) },
      bands: band(
        'DataBand',
        'Data',
        '[Items.Id]',
        'DataSource="Items" StartNewPage="true" FirstRowStartsNewPage="true"',
      ),
    });
    expect(pages.map((page) => textsOf(page))).toEqual([[], ['1']]);
  });

  it('are printed at the bottom of the page with PrintOnBottom, above the page footer and with their children', async () => {
    const { pages } = await print({
      bands:
        `<ReportSummaryBand Name="RS" Height="20" PrintOnBottom="true"><ChildBand Name="C" Height="10"/></ReportSummaryBand>` +
        band('PageFooterBand', 'PF', 'footer'),
    });
    expect(bandsOf(pages[0])).toEqual(['RS 176.8', 'C 196.8', 'PF 206.8']);
  });

  it('repeat a band RepeatBandNTimes with the same row number', async () => {
    const { pages } = await print({
      data: { Items },
      bands: band('DataBand', 'Data', '[Row#]', 'DataSource="Items" RepeatBandNTimes="2"'),
    });
    expect(textsOf(pages[0])).toEqual(['1', '1', '2', '2', '3', '3']);
  });

  it('print an overlay without moving what follows', async () => {
    const { pages } = await print({
      bands: band('OverlayBand', 'O', 'draft') + band('ReportTitleBand', 'RT', 'title'),
    });
    expect(bandsOf(pages[0])).toEqual(['O 0', 'RT 0']);
  });

  it('stop filling pages with a FillUnusedSpace child whose own child never fits', async () => {
    const { pages, warnings } = await print({
      bands:
        '<ReportTitleBand Name="RT" Height="60"/>' +
        '<DataBand Name="D" Height="10" RowCount="1"><ChildBand Name="C" Height="45" FillUnusedSpace="true"><ChildBand Name="K" Height="60"/></ChildBand></DataBand>',
      options: { limits: { ...defaultLimits, pages: 60 } },
    });
    expect(pages).toHaveLength(21);
    expect(warnings.map(({ object }) => object)).toEqual(['C']);
  });

  it('fill the space below with a FillUnusedSpace child and pad a list with CompleteToNRows', async () => {
    const filled = await print({
      bands: `<ReportSummaryBand Name="RS" Height="26.8"><ChildBand Name="C" Height="50" FillUnusedSpace="true"/></ReportSummaryBand>`,
    });
    expect(bandsOf(filled.pages[0])).toEqual(['C 0', 'C 50', 'C 100', 'C 150', 'RS 200']);
    const padded = await print({
      data: { Items },
      bands: `<DataBand Name="Data" Height="20" DataSource="Items"><ChildBand Name="C" Height="20" CompleteToNRows="5">${textObject('TC', '[Row#]', 'Width="50" Height="20"')}</ChildBand></DataBand>`,
    });
    expect(bandsOf(padded.pages[0])).toEqual(['Data 0', 'Data 20', 'Data 40', 'C 60', 'C 80']);
    expect(textsOf(padded.pages[0])).toEqual(['4', '5']);
  });

  it('start no page from an overlay or its child with StartNewPage', async () => {
    const { pages } = await print({
      data: { Items },
      bands: `<OverlayBand Name="O" Height="20" StartNewPage="true"><ChildBand Name="C" Height="20" StartNewPage="true"/></OverlayBand>${band('DataBand', 'Data', '[Items.Id]', 'DataSource="Items"')}`,
    });
    expect(pages).toHaveLength(1);
    expect(pages[0]!.objects.map(({ name }) => name)).toContain('C');
  });

  it('start no page from a subreport on a page header or footer with StartNewPage', async () => {
    const bandsWith = async (type: string): Promise<string[][]> => {
      const { pages } = await print({
        bands: `<${type} Name="P" Height="40"><SubreportObject Name="S" Top="20" Width="100" Height="20" ReportPage="Sub"/></${type}>`,
        pages: `<ReportPage Name="Sub"><DataBand Name="D" Height="10" RowCount="2" StartNewPage="true"/></ReportPage>`,
      });
      return pages.map((page) => bandsOf(page));
    };
    expect(await bandsWith('PageHeaderBand')).toEqual([['P 0', 'D 20', 'D 30']]);
    expect(await bandsWith('PageFooterBand')).toEqual([['P 186.8']]);
  });

  it.each([
    ['DataBand', 'GroupFooterBand'],
    ['GroupHeaderBand', 'PageFooterBand'],
    ['PageHeaderBand', 'DataBand'],
    ['ChildBand', 'DataFooterBand'],
  ])('report that a %s cannot contain a %s, which is not printed', async (outer, inner) => {
    const content = `<${outer} Name="O" Width="302.4" Height="20">${band(inner, 'I', 'inner')}</${outer}>`;
    const bands =
      outer === 'ChildBand' ? `<DataBand Name="D" Width="302.4" Height="20">${content}</DataBand>` : content;
    const { pages, warnings } = await print({ bands: bands + band('ReportTitleBand', 'RT', 'title') });
    expect(pages.flatMap((page) => textsOf(page))).toEqual(['title']);
    expect(warnings.map(({ object, message }) => [object, message.split(',')[0]])).toEqual([
      ['I', `The ${inner} is not printed`],
    ]);
    await expect(print({ bands, options: { stopOnError: true } })).rejects.toThrow(`a ${outer} cannot contain it`);
  });

  it('print a PrintIfDatabandEmpty child instead of an empty list, without header and footer', async () => {
    const { pages } = await print({
      data: { Items: numbers(0) },
      bands: `<DataBand Name="Data" Height="20" DataSource="Items"><DataHeaderBand Name="H" Height="20"/><DataFooterBand Name="F" Height="20"/><ChildBand Name="C" Height="20" PrintIfDatabandEmpty="true"/></DataBand>`,
    });
    expect(bandsOf(pages[0])).toEqual(['C 0']);
  });
});

describe('PrintOn and VisibleExpression', () => {
  it('count sheets from 0, so that OddPages are the second, fourth …', async () => {
    const bands = (where: string): string =>
      band('PageHeaderBand', 'PH', 'header', `PrintOn="${where}"`) +
      band('DataBand', 'Data', '[Row#]', 'RowCount="3" StartNewPage="true"');
    const on = async (where: string): Promise<boolean[]> =>
      (await print({ bands: bands(where) })).pages.map((page) => page.objects.some(({ name }) => name === 'PH'));
    expect(await on('FirstPage, OddPages')).toEqual([false, true, false]);
    expect(await on('FirstPage, EvenPages')).toEqual([true, false, true]);
    expect(await on('FirstPage')).toEqual([true, false, false]);
    expect(await on('OddPages, EvenPages, LastPage')).toEqual([false, true, true]);
  });

  it('reserve the space of an object that is not printed, but not of a band', async () => {
    const { pages } = await print({
      data: { Items },
      bands: `<DataBand Name="Data" Height="20" DataSource="Items">${textObject('A', 'a', 'Width="20" Height="20" VisibleExpression="[Items.Id] != 2"')}${textObject('B', '[Items.Id]', 'Left="20" Width="20" Height="20"')}<ChildBand Name="C" Height="10" VisibleExpression="[Items.Id] == 2"/></DataBand>`,
    });
    expect(textsOf(pages[0], 'A')).toHaveLength(2);
    expect(placesOf(pages[0], 'B')).toEqual(['20,0,20,20', '20,20,20,20', '20,50,20,20']);
  });

  it('reserve space for a last page footer in the second pass and append a page when the rows no longer fit', async () => {
    const { pages } = await print({
      report: 'DoublePass="true"',
      data: { Items: numbers(22) },
      bands:
        band('DataBand', 'Data', '[Items.Id]', 'DataSource="Items"') +
        band('PageFooterBand', 'PF', '[Page] of [TotalPages]', 'PrintOn="LastPage"'),
    });
    expect(pages.map((page) => textsOf(page, 'TPF'))).toEqual([[], [], ['3 of 3']]);
  });
});
