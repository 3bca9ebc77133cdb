import { describe, expect, it } from 'vitest';
import { band, bandsOf, numbers, objectsOf, placesOf, print, textObject, textsOf } from '../testing/testReport.ts';

const Rows = numbers(3);
const data = { Rows };
const rowsBand = (inner: string, attributes = ''): string =>
  `<DataBand Name="D" Width="302.4" Height="20" DataSource="Rows" ${attributes}>${inner}</DataBand>`;

describe('a band that was printed', () => {
  it('fires AfterPrint before its child is printed', async () => {
    const { pages } = await print({
      data,
      script: 'private void After(object sender, EventArgs e) { Engine.CurY += 10; }',
      bands: rowsBand(band('ChildBand', 'C', 'x', '', 5), 'AfterPrintEvent="After"'),
    });
    expect(bandsOf(pages[0])).toEqual(['D 0', 'C 30', 'D 35', 'C 65', 'D 70', 'C 100']);
  });

  it('is restored before its totals are updated, so that a row that hides itself is counted', async () => {
    const { pages } = await print({
      data,
      dictionary: '<Total Name="Sum" Expression="[Rows.Id]" Evaluator="D" PrintOn="S"/>',
      bands:
        rowsBand(textObject('A', '[Rows.Id]', 'Width="50" Height="20"'), 'VisibleExpression="[Rows.Id] == 2"') +
        band('ReportSummaryBand', 'S', '[Sum]'),
    });
    expect(textsOf(pages[0])).toEqual(['2', '6']);
  });

  it('does not reset a total for which it is the evaluator', async () => {
    const { pages } = await print({
      data,
      dictionary: '<Total Name="Count" TotalType="Count" Evaluator="D" PrintOn="D"/>',
      bands: rowsBand('') + band('ReportSummaryBand', 'S', '[Count]'),
    });
    expect(textsOf(pages[0])).toEqual(['3']);
  });
});

describe('a new page', () => {
  it('is not started by a child or subreport of a band of the page', async () => {
    const { pages } = await print({
      data,
      bands: `<PageHeaderBand Name="P" Width="302.4" Height="10">${band('ChildBand', 'C', 'x', 'StartNewPage="true"', 5)}</PageHeaderBand>${rowsBand('')}`,
    });
    expect(pages.map((page) => bandsOf(page))).toEqual([['P 0', 'C 10', 'D 15', 'D 35', 'D 55']]);
  });

  it('is started by a band with StartNewPage, and again by its part before a page break', async () => {
    const { pages } = await print({
      data: { Rows: numbers(2) },
      bands: rowsBand(
        textObject('A', 'a', 'Width="50" Height="10"') +
          textObject('B', 'b', 'Top="10" Width="50" Height="10" PageBreak="true"'),
        'StartNewPage="true"',
      ),
    });
    expect(pages.map((page) => textsOf(page).join(''))).toEqual(['', 'a', 'b', '', 'a', 'b']);
  });
});

describe('a footer that is kept with the last row and repeats', () => {
  it('is not counted twice, because the free space excludes it already', async () => {
    const { pages } = await print({
      data: { Rows: numbers(10) },
      bands: `<GroupHeaderBand Name="G" Width="302.4" Height="6.8" Condition="true">${rowsBand('')}${band('GroupFooterBand', 'F', 'f', 'KeepWithData="true" RepeatOnEveryPage="true"')}</GroupHeaderBand>`,
    });
    expect(pages.map((page) => bandsOf(page).at(-1))).toEqual(['F 206.8']);
  });
});

describe('widths', () => {
  it('of headers and footers of a hierarchy are those of the page, shifted by the indent', async () => {
    const { pages } = await print({
      data: {
        Tree: {
          columns: 'Id:Int32 ParentId:Int32',
          rows: [
            [1, null],
            [2, 1],
          ],
        },
      },
      bands: `<DataBand Name="D" Width="302.4" Height="20" DataSource="Tree" IdColumn="Tree.Id" ParentIdColumn="Tree.ParentId" Indent="20">${band('DataHeaderBand', 'H', 'h', '', 10)}</DataBand>`,
    });
    expect(placesOf(pages[0], 'H')).toEqual(['0,0,302.4,10', '20,30,302.4,10']);
    expect(placesOf(pages[0], 'D')).toEqual(['0,10,302.4,20', '20,40,282.4,20']);
  });

  it('in page columns are those of the template, but those of children are those of the page', async () => {
    const { pages } = await print({
      data,
      page: 'PaperWidth="100" PaperHeight="80" Columns.Count="2" Columns.Width="40" Columns.Positions="0,40"',
      bands: `<DataBand Name="D" Width="140" Height="20" DataSource="Rows">${band('ChildBand', 'C', 'x', '', 5)}</DataBand>`,
    });
    expect(placesOf(pages[0], 'D')[0]).toBe('0,0,140,20');
    expect(placesOf(pages[0], 'C')[0]).toBe('0,20,302.4,5');
  });

  it('of an unlimited page are that of its content, without objects anchored to the right', async () => {
    const { pages } = await print({
      data: { Rows: numbers(1) },
      page: 'PaperWidth="100" PaperHeight="80" UnlimitedWidth="true"',
      bands: rowsBand(
        textObject('A', 'a', 'Left="400" Width="30" Height="10"') +
          textObject('B', 'b', 'Left="900" Width="30" Height="10" Anchor="Top, Right"'),
      ),
    });
    expect(placesOf(pages[0], 'D')).toEqual(['0,0,430,20']);
    expect(placesOf(pages[0], 'B')).toEqual(['1027.6,0,30,10']);
  });
});

describe('docked objects', () => {
  it('are arranged with the band: in the first row if it is measured, and later from their last positions', async () => {
    const { pages } = await print({
      data: { Rows: numbers(2) },
      bands: rowsBand(
        textObject('A', 'a', 'Dock="Left" Width="60" Height="5"') +
          textObject('B', 'b', 'Dock="Fill" Width="10" Height="5"'),
      ),
    });
    expect(placesOf(pages[0], 'A')).toEqual(['0,0,60,20', '0,20,60,20']);
    expect(placesOf(pages[0], 'B')).toEqual(['60,0,242.4,20', '60,20,242.4,20']);
  });
});

describe('columns of a data band, down then across', () => {
  it('are measured by printing each row on trial', async () => {
    const { pages } = await print({
      data: { Rows: numbers(4) },
      bands: `<DataBand Name="D" Width="302.4" Height="150" CanShrink="true" DataSource="Rows" Columns.Count="2" Columns.Layout="DownThenAcross">${textObject('A', '[Rows.Id]', 'Width="50" Height="20"')}</DataBand>`,
    });
    expect(pages.map((page) => placesOf(page, 'D'))).toEqual([
      ['0,0,151.2,20', '0,20,151.2,20', '151.2,0,151.2,20', '151.2,20,151.2,20'],
    ]);
  });
});

describe('page numbers of a single pass', () => {
  it('have no total before the last page, also with another first number', async () => {
    const { pages } = await print({
      data,
      report: 'InitialPageNumber="10"',
      bands: `${rowsBand('')}${band('PageFooterBand', 'F', '[Page] of [TotalPages]')}`,
    });
    expect(textsOf(pages[0])).toEqual(['10 of 9']);
  });

  it('have the total of the pages before a group that has reset the number', async () => {
    const { pages } = await print({
      data: { Rows: numbers(2) },
      bands: `<GroupHeaderBand Name="G" Width="302.4" Height="10" Condition="[Rows.Id]" StartNewPage="true" ResetPageNumber="true">${rowsBand('')}</GroupHeaderBand>${band('PageFooterBand', 'F', '[Page]/[TotalPages]')}`,
    });
    expect(pages.map((page) => textsOf(page)[0])).toEqual(['1/1', '1/0']);
  });

  it('as macros leave out pages beyond MaxPages', async () => {
    const { pages } = await print({
      data: { Rows: numbers(30) },
      report: 'MaxPages="2"',
      bands: `${rowsBand('')}${band('PageFooterBand', 'F', '[Page#]/[TotalPages#]')}`,
    });
    expect(pages.map((page) => textsOf(page)[0])).toEqual(['1/2', '2/2']);
  });
});

describe('MergeMode', () => {
  it('merges equal texts in adjacent bands of the same name', async () => {
    const { pages } = await print({
      data,
      bands: rowsBand(
        textObject('A', 'same', 'Width="50" Height="20" MergeMode="Vertical"') +
          textObject('B', '[Rows.Id]', 'Left="50" Width="50" Height="20" MergeMode="Vertical"'),
      ),
    });
    expect(placesOf(pages[0], 'A')).toEqual(['0,0,50,60']);
    expect(placesOf(pages[0], 'B')).toHaveLength(3);
  });

  it('compares a text hidden by Duplicates at its position in its band', async () => {
    const { pages } = await print({
      data: { Rows: numbers(4) },
      bands: `<ReportTitleBand Name="Title" Width="302.4" Height="20"/>${rowsBand(textObject('A', '[[Rows.Id] &lt; 4]', 'Width="50" Height="20" Duplicates="Hide" MergeMode="Vertical"'))}`,
    });
    expect(placesOf(pages[0], 'A')).toEqual(['0,80,50,20']);
  });

  it('keeps the size of a docked text, and does not merge cells of tables', async () => {
    const { pages } = await print({
      data,
      bands: rowsBand(
        textObject('A', 'same', 'Dock="Left" Width="50" MergeMode="Vertical"') +
          `<TableObject Name="T" Left="60" Width="50" Height="20"><TableColumn Width="50"/><TableRow Height="20"><TableCell Name="C" Text="same" MergeMode="Vertical"/></TableRow></TableObject>`,
      ),
    });
    expect(placesOf(pages[0], 'A')).toEqual(['0,0,50,20', '0,40,50,20']);
    expect(placesOf(pages[0], 'C')).toEqual(['60,0,50,20', '60,20,50,20', '60,40,50,20']);
  });
});

it('fills a repeated footer that grows for each row, on a page of unlimited height too', async () => {
  const numbersOn = async (page: string): Promise<string[]> => {
    const { pages } = await print({
      data,
      page,
      bands: `<DataBand Name="D" Width="302.4" Height="20" RowCount="2"><DataFooterBand Name="F" Width="302.4" Height="20" CanGrow="true" RepeatOnEveryPage="true"><SubreportObject Name="S" Width="100" Height="20" ReportPage="Inner" PrintOnParent="true"/></DataFooterBand></DataBand>`,
      pages: `<ReportPage Name="Inner"><GroupHeaderBand Name="G" Width="302.4" Height="20" Condition="[Rows.Id]"><DataBand Name="I" Width="302.4" Height="20" DataSource="Rows"/><GroupFooterBand Name="GF" Width="302.4" Height="20">${textObject('N', '[Row#]', 'Width="50" Height="20"')}</GroupFooterBand></GroupHeaderBand></ReportPage>`,
    });
    return textsOf(pages[0], 'N');
  };
  const numbers = await numbersOn('PaperWidth="100" PaperHeight="200"');
  expect(numbers[0]).not.toBe('1');
  expect(await numbersOn('PaperWidth="100" PaperHeight="200" UnlimitedHeight="true"')).toEqual(numbers);
});

it('arranges the docks of a cell whose text merges duplicates at the height of the first row', async () => {
  const dockedIn = async (attributes: string): Promise<string[]> => {
    const { pages } = await print({
      data,
      bands: rowsBand(
        `<TableObject Name="T" Width="50" Height="20"><TableColumn Width="50"/><TableRow Height="5"><TableCell Name="A"/></TableRow><TableRow Height="15"><TableCell Name="B">${textObject('Docked', '[Rows.Id]', `Dock="Right" Width="10" Height="9" ${attributes}`)}</TableCell></TableRow></TableObject>`,
      ),
    });
    return placesOf(pages[0], 'Docked').slice(1);
  };
  expect(await dockedIn('')).toEqual(['40,25,10,15', '40,45,10,15']);
  expect(await dockedIn('Duplicates="Merge"')).toEqual(['40,25,10,5', '40,45,10,5']);
});

describe('objects with limits of size', () => {
  it('have the size of the template in the first printing, and are limited from the second on', async () => {
    const { pages } = await print({
      data: { Rows: numbers(2) },
      bands: rowsBand('<PictureObject Name="P" Width="80" Height="18" MaxWidth="50" SizeMode="StretchImage"/>'),
    });
    expect(placesOf(pages[0], 'P')).toEqual(['0,0,80,18', '0,20,50,18']);
  });

  it('that are columns and rows of a table are placed within their limits, even without AutoSize', async () => {
    const { pages } = await print({
      data: { Rows: numbers(1) },
      bands: rowsBand(
        '<TableObject Name="T"><TableColumn Name="C1" Width="80" MaxWidth="50"/><TableColumn Name="C2" Width="10" MinWidth="30"/><TableRow Name="R" Height="10" MinHeight="15"><TableCell Name="A"/><TableCell Name="B"/></TableRow></TableObject>',
      ),
    });
    expect(placesOf(pages[0], 'A')).toEqual(['0,0,50,15']);
    expect(placesOf(pages[0], 'B')).toEqual(['50,0,30,15']);
  });
});

describe('sorting by a column', () => {
  it('puts rows without a value first, although they print and group as 0', async () => {
    const { pages } = await print({
      data: {
        Rows: {
          columns: 'Id:Int32 Value:Int32',
          rows: [
            [1, 0],
            [2, null],
            [3, 0],
            [4, null],
          ],
        },
      },
      bands: `<GroupHeaderBand Name="G" Width="302.4" Height="10" Condition="[Rows.Value]">${rowsBand(textObject('A', '[Rows.Id]', 'Width="50" Height="20"'))}</GroupHeaderBand>`,
    });
    expect(textsOf(pages[0])).toEqual(['2', '4', '1', '3']);
    expect(bandsOf(pages[0]).filter((name) => name.startsWith('G'))).toHaveLength(1);
  });
});

describe('AutoWidth', () => {
  it('keeps the right edge of a text that is anchored to the right, and the centre of a centred one', async () => {
    const { pages } = await print({
      data: { Rows: numbers(1) },
      bands: rowsBand(
        textObject('R', 'x', 'Left="100" Width="100" Height="20" AutoWidth="true" Anchor="Top, Left, Right"') +
          textObject('C', 'x', 'Left="100" Width="100" Height="20" AutoWidth="true" HorzAlign="Center"'),
      ),
    });
    const [right, centre] = [placesOf(pages[0], 'R'), placesOf(pages[0], 'C')].map(([place]) =>
      place!.split(',').map(Number),
    );
    expect(right![0]! + right![2]!).toBeCloseTo(200, 1);
    expect(centre![0]! + centre![2]! / 2).toBeCloseTo(150, 1);
  });

  it('turns off wrapping permanently: the next row is measured on one line', async () => {
    const { pages } = await print({
      data: { Rows: numbers(2) },
      bands: rowsBand(
        textObject('A', 'two words', 'Width="40" Height="14" AutoWidth="true" CanGrow="true"'),
        'CanGrow="true"',
      ),
    });
    const [first, second] = placesOf(pages[0], 'A').map((place) => Number(place.split(',')[3]));
    expect(first).toBeGreaterThan(20);
    expect(second).toBeLessThan(15);
  });
});

describe('AutoShrink', () => {
  it('makes a text smaller before the object may grow', async () => {
    const { pages } = await print({
      data: { Rows: numbers(1) },
      bands: rowsBand(
        textObject('A', 'words that need three lines', 'Width="60" Height="20" AutoShrink="FitText" CanGrow="true"'),
      ),
    });
    expect(placesOf(pages[0], 'A')).toEqual(['0,0,60,20']);
    expect(pages[0]?.objects[0]?.children?.[0]?.text?.style.font.size).toBeLessThan(8);
  });
});

describe('distinct counts in page footers', () => {
  it('count a value once among kept rows and once among the others', async () => {
    const { pages } = await print({
      data: {
        Rows: {
          columns: 'Group:Int32 Value:Int32',
          rows: [
            [1, 7],
            [1, 7],
            [2, 7],
          ],
        },
      },
      dictionary: '<Total Name="N" TotalType="CountDistinct" Expression="[Rows.Value]" Evaluator="D" PrintOn="F"/>',
      bands: `<GroupHeaderBand Name="G" Width="302.4" Height="5" Condition="[Rows.Group]" KeepTogether="true">${rowsBand('')}</GroupHeaderBand>${band('PageFooterBand', 'F', '[N]')}`,
    });
    expect(textsOf(pages[0])).toEqual(['2']);
  });
});

describe('the page of a bookmark', () => {
  it('counts the sheets from 1 on, for any number of the first page', async () => {
    const { pages } = await print({
      data: { Rows: numbers(1) },
      report: 'InitialPageNumber="5"',
      bands: rowsBand(
        textObject('A', 'a', 'Width="50" Height="20" Bookmark="&quot;here&quot;"') +
          textObject(
            'B',
            '[Engine.GetBookmarkPage("here")]',
            'Left="60" Width="50" Height="20" ProcessAt="ReportFinished"',
          ),
      ),
    });
    expect(textsOf(pages[0], 'B')).toEqual(['1']);
  });

  it('ignores the parts of a band that is split at a page break: they have no bookmarks, and their texts with AutoWidth no width', async () => {
    const { pages, warnings } = await print({
      report: 'DoublePass="true"',
      bands:
        `<DataBand Name="D" Width="302.4" Height="60" RowCount="1" Bookmark="&quot;here&quot;">
        ${textObject('A', 'a', 'Width="80" Height="20" AutoWidth="true" HorzAlign="Right"')}${textObject('B', 'b', 'Top="40" Width="50" Height="20" PageBreak="true"')}</DataBand>` +
        band('ReportSummaryBand', 'S', '[Engine.GetBookmarkPage("here")]'),
    });
    expect(placesOf(pages[0], 'A')).toEqual(['80,0,0,20']);
    expect(textsOf(pages[1])).toEqual(['b', '0']);
    expect(warnings.map(({ object }) => object)).toEqual(['A']);
  });
});

it('gives a text that is calculated at the end of its page the text of the row being printed then, permanently', async () => {
  const { pages, warnings } = await print({
    bands: `<DataBand Name="D" Width="302.4" Height="60" RowCount="8">${textObject('A', '[Row#]', 'Width="50" Height="20" ProcessAt="PageFinished"')}</DataBand>`,
  });
  expect(pages.map((page) => textsOf(page))).toEqual([
    ['4', '4', '4'],
    ['4', '4', '4'],
    ['4', '4'],
  ]);
  expect(warnings.map(({ object }) => object)).toContain('A');
});

it('keeps the text that a first pass has calculated while the row was being printed', async () => {
  const { pages } = await print({
    report: 'DoublePass="true"',
    bands: `<DataBand Name="D" Width="302.4" Height="60" RowCount="5">${textObject('A', '[TotalPages]', 'Width="50" Height="20" ProcessAt="PageFinished"')}</DataBand>`,
  });
  expect(pages.map((page) => textsOf(page))).toEqual([
    ['0', '0', '0'],
    ['0', '0'],
  ]);
});

it('arranges the remaining docked objects each time one moves to the lower part of a broken band', async () => {
  const { pages } = await print({
    bands: `<PageHeaderBand Name="H" Width="302.4" Height="226.8"/><DataBand Name="D" Width="302.4" Height="20" RowCount="1">
      ${textObject('A', 'a', 'Dock="Right" Width="60" Height="15"')}${textObject('B', 'b', 'Dock="Top" Width="50" Height="12"')}</DataBand>`,
  });
  expect(placesOf(pages[1], 'A')).toEqual(['242.4,226.8,60,0']);
  expect(placesOf(pages[1], 'B')).toEqual(['0,226.8,302.4,12']);
});

it('shows the last row in the footer of columns filled downwards when no row fits the page', async () => {
  const { pages } = await print({
    data: { Items: { columns: 'Id:Int32', rows: [[1], [2], [3]] } },
    bands: `<DataBand Name="D" Width="302.4" Height="250" DataSource="Items" Columns.Count="2" Columns.Layout="DownThenAcross">
      ${textObject('A', '[Items.Id]', 'Width="50" Height="20"')}<DataFooterBand Name="F" Width="302.4" Height="20">${textObject('T', 'last [Items.Id]', 'Width="50" Height="20"')}</DataFooterBand></DataBand>`,
  });
  expect(textsOf(pages.at(-1), 'T')).toEqual(['last 3']);
});

describe('rules of the order of events', () => {
  it('CreatePage comes before each page, StartPage once', async () => {
    const { pages } = await print({
      page: 'PaperWidth="100" PaperHeight="80" StartPageEvent="Started" CreatePageEvent="Created"',
      script: `int started; int created; void Started(object sender, EventArgs e) { started++; }
        void Created(object sender, EventArgs e) { created++; }`,
      bands: `${band('PageHeaderBand', 'Head', '[started] [created]')}${band('DataBand', 'D', 'row', 'RowCount="15"')}`,
    });
    expect(pages.map((page) => textsOf(page, 'THead')[0])).toEqual(['1 1', '1 2']);
  });

  it('columns filled downwards are measured first, with all their events', async () => {
    const { pages } = await print({
      data: { Items: numbers(4) },
      script: 'int n; void Count(object sender, EventArgs e) { n++; }',
      bands: `<DataBand Name="D" Width="302.4" Height="20" DataSource="Items" Columns.Count="2" Columns.Layout="DownThenAcross" BeforePrintEvent="Count">${textObject('T', '[n]', 'Width="50" Height="20"')}</DataBand>`,
    });
    expect(textsOf(pages[0])).toEqual(['5', '6', '7', '8']);
  });
});

describe('rows of band columns', () => {
  const columns = (attributes: string, text: string, more = ''): string =>
    `<DataBand Name="D" Width="302.4" Height="20" DataSource="Items" Columns.Count="2" ${attributes}>${textObject('T', text, `Width="50" Height="20" ${more}`)}</DataBand>`;

  it('fire BeforePrint and AfterPrint once more with the band that contains them, the bands even twice', async () => {
    for (const event of ['BeforePrint', 'AfterPrint']) {
      const { pages } = await print({
        data: { Items: numbers(3) },
        script:
          'int bands; int texts; void Band(object s, EventArgs e) { bands++; } void Text(object s, EventArgs e) { texts++; }',
        bands: `${columns(`${event}Event="Band"`, 'row', `${event}Event="Text"`)}${band('ReportSummaryBand', 'S', '[bands] [texts]')}`,
      });
      // Three rows by themselves, two bands that hold them, and each row twice more.
      expect(textsOf(pages[0], 'TS')).toEqual(['11 6']);
    }
  });

  it('have the even style in every row', async () => {
    const { pages } = await print({
      data: { Items: numbers(3) },
      styles: '<Style Name="Even" Fill.Color="Red"/>',
      bands: columns('', '[Items.Id]', 'EvenStyle="Even"'),
    });
    const texts = objectsOf(pages[0]).filter(({ name }) => name === 'T');
    expect(texts.map(({ fill }) => fill !== undefined)).toEqual([true, true, true]);
  });
});

describe('rules of rows', () => {
  it('a filter without an answer keeps the row', async () => {
    const { pages } = await print({
      data: { Items: numbers(2) },
      bands: band('DataBand', 'D', '[Items.Id]', 'DataSource="Items" Filter="null"'),
    });
    expect(textsOf(pages[0])).toEqual(['1', '2']);
  });

  it('the footer of an inner list of groups shows the row that comes next', async () => {
    const { pages } = await print({
      data: { Items: numbers(2) },
      bands: `<GroupHeaderBand Name="G" Width="302.4" Height="5" Condition="[Items.Id]"><GroupHeaderBand Name="H" Width="302.4" Height="5" Condition="[Items.Id]">
        <DataBand Name="D" Width="302.4" Height="5" DataSource="Items"/>${band('DataFooterBand', 'F', '[Items.Id]')}</GroupHeaderBand></GroupHeaderBand>`,
    });
    expect(textsOf(pages[0], 'TF')).toEqual(['2', '0']);
  });

  it('a highlight condition that is true determines the visibility of its text', async () => {
    const { pages } = await print({
      data: { Items: numbers(2) },
      bands: `<DataBand Name="D" Width="302.4" Height="20" DataSource="Items"><TextObject Name="T" Width="50" Height="20" Visible="false" Text="[Items.Id]" Font="Arial, 8pt"><Highlight><Condition Expression="[Items.Id] == 2"/></Highlight></TextObject></DataBand>`,
    });
    expect(textsOf(pages[0])).toEqual(['2']);
  });

  it('ParagraphOffset begins each line with one tabulator', async () => {
    const { pages } = await print({
      bands: `<DataBand Name="D" Width="302.4" Height="40" RowCount="1"><TextObject Name="T" Width="200" Height="40" ParagraphOffset="20" Text="one&#10;&#9;two" Font="Arial, 8pt"/></DataBand>`,
    });
    expect(textsOf(pages[0])).toEqual(['\tone\n\ttwo']);
  });
});

describe('rules of subreports', () => {
  const sub = (page: string): string => `<SubreportObject Name="Sub" Top="20" Width="99" Height="10" ${page}/>`;
  const bands = (page: string): string =>
    `<DataBand Name="D" Width="302.4" Height="30" RowCount="1">${sub(page)}</DataBand>${band('DataBand', 'E', 'next', 'RowCount="1"')}`;

  it('one without a page removes its own height', async () => {
    const { pages } = await print({ bands: bands('') });
    expect(bandsOf(pages[0])).toEqual(['D 0', 'E 20']);
  });

  it('printing continues in the column in which the subreport ended', async () => {
    const { pages } = await print({
      page: 'PaperWidth="100" PaperHeight="80" Columns.Count="2" Columns.Width="40" Columns.Positions="0,40"',
      bands: bands('ReportPage="Page2"'),
      pages: `<ReportPage Name="Page2">${band('DataBand', 'S', 'sub', 'RowCount="12"')}</ReportPage>`,
    });
    expect(placesOf(pages[0], 'TE')[0]).toMatch(/^151.2,/);
  });
});
