import { describe, expect, it } from 'vitest';
import {
  band,
  numbers,
  objectsOf,
  placesOf,
  print,
  templateOf,
  textObject,
  textsOf,
  type TestTable,
} from '../../testing/testReport.ts';

const Items: TestTable = {
  columns: 'Id:Int32 Name:String Price:Decimal Sold:DateTime',
  rows: [
    [1, 'Apple', '4.50', new Date(Date.UTC(2024, 1, 6))],
    [2, null, null, null],
    [3, 'Cherry', '0.00', null],
  ],
};
const texts = async (text: string, attributes = '', report = ''): Promise<string[]> =>
  textsOf(
    (
      await print({
        report,
        data: { Items },
        bands: `<DataBand Name="D" Height="20" DataSource="Items">${textObject('T', text, `Width="90" Height="20" ${attributes}`)}</DataBand>`,
      })
    ).pages[0],
  );

describe('texts', () => {
  it('put the value of every expression in brackets into the text', async () => {
    expect(await texts('[Items.Id]: [Items.Name] costs [[Items.Price] * 2]')).toEqual([
      '1: Apple costs 9.00',
      '2:  costs 0',
      '3: Cherry costs 0.00',
    ]);
  });

  it('are printed unchanged with AllowExpressions="false", and recognise the brackets that the template sets', async () => {
    expect(await texts('[Items.Id]', 'AllowExpressions="false"')).toEqual(['[Items.Id]', '[Items.Id]', '[Items.Id]']);
    expect(await texts('[x] <<[Items.Id]>>', 'Brackets="&lt;&lt;,&gt;&gt;"')).toEqual(['[x] 1', '[x] 2', '[x] 3']);
  });

  it('turn a null into the default of its type, or keep it with ConvertNulls="false" and write NullValue', async () => {
    expect(await texts('[Items.Price]')).toEqual(['4.50', '0', '0.00']);
    expect(await texts('[Items.Price]', 'NullValue="none"', 'ConvertNulls="false"')).toEqual(['4.50', 'none', '0.00']);
  });

  it('write NullValue for the result of a choice without a number, and for the row of a hierarchy outside of one', async () => {
    const choice = '[Choose([Items.Id] - 1, &quot;one&quot;, &quot;two&quot;)]';
    expect(await texts(choice, 'NullValue="none"')).toEqual(['none', 'one', 'two']);
    expect(await texts('[Choose(1.9, &quot;one&quot;)] [HierarchyRow#]', 'NullValue="none"')).toContain('one none');
  });

  it('report a value that its format does not support, and write it without the format', async () => {
    const printing = (attributes: string, stopOnError: boolean): ReturnType<typeof print> =>
      print({
        data: { Items },
        bands: `<DataBand Name="D" Height="20" DataSource="Items" MaxRows="1">${textObject('T', '[Items.Price] [Items.Sold]', `Width="200" Height="20" ${attributes}`)}</DataBand>`,
        options: { stopOnError },
      });
    const { pages, warnings } = await printing('Format="Date"', false);
    expect(textsOf(pages[0])).toEqual(['4.50 2/6/2024']);
    expect(warnings).toMatchObject([
      { message: 'The format "Date" cannot write a value of type decimal.', object: 'T', fails: true },
    ]);
    await expect(printing('Format="Date"', true)).rejects.toMatchObject({ name: 'ReportError', object: 'T' });
    await expect(printing('Format="Number"', true)).rejects.toMatchObject({
      reason: 'The format "Number" cannot write a value of type DateTime.',
    });
    expect(textsOf((await printing('Format="General"', true)).pages[0])).toHaveLength(1);
  });

  it('write values in their format, hide zeros and a named value', async () => {
    expect(await texts('[Items.Price]', 'Format="Currency"')).toEqual(['$4.50', '$0.00', '$0.00']);
    expect(await texts('[Items.Price]', 'HideZeros="true"')).toEqual(['4.50', '', '']);
    expect(await texts('[Items.Id]', 'HideValue="2"')).toEqual(['1', '', '3']);
  });

  it('hide DateTime.MinValue also when a function has formatted it', async () => {
    const first = '[FormatDateTime(new DateTime(1, 1, 1), "d")]'.replaceAll('"', '&quot;');
    expect(await texts(first, 'HideZeros="true"')).toEqual(['', '', '']);
    expect(await texts(first, '')).toEqual(['1/1/0001', '1/1/0001', '1/1/0001']);
    expect(await texts('serial 0001', 'HideZeros="true"')).toEqual(['serial 0001', 'serial 0001', 'serial 0001']);
  });

  it('use one format for all expressions, or one each where there are several', async () => {
    const { pages } = await print({
      data: { Items },
      bands: `<DataBand Name="D" Height="20" DataSource="Items" MaxRows="1"><TextObject Name="T" Width="90" Height="20" Text="[Items.Price] [Items.Sold]"><Formats><NumberFormat DecimalDigits="1"/><DateFormat Format="yyyy"/></Formats></TextObject></DataBand>`,
    });
    expect(textsOf(pages[0])).toEqual(['4.5 2024']);
  });

  it('have no format with an empty list of formats, whatever the attributes say', async () => {
    const { pages } = await print({
      bands: `<DataBand Name="D" Height="20" RowCount="1"><TextObject Name="T" Width="90" Height="20" Text="[0.5]" Format="Percent"><Formats/></TextObject></DataBand>`,
    });
    expect(textsOf(pages[0])).toEqual(['0.5']);
  });

  it('warn once of an expression that cannot be calculated, mark the text and continue printing', async () => {
    const { pages, warnings } = await print({
      data: { Items },
      bands: band('DataBand', 'D', 'a [Nothing.There] b', 'DataSource="Items"'),
    });
    expect(textsOf(pages[0])).toEqual(['a  b', 'a  b', 'a  b']);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatchObject({ object: 'TD', expression: 'Nothing.There' });
    expect(warnings[0]?.line).toBeGreaterThan(1);
    expect(objectsOf(pages[0]).filter(({ drawing }) => drawing?.length === 1)).toHaveLength(3);
  });

  it('end a run that stops at errors, with the object, line and expression that failed', async () => {
    const report = {
      data: { Items },
      bands: band('DataBand', 'D', 'a [10 / ([Row#] - [Row#])] b', 'DataSource="Items"'),
      options: { stopOnError: true },
    };
    const line = templateOf(report)
      .split('\n')
      .findIndex((each) => each.includes('TextObject Name="TD"'));
    await expect(print(report)).rejects.toMatchObject({
      name: 'ReportError',
      object: 'TD',
      line: line + 1,
      expression: '10 / ([Row#] - [Row#])',
      message: expect.stringMatching(/^TD, line \d+: .*zero/),
    });
  });

  it('calculate parameters and calculated columns whenever they are read', async () => {
    const { pages } = await print({
      data: { Items: { columns: 'Id:Int32', rows: [[2], [3]] } },
      dictionary:
        '<Parameter Name="Factor" DataType="System.Int32" AsString="10"/><Parameter Name="Double" DataType="System.Int32" Expression="[Factor] * 2"/>',
      bands: band('DataBand', 'D', '[[Items.Id] * [Factor]] [Double]', 'DataSource="Items"'),
      options: { parameters: { Factor: 5 } },
    });
    expect(textsOf(pages[0])).toEqual(['10 10', '15 10']);
  });

  it('know date, page numbers and rows, and print the macros of all sheets at the end', async () => {
    const { pages } = await print({
      data: { Items: numbers(12) },
      bands:
        band('DataBand', 'D', '[Items.Id] [AbsRow#]', 'DataSource="Items"') +
        band('PageFooterBand', 'PF', '[Page#]/[TotalPages#] [PageN] [Date]'),
    });
    expect(pages.map((page) => textsOf(page, 'TPF')[0])).toEqual([
      '1/2 Page 1 1/15/2026 12:00:00 PM',
      '2/2 Page 2 1/15/2026 12:00:00 PM',
    ]);
  });
});

describe('the appearance of objects', () => {
  it('changes with the first highlight condition that is true', async () => {
    const { pages } = await print({
      data: { Items },
      bands: `<DataBand Name="D" Height="20" DataSource="Items"><TextObject Name="T" Width="90" Height="20" Text="[Items.Id]"><Highlight><Condition Expression="Value == 2"/><Condition Expression="Value &gt; 1" Visible="false"/></Highlight></TextObject></DataBand>`,
    });
    const shown = objectsOf(pages[0]).filter(({ name }) => name === 'T');
    expect(shown.map(({ text }) => [text!.text, text!.style.fill])).toEqual([
      ['1', { kind: 'solid', color: '#000000' }],
      ['2', { kind: 'solid', color: '#ff0000' }],
    ]);
  });

  it('refuses a condition of a highlight that is neither true nor false; without a value it is not met', async () => {
    const printed = (condition: string) =>
      print({
        data: { Items },
        bands: `<DataBand Name="D" Height="20" DataSource="Items"><TextObject Name="T" Width="90" Height="20" Text="[Items.Id]"><Highlight><Condition Expression="${condition}"/></Highlight></TextObject></DataBand>`,
        options: { stopOnError: true },
      });
    await expect(printed('[Items.Id]')).rejects.toThrow(
      'T, line 4: The condition of the highlight has a value of type int, but must be true or false. Expression: [Items.Id]',
    );
    await expect(printed('null')).resolves.toBeDefined();
    await expect(printed(' ')).resolves.toBeDefined();
  });

  it('of every second row comes from its even style: the fill alone, or all of it', async () => {
    const evenRows = async (priority: string, style = ''): Promise<unknown[]> => {
      const { pages } = await print({
        data: { Items },
        styles: `<Style Name="Even" Fill.Color="Silver" Font="Arial, 20pt" ${style}/>`,
        bands: `<DataBand Name="D" Height="20" DataSource="Items">${textObject('T', 'x', `Width="9" Height="9" EvenStyle="even" ${priority}`)}</DataBand>`,
      });
      return objectsOf(pages[0])
        .filter(({ name }) => name === 'T')
        .map(({ fill, text }) => [fill?.kind === 'solid' ? fill.color : '', text!.style.font.size]);
    };
    expect(await evenRows('')).toEqual([
      ['', 8],
      ['#c0c0c0', 8],
      ['', 8],
    ]);
    expect(await evenRows('EvenStylePriority="UseAll"')).toEqual([
      ['', 8],
      ['#c0c0c0', 20],
      ['', 8],
    ]);
    // The fill alone is taken also where the style does not apply it.
    expect((await evenRows('', 'ApplyFill="false"'))[1]).toEqual(['#c0c0c0', 8]);
    expect((await evenRows('EvenStylePriority="UseAll"', 'ApplyFill="false"'))[1]).toEqual(['', 20]);
  });

  it('is that of the style, unless the template sets the font or the kind of the fill after it', async () => {
    const size = async (attributes: string): Promise<number> => {
      const { pages } = await print({
        styles: '<Style Name="Big" Font="Arial, 20pt"/>',
        bands: `<DataBand Name="D" Height="20" RowCount="1"><TextObject Name="T" Width="9" Height="9" ${attributes}/></DataBand>`,
      });
      return objectsOf(pages[0]).find(({ name }) => name === 'T')!.text!.style.font.size;
    };
    expect(await size('Font="Arial, 8pt" Style="Big"')).toBe(20);
    expect(await size('Style="Big" Font="Arial, 8pt"')).toBe(8);
    expect(await size('Style="Big" Fill="LinearGradient"')).toBe(10);
    expect(await size('Style="Big" Border.Lines="All" Fill.Color="Red" TextFill.Color="Red"')).toBe(20);
  });

  it('is not that of a style in a subreport', async () => {
    const { pages } = await print({
      styles: '<Style Name="Big" Font="Arial, 20pt"/>',
      bands:
        '<DataBand Name="D" Width="302.4" Height="20" RowCount="1"><SubreportObject Name="R" Width="90" Height="20" ReportPage="Sub"/></DataBand>',
      pages: `<ReportPage Name="Sub"><DataBand Name="E" Width="302.4" Height="20" RowCount="1">${textObject('T', 'x', 'Width="9" Height="9" Style="Big"')}</DataBand></ReportPage>`,
    });
    expect(objectsOf(pages[0]).find(({ name }) => name === 'T')!.text!.style.font.size).toBe(8);
  });

  it('hide, empty or merge equal texts of neighbouring rows', async () => {
    const shown = async (mode: string): Promise<string[]> => {
      const { pages } = await print({
        data: {
          Items: {
            columns: 'Id:Int32 Name:String',
            rows: [
              [1, 'a'],
              [2, 'a'],
              [3, 'b'],
            ],
          },
        },
        bands: `<DataBand Name="D" Height="20" DataSource="Items">${textObject('T', '[Items.Name]', `Width="90" Height="20" Duplicates="${mode}"`)}</DataBand>`,
      });
      return objectsOf(pages[0])
        .filter(({ name }) => name === 'T')
        .map(({ text, top, height }) => `${text!.text} ${String(top)}+${String(height)}`);
    };
    expect(await shown('Hide')).toEqual(['a 0+20', 'b 40+20']);
    expect(await shown('Clear')).toEqual(['a 0+20', ' 20+20', 'b 40+20']);
    expect(await shown('Merge')).toEqual(['a 0+40', 'b 40+20']);
  });
});

describe('totals', () => {
  const list = (total: string, footer = '[X]', data = 'DataSource="Items"'): Parameters<typeof print>[0] => ({
    data: { Items },
    dictionary: `<Total Name="X" Evaluator="D" PrintOn="F" ${total}/>`,
    bands: `<DataBand Name="D" Height="20" ${data}>${band('DataFooterBand', 'F', footer)}</DataBand>`,
  });
  const total = async (attributes: string): Promise<string[]> => textsOf((await print(list(attributes))).pages[0]);

  it('sum up, count, and find the least, greatest and mean value', async () => {
    expect(await total('Expression="[Items.Id]"')).toEqual(['6']);
    expect(await total('TotalType="Count"')).toEqual(['3']);
    expect(await total('TotalType="Min" Expression="[Items.Id]"')).toEqual(['1']);
    expect(await total('TotalType="Max" Expression="[Items.Id]"')).toEqual(['3']);
    expect(await total('TotalType="Avg" Expression="[Items.Id]"')).toEqual(['2']);
    expect(await total('TotalType="CountDistinct" Expression="[Items.Id] % 2"')).toEqual(['2']);
  });

  it('refuse an EvaluateCondition that is not true or false', async () => {
    const printed = (condition: string) =>
      print({
        ...list(`Expression="[Items.Id]" EvaluateCondition="${condition}"`),
        options: { stopOnError: true },
      });
    await expect(printed('[Items.Id]')).rejects.toThrow('must be true or false');
    await expect(printed('null')).rejects.toThrow('must be true or false');
    await expect(printed('[Items.Id] == 1')).resolves.toBeDefined();
  });

  it('take only rows for which EvaluateCondition is true', async () => {
    expect(await total('Expression="[Items.Id]" EvaluateCondition="[Items.Id] &gt; 1"')).toEqual(['5']);
  });

  it('leave invisible rows out unless IncludeInvisibleRows', async () => {
    const hidden = async (attributes: string): Promise<string[]> =>
      textsOf((await print(list(attributes, '[X]', 'DataSource="Items" Visible="false"'))).pages[0]);
    expect(await hidden('TotalType="Count"')).toEqual(['0']);
    expect(await hidden('TotalType="Count" IncludeInvisibleRows="true"')).toEqual(['3']);
  });

  it('exclude the row on which they are printed', async () => {
    const { pages } = await print({
      data: { Items },
      dictionary: '<Total Name="X" Expression="[Items.Id]" Evaluator="D"/>',
      bands: band('DataBand', 'D', '[X]', 'DataSource="Items"'),
    });
    expect(textsOf(pages[0])).toEqual(['0', '1', '3']);
  });

  it('are printed before their rows with ProcessAt', async () => {
    const { pages } = await print({
      data: { Items },
      dictionary: '<Total Name="X" Expression="[Items.Id]" Evaluator="D" ResetAfterPrint="false"/>',
      bands:
        `<ReportTitleBand Name="RT" Height="20">${textObject('A', 'sum [X]', 'Width="90" Height="20" ProcessAt="ReportFinished"')}${textObject('B', 'now [X]', 'Width="90" Height="20"')}</ReportTitleBand>` +
        `<DataBand Name="D" Height="20" DataSource="Items"><DataHeaderBand Name="H" Height="20">${textObject('C', 'list [X]', 'Width="90" Height="20" ProcessAt="DataFinished"')}</DataHeaderBand></DataBand>`,
    });
    expect(textsOf(pages[0])).toEqual(['sum 6', 'now 0', 'list 6']);
  });
});

describe('outline and bookmarks', () => {
  it('nests no deeper than the limit when a repeated band goes deeper each time', async () => {
    const { outline } = await print({
      bands: '<DataBand Name="D" Height="1" RowCount="1" RepeatBandNTimes="300" OutlineExpression="&quot;n&quot;"/>',
      options: { limits: { nesting: 5 } },
    });
    let depth = 0;
    let level = outline;
    for (; level.length > 0; depth++) level = level.at(-1)!.children;
    expect(depth).toBe(5);
  });

  it('nest data and group bands and return their places', async () => {
    const { outline } = await print({
      data: {
        Items: {
          columns: 'Id:Int32 Grp:String',
          rows: [
            [1, 'A'],
            [2, 'A'],
            [3, 'B'],
          ],
        },
      },
      bands: `<GroupHeaderBand Name="G" Height="20" Condition="[Items.Grp]" OutlineExpression="[Items.Grp]"><DataBand Name="D" Height="20" DataSource="Items" OutlineExpression="[Items.Id]"/></GroupHeaderBand>`,
    });
    expect(
      outline.map(({ text, page, offsetY, children }) => [text, page, offsetY, children.map((child) => child.text)]),
    ).toEqual([
      ['A', 0, 0, ['1', '2']],
      ['B', 0, 60, ['3']],
    ]);
  });

  it('are found by GetBookmarkPage in the second pass, also on later pages', async () => {
    const { pages } = await print({
      report: 'DoublePass="true"',
      bands:
        band('ReportTitleBand', 'RT', 'see page [Engine.GetBookmarkPage("end")]') +
        '<DataBand Name="D" Height="120" RowCount="2"/><ReportSummaryBand Name="RS" Height="90" Bookmark="&quot;end&quot;"/>',
    });
    expect(textsOf(pages[0])).toEqual(['see page 2']);
    expect(pages[1]?.objects.find(({ name }) => name === 'RS')?.bookmark).toBe('end');
  });

  it('are found also when an object sets them, and move with rows that are kept together', async () => {
    const { pages, outline } = await print({
      report: 'DoublePass="true"',
      page: 'PaperWidth="100" PaperHeight="46.5"',
      data: { Items: numbers(4) },
      bands:
        band('PageHeaderBand', 'PH', 'at [Engine.GetBookmarkPage("item 3")]', '', 10) +
        `<DataBand Name="D" Height="20" DataSource="Items" KeepChild="true" OutlineExpression="[Items.Id]">${textObject('T', 'x', 'Width="9" Height="9" Bookmark="&quot;item &quot; + [Items.Id]"')}<ChildBand Name="C" Height="20"/></DataBand>`,
    });
    expect(pages.map((page) => textsOf(page, 'TPH')[0])).toEqual(['at 2', 'at 2']);
    expect(outline.map(({ text, page, offsetY }) => [text, page, offsetY])).toEqual([
      ['1', 0, 10],
      ['2', 0, 50],
      ['3', 1, 10],
      ['4', 1, 50],
    ]);
  });

  it('make links of a value or an expression', async () => {
    const { pages } = await print({
      data: { Items: numbers(2) },
      bands: `<DataBand Name="D" Height="20" DataSource="Items">${textObject('T', 'x', 'Width="9" Height="9" Hyperlink.Kind="Bookmark" Hyperlink.Expression="&quot;item &quot; + [Items.Id]"')}</DataBand>`,
    });
    expect(objectsOf(pages[0]).flatMap(({ link }) => link ?? [])).toEqual([
      { kind: 'Bookmark', value: 'item 1', newTab: false },
      { kind: 'Bookmark', value: 'item 2', newTab: false },
    ]);
  });
});

describe('scripts', () => {
  it('change an object in its BeforePrint for this time only, and keep their own fields', async () => {
    const { pages } = await print({
      data: { Items: numbers(3) },
      script:
        'private int n = 0; private void Before(object sender, EventArgs e) { n++; if (n == 2) { Text1.Text = "second [Items.Id]"; Text1.Left = 50; } }',
      bands: `<DataBand Name="D" Height="20" DataSource="Items">${textObject('Text1', 'row [n]', 'Width="90" Height="20" BeforePrintEvent="Before"')}</DataBand>`,
    });
    expect(
      objectsOf(pages[0])
        .filter(({ name }) => name === 'Text1')
        .map(({ text, left }) => [text!.text, left]),
    ).toEqual([
      ['row 1', 0],
      ['second 2', 50],
      ['row 3', 0],
    ]);
  });

  it('end a run that stops at errors when they cannot be read or a method fails', async () => {
    const failing = (script: string) =>
      print({ script, bands: band('DataBand', 'D', 'x', 'BeforePrintEvent="Fail"'), options: { stopOnError: true } });
    const method = (body: string): string => `private void Fail(object sender, EventArgs e) { ${body} }`;
    await expect(failing(method('int x = ;'))).rejects.toMatchObject({ name: 'ReportError' });
    await expect(failing(method('int[] x = new int[1]; x[3] = 1;'))).rejects.toMatchObject({
      name: 'ReportError',
      object: 'D',
      line: expect.any(Number),
    });
  });

  it('that fail are reported once, and the report is printed', async () => {
    const { pages, warnings } = await print({
      data: { Items: numbers(3) },
      script: 'private void Before(object sender, EventArgs e) { NoSuchThing.Do(); }',
      bands: `<DataBand Name="D" Height="20" DataSource="Items" BeforePrintEvent="Before"/>`,
    });
    expect(pages[0]?.objects).toHaveLength(3);
    expect(warnings).toHaveLength(1);
  });

  it('build tables row by row, with aggregates over the printed cells', async () => {
    const { pages } = await print({
      data: { Items: numbers(3) },
      script:
        'private void Build(object sender, EventArgs e) { DataSourceBase rows = Report.GetDataSource("Items"); rows.Init(); while (rows.HasMoreRows) { Table1.PrintRow(0); Table1.PrintColumns(); rows.Next(); } Table1.PrintRow(1); Table1.PrintColumns(); }',
      bands:
        '<DataBand Name="D" Height="60" RowCount="1"><TableObject Name="Table1" Top="10" ManualBuildEvent="Build"><TableColumn Name="C1" Width="50"/>' +
        '<TableRow Name="R1" Height="20"><TableCell Name="Cell1" Text="[Items.Id]"/></TableRow><TableRow Name="R2" Height="20"><TableCell Name="Cell2" Text="[Sum(Cell1)]"/></TableRow></TableObject></DataBand>',
    });
    expect(textsOf(pages[0])).toEqual(['1', '2', '3', '6']);
    expect(pages[0]?.objects.map(({ name, top }) => [name, top])).toEqual([
      ['D', 0],
      ['', 10],
    ]);
  });

  it('keep the width of the column in a cell with AutoWidth', async () => {
    const { pages } = await print({
      bands:
        '<ReportTitleBand Name="Title" Height="20"><TableObject Name="Table1"><TableColumn Name="C1" Width="90"/><TableRow Name="R1" Height="20">' +
        '<TableCell Name="Cell1" Text="H" AutoWidth="true" HorzAlign="Center"/></TableRow></TableObject></ReportTitleBand>',
    });
    expect(placesOf(pages[0], 'Cell1')).toEqual(['0,0,90,20']);
  });

  it('keep the height of a table from the template until its visible rows are measured', async () => {
    const { pages } = await print({
      bands:
        '<ReportTitleBand Name="Title" Height="90"><TableObject Name="Table1" Height="40"><TableColumn Name="C1" Width="90"/>' +
        '<TableRow Name="R1" Height="20" Visible="false"><TableCell Name="Cell1"/></TableRow><TableRow Name="R2" Height="30"><TableCell Name="Cell2"/></TableRow></TableObject>' +
        `${textObject('Below', 'below', 'Top="45" Width="90" Height="20"')}</ReportTitleBand>`,
    });
    expect(placesOf(pages[0], 'Below')).toEqual(['0,35,90,20']);
  });
});

describe('line spacing of paragraphs', () => {
  it('is one number in px or hundredths of a line; the attribute that is last counts', async () => {
    const heights = async (spacing: string): Promise<number[]> => {
      const { pages } = await print({
        bands: `<DataBand Name="D" Width="302.4" Height="20" RowCount="1" CanGrow="true"><TextObject Name="T" Width="90" Height="10" CanGrow="true" Font="Arial, 12pt" TextRenderType="HtmlParagraph" ParagraphFormat.LineSpacingType="Multiple" ${spacing} Text="a&#10;b"/></DataBand>`,
      });
      return objectsOf(pages[0]).flatMap(({ name, height }) => (name === 'T' ? [Math.round(height)] : []));
    };
    const [single, multiple] = ['LineSpacing="100"', 'LineSpacing="200"'].map((each) => `ParagraphFormat.${each}`);
    expect(await heights(single!)).toEqual([38]);
    expect(await heights(multiple!)).toEqual([56]);
    expect(await heights('ParagraphFormat.LineSpacingMultiple="2"')).toEqual([56]);
    expect(await heights(`${multiple!} ParagraphFormat.LineSpacingMultiple="1"`)).toEqual([38]);
    expect(await heights(`ParagraphFormat.LineSpacingMultiple="1" ${multiple!}`)).toEqual([56]);
  });
});
