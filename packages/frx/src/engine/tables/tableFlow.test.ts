import { describe, expect, it } from 'vitest';
import { band, bandsOf, objectsOf, placesOf, print, textObject, textsOf } from '../../testing/testReport.ts';

interface Cell {
  readonly name: string;
  readonly text?: string;
  readonly style?: string;
}

/** A table that its script builds; `rows` are the cells of the template. */
function built(
  name: string,
  rows: readonly (readonly Cell[])[],
  attributes = '',
  widths: readonly number[] = [],
): string {
  const columns = rows[0]!.map(
    (_, i) => `<TableColumn Name="${name}C${String(i)}" Width="${String(widths[i] ?? 50)}"/>`,
  );
  const lines = rows.map(
    (cells, i) =>
      `<TableRow Name="${name}R${String(i)}" Height="20">${cells
        .map(
          ({ name: cell, text = '', style = '' }) =>
            `<TableCell Name="${cell}" Text="${text}" Font="Arial, 8pt" ${style}/>`,
        )
        .join('')}</TableRow>`,
  );
  return `<TableObject Name="${name}" Width="100" Height="40" ManualBuildEvent="${name}Build" ${attributes}>${columns.join('')}${lines.join('')}</TableObject>`;
}

const script = (name: string, body: string): string =>
  `void ${name}Build(object sender, EventArgs e) { ${body.replaceAll('T.', `${name}.`)} }`;
const rowsTwice = 'T.PrintRow(0); T.PrintColumns(); T.PrintRow(0); T.PrintColumns();';
const holder = (content: string, attributes = '', height = 40): string =>
  `<DataBand Name="D" Width="302.4" Height="${String(height)}" RowCount="1" ${attributes}>${content}</DataBand>`;

describe('the cells of a table over several pages', () => {
  it('do not count in Count(cell) without an expression', async () => {
    const { pages } = await print({
      bands: holder(
        built('T', [
          [
            { name: 'A', text: 'x' },
            { name: 'B', text: '[1]' },
          ],
          [
            { name: 'CA', text: '[Count(A)]' },
            { name: 'CB', text: '[Count(B)]' },
          ],
        ]),
      ),
      script: script('T', `${rowsTwice} T.PrintRow(1); T.PrintColumns();`),
    });
    expect(textsOf(pages[0])).toEqual(['x', '1', 'x', '1', '0', '2']);
  });

  it('are hidden by spans of cells that are hidden themselves', async () => {
    const { pages } = await print({
      bands: holder(
        built(
          'T',
          [[{ name: 'A', style: 'ColSpan="2"' }, { name: 'B', style: 'ColSpan="2"' }, { name: 'C' }, { name: 'E' }]],
          'ManualBuildAutoSpans="false"',
        ),
      ),
      script: script('T', 'T.PrintRow(0); T.PrintColumns();'),
    });
    expect(objectsOf(pages[0]).flatMap(({ type, name }) => (type === 'TableCell' ? [name] : []))).toEqual(['A', 'E']);
  });

  it('are blank where a cut span leaves a position without a cell', async () => {
    // The span over two rows and two columns is cut between its rows and between its columns.
    const { pages } = await print({
      bands: holder(
        built(
          'T',
          [
            [{ name: 'A', style: 'ColSpan="2" RowSpan="2"' }, { name: 'B' }],
            [{ name: 'C' }, { name: 'E' }],
          ],
          'Layout="DownThenAcross"',
          [200, 200],
        ),
      ),
      script: script(
        'T',
        'for (int i = 0; i < 2; i++) { T.PrintRow(i); T.PrintColumns(); if (i == 0) T.PageBreak(); }',
      ),
    });
    const names = pages.map((page) =>
      objectsOf(page).flatMap(({ type, name }) => (type === 'TableCell' ? [name] : [])),
    );
    expect(names).toEqual([['A'], ['A'], ['A'], ['']]);
  });

  it('have, beyond a cut, the name of the last cell of the same appearance before them', async () => {
    const style = 'HorzAlign="Center"';
    const { pages } = await print({
      bands: holder(
        built('T', [
          [{ name: 'A', style: `RowSpan="2" ${style}` }, { name: 'B', style }, { name: 'Other' }],
          [{ name: 'C' }, { name: 'E', style }, { name: 'F' }],
        ]),
      ),
      script: script('T', 'for (int i = 0; i < 2; i++) { T.PrintRow(i); T.PrintColumns(); T.PageBreak(); }'),
    });
    const names = pages.map((page) =>
      objectsOf(page).flatMap(({ type, name }) => (type === 'TableCell' ? [name] : [])),
    );
    expect(names).toEqual([
      ['A', 'B', 'Other'],
      ['B', 'E', 'F'],
    ]);
  });

  it('are printed on the pages that PrintOn and VisibleExpression of the table allow', async () => {
    for (const attributes of ['PrintOn="OddPages"', 'VisibleExpression="[Page] == 2"']) {
      const { pages } = await print({
        bands: holder(built('T', [[{ name: 'A', text: 'a' }]], attributes)),
        script: script('T', 'T.PrintRow(0); T.PrintColumns(); T.PageBreak(); T.PrintRow(0); T.PrintColumns();'),
      });
      expect(pages.map((page) => textsOf(page))).toEqual([[], ['a']]);
    }
  });

  it('ignore page breaks on an unlimited page', async () => {
    for (const page of ['UnlimitedHeight="true"', 'UnlimitedWidth="true"']) {
      const { pages } = await print({
        page: `PaperWidth="100" PaperHeight="80" ${page}`,
        bands: holder(built('T', [[{ name: 'A', text: 'a' }]])),
        script: script('T', 'T.PrintRow(0); T.PrintColumns(); T.PageBreak(); T.PrintRow(0); T.PrintColumns();'),
      });
      expect(pages.map((printed) => bandsOf(printed))).toEqual([['D 0', ' 0']]);
    }
  });

  it('are printed beside the template when VisibleExpression is true', async () => {
    const { pages } = await print({
      bands: holder(built('T', [[{ name: 'A', text: '[1 + 1]' }]], 'VisibleExpression="true"')),
      script: script('T', 'T.PrintRow(0); T.PrintColumns();'),
    });
    expect(textsOf(pages[0])).toEqual(['[1 + 1]', '2']);
  });

  it('fill a row that was printed without columns from the next one, and leave the last ones empty', async () => {
    const { pages } = await print({
      bands: holder(built('T', [[{ name: 'A', text: 'a' }], [{ name: 'B', text: 'b' }]])),
      script: script('T', 'T.PrintRow(0); T.PrintRow(1); T.PrintColumns(); T.PrintRow(0); T.PrintColumns();'),
    });
    expect(objectsOf(pages[0]).flatMap(({ type, name }) => (type === 'TableCell' ? [name] : []))).toEqual([
      'B',
      'A',
      '',
    ]);
  });

  it('repeat no more headers than the template has rows above the last', async () => {
    const { pages } = await print({
      bands: holder(built('T', [[{ name: 'A', text: 'head' }], [{ name: 'B', text: 'row' }]], 'FixedRows="9"')),
      script: script(
        'T',
        'T.PrintRow(0); T.PrintColumns(); for (int i = 0; i < 14; i++) { T.PrintRow(1); T.PrintColumns(); }',
      ),
    });
    expect(pages.map((page) => textsOf(page).filter((text) => text === 'head').length)).toEqual([1, 1]);
  });
});

describe('a table that is built', () => {
  const grown = textObject(
    'X',
    'a text of many words that needs several lines here',
    'Width="40" Height="10" CanGrow="true"',
  );
  const one = [[{ name: 'A', text: 'a' }]];
  const once = script('T', 'T.PrintRow(0); T.PrintColumns();');
  const high = 'PaperWidth="100" PaperHeight="280"';

  it('keeps the position to which the text above has moved it, in later rows too', async () => {
    const { pages } = await print({
      page: high,
      bands: holder(grown + built('T', one, 'Top="20"')).replace('RowCount="1"', 'RowCount="2"'),
      script: once,
    });
    const [first, second] = bandsOf(pages[0], true).filter((name) => name.startsWith('D '));
    expect(first).toBe('D 0+20');
    expect(Number(second!.split('+')[1])).toBeGreaterThan(40);
  });

  it('disables CanGrow of its band permanently', async () => {
    const { pages } = await print({
      page: high,
      bands: holder(grown + built('T', one, 'Top="30"'), 'CanGrow="true" BeforePrintEvent="Rows"', 30).replace(
        'RowCount="1"',
        'RowCount="2"',
      ),
      script: `${once} int rows; void Rows(object sender, EventArgs e) { rows++; T.Visible = rows == 1; }`,
    });
    expect(bandsOf(pages[0], true).at(-1)).toMatch(/^D \d.*\+30$/);
  });

  it('is added to its band after the other objects with PrintOnParent, and moves none of them', async () => {
    const { pages } = await print({
      bands: holder(
        built('T', one, 'PrintOnParent="true"') + textObject('Below', 'below', 'Top="40" Width="50" Height="10"'),
        'CanGrow="true"',
        50,
      ),
      script: script('T', 'for (int i = 0; i < 4; i++) { T.PrintRow(0); T.PrintColumns(); }'),
    });
    expect(bandsOf(pages[0], true)).toEqual(['D 0+80']);
    expect(placesOf(pages[0], 'Below')).toEqual(['0,40,50,10']);
    expect(pages[0]!.objects[0]!.children!.map(({ name }) => name)).toEqual(['Below', 'T']);
  });

  it('is printed once more below the band when it has PrintOnParent and another one is printed over several pages', async () => {
    const { pages } = await print({
      bands: holder(built('T', one, 'PrintOnParent="true"') + built('U', [[{ name: 'B', text: 'b' }]], 'Left="120"')),
      script: once + script('U', 'T.PrintRow(0); T.PrintColumns();'),
    });
    expect(textsOf(pages[0])).toEqual(['a', 'a', 'b']);
  });

  it('fires the events of its cells for each cell that it prints, and for no others', async () => {
    const { pages } = await print({
      bands: `${holder(built('T', [[{ name: 'A', text: 'a', style: 'AfterPrintEvent="Count"' }]]))}${band('ReportSummaryBand', 'S', '[count]')}`,
      script: `int count; void Count(object sender, EventArgs e) { count++; } ${script('T', rowsTwice)}`,
    });
    expect(textsOf(pages[0], 'TS')).toEqual(['2']);
  });

  it('loses the text of a span of which no line fits above the end of the page, with a warning', async () => {
    const cells = [
      [{ name: 'A', text: 'a', style: 'RowSpan="2"' }, { name: 'B' }],
      [{ name: 'C' }, { name: 'E' }],
    ];
    const { pages, warnings } = await print({
      bands: holder(built('T', cells)).replaceAll('Height="20"', 'Height="8"'),
      script: script('T', 'T.PrintRow(0); T.PrintColumns(); T.PageBreak(); T.PrintRow(1); T.PrintColumns();'),
    });
    expect(pages.map((page) => textsOf(page, 'A').concat(textsOf(page, 'E')).includes('a'))).toEqual([false, false]);
    expect(warnings.map(({ object, message }) => [object, message.includes('loses a text')])).toEqual([['A', true]]);
  });

  it('continues to the right after a page with a higher footer than that of the first', async () => {
    const { pages } = await print({
      bands: `<PageFooterBand Name="Foot" Width="302.4" Height="30" PrintOn="OddPages"/>${holder(built('T', one, '', [200]))}`,
      script: script('T', 'T.PrintRow(0); T.PrintColumn(0); T.PrintColumn(0);'),
    });
    const parts = pages.map((page) => bandsOf(page, true).filter((name) => name.startsWith(' ')));
    expect(parts).toEqual([[' 0+226.8'], [], [' 0+226.8']]);
  });

  it('fires AfterData once with its data and once when it is finished', async () => {
    const { pages } = await print({
      bands: `${holder(built('T', one, 'AfterDataEvent="Count"'))}${band('ReportSummaryBand', 'S', '[count]')}`,
      script: `int count; void Count(object sender, EventArgs e) { count++; } ${once}`,
    });
    expect(textsOf(pages[0], 'TS')).toEqual(['2']);
  });

  it('prints below the row of columns that contains it, counted from the top of the page, with a warning', async () => {
    const { pages, warnings } = await print({
      data: { L: { columns: 'Id:Int32', rows: [[1], [2], [3]] } },
      bands: `${band('ReportTitleBand', 'Title', 'title', '', 100)}<DataBand Name="D" Width="150" Height="60" DataSource="L" Columns.Count="2">${built('T', [[{ name: 'A', text: '[L.Id]' }]], 'Top="30"')}</DataBand>`,
      script: script('T', 'T.PrintRow(0); T.PrintColumns();'),
    });
    expect(bandsOf(pages[0])).toEqual(['Title 0', ' 30', ' 30', 'D 100', ' 30', 'D 160']);
    expect(textsOf(pages[0], 'A')).toEqual(['1', '2', '3']);
    expect(warnings.map(({ object, message }) => [object, message.includes('over other bands')])).toEqual([
      ['T', true],
    ]);
  });

  it('prints in columns with PrintOnParent, built once for each row', async () => {
    const { pages, warnings } = await print({
      data: { L: { columns: 'Id:Int32', rows: [[1], [2], [3]] } },
      bands: `<DataBand Name="D" Width="150" Height="60" DataSource="L" Columns.Count="2">${built('T', [[{ name: 'A', text: '[L.Id]' }]], 'PrintOnParent="true"')}</DataBand>`,
      script: script('T', 'T.PrintRow(0); T.PrintColumns();'),
    });
    expect([textsOf(pages[0], 'A'), warnings]).toEqual([['1', '2', '3'], []]);
  });

  it('prints whenever its band is measured: in columns filled downwards and in repeated footers', async () => {
    const rows = { L: { columns: 'Id:Int32', rows: [[1], [2]] } };
    const table = built('T', [[{ name: 'A', text: '[L.Id]' }]], 'Top="20"');
    const down = await print({
      data: rows,
      bands: `<DataBand Name="D" Width="150" Height="60" DataSource="L" Columns.Count="2" Columns.Layout="DownThenAcross">${table}</DataBand>`,
      script: script('T', 'T.PrintRow(0); T.PrintColumns();'),
    });
    expect(bandsOf(down.pages[0])).toEqual([' 0', ' 20', 'D 40', ' 60', 'D 40', ' 60']);
    const footer = await print({
      data: rows,
      bands: `<DataBand Name="D" Width="302.4" Height="30" DataSource="L"><DataHeaderBand Name="H" Width="302.4" Height="10"/><DataFooterBand Name="F" Width="302.4" Height="60" CanGrow="true" RepeatOnEveryPage="true">${table}</DataFooterBand></DataBand>`,
      script: script('T', 'T.PrintRow(0); T.PrintColumns();'),
    });
    expect(bandsOf(footer.pages[0])).toEqual(['H 0', ' 10', 'D 30', 'D 60', 'F 90', ' 110']);
  });

  it('goes to the next page as a whole when it may not break', async () => {
    const { pages } = await print({
      bands: `${band('ReportTitleBand', 'Title', 'title', '', 180)}${holder(built('T', one, 'CanBreak="false"'))}`,
      script: script('T', 'for (int i = 0; i < 5; i++) { T.PrintRow(0); T.PrintColumns(); }'),
    });
    expect(pages.map((page) => textsOf(page, 'A').length)).toEqual([0, 5]);
  });
});

describe('two tables of a band over several pages', () => {
  const two = (): string =>
    built('T', [[{ name: 'A', text: 'a', style: 'CellDuplicates="Clear"' }]], '', [60]) +
    built('U', [[{ name: 'B', text: 'b' }]], 'Left="130"');
  const scripts = script('T', rowsTwice) + script('U', rowsTwice);

  it('are at the distance given by their positions and widths in the template', async () => {
    const { pages } = await print({ bands: holder(two()), script: scripts });
    // The first is 60 px wide, though it states 100: 30 px are between them in the template.
    expect(placesOf(pages[0], 'U')).toEqual(['90,0,50,40']);
  });

  it('keep the texts of equal cells despite CellDuplicates', async () => {
    const { pages } = await print({ bands: holder(two()), script: scripts });
    expect(textsOf(pages[0], 'A')).toEqual(['a', 'a']);
  });

  it('are followed by other bands below the second one when that did not fit beside the first', async () => {
    const wide = built('U', [[{ name: 'B', text: 'b' }]], 'Left="130"', [250]);
    const first = built('T', [[{ name: 'A', text: 'a' }]], '', [60]);
    const { pages } = await print({
      bands: `<ReportTitleBand Name="Title" Width="302.4" Height="20"/>${holder(first + wide, 'StartNewPage="true" FirstRowStartsNewPage="true"')}${band('ReportSummaryBand', 'Sum', 'end')}`,
      script: scripts,
    });
    expect(pages.map((page) => [placesOf(page, 'U'), bandsOf(page).at(-1)])).toEqual([
      [[], 'Title 0'],
      [[], 'Sum 40'],
      [['0,0,250,40'], ' 0'],
    ]);
  });
});

describe('a table over several pages', () => {
  const rows = (count: number): string =>
    script('T', `for (int i = 0; i < ${String(count)}; i++) { T.PrintRow(0); T.PrintColumns(); }`);

  it('prints a part without rows where not even the first one fits, with DownThenAcross', async () => {
    const { pages } = await print({
      bands: `${band('ReportTitleBand', 'Title', 'title', '', 215)}${holder(built('T', [[{ name: 'A', text: 'a' }]], 'Layout="DownThenAcross"'), '', 10)}`,
      script: rows(2),
    });
    expect(pages.map((page) => [placesOf(page, 'T').length, textsOf(page, 'A').length])).toEqual([
      [1, 0],
      [1, 2],
    ]);
  });

  it('continues in the first column of the next page', async () => {
    const { pages } = await print({
      page: 'PaperWidth="100" PaperHeight="80" Columns.Count="2" Columns.Width="40" Columns.Positions="0,40"',
      bands: `<DataBand Name="First" Width="151.2" Height="200" RowCount="1"/>${holder(built('T', [[{ name: 'A' }]]), 'StartNewPage="true" FirstRowStartsNewPage="true"')}`,
      script: rows(20),
    });
    expect(pages.map((page) => placesOf(page, 'T').map((place) => place.split(',')[0]))).toEqual([['151.2'], ['0']]);
  });

  it('is followed by the summary on its first page when MaxPages ends the report to the right of it', async () => {
    const { pages } = await print({
      report: 'MaxPages="1"',
      bands:
        holder(built('T', [[{ name: 'A' }, { name: 'B' }]], '', [200, 200])) +
        band('ReportSummaryBand', 'S', 'summary'),
      script: rows(2),
    });
    expect(pages.map((page) => bandsOf(page))).toEqual([['D 0', ' 0', 'S 40']]);
  });

  it('does not affect the position at which a page with PrintOnPreviousPage starts', async () => {
    const { pages } = await print({
      bands: holder(built('T', [[{ name: 'A' }]], 'Top="10"')),
      pages: `<ReportPage Name="Page2" PaperWidth="100" PaperHeight="80" PrintOnPreviousPage="true"><DataBand Name="E" Width="302.4" Height="20" RowCount="1"/></ReportPage>`,
      script: rows(2),
    });
    expect(bandsOf(pages[0])).toEqual(['D 0', ' 10', 'E 10']);
  });

  it('moves kept bands with it only in a band that prints the first row of its list', async () => {
    const header = `<GroupHeaderBand Name="G" Width="302.4" Height="20" Condition="[L.Id]" KeepTogether="true">${built('T', [[{ name: 'A', text: '[L.Id]' }]])}${band('DataBand', 'L', 'row', 'DataSource="L"')}</GroupHeaderBand>`;
    const { pages } = await print({
      data: { L: { columns: 'Id:Int32', rows: [[1], [2]] } },
      bands: header,
      script: rows(8),
    });
    // The first group fills 180 px; the table of the second one is cut at the page's end, 46.8 px below.
    expect(pages.map((page) => textsOf(page, 'A').filter((text) => text === '2').length)).toEqual([2, 6]);
  });
});
