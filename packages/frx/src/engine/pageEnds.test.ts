import { describe, expect, it } from 'vitest';
import { defaultLimits } from '../limits.ts';
import {
  band,
  bandsOf,
  numbers,
  objectsOf,
  placesOf,
  print,
  textObject,
  textsOf,
  type TestReport,
} from '../testing/testReport.ts';

const rowsBand = (inner: string, attributes = '', height = 20): string =>
  `<DataBand Name="D" Width="302.4" Height="${height}" DataSource="Rows" ${attributes}>${inner}</DataBand>`;
const value = textObject('V', '[Rows.Id]', 'Width="50" Height="20"');
const repeats = 'RepeatOnEveryPage="true"';

describe('totals at the end of a page', () => {
  const sums = async (total: string, bands: string): Promise<string[][]> => {
    const { pages } = await print({
      data: { Rows: numbers(5) },
      dictionary: `<Total Name="Sum" Expression="[Rows.Id]" Evaluator="D" PrintOn="F" ${total}/>`,
      bands,
    });
    return pages.map((page) => textsOf(page));
  };

  it('continue across a repeated footer, and are reset there only with ResetOnReprint', async () => {
    const bands = rowsBand(band('DataFooterBand', 'F', '[Sum]', repeats), '', 60);
    expect(await sums('', bands)).toEqual([['6'], ['15']]);
    expect(await sums('ResetOnReprint="true"', bands)).toEqual([['6'], ['9']]);
    expect(await sums('ResetOnReprint="true" ResetAfterPrint="false"', bands)).toEqual([['6'], ['15']]);
  });

  it.each(['PageFooterBand', 'ColumnFooterBand'])(
    'exclude a row that moves to the next page from a %s',
    async (type) => {
      const rows = rowsBand(band('ChildBand', 'C', 'c', '', 40), 'KeepChild="true"', 30);
      expect(await sums('', rows + band(type, 'F', '[Sum]'))).toEqual([
        ['c', 'c', '3'],
        ['c', 'c', '7'],
        ['c', '5'],
      ]);
    },
  );
});

describe('the end of a page', () => {
  it('repeats the footer of the inner band above that of the enclosing group', async () => {
    const { pages } = await print({
      data: { Rows: numbers(4) },
      bands:
        '<GroupHeaderBand Name="G" Width="302.4" Height="10" Condition="1">' +
        rowsBand(band('DataFooterBand', 'Inner', 'i', repeats), '', 60) +
        `${band('GroupFooterBand', 'Outer', 'o', repeats)}</GroupHeaderBand>`,
    });
    expect(pages.map((page) => bandsOf(page))).toEqual([
      ['G 0', 'D 10', 'D 70', 'Inner 130', 'Outer 150'],
      ['D 0', 'D 60', 'Inner 120', 'Outer 140'],
    ]);
  });

  it('is reached by the first band that does not fit, and not by one that fits exactly', async () => {
    const { pages } = await print({ data: { Rows: numbers(5) }, bands: rowsBand(value, '', 56.7) });
    expect(pages.map((page) => textsOf(page))).toEqual([['1', '2', '3', '4'], ['5']]);
  });

  it('moves columns filled downwards to the next page when all of them are full', async () => {
    const { pages } = await print({
      data: { Rows: numbers(10) },
      bands: rowsBand(value, 'Columns.Count="2" Columns.Width="100" Columns.Layout="DownThenAcross"', 50),
    });
    const places = pages.map((page) =>
      page.objects.map(({ left, top, children }) => `${children?.[0]?.text?.text} at ${left},${top}`),
    );
    expect(places).toEqual([
      [
        ...[1, 2, 3, 4].map((n) => `${n} at 0,${(n - 1) * 50}`),
        ...[5, 6, 7, 8].map((n) => `${n} at 100,${(n - 5) * 50}`),
      ],
      ['9 at 0,0', '10 at 100,0'],
    ]);
  });
});

describe('texts with Duplicates', () => {
  it('start again below a gap', async () => {
    const { pages } = await print({
      data: { Rows: numbers(4) },
      bands: rowsBand(
        textObject('T', 'same', 'Width="50" Height="20" Duplicates="Merge"') +
          band('ChildBand', 'Gap', '', 'VisibleExpression="[Rows.Id] == 2"', 10),
      ),
    });
    const texts = objectsOf(pages[0]).filter(({ name }) => name === 'T');
    expect(texts.map(({ height }) => height)).toEqual([40, 40]);
  });

  it('stay docked when they are merged into the last one', async () => {
    const places = async (dock: string): Promise<string[]> => {
      const text = textObject('T', 'same', `Width="50" Height="10" Duplicates="Merge" Dock="${dock}"`);
      const { pages } = await print({ data: { Rows: numbers(3) }, bands: rowsBand(text) });
      return placesOf(pages[0], 'T');
    };
    expect(await Promise.all(['Left', 'Right', 'Top', 'Bottom'].map(places))).toEqual([
      ['0,40,50,20'],
      ['252.4,40,50,20'],
      ['0,40,302.4,50'],
      ['0,10,302.4,50'],
    ]);
  });

  it('have the docked objects of their band arranged again when they are hidden', async () => {
    const { pages } = await print({
      data: { Rows: numbers(3) },
      bands: rowsBand(
        textObject('S', 'side', 'Width="50" Height="10" Duplicates="Hide" Dock="Right"') +
          textObject('T', 'same', 'Width="50" Height="10" Duplicates="Merge" Dock="Fill"'),
      ),
    });
    expect([placesOf(pages[0], 'S'), placesOf(pages[0], 'T')]).toEqual([['252.4,0,50,20'], ['0,40,302.4,20']]);
  });
});

describe('a text with ProcessAt="GroupFinished"', () => {
  it('is calculated at the end of its own group, not of an inner one', async () => {
    const late = (name: string, total: string): string =>
      textObject(name, `${name} [${total}]`, 'Width="90" Height="20" ProcessAt="GroupFinished"');
    const { pages } = await print({
      data: {
        Rows: {
          columns: 'A:String B:String Id:Int32',
          rows: [
            ['a', 'x', 1],
            ['a', 'y', 2],
            ['b', 'x', 4],
          ],
        },
      },
      dictionary:
        '<Total Name="Whole" Expression="[Rows.Id]" Evaluator="D" PrintOn="OF"/>' +
        '<Total Name="Part" Expression="[Rows.Id]" Evaluator="D" PrintOn="IF"/>',
      bands:
        `<GroupHeaderBand Name="O" Width="302.4" Height="20" Condition="[Rows.A]">${late('outer', 'Whole')}` +
        `<GroupHeaderBand Name="I" Width="302.4" Height="20" Condition="[Rows.B]">${late('inner', 'Part')}` +
        `${rowsBand('', '', 10)}<GroupFooterBand Name="IF" Height="5"/></GroupHeaderBand>` +
        '<GroupFooterBand Name="OF" Height="5"/></GroupHeaderBand>',
    });
    expect(textsOf(pages[0])).toEqual(['outer 3', 'inner 1', 'inner 2', 'outer 4', 'inner 4']);
  });
});

describe('a report of two passes', () => {
  const rows = rowsBand(value, '', 100);

  it('ends with the first one when MaxPages does: nothing is counted twice', async () => {
    const { pages } = await print({
      report: 'DoublePass="true" MaxPages="2"',
      data: { Rows: numbers(9) },
      bands: `<GroupHeaderBand Name="G" Width="302.4" Height="0" Condition="[Rows.Id]">${rows}${band('GroupFooterBand', 'F', '[Row#] [Calls()]')}</GroupHeaderBand>`,
      script: 'int calls; public int Calls() { return ++calls; }',
    });
    expect(pages.map((page) => textsOf(page, 'TF'))).toEqual([['1 1'], ['2 2', '3 3']]);
  });

  it('shows the first row of the sorted data before the second pass prints them', async () => {
    const { pages } = await print({
      report: 'DoublePass="true"',
      data: { Rows: numbers(3) },
      bands:
        band('ReportTitleBand', 'T', '[Rows.Id]') +
        rowsBand('<Sort><Sort Expression="[Rows.Id]" Descending="true"/></Sort>'),
    });
    expect(textsOf(pages[0])).toEqual(['3']);
  });
});

describe('a page', () => {
  it('of unlimited height has the free space of the largest paper', async () => {
    const { pages } = await print({
      page: 'PaperWidth="100" PaperHeight="80" UnlimitedHeight="true"',
      bands: band('DataBand', 'D', '[Engine.FreeSpace] [Engine.PageHeight]', 'RowCount="1"'),
    });
    expect(textsOf(pages[0])).toEqual(['7.56E+09 7.56E+09']);
  });

  it('measures its footer only when a band needs the free space', async () => {
    const { pages } = await print({
      bands:
        band('PageHeaderBand', 'H', 'h') +
        band('DataBand', 'D', 'd', 'RowCount="2"') +
        band('PageFooterBand', 'F', 'f', 'CanGrow="true" AfterPrintEvent="After"'),
      script: 'void After(object sender, EventArgs e) { Engine.CurY += 3; }',
    });
    expect(bandsOf(pages[0])).toEqual(['H 0', 'D 23', 'D 46', 'F 206.8']);
  });

  it('of unlimited height ends when streamed rows fill its columns', async () => {
    const { pages } = await print({
      page: 'PaperWidth="100" PaperHeight="80" UnlimitedHeight="true" Columns.Count="2" Columns.Width="40" Columns.Positions="0,40"',
      data: {
        Rows: {
          columns: 'Id:Int32',
          rows: (function* () {
            for (let id = 1; id < 4; id++) yield [id];
          })(),
        },
      },
      bands: rowsBand(value),
      options: { limits: { ...defaultLimits, objectsPerPage: 100 } },
    });
    expect(textsOf(pages[0])).toEqual(['1', '2', '3']);
  });

  it('of unlimited height has no columns in the second pass, when its lists have taken them', async () => {
    const { pages } = await print({
      report: 'DoublePass="true"',
      page: 'PaperWidth="100" PaperHeight="80" UnlimitedHeight="true" Columns.Count="2" Columns.Width="40" Columns.Positions="0,40"',
      bands: '<DataBand Name="D" Width="151.2" Height="20" RowCount="3"/>',
    });
    expect(pages[0]?.objects.map(({ top, width }) => [top, width])).toEqual([
      [0, 302.4],
      [20, 302.4],
    ]);
  });

  it('that is the last one by MaxPages is not followed by other bands', async () => {
    const wide = `<TableObject Name="Wide" Width="500" Height="20" ManualBuildEvent="Build" Layout="DownThenAcross">${'<TableColumn Width="250"/>'.repeat(2)}<TableRow Height="20"><TableCell Name="A" Text="a"/><TableCell Name="B" Text="b"/></TableRow></TableObject>`;
    const { pages } = await print({
      report: 'MaxPages="2"',
      bands: `<DataBand Name="D" Width="302.4" Height="20" RowCount="1">${wide}</DataBand>${band('DataBand', 'E', 'e', 'RowCount="1"')}`,
      script: 'void Build(object sender, EventArgs e) { Wide.PrintRow(0); Wide.PrintColumns(); }',
    });
    expect(pages.map((page) => textsOf(page))).toEqual([['a'], ['b']]);
  });
});

describe('a report without a visible page', () => {
  const hidden = (report: string): TestReport => ({
    report,
    page: 'VisibleExpression="false"',
    bands: rowsBand(value),
  });
  const message = 'The report has no page to print: Visible or VisibleExpression hides Page1.';

  it('is refused in two passes, with the names of its pages', async () => {
    const data = { Rows: numbers(1) };
    const printing = print({ ...hidden('DoublePass="true"'), data, options: { stopOnError: true } });
    await expect(printing).rejects.toMatchObject({ name: 'ReportError', object: 'Page1', reason: message });
    const { warnings } = await print({ ...hidden('DoublePass="true"'), data });
    expect(warnings).toMatchObject([{ message, object: 'Page1', fails: true }]);
  });

  it('is empty in one pass, with a warning', async () => {
    const { pages, warnings } = await print({
      ...hidden(''),
      data: { Rows: numbers(1) },
      options: { stopOnError: true },
    });
    expect(pages).toEqual([]);
    expect(warnings).toMatchObject([{ message, object: 'Page1' }]);
    expect(warnings[0]?.fails).toBeUndefined();
  });
});
