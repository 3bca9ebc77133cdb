import { describe, expect, it } from 'vitest';
import { numbers, objectsOf, placesOf, print, textObject, textsOf, type TestReport } from '../../testing/testReport.ts';

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Returns what `read` gives for the text of each row, which a script changes once, in an event of the text itself in the second row. */
async function rows(
  event: string,
  change: string,
  read: (text: NonNullable<ReturnType<typeof objectsOf>[number]['text']>) => unknown,
): Promise<readonly unknown[]> {
  const { pages } = await print({
    data: { Items: numbers(4) },
    script: `int n; void Change(object sender, EventArgs e) { if (++n == 2) { ${change} } }`,
    bands: `<DataBand Name="D" Height="20" Width="302.4" DataSource="Items"><TextObject Name="X" Width="100" Height="18" ${event}Event="Change" Text="[Items.Id]" Font="Arial, 8pt"/></DataBand>`,
    options: { stopOnError: true },
  });
  return objectsOf(pages[0]).flatMap(({ text }) => (text ? [read(text)] : []));
}

describe('a change by a script in an event of a text', () => {
  it.each([
    ['HorzAlign', 'X.HorzAlign = HorzAlign.Right;', 'horzAlign', 'Left', 'Right'],
    ['VertAlign', 'X.VertAlign = VertAlign.Bottom;', 'vertAlign', 'Top', 'Bottom'],
    ['Angle', 'X.Angle = 90;', 'angle', 0, 90],
    ['WordWrap', 'X.WordWrap = false;', 'wordWrap', true, false],
    ['LineHeight', 'X.LineHeight = 30;', 'lineHeight', 0, 30],
  ] as const)('of %s lasts for all later rows', async (_name, change, property, before, after) => {
    const read = ({ style }: { style: Readonly<Record<typeof property, unknown>> }): unknown => style[property];
    expect(await rows('BeforePrint', change, read)).toEqual([before, after, after, after]);
    expect(await rows('AfterPrint', change, read)).toEqual([before, before, after, after]);
  });

  it('of the font or colour lasts until the row is finished', async () => {
    const size = ({ style }: { style: { font: { size: number } } }): number => style.font.size;
    expect(await rows('BeforePrint', 'X.Font = new System.Drawing.Font("Arial", 14);', size)).toEqual([8, 14, 8, 8]);
    expect(await rows('AfterPrint', 'X.Font = new System.Drawing.Font("Arial", 14);', size)).toEqual([8, 8, 8, 8]);
  });

  it.each([
    ['X.AllowExpressions = false;', '[Items.Id]'],
    ['X.Brackets = "<,>";', '[Items.Id]'],
    ['X.Brackets = "[It,Id]";', 'CS1001'],
  ])('of how the text is read lasts for all later rows: %s', async (change, read) => {
    const text = (object: { text: string }): string => object.text;
    if (read === 'CS1001') await expect(rows('BeforePrint', change, text)).rejects.toThrow(read);
    else {
      expect(await rows('BeforePrint', change, text)).toEqual(['1', read, read, read]);
      expect(await rows('AfterPrint', change, text)).toEqual(['1', '2', read, read]);
    }
  });

  it('of the format lasts until the row is finished', async () => {
    const format = 'X.Format = new FastReport.Format.NumberFormat();';
    const text = (object: { text: string }): string => object.text;
    expect(await rows('BeforePrint', format, text)).toEqual(['1', '2.00', '3', '4']);
    expect(await rows('AfterPrint', format, text)).toEqual(['1', '2', '3', '4']);
  });
});

describe('a change by a script of a border or fill', () => {
  const appearance = async (event: string, change: string): Promise<string[]> => {
    const { pages } = await print({
      data: { Items: numbers(4) },
      script: `int n; void Change(object sender, EventArgs e) { if (++n == 2) { ${change} } }`,
      bands: `<DataBand Name="D" Height="20" Width="302.4" DataSource="Items"><TextObject Name="X" Width="100" Height="18" ${event}Event="Change" Fill.Color="White" Text="[Items.Id]"/></DataBand>`,
      options: { stopOnError: true },
    });
    return objectsOf(pages[0]).flatMap(({ text, border, fill }) =>
      text
        ? [
            [
              border?.lines.left === true ? `left ${String(border.left.width)}` : '',
              fill?.kind === 'solid' ? fill.color : '',
              text.style.fill.kind === 'solid' ? text.style.fill.color : '',
            ].join(' '),
          ]
        : [],
    );
  };
  const plain = ' #ffffff #000000';

  it.each([
    ['X.Border.Lines = BorderLines.Left;', 'left 1 #ffffff #000000'],
    ['Border b = X.Border; b.Lines = BorderLines.Left; b.LeftLine.Width = 3;', 'left 3 #ffffff #000000'],
    ['((SolidFill)X.Fill).Color = Color.Blue;', ' #0000ff #000000'],
    ['((SolidFill)X.TextFill).Color = Color.Blue;', ' #ffffff #0000ff'],
  ])('lasts for all later rows when it changes a part: %s', async (change, changed) => {
    expect(await appearance('BeforePrint', change)).toEqual([plain, changed, changed, changed]);
    expect(await appearance('AfterPrint', change)).toEqual([plain, plain, changed, changed]);
  });

  it.each([
    ['X.Border = new Border(); X.Border.Lines = BorderLines.Left;', 'left 1 #ffffff #000000'],
    ['X.Border = X.Border.Clone(); X.Border.Lines = BorderLines.Left;', 'left 1 #ffffff #000000'],
    ['X.FillColor = Color.Blue;', ' #0000ff #000000'],
    ['X.Fill = new SolidFill(Color.Red); ((SolidFill)X.Fill).Color = Color.Blue;', ' #0000ff #000000'],
    ['X.TextColor = Color.Blue;', ' #ffffff #0000ff'],
  ])('lasts until the row is finished when it sets another one: %s', async (change, changed) => {
    expect(await appearance('BeforePrint', change)).toEqual([plain, changed, plain, plain]);
    expect(await appearance('AfterPrint', change)).toEqual([plain, plain, plain, plain]);
  });
});

it('keeps the kind and the expression of a link that a script sets for later rows, and restores its value', async () => {
  const links = async (event: string, change: string, attributes: string): Promise<string[]> => {
    const { pages } = await print({
      data: { Items: numbers(4) },
      script: `int n; void Change(object sender, EventArgs e) { if (++n == 2) { ${change} } }`,
      bands: `<DataBand Name="D" Height="20" Width="302.4" DataSource="Items"><TextObject Name="X" Width="100" Height="18" ${event}Event="Change" ${attributes}/></DataBand>`,
      options: { stopOnError: true },
    });
    return objectsOf(pages[0]).flatMap(({ link, text }) => (text ? [link ? `${link.kind} ${link.value}` : ''] : []));
  };
  const [kind, value] = ['X.Hyperlink.Kind = HyperlinkKind.Bookmark;', 'X.Hyperlink.Value = "new";'];
  const expression = 'X.Hyperlink.Expression = "[Items.Id]";';
  expect(await links('BeforePrint', kind, 'Hyperlink.Value="a"')).toEqual(['URL a', 'Bookmark a', 'Bookmark a', 'Bookmark a']); // prettier-ignore
  expect(await links('AfterPrint', kind, 'Hyperlink.Value="a"')).toEqual(['URL a', 'URL a', 'Bookmark a', 'Bookmark a']); // prettier-ignore
  expect(await links('BeforePrint', expression, '')).toEqual(['', 'URL 2', 'URL 3', 'URL 4']);
  expect(await links('BeforePrint', value, 'Hyperlink.Value="a"')).toEqual(['URL a', 'URL new', 'URL a', 'URL a']);
  expect(await links('AfterData', value, 'Hyperlink.Expression="[Items.Id]"')).toEqual(['URL 1', 'URL new', 'URL 3', 'URL 4']); // prettier-ignore
});

describe('a change by a script of a drawn object', () => {
  /** Width and hidden state of an object in four rows, which a script changes in the second one. */
  const drawn = async (event: string, object: string, change: string): Promise<string[]> => {
    const { pages } = await print({
      data: { Items: { columns: 'Id:Int32 None:Int32', rows: [1, 2, 3, 4].map((id) => [id, 0]) } },
      script: `int n; void Change(object sender, EventArgs e) { if (++n == 2) { ${change} } }`,
      bands: `<DataBand Name="D" Height="50" Width="302.4" DataSource="Items"><${object} Name="X" Height="40" ${event}Event="Change"/></DataBand>`,
      options: { stopOnError: true },
    });
    const rows = pages.flatMap((page) => page.objects.filter(({ type }) => type === 'DataBand'));
    return rows.map(({ children = [] }) => (children[0] ? String(children[0].width) : 'hidden'));
  };
  const box = 'CheckBoxObject Width="20"';
  const picture = `PictureObject Width="60" SizeMode="Normal" Image="${PIXEL}"`;

  it.each([
    [box, 'X.HideIfUnchecked = true; X.Checked = false;', '20', 'hidden'],
    [`${box} HideIfUnchecked="true"`, 'X.Expression = "[Items.Id] > 9";', '20', 'hidden'],
    [`${box} HideIfUnchecked="true" Expression="true"`, 'X.DataColumn = "Items.None";', '20', 'hidden'],
    ['BarcodeObject Barcode="Code128" Text="12345678"', 'X.Zoom = 2;', '98.75', '197.5'],
  ])('lasts for all later rows: %s %s', async (object, change, before, after) => {
    expect(await drawn('BeforePrint', object, change)).toEqual([before, after, after, after]);
    expect(await drawn('AfterPrint', object, change)).toEqual([before, before, after, after]);
  });

  // The pictures of tests have no size.
  it('lasts until the row is finished for the text of a barcode and the size mode of a picture', async () => {
    const barcode = 'BarcodeObject Barcode="Code128" Text="12345678"';
    const [usual, longer, ...later] = await drawn('BeforePrint', barcode, 'X.Text = "123456789012";');
    expect(longer).not.toBe(usual);
    expect(later).toEqual([usual, usual]);
    const ofData = barcode.replace('12345678', '1234[Items.Id]" AllowExpressions="true');
    const [first, , third] = await drawn('BeforePrint', ofData, '');
    expect(await drawn('BeforePrint', ofData, 'X.Text = "1234567890[Items.Id]2";')).toEqual([
      first,
      longer,
      third,
      third,
    ]);
    expect(await drawn('BeforePrint', picture, 'X.SizeMode = System.Windows.Forms.PictureBoxSizeMode.AutoSize;')).toEqual(['60', '0', '60', '60']); // prettier-ignore
  });
});

describe('a script that sets the report', () => {
  const printed = (script: string, events: Partial<TestReport> = {}): ReturnType<typeof print> =>
    print({
      data: { Items: { columns: 'Id:Int32 Size:Int32', rows: [1, 2, 3, 4, 5, 6, 7, 8].map((id) => [id, null]) } },
      script: `void Set(object sender, EventArgs e) { ${script} }`,
      report: 'StartReportEvent="Set"',
      bands: `<DataBand Name="D" Height="50" Width="302.4" DataSource="Items">${textObject('X', '[Page] of [TotalPages] [Items.Size]', 'Width="90" Height="18"')}</DataBand>`,
      options: { stopOnError: true },
      ...events,
    });

  it('prints in as many passes as StartReport decides', async () => {
    const two = await printed('Report.DoublePass = true;');
    expect(textsOf(two.pages[0], 'X')[0]).toBe('1 of 2 0');
    const one = await printed('Report.DoublePass = false;', { report: 'DoublePass="true" StartReportEvent="Set"' });
    expect(textsOf(one.pages[0], 'X')[0]).toBe('1 of 0 0');
  });

  it('is refused when it changes the number of passes while pages are printed, which have begun to appear', async () => {
    const pageEvent = { report: '', page: 'PaperWidth="100" PaperHeight="80" StartPageEvent="Set"' };
    await expect(printed('Report.DoublePass = true;', pageEvent)).rejects.toThrow(
      'DoublePass can be changed in StartReport',
    );
    await expect(printed('Report.DoublePass = false;', pageEvent)).resolves.toBeDefined();
  });

  it('ends a first pass by MaxPages with the pages printed so far', async () => {
    const { pages } = await printed('Report.MaxPages = 1;', {
      report: 'DoublePass="true"',
      page: 'PaperWidth="100" PaperHeight="80" StartPageEvent="Set"',
    });
    expect(pages).toHaveLength(1);
    expect(textsOf(pages[0], 'X')).not.toEqual([]);
  });

  it('ends it in Visual Basic in any case of the letters', async () => {
    const { pages } = await print({
      data: { Items: numbers(12) },
      report: 'DoublePass="true"',
      page: 'PaperWidth="100" PaperHeight="80" StartPageEvent="SetPages"',
      visualBasic:
        'Namespace FastReport\nPublic Class ReportScript\nSub SetPages(sender As Object, e As EventArgs)\nreport.maxpages = 1\nEnd Sub\nEnd Class\nEnd Namespace',
      bands: `<DataBand Name="D" Height="50" Width="302.4" DataSource="Items">${textObject('X', '[Page]', 'Width="90" Height="18"')}</DataBand>`,
      options: { stopOnError: true },
    });
    expect(pages).toHaveLength(1);
    expect(textsOf(pages[0], 'X')).not.toEqual([]);
  });

  it('prints values that are missing as nothing after it has switched ConvertNulls off', async () => {
    expect(textsOf((await printed('Report.ConvertNulls = false;')).pages[0], 'X')[0]).toBe('1 of 0 ');
  });

  it('gives the finished page the columns of the data band after StartReport', async () => {
    const columns = 'D.Columns.Count = 2; D.Columns.Layout = ColumnLayout.DownThenAcross;';
    const places = placesOf((await printed(columns)).pages[0], 'X');
    expect(places.map((place) => place.split(',').slice(0, 2).join())).toEqual(['0,0', '0,50', '0,100', '0,150', '151.2,0', '151.2,50', '151.2,100', '151.2,150']); // prettier-ignore
    const band = async (script: string, event: string, data: string): Promise<number | undefined> => {
      const { pages } = await printed(script, {
        report: event === 'StartReport' ? 'StartReportEvent="Set"' : '',
        page: `PaperWidth="100" PaperHeight="80" ${event === 'StartPage' ? 'StartPageEvent="Set"' : ''}`,
        bands: `<DataBand Name="D" Height="50" Width="302.4" DataSource="Items" ${data}/>`,
      });
      return pages[0]!.objects.flatMap(({ children = [] }) => children)[0]?.width;
    };
    expect(await band('D.Columns.Count = 2;', 'StartReport', '')).toBe(151.2);
    expect(await band('D.Columns.Width = 90;', 'StartReport', 'Columns.Count="2"')).toBe(90);
    expect(await band('D.Columns.Width = 90;', 'StartPage', 'Columns.Count="2"')).toBe(151.2);
  });

  it('gives each page the margins at its start, not those that an event of a later page sets', async () => {
    const margins = async (event: string, change: string): Promise<readonly string[]> => {
      const { pages } = await printed(change, {
        report: '',
        page: `PaperWidth="100" PaperHeight="80" ${event}="Set"`,
      });
      return pages.map((page) => `${String(page.margins.left)} ${String(page.objects[0]?.width)}`);
    };
    expect(await margins('CreatePageEvent', 'Page1.LeftMargin += 2;')).toEqual(['12 294.84', '14 287.28']);
    expect(await margins('FinishPageEvent', 'Page1.LeftMargin += 2;')).toEqual(['10 302.4', '10 302.4']);
  });

  it('sorts and groups by the condition and keys that it sets, as by those of the template', async () => {
    const groups = async (script: string): Promise<string[]> => {
      const { pages } = await printed(script, {
        data: { Items: { columns: 'Id:Int32 Size:Int32', rows: [[1, 2], [2, null], [3, 2], [4, 0], [5, null]] } },
        bands: `<GroupHeaderBand Name="G" Height="10" Width="302.4" Condition="[Items.Id]"><DataBand Name="D" Height="20" Width="302.4" DataSource="Items">${textObject('X', '[Items.Id]', 'Width="90" Height="18"')}</DataBand><GroupFooterBand Name="F" Height="20" Width="302.4">${textObject('X', 'end', 'Width="90" Height="18"')}</GroupFooterBand></GroupHeaderBand>`,
      }); // prettier-ignore
      return pages.flatMap((page) => textsOf(page, 'X'));
    };
    expect(await groups('G.Condition = "[Items.Size]";')).toEqual(['2', '5', '4', 'end', '1', '3', 'end']);
    expect(await groups('G.Condition = "1"; D.Sort.Add(new Sort("[Items.Size]"));')).toEqual(['2', '5', '4', '1', '3', 'end']); // prettier-ignore
    expect(await groups('s = G.Condition; G.Condition = "2"; if (G.Condition != "2") throw new Exception(); } string s; void No() {')).toHaveLength(6); // prettier-ignore
  });

  it('ends the report by Abort after the row that is being printed', async () => {
    const { pages } = await printed('if (++n == 3) Report.Abort(); } int n; void No() {', {
      report: 'DoublePass="true"',
      bands: `<DataBand Name="D" Height="50" Width="302.4" DataSource="Items" BeforePrintEvent="Set">${textObject('X', '[Items.Id]', 'Width="90" Height="18"')}</DataBand>`,
    });
    expect(pages.flatMap((page) => textsOf(page, 'X'))).toEqual(['1', '2', '3']);
  });

  it('finds the bands inside of a band behind its objects, but not while the band is printed', async () => {
    const names = async (event: string): Promise<string | undefined> => {
      const { pages } = await printed(
        's = ""; foreach (Base b in D.AllObjects) s += b.Name + " "; } public string s; void No() {',
        {
          report: event === 'StartReport' ? 'StartReportEvent="Set"' : '',
          bands: `<DataBand Name="D" Height="20" Width="302.4" DataSource="Items" ${event === 'BeforePrint' ? 'BeforePrintEvent="Set"' : ''}>${textObject('X', '[s]', 'Width="200" Height="18"')}<ChildBand Name="Below" Height="10" Width="302.4">${textObject('Y', '', 'Width="90" Height="8"')}</ChildBand><DataHeaderBand Name="Head" Height="10" Width="302.4"/></DataBand>`,
        },
      );
      return textsOf(pages[0], 'X')[0];
    };
    expect(await names('StartReport')).toBe('X Below Y Head ');
    expect(await names('BeforePrint')).toBe('X ');
  });

  it('reads no value from a total without one, the same object each time, and applies styles', async () => {
    const { pages } = await printed(
      `var t = Report.Dictionary.Totals.FindByName("Sum"); s = (t.Value == null) + " " + (t == Report.Dictionary.Totals[0]) + " " + (Report.Parameters[0] == Report.Dictionary.Parameters.FindByName("P"));
      X.ApplyStyle(Report.Styles[0]); } public string s; void No() {`,
      {
        styles: '<Style Name="Marked" Fill.Color="Red"/>',
        dictionary:
          '<Total Name="Sum" Expression="[Items.Id]" Evaluator="D"/><Parameter Name="P" DataType="System.String"/>',
        bands: `<DataBand Name="D" Height="20" Width="302.4" DataSource="Items">${textObject('X', '[s]', 'Width="200" Height="18"')}</DataBand>`,
      },
    );
    const [first] = objectsOf(pages[0]).filter(({ name }) => name === 'X');
    expect(first?.text?.text).toBe('True True True');
    expect(first?.fill).toMatchObject({ color: '#ff0000' });
  });

  it('reads the value that a text had last, until it is calculated again', async () => {
    const { pages } = await printed('if (X.Value != null) s += X.Value; } public string s = "-"; void No() {', {
      report: '',
      bands: `<DataBand Name="D" Height="20" Width="302.4" DataSource="Items" BeforePrintEvent="Set">${textObject('X', '[Items.Id]', 'Width="60" Height="18"')}${textObject('Y', '[s]', 'Left="60" Width="60" Height="18"')}</DataBand>`,
    });
    expect(textsOf(pages[0], 'Y').slice(0, 3)).toEqual(['-', '-1', '-12']);
  });
});
