import { describe, expect, it } from 'vitest';
import { describeImage } from '../../text/index.ts';
import { objectsOf, print, textObject, textsOf } from '../../testing/testReport.ts';
import type { Printed } from '../../testing/testReport.ts';

const RED_DOT =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';

/** A band with a text and a picture; the script's `F` runs before the text is printed, `R` shows what it has set. */
const printed = (body: string): Promise<Printed> =>
  print({
    script: `object result = ""; void F(object sender, EventArgs e) { ${body} }`,
    bands: `<DataBand Name="D" Height="60" RowCount="1" BeforePrintEvent="F">${textObject('A', 'one', 'Width="50" Height="20"')}<PictureObject Name="Pic" Left="60" Width="20" Height="20"/>${textObject('R', '[result]', 'Top="30" Width="50" Height="20"')}</DataBand>`,
    options: { describeImage },
  });

const result = async (body: string): Promise<string | undefined> => {
  const { pages, warnings } = await printed(`result = ${body};`);
  expect(warnings).toEqual([]);
  return objectsOf(pages[0]).find(({ name }) => name === 'R')?.text?.text;
};

describe('members of the report in a script', () => {
  it('include objects as fields of the script', async () => {
    expect(await result('this.A.Name + this.Report.GetType().Name')).toBe('AReport');
  });

  it('enumerate the objects of a band', async () => {
    expect(await result('D.Objects.Count')).toBe('3');
    expect(await result('string.Join(",", D.Objects.Select(o => o.Name))')).toBe('A,Pic,R');
  });

  it('describe the report, and keep settings that have no effect on its pages', async () => {
    const { pages } = await printed(`
      Report.ReportInfo.Name = "Lifting register"; Report.ReportInfo.Author = null; Report.Compressed = true;
      result = Report.ReportInfo.Name + Report.ReportInfo.Author + Report.Compressed + Report.UseFileCache;`);
    expect(textsOf(pages[0], 'R')).toEqual(['Lifting registerTrueFalse']);
  });

  it('find an object inside a band by its exact name', async () => {
    expect(await result('D.FindObject("A").Name + (D.FindObject("a") == null)')).toBe('ATrue');
    expect(await result('A.HasParent(D) + "" + D.HasParent(A)')).toBe('TrueFalse');
  });

  it('return the position of an object on the page while its band is printed', async () => {
    const { pages } = await printed('D.Top = 7; result = Pic.AbsLeft + "," + R.AbsTop + "," + R.AbsBottom;');
    expect(textsOf(pages[0], 'R')).toEqual(['60,37,57']);
  });

  it('set a bookmark as an expression, and show a shadow with settings made before', async () => {
    const { pages, warnings } = await printed(
      'A.Bookmark = "\\"b\\" + 1"; result = A.Bookmark; A.Border.ShadowWidth = 6; A.Border.Shadow = true;',
    );
    expect(warnings).toEqual([]);
    const a = objectsOf(pages[0]).find(({ name }) => name === 'A');
    expect([a?.bookmark, a?.border?.shadow?.width]).toEqual(['b1', 6]);
    expect(textsOf(pages[0], 'R')).toEqual(['"b" + 1']);
  });

  it('rotate paper and margins with Landscape', async () => {
    expect(
      await result(
        'Turned(); string Turned() { var p = (ReportPage)Report.Pages[0]; p.LeftMargin = 5; p.Landscape = true; return p.PaperWidth + "," + p.PaperHeight + "," + p.LeftMargin + "," + p.BottomMargin; }',
      ),
    ).toBe('80,100,10,5');
  });

  it('give the size of the paper in px', async () => {
    expect(await result('((ReportPage)Report.Pages[0]).WidthInPixels + "," + ((ReportPage)Report.Pages[0]).HeightInPixels')).toBe('378,302.4'); // prettier-ignore
  });

  it('insert a tab before every line with ParagraphOffset', async () => {
    const { pages } = await printed('A.Text = "one\\ntwo"; A.ParagraphOffset = 12; result = A.ParagraphOffset;');
    expect(textsOf(pages[0], 'A')).toEqual(['\tone\n\ttwo']);
    expect(textsOf(pages[0], 'R')).toEqual(['12']);
  });

  it('position the result of a table', async () => {
    const { pages, warnings } = await print({
      script:
        'void Build(object sender, EventArgs e) { Tab.PrintRow(0); Tab.PrintColumns(); Tab.ResultTable.Left = 200 - Tab.ResultTable.CalcWidth(); }',
      bands:
        '<DataBand Name="D" Width="300" Height="20" RowCount="1"><TableObject Name="Tab" Width="60" Height="20" ManualBuildEvent="Build"><TableColumn Name="C" Width="60"/><TableRow Name="W" Height="20"><TableCell Name="K" Text="x"/></TableRow></TableObject></DataBand>',
    });
    expect(warnings).toEqual([]);
    expect(objectsOf(pages[0]).find(({ name }) => name === 'K')?.left).toBe(140);
  });

  it('change all cells of a result with the same appearance', async () => {
    const cells = ['a', 'b', 'c'].map(
      (name) => `<TableCell Name="${name}" Text="${name}"${name === 'c' ? ' Fill.Color="Red"' : ''}/>`,
    );
    const { pages, warnings } = await print({
      script:
        'void Build(object sender, EventArgs e) { Tab.PrintRow(0); Tab.PrintColumns(); Tab.ResultTable[1, 0].FillColor = Color.Lime; Tab.ResultTable[1, 0].Text = "d"; }',
      bands: `<DataBand Name="D" Width="300" Height="20" RowCount="1"><TableObject Name="Tab" Width="60" Height="20" ManualBuildEvent="Build">${'<TableColumn Width="20"/>'.repeat(3)}<TableRow Name="W" Height="20">${cells.join('')}</TableRow></TableObject></DataBand>`,
    });
    expect(warnings).toEqual([]);
    expect(
      objectsOf(pages[0]).flatMap(({ text, fill }) =>
        text ? [[text.text, fill?.kind === 'solid' ? fill.color : '']] : [],
      ),
    ).toEqual([
      ['a', '#00ff00'],
      ['d', '#00ff00'],
      ['c', '#ff0000'],
    ]);
  });

  it('return one object for all cells of an appearance, which represents the one accessed last', async () => {
    const { pages, warnings } = await print({
      script: `void Build(object sender, EventArgs e) {
          Tab.PrintRow(0); Tab.PrintColumns();
          TableCell a = Tab.ResultTable[0, 0], b = Tab.ResultTable[1, 0], c = Tab.ResultTable[2, 0];
          a.Text = (a == b) + "," + (a == c) + "," + a.Text;
        }`,
      bands: `<DataBand Name="D" Width="300" Height="20" RowCount="1"><TableObject Name="Tab" Width="300" Height="20" ManualBuildEvent="Build">${'<TableColumn Width="100"/>'.repeat(3)}<TableRow Name="W" Height="20"><TableCell Name="a" Text="a"/><TableCell Name="b" Text="b"/><TableCell Name="c" Text="c" HideZeros="true"/></TableRow></TableObject></DataBand>`,
    });
    expect(warnings).toEqual([]);
    expect(textsOf(pages[0])).toEqual(['a', 'True,False,b', 'c']);
  });

  it('include enums of .NET in their namespaces', async () => {
    expect(
      await result('System.Drawing.Drawing2D.HatchStyle.DiagonalCross + "," + System.Drawing.FontStyle.Bold'),
    ).toBe('DiagonalCross,Bold');
  });

  it('set padding and line height of a text', async () => {
    const { pages } = await printed('A.Padding = new Padding(1, 2, 3, 4); A.LineHeight = 17;');
    expect(objectsOf(pages[0]).find(({ name }) => name === 'A')?.text?.style).toMatchObject({
      padding: { left: 1, top: 2, right: 3, bottom: 4 },
      lineHeight: 17,
    });
  });

  it('set a picture from a data address, remove it, and load nothing from elsewhere', async () => {
    const drawn = async (body: string): Promise<number> =>
      objectsOf((await printed(body)).pages[0])
        .find(({ name }) => name === 'Pic')
        ?.drawing?.filter(({ kind }) => kind === 'image').length ?? 0;
    expect(await drawn(`Pic.ImageLocation = "${RED_DOT}";`)).toBe(1);
    expect(await drawn(`Pic.ImageLocation = "${RED_DOT}"; Pic.Image = null;`)).toBe(0);
    const { warnings } = await printed('Pic.ImageLocation = "/etc/hosts";');
    expect(warnings).toMatchObject([{ message: 'Pictures are not loaded from elsewhere: /etc/hosts', object: 'Pic' }]);
  });

  it('convert units of length, test for values, and create sequences', async () => {
    expect(await result('Units.Centimeters * 2 + Units.Millimeters')).toBe('79.38');
    expect(await result('((DateTime?)null).HasValue')).toBe('False');
    expect(await result('Enumerable.Range(2, 3).Sum() + Enumerable.Repeat("x", 4).Count()')).toBe('13');
  });
});
