import { describe, expect, it } from 'vitest';
import { print, textObject, textsOf } from '../../testing/testReport.ts';

/** Runs statements before the text T is printed and gives the text they leave in it. */
async function textOf(statements: string, attributes = ''): Promise<string[]> {
  const { pages, warnings } = await print({
    script: `private void Before(object sender, EventArgs e) { ${statements} }`,
    bands: `<DataBand Name="Data1" Width="302.4" Height="20" BeforePrintEvent="Before">${textObject('T', '', `Width="300" Height="20" ${attributes}`)}</DataBand>`,
  });
  expect(warnings).toEqual([]);
  return textsOf(pages[0]);
}

describe('colours of report objects', () => {
  it('are the named ones when the template states their components', async () => {
    const read = 'T.Text = T.FillColor.Name + T.FillColor.IsKnownColor + (T.FillColor == Color.Red);';

    expect(await textOf(read, 'Fill.Color="255, 0, 0"')).toEqual(['RedTrueTrue']);
    expect(await textOf(read, 'Fill.Color="Red"')).toEqual(['RedTrueTrue']);
    expect(await textOf(read, 'Fill.Color="128, 255, 0, 0"')).toEqual(['80ff0000FalseFalse']);
  });

  it('differ from colours of the same components without a name', async () => {
    const read = 'T.Text = "" + (T.FillColor == Color.FromArgb(255, 0, 0)) + (T.FillColor == Color.FromName("red"));';

    expect(await textOf(read, 'Fill.Color="Red"')).toEqual(['FalseTrue']);
  });

  it('keep the form in which scripts set them: name or components', async () => {
    expect(
      await textOf(`
        T.FillColor = Color.FromArgb(255, 0, 0);
        T.TextColor = Color.Aqua;
        T.Border.Color = Color.FromArgb(0, 128, 0);
        T.Border.Width = 3;
        T.Border.TopLine.Color = Color.Magenta;
        T.Border.TopLine.Style = LineStyle.Dot;
        T.Text = T.FillColor.Name + (T.FillColor == Color.Red) + " " + T.TextColor.Name + " "
          + T.Border.LeftLine.Color.Name + " " + T.Border.TopLine.Color.Name;`),
    ).toEqual(['ffff0000False Aqua ff008000 Magenta']);
  });

  it('are shared with a fill that is assigned to other objects', async () => {
    expect(
      await textOf(`
        Data1.Fill = new LinearGradientFill(Color.Red, Color.FromArgb(0, 0, 255));
        T.Fill = Data1.Fill.Clone();
        LinearGradientFill fill = (LinearGradientFill)T.Fill;
        fill.Angle = 90;
        T.Text = fill.StartColor.Name + " " + fill.EndColor.Name + " " + ((LinearGradientFill)T.Fill).EndColor.Name;`),
    ).toEqual(['Red ff0000ff ff0000ff']);
  });
});

describe('fonts of scripts', () => {
  it('have the height of their lines at the resolution of the screen or another one', async () => {
    expect(
      await textOf(`
        var font = new Font("Arial", 9);
        var large = new Font("Arial", 10, FontStyle.Bold);
        T.Text = font.Height + " " + font.GetHeight().ToString("F4") + " " + font.GetHeight(72).ToString("F4") + " "
          + large.Height + " " + new FontFamily("Arial").GetLineSpacing(FontStyle.Regular) + " "
          + new FontFamily("Arial").GetEmHeight(FontStyle.Bold);`),
    ).toEqual(['14 13.7988 10.3491 16 2355 2048']);
  });

  it('keep their unit and character set, and are printed with their size in points', async () => {
    expect(
      await textOf(`
        var font = new Font("Arial", 12, FontStyle.Bold, GraphicsUnit.Pixel, 204);
        T.Font = new Font(font, FontStyle.Italic);
        T.Text = T.Font.Size + " " + T.Font.SizeInPoints + " " + T.Font.Unit + " " + T.Font.GdiCharSet + " " + T.Font.Height + " "
          + font.Equals(new Font("Arial", 12, FontStyle.Bold)) + " " + T.Font.ToString().Trim('[', ']');`),
    ).toEqual(['12 9 Pixel 204 14 False Font: Name=Arial, Size=12, Units=2, GdiCharSet=204, GdiVerticalFont=False']);
  });

  it('are refused in units of the display and with sizes that are not above 0', async () => {
    const attempt = (font: string): Promise<string[]> =>
      textOf(`try { T.Font = ${font}; } catch (ArgumentException) { T.Text = "refused"; }`);

    expect(await attempt('new Font("Arial", 12, GraphicsUnit.Display)')).toEqual(['refused']);
    expect(await attempt('new Font("Arial", -3, GraphicsUnit.Pixel)')).toEqual(['refused']);
  });
});

it('formats write values as they do in texts', async () => {
  expect(
    await textOf(`
      var number = new FastReport.Format.NumberFormat { UseLocale = false, DecimalDigits = 3, DecimalSeparator = ",", GroupSeparator = " " };
      var yes = new FastReport.Format.BooleanFormat { TrueText = "Yes", FalseText = "No" };
      T.Text = number.FormatValue(1234567.5) + "|" + yes.FormatValue(false) + "|" + yes.FormatValue(1) + "|"
        + number.FormatValue("abc") + number.FormatValue(null) + "|"
        + new FastReport.Format.TimeFormat { Format = "HH:mm" }.FormatValue(new TimeSpan(1, 2, 3)) + "|" + T.Format.FormatValue(12.5);
      try { yes.FormatValue(null); } catch (NullReferenceException) { T.Text += "|null"; }`),
  ).toEqual(['1 234 567,500|No|1|abc|01:02|12.5|null']);
});

it('unknown names of styles are kept and have no effect', async () => {
  expect(await textOf('T.Style = "Big"; T.EvenStyle = "Even"; T.Text = T.Style + " " + T.EvenStyle;')).toEqual([
    'Big Even',
  ]);
});

describe('borders, fills and fonts', () => {
  it.each([
    ['fonts of one family, size and style', 'new Font("Arial", 9).Equals(new Font("arial", 9))', 'True'],
    ['a font with its bold variant', 'T.Font.Equals(new Font(T.Font, FontStyle.Bold))', 'False'],
    ['two created fonts with ==', 'new Font("Arial", 9) == new Font("Arial", 9)', 'False'],
    ['the font of a text with itself', 'T.Font == T.Font', 'True'],
    ['the border of a text with itself', 'T.Border == T.Border', 'True'],
    ['a border with its copy', 'T.Border.Equals(T.Border.Clone())', 'True'],
    ['fills of one colour', 'new SolidFill(Color.Red).Equals(new SolidFill(Color.Red))', 'True'],
    ['fills of two colours', 'T.Fill.Equals(new SolidFill(Color.Red))', 'False'],
    ['paddings of equal sides', '(new Padding(1) == new Padding(1, 1, 1, 1))', 'True'],
  ])('are compared as in .NET: %s', async (_title, expression, expected) => {
    expect(await textOf(`T.Text = (${expression}).ToString();`)).toEqual([expected]);
  });

  it.each([
    ['new Padding(1, 2, 3, 4)', '{Left=1,Top=2,Right=3,Bottom=4}'],
    ['T', 'FastReport.TextObject'],
    ['T.Fill', 'FastReport.SolidFill'],
    ['Data1.ClassName + T.HasParent(Data1)', 'DataBandTrue'],
  ])('convert to text as in .NET: %s', async (expression, expected) => {
    expect(await textOf(`T.Text = (${expression}).ToString();`)).toEqual([expected]);
  });

  it('have the style of a gradient from the centre that scripts set', async () => {
    const set = (style: string): string =>
      `var f = new PathGradientFill(); f.Style = PathGradientStyle.${style}; f.CenterColor = Color.Red; T.Text = f.Style.ToString() + (int)f.Style + f.CenterColor.Name;`;
    expect(await textOf(set('Elliptic'))).toEqual(['Elliptic0Red']);
    expect(await textOf(set('Rectangular'))).toEqual(['Rectangular1Red']);
  });

  it('write the settings of a font', async () => {
    // Brackets in a text begin an expression.
    expect(await textOf("T.Text = new Font(\"Arial\", 9).ToString().Trim('[', ']');")).toEqual([
      'Font: Name=Arial, Size=9, Units=3, GdiCharSet=1, GdiVerticalFont=False',
    ]);
  });
});

describe('styles of a report', () => {
  /** Runs statements in a report with two styles and gives the text they leave. */
  const withStyles = (
    statements: string,
    attributes = '',
  ): Promise<{ warnings: readonly unknown[]; texts: string[] }> =>
    print({
      styles:
        '<Style Name="Title" Font="Arial, 14pt, style=Bold" TextFill.Color="Red"/><Style Name="Even" Fill.Color="AliceBlue" ApplyFont="false"/>',
      script: `private void Before(object sender, EventArgs e) { ${statements} }`,
      bands: `<DataBand Name="Data1" Width="302.4" Height="20" BeforePrintEvent="Before">${textObject('T', '', `Width="300" Height="20" ${attributes}`)}</DataBand>`,
    }).then(({ pages, warnings }) => ({ warnings, texts: textsOf(pages[0]) }));

  it('are read by their place or name', async () => {
    const { texts, warnings } = await withStyles(`
      StyleCollection s = Report.Styles;
      T.Text = s.Count + s[0].Name + s[0].Font.Size + s[0].Font.Bold + ((SolidFill)s[0].TextFill).Color.Name + ((SolidFill)s[1].Fill).Color.Name
        + s[1].ApplyFont + s[1].ApplyFill + s[1].Font.Name + s[0].Border.Lines + s.IndexOf("EVEN") + s.IndexOf("none") + s.Contains("Title")
        + s.IndexOf(s[1]) + s.Contains(s[0]);`);

    expect(warnings).toEqual([]);
    expect(texts).toEqual(['2Title14TrueRedAliceBlueFalseTrueTahomaNone1-1True1True']);
  });

  it('cannot be changed', async () => {
    const { warnings } = await withStyles('Report.Styles[0].Border.Lines = BorderLines.All;');

    expect(warnings).toMatchObject([
      { message: expect.stringContaining('A style of the report cannot be changed by a script') as string },
    ]);
  });

  it('are not those of objects whose fill stands after the style', async () => {
    const { texts } = await withStyles('T.Text = "(" + T.Style + ")";', 'Style="Title" Fill="LinearGradient"');

    expect(texts).toEqual(['()']);
  });
});
