import { describe, expect, it } from 'vitest';
import type { Limits } from '../limits.ts';
import { print, textObject } from '../testing/testReport.ts';

const small: Partial<Limits> = {
  steps: 3_000_000,
  textLength: 10_000,
  keptBytes: 640_000,
  pages: 50,
  objectsPerPage: 500,
  cells: 5000,
};

/** A report whose only text runs `body` before it is printed. */
const running = (body: string, members = ''): ReturnType<typeof print> =>
  print({
    script: `${members} void F(object s, EventArgs e) { ${body} }`,
    bands: `<DataBand Name="D" Height="20" RowCount="1">${textObject('T', 'x', 'Width="50" Height="20" BeforePrintEvent="F"')}</DataBand>`,
    options: { limits: small },
  });

const showing = (expression: string, members = ''): Promise<unknown> =>
  print({
    script: members,
    bands: `<DataBand Name="D" Height="20" RowCount="1">${textObject('T', expression, 'Width="50" Height="20"')}</DataBand>`,
    options: { limits: small },
  });

const bands = (xml: string, pages = ''): Promise<unknown> => print({ bands: xml, pages, options: { limits: small } });

describe('endless or oversized input', () => {
  it.each([
    ['an endless loop', 'while (true) { }', 'steps'],
    ['a list that grows', 'var l = new List<string>(); while (true) l.Add("x");', 'keptBytes'],
    ['a list of lists', 'var l = new List<object>(); while (true) l.Add(new List<int>());', 'keptBytes'],
    ['a dictionary that grows', 'var d = new Dictionary<int, int>(); int i = 0; while (true) d[i++] = i;', 'keptBytes'],
    ['a hashtable that grows', 'var d = new Hashtable(); int i = 0; while (true) d[i++] = i;', 'keptBytes'],
    ['a text that doubles', 'string x = "abcdefgh"; while (true) x = x + x;', 'textLength'],
    ['a text that is replaced', 'string x = "a"; while (true) x = x.Replace("a", "aaaaaaaaaa");', 'textLength'],
    ['a whole number of many digits', 'new System.Numerics.BigInteger(5).ToString("X900000000");', 'textLength'],
    ['a whole number of many zeros', 'new System.Numerics.BigInteger(5).ToString("D900000000");', 'textLength'],
    ['a huge array', 'var x = new int[1000000000];', 'textLength'],
    ['many arrays', 'var l = new List<object>(); while (true) l.Add(new int[5000]);', 'keptBytes'],
    ['an outline that grows', 'while (true) Engine.AddOutline("x");', 'keptBytes'],
    ['bookmarks without end', 'int i = 0; while (true) Engine.AddBookmark("b" + i++);', 'keptBytes'],
    ['objects without end', 'while (true) D.Objects.Add(new TextObject());', 'keptBytes'],
    ['objects that nothing holds', 'while (true) new LineObject();', 'keptBytes'],
    [
      'XML nodes without end',
      'var d = new XmlDocument(); var r = d.AppendChild(d.CreateElement("a")); while (true) r.AppendChild(d.CreateElement("b"));',
      'keptBytes',
    ],
    ['handlers without end', 'while (true) T.AfterPrint += F;', 'keptBytes'],
    ['a search through all objects', 'while (true) foreach (Base o in Report.AllObjects) { }', 'steps'],
    ['pages without end', 'while (true) Engine.StartNewPage();', 'pages'],
    ['a band that shows itself', 'Engine.ShowBand(D);', 'nesting', 'D'],
  ])('in a script: %s ends with a limit that names the object', async (_, body, limit, object = 'T') => {
    await expect(running(body)).rejects.toMatchObject({ name: 'LimitError', limit, object, line: 11 });
  });

  it.each([
    'T.Left = 0f / (T.Left * 0);',
    'T.Width = float.PositiveInfinity;',
    'T.TabWidth = float.NaN;',
    'T.Bounds = new RectangleF(0, 0, float.NaN, 5);',
    'Engine.CurY = float.NegativeInfinity;',
  ])('in a script: %s is an error of the script', async (body) => {
    const { warnings } = await running(body);
    expect(warnings.map(({ message }) => message)).toEqual(['F: The value must be a finite number.']);
  });

  it.each([
    ['AppendChild', 'XmlNode n = d; while (true) n = n.AppendChild(d.CreateElement("a"));'],
    [
      'InnerXml',
      'd.LoadXml("<a/>"); XmlNode n = d.FirstChild; while (true) { n.InnerXml = "<a/>"; n = n.FirstChild; }',
    ],
    [
      'a part that is deep already',
      'XmlNode Made() { XmlNode n = d.CreateElement("a"); for (int i = 0; i < 150; i++) { var m = d.CreateElement("a"); m.AppendChild(n); n = m; } return n; } XmlNode p = Made(); XmlNode q = p; while (q.FirstChild != null) q = q.FirstChild; q.AppendChild(Made());',
    ],
  ])('in a script: XML that nests ever deeper by %s is an error of the script', async (_, body) => {
    const { warnings } = await running(`var d = new XmlDocument(); ${body}`);
    expect(warnings.map(({ message }) => message)).toEqual([expect.stringContaining('The elements nest too deep.')]);
  });

  it.each([
    ['a method that calls itself', '[F(0)]', 'int F(int n) { return F(n + 1); }', 'calls'],
    ['methods that call each other', '[F(0)]', 'int F(int n) { return G(n); } int G(int n) { return F(n); }', 'calls'],
    ['a property that reads itself', '[X]', 'int X { get { return X; } }', 'calls'],
    ['a text that is padded', '[&quot;x&quot;.PadLeft(2000000000)]', '', 'textLength'],
    ['a text that repeats one letter', "[new String('x', 2000000000)]", '', 'textLength'],
  ])('in an expression: %s ends with a limit that names the object', async (_, expression, members, limit) => {
    await expect(showing(expression, members)).rejects.toMatchObject({ name: 'LimitError', limit, object: 'T' });
  });

  it.each([
    ['rows', '<DataBand Name="D" Height="20" RowCount="1000000000"/>', 'pages'],
    ['rows without height', '<DataBand Name="D" Height="0" RowCount="1000000000"/>', 'objectsPerPage'],
    ['repetitions', '<DataBand Name="D" Height="20" RowCount="1" RepeatBandNTimes="1000000000"/>', 'pages'],
    [
      'children',
      '<DataBand Name="D" Height="20" RowCount="1"><ChildBand Name="C" Height="20" CompleteToNRows="2000000000"/></DataBand>',
      'pages',
    ],
  ])('in a template: a billion %s end with a limit', async (_, xml, limit) => {
    await expect(bands(xml)).rejects.toMatchObject({ name: 'LimitError', limit });
  });

  it('in a template: texts in a billion cells end with a limit', async () => {
    const text = '<CellularTextObject Name="T" Width="1e9" Height="20" Border.Lines="All" Text="x"/>';
    await expect(
      print({
        bands: `<DataBand Name="D" Height="20" RowCount="8">${text}</DataBand>`,
        options: { limits: { objectsPerPage: 10_000 } },
      }),
    ).rejects.toMatchObject({ name: 'LimitError', limit: 'objectsPerPage' });
  });

  it('in a template: a page that contains itself ends with a limit that names the band', async () => {
    const calling = (name: string): string =>
      `<DataBand Name="${name}" Height="20" RowCount="1"><SubreportObject Name="S${name}" ReportPage="P2" Width="9" Height="9"/></DataBand>`;
    await expect(bands(calling('D'), `<ReportPage Name="P2">${calling('E')}</ReportPage>`)).rejects.toMatchObject({
      name: 'LimitError',
      limit: 'nesting',
      object: 'E',
    });
  });

  it.each([
    ['a billion page columns', '', 'PaperWidth="100" PaperHeight="80" Columns.Count="1000000000"'],
    ['a page of no size', '', 'PaperWidth="-5" PaperHeight="-5"'],
    ['an object wider than any paper', 'Width="1e30"', 'PaperWidth="100" PaperHeight="80"'],
    [
      'a margin wider than the text',
      'Width="50" Padding="1e9, 0, 0, 0" CanGrow="true"',
      'PaperWidth="100" PaperHeight="80"',
    ],
  ])('in a template: %s still prints', async (_, text, page) => {
    const { pages } = await print({
      page,
      bands: `<DataBand Name="D" Height="20" RowCount="1">${textObject('T', 'x', `Height="20" ${text}`)}</DataBand>`,
      options: { limits: small },
    });
    expect(pages.length).toBeGreaterThan(0);
  });

  it('in a template: a band that would be broken endlessly ends after some pages, with a warning', async () => {
    const cell = (name: string, text: string): string =>
      `<TableRow Name="R${name}" AutoSize="true" CanBreak="true"><TableCell Name="${name}" Text="${text}" Font="Times New Roman, 18pt"/></TableRow>`;
    const table = `<TableObject Name="T" Top="60" Height="60"><TableColumn Name="C" Width="24"/>${cell('A', 'some words in it')}${cell('B', 'Wide unbreakable_word_that_is_rather_long_for_its_box end')}</TableObject>`;
    const { pages, warnings } = await print({
      bands: `<DataBand Name="D" RowCount="1" CanGrow="true"><BarcodeObject Name="B" Top="63" GrowToBottom="true"/>${table}</DataBand>`,
      options: { limits: { pages: 5000 } },
    });
    expect(pages.length).toBeLessThan(50);
    expect(warnings.map(({ message }) => message)).toContainEqual(
      expect.stringContaining('D got no shorter on 20 pages'),
    );
  });
});
