import { describe, expect, it } from 'vitest';
import { reportClassNames } from '../../script/index.ts';
import { reportType } from '../../script/library/reportTypes.ts';
import { readTemplate } from '../../template/read.ts';
import { scriptErrors } from '../scripts/scriptErrors.ts';
import {
  objectsOf,
  placesOf,
  print,
  templateOf,
  textObject,
  textsOf,
  type Printed,
  type TestReport,
} from '../../testing/testReport.ts';
import { describedClass } from './classes.ts';

/** FastReport's classes as scripts see them: static types, what a check refuses, and what a run does. */

const bands = `<DataBand Name="Data1" Height="60" RowCount="1" BeforePrintEvent="F">${textObject('Text1', 'one', 'Width="50" Height="20" HorzAlign="Right" Editable="true"')}<BarcodeObject Name="Code1" Left="60" Width="80" Height="30" Text="123" Zoom="1.5"/><PictureObject Name="Pic1" Left="150" Width="20" Height="20" SizeMode="AutoSize"/>${textObject('R', '[result]', 'Top="40" Width="80" Height="20"')}</DataBand>`;

const reportOf = (body: string, more: Partial<TestReport> = {}): TestReport => ({
  script: `object result = ""; void F(object sender, EventArgs e) { ${body} }`,
  bands,
  ...more,
});

/** Returns the findings about a method with this body. */
function check(body: string): string[] {
  const template = readTemplate(new TextEncoder().encode(templateOf(reportOf(body))));
  return scriptErrors(template).map(({ message }) => message);
}

/** Text that a body assigns to `result`. */
async function result(body: string, more: Partial<TestReport> = {}): Promise<string | undefined> {
  const { pages, warnings } = await print(reportOf(body, more));
  expect(warnings).toEqual([]);
  return textsOf(pages[0], 'R')[0];
}

const printed = async (body: string, more: Partial<TestReport> = {}): Promise<Printed> => {
  const done = await print(reportOf(body, more));
  expect(done.warnings).toEqual([]);
  return done;
};

describe('a check of members of report objects', () => {
  it.each([
    ['Text1.Texts = "a";', "CS1061: 'TextObject' does not contain a definition for 'Texts'; did you mean 'Text'?"],
    ['Text1.Text = 5;', "CS0029: Cannot implicitly convert type 'int' to 'string'"],
    ['Text1.Left = 1.5;', "CS0664: Literal of type double cannot be implicitly converted to type 'float'"],
    ['Text1.HorzAlign = VertAlign.Top;', "CS0266: Cannot implicitly convert type 'VertAlign' to 'HorzAlign'"],
    ['Engine.PageNo = 2;', "CS0200: Property or indexer 'PageNo' cannot be assigned to -- it is read only"],
    ['string s = Text1.Width;', "CS0029: Cannot implicitly convert type 'float' to 'string'"],
    [
      'Text1.Editable = false;',
      "CS0200: Property 'TextObject.Editable' (bool) cannot be assigned to: reports here do not apply it",
    ],
    [
      'Pic1.ShowErrorImage = true;',
      "CS0200: Property 'PictureObject.ShowErrorImage' (bool) cannot be assigned to: reports here do not apply it",
    ],
    [
      'var c = Text1.Cursor;',
      "CS0154: Property 'TextObject.Cursor' (Cursor) is not available: reports here do not use it",
    ],
    ['var p = new ReportPage();', "CS0143: Objects of the class 'ReportPage' cannot be created by a script"],
    ['MessageBox.Show("x");', "CS0103: 'MessageBox' is not available: scripts of reports do not reach windows"],
    [
      'var x = new XmlTextWriter("a");',
      "CS0246: 'XmlTextWriter' is not available: scripts of reports do not reach this part of XML; XmlDocument and XDocument are there",
    ],
    ['var c = new HybridDictionary();', "CS0246: 'HybridDictionary' is not available: scripts of reports do not reach these collections"], // prettier-ignore
    ['Text1.Padding.Left = 3;', "CS1612: Cannot modify the return value of 'Padding' because it is not a variable"],
    ['Text1.Font = new Font("Arial", "9");', 'CS1503'],
    ['Report.GetColumnValue(3);', 'CS1503'],
    ['Engine.ShowBand(Text1);', 'CS1503'],
    ['Data1.Objects[0].Text = "x";', "CS1061: 'ReportComponentBase' does not contain a definition for 'Text'"],
    ['var t = (TextObject)Data1;', "CS0030: Cannot convert type 'DataBand' to 'TextObject'"],
    [
      'int n = (int)Report.GetColumnValue("a") + Text1.Text;',
      "CS0029: Cannot implicitly convert type 'string' to 'int'",
    ],
  ])('%s', (body, expected) => {
    expect(check(body)).toEqual([expect.stringContaining(expected)]);
  });

  it.each([
    'Text1.Text = "a"; Text1.Left += 2; Text1.Visible = !Text1.Visible;',
    '((TextObject)sender).TextColor = Color.FromArgb(1, 2, 3); (sender as TextObject).Border.Lines = BorderLines.All;',
    'if (sender is BandBase band && band.Objects.Count > 1) band.Height = band.Objects[1].Bottom;',
    'foreach (Base o in Report.AllObjects) if (o is TextObject t) t.Font = new Font(t.Font, FontStyle.Bold);',
    'var t = new TextObject { Bounds = new RectangleF(0, 0, 10, 20), Text = "x" }; t.Parent = Data1;',
    'DataSourceBase d = Report.GetDataSource("x"); object v = d["a"]; int n = d.RowCount;',
    'Code1.Zoom = 2; Code1.ShowText = false; Pic1.SizeMode = PictureBoxSizeMode.Zoom;',
  ])('accepts %s', (body) => {
    expect(check(body)).toEqual([]);
  });

  it('resolves a colour by its class when the dictionary has a column of that name', async () => {
    const data = { Items: { columns: 'Color', rows: [['red']] } };
    const script = 'object result = ""; void F(object sender, EventArgs e) { result = Color.AliceBlue.Name; }';
    const template = readTemplate(new TextEncoder().encode(templateOf({ script, bands, data })));
    expect(scriptErrors(template)).toEqual([]);
    expect(await result('result = Color.AliceBlue.Name;', { data })).toBe('AliceBlue');
  });

  it('reports every error of several methods, and the others still work', async () => {
    const script =
      'object result = ""; void F(object sender, EventArgs e) { result = "ran"; } void G() { Text1.Nmae = ""; Engine.Foo(); } void H() { Text1.Top = "x"; }';
    const template = readTemplate(new TextEncoder().encode(templateOf({ script, bands })));
    expect(scriptErrors(template).map(({ message }) => message.slice(0, 6))).toEqual(['CS1061', 'CS1061', 'CS0029']);
    expect(textsOf((await print({ script, bands })).pages[0], 'R')).toEqual(['ran']);
  });
});

describe('report objects in a run', () => {
  it.each([
    ['stored properties have their static type', 'result = Code1.Zoom + 1 + "|" + Text1.Editable + "|" + Pic1.SizeMode;', '2.5|True|AutoSize'], // prettier-ignore
    ['properties without an attribute have the default of their class', 'result = Pic1.Transparency + "|" + Text1.CanBreak + "|" + Code1.HorzAlign;', '0|True|Left'], // prettier-ignore
    ['enums are enums', 'result = (int)Text1.HorzAlign + "|" + (Text1.HorzAlign == HorzAlign.Right);', '2|True'],
    [
      'all objects are found',
      'var n = ""; foreach (Base o in Report.AllObjects) n += o.Name + " "; result = n;',
      'Page1 Data1 Text1 Code1 Pic1 R ',
    ],
    ['a page knows its objects', 'result = Data1.Page.AllObjects.Count + "|" + Text1.Parent.Name;', '5|Data1'],
    [
      'FindObject gives an object of its own class',
      'var t = Report.FindObject("Text1") as TextObject; result = t.Text + (Report.FindObject("none") == null);',
      'oneTrue',
    ],
    [
      'a cast to another class fails',
      'try { var t = (TextObject)(object)Data1; } catch (InvalidCastException) { result = "refused"; }',
      'refused',
    ],
    ['numbers of properties are singles', 'Text1.Width = 7; result = Text1.Width / 2;', '3.5'],
    [
      'bounds are a rectangle',
      'Text1.Bounds = new RectangleF(1, 2, 30, 10); result = Text1.Bounds.Right + "|" + Text1.Height;',
      '31|10',
    ],
    [
      'the value of a parameter is set and read',
      'Report.SetParameterValue("P", 5); result = (int)Report.GetParameterValue("P") + 1 + Report.Parameters[0].Name + Report.Dictionary.Parameters.Count;',
      '6P1',
    ],
    [
      'a parameter that does not exist is added when it is set',
      'Report.SetParameterValue("New", 5); result = (int)Report.GetParameterValue("New") + 1;',
      '6',
    ],
    [
      'values that a class alone decides are those of the object',
      'ReportComponentBase c = Text1; result = c.BaseName + c.FlagSerializeStyle + Code1.FlagSerializeStyle + Data1.BaseName + Page1.BaseName + (c.Flags & Flags.HasSmartTag) + (Data1.Objects[1].Flags == c.Flags) + (c.OriginalComponent == null);',
      'TextFalseTrueDataPageHasSmartTagTrueTrue',
    ],
    [
      'a client size is that of the object',
      'Text1.ClientSize = new SizeF(11, 12); result = Text1.Width + "|" + Text1.ClientSize;',
      '11|{Width=11, Height=12}',
    ],
    [
      'objects of a band change their order',
      'R.ZOrder = 0; result = string.Join(",", Data1.Objects.Select(o => o.Name)) + Text1.ZOrder; Text1.ZOrder = 99;',
      'R,Text1,Code1,Pic11',
    ],
    [
      'a page has no place and size, and lists its data bands',
      'result = "" + Page1.Width + Page1.Height + Page1.Bounds.Width + Page1.ClientSize.Width + Page1.Bands.Count + Page1.Bands[0].Name + Data1.Bands.Count + Data1.ZOrder;',
      '00001Data100',
    ],
    ['a report is running', 'result = Report.Operation;', 'Running'],
    ['a font is measured in points', 'result = Text1.Font.Unit + "|" + Text1.Font.GdiCharSet + Text1.Font.IsSystemFont + Text1.Font.Clone().Equals(Text1.Font);', 'Point|1FalseTrue'], // prettier-ignore
    ['tabulators of a text are numbers', 'result = string.Join("|", Text1.TabPositions.Select(x => x + 1)) + Text1.TabPositions.Count + Data1.Guides.Count;', '00'], // prettier-ignore
    ['a column knows its type', 'result = Report.GetDataSource("Items").Columns[0].DataType + "|" + Report.ScriptText.Contains("object result");', 'System.Int32|True'], // prettier-ignore
    [
      'dynamic code finds the same members',
      'dynamic d = Text1; d.Text = "x"; result = d.Text + d.HorzAlign;',
      'xRight',
    ],
  ])('%s', async (_title, body, expected) => {
    expect(await result(body, { dictionary: '<Parameter Name="P" DataType="System.Int32"/>', data: { Items: { columns: 'Id:Int32 Name', rows: [] } } })).toBe(expected); // prettier-ignore
  });

  it('change lines of a border and parts of a fill in place', async () => {
    const { pages } = await printed(
      'Text1.Border.Lines = BorderLines.All; Text1.Border.TopLine.Width = 3; Text1.Border.TopLine.Color = Color.Red; Text1.TextFill = new LinearGradientFill(Color.Red, Color.Blue); ((LinearGradientFill)Text1.TextFill).Angle = 45;',
    );
    const text = objectsOf(pages[0]).find(({ name }) => name === 'Text1');
    expect(text?.border?.top).toMatchObject({ width: 3, color: '#ff0000' });
    expect(text?.border?.left.width).toBe(1);
    expect(text?.text?.style.fill).toMatchObject({ kind: 'linearGradient', endColor: '#0000ff', angle: 45 });
  });

  it('accept event handlers and remove them', async () => {
    const script =
      'int n = 0; object result = ""; void F(object sender, EventArgs e) { if (n++ == 0) { Text1.BeforePrint += Mark; Text1.BeforePrint += Mark; Text1.AfterData += (s, a) => Text1.Text += "!"; } else Text1.BeforePrint -= Mark; } void Mark(object sender, EventArgs e) { ((TextObject)sender).Text += "x"; }';
    const { pages, warnings } = await print({ script, bands: bands.replace('RowCount="1"', 'RowCount="3"') });
    expect(warnings).toEqual([]);
    expect(textsOf(pages[0], 'Text1')).toEqual(['onexx!', 'onex!', 'one!']);
  });

  it('write values in formats that a script makes or changes', async () => {
    const { pages } = await printed(
      'Text1.Text = "[1234.5]"; var f = new FastReport.Format.NumberFormat { DecimalDigits = 3 }; Text1.Format = f; f.UseLocale = false; f.GroupSeparator = "\'"; f.DecimalSeparator = ","; R.Text = "[0.25]|[true]"; R.Formats.Clear(); R.Formats.Add(new PercentFormat()); R.Formats.Add(new BooleanFormat { TrueText = "yes" }); ((PercentFormat)R.Format).DecimalDigits = 1;',
    );
    expect(textsOf(pages[0], 'Text1')).toEqual(["1'234,500"]);
    expect(textsOf(pages[0], 'R')).toEqual(['25.0%|yes']);
  });

  it('can be created by a script and are printed in their band', async () => {
    const { pages } = await printed(
      'if (Report.FindObject("New1") == null) { var t = new TextObject(); t.Name = "New1"; t.Parent = Data1; t.Bounds = new RectangleF(5, 6, 70, 18); t.Text = "[1 + 1] made"; t.HorzAlign = HorzAlign.Center; var l = new LineObject { Bounds = new RectangleF(0, 50, 90, 0), Name = "Line1" }; Data1.Objects.Add(l); }',
      { bands: bands.replace('RowCount="1"', 'RowCount="2"') },
    );
    expect(placesOf(pages[0], 'New1')).toEqual(['5,6,70,18', '5,66,70,18']);
    expect(textsOf(pages[0], 'New1')).toEqual(['2 made', '2 made']);
    expect(placesOf(pages[0], 'Line1')).toHaveLength(2);
  });

  it('show a watermark from the page on at which a script enables it', async () => {
    const { pages } = await printed(
      'Page1.Watermark.Text = "COPY"; Page1.Watermark.Enabled = Engine.PageNo > 1; Engine.StartNewPage(); Page1.Watermark.Enabled = true; Engine.StartNewPage();',
    );
    expect(pages.map(({ watermark }) => watermark?.text)).toEqual([undefined, undefined, 'COPY']);
  });

  it('apply texts of settings at the next printing', async () => {
    expect(
      textsOf((await printed('Text1.AllowExpressions = false; Text1.Text = "[1 + 1]";')).pages[0], 'Text1'),
    ).toEqual(['[1 + 1]']);
    expect(textsOf((await printed('Text1.HideValue = "2"; Text1.Text = "[1 + 1]";')).pages[0], 'Text1')).toEqual(['']);
  });
});

describe('the declared classes', () => {
  it('have an engine member for each signature, and a type for each engine member', () => {
    const missing: string[] = [];
    const declared = new Set<string>();
    const engine = new Set<string>();
    for (const name of reportClassNames()) {
      const type = reportType(name)!;
      const { properties, methods } = describedClass(name);
      for (const each of type.memberNames())
        for (const member of type.members(each)) {
          if (member.k === 'type' || member.isStatic || each === 'this[]') continue;
          const isThere =
            member.k === 'method'
              ? methods.has(each)
              : member.k === 'event' || (member.k === 'property' && member.refusal === undefined)
                ? properties.has(each)
                : true;
          const isSet = member.k !== 'property' || !member.set || properties.get(each)?.set !== undefined;
          if (!isThere || !isSet) missing.push(`${name}.${each}`);
        }
      for (const each of type.memberNames()) declared.add(each);
      for (const each of [...properties.keys(), ...methods.keys()]) engine.add(each);
    }
    expect(missing).toEqual([]);
    expect([...engine].filter((each) => !declared.has(each) && !each.startsWith('remove_'))).toEqual([]);
  });
});
