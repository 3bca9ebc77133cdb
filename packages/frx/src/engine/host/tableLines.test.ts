import { describe, expect, it } from 'vitest';
import { objectsOf, print, textObject, textsOf } from '../../testing/testReport.ts';

/** Prints a title whose script changes or makes a table before it is printed; expected values are those of FastReport. */
async function printed(statements: string, table = ''): Promise<{ cells: string[]; text: string; warnings: string[] }> {
  const { pages, warnings } = await print({
    script: `private void Before(object sender, EventArgs e) { ${statements} }`,
    bands: `<ReportTitleBand Name="Title" Width="302.4" Height="40" CanGrow="true" BeforePrintEvent="Before">${textObject('T', '', 'Width="300" Height="18"')}${table}</ReportTitleBand>`,
  });
  return {
    cells: objectsOf(pages[0])
      .filter(({ type }) => type === 'TableCell')
      .map(({ text, width, height }) => `${text?.text ?? ''} ${rounded(width)}x${rounded(height)}`),
    text: textsOf(pages[0], 'T').join(),
    warnings: warnings.map(({ message }) => message),
  };
}

const rounded = (size: number): string => String(Math.round(size * 100) / 100);

const TABLE =
  '<TableObject Name="Tab" Left="20" Top="22" Width="200" Height="40"><TableColumn Name="C1" Width="100"/><TableColumn Name="C2" Width="100"/><TableRow Name="R1" Height="20"><TableCell Name="A1" Text="a"/><TableCell Name="A2" Text="b"/></TableRow><TableRow Name="R2" Height="20"><TableCell Name="A3" Text="c"/><TableCell Name="A4" Text="d"/></TableRow></TableObject>';

describe('a table made by a script', () => {
  it('has columns and rows of the usual size when their number is set', async () => {
    const { cells, text, warnings } = await printed(
      'var t = new TableObject(); t.Parent = Title; t.Top = 20; t.ColumnCount = 2; t.RowCount = 2; t[1, 0].Text = "x"; T.Text = t.Width + "/" + t[1, 0].Width + "/" + t.Rows[0].Height + t[0, 1].Font.Name;',
    );

    expect(warnings).toEqual([]);
    expect(cells).toEqual([' 66.15x18.9', 'x 66.15x18.9', ' 66.15x18.9', ' 66.15x18.9']);
    expect(text).toBe('0/66.15/18.9Arial');
  });

  it('accepts columns and rows that the script has created', async () => {
    const { cells, text } = await printed(
      'var t = new TableObject(); for (int i = 0; i < 2; i++) t.Columns.Add(new TableColumn { Width = 80 + i }); var r = new TableRow(); r.Height = 15; T.Text = t.Rows.Add(r) + "" + t.Rows.Contains(r); t.Rows[0][1].Text = "by row"; Title.Objects.Add(t);',
    );

    expect(cells).toEqual([' 80x15', 'by row 81x15']);
    expect(text).toBe('0True');
  });

  it('names lines and cells that are created by a number, and none that are added', async () => {
    const { text } = await printed(
      'var t = new TableObject(); t.Parent = Title; t.RowCount = 1; t.ColumnCount = 2; t.Columns.Add(new TableColumn()); T.Text = t[0, 0].Name + t[1, 0].Name + t[2, 0].Name + t.Rows[0].Name + t.Columns[0].Name; var u = new TableObject(); u.ColumnCount = 1; T.Text += "/" + u.Columns[0].Name;',
    );

    expect(text).toBe('Cell1Cell2Row1Column1/');
  });
});

describe('a table of the template', () => {
  it('can be given more columns and rows', async () => {
    const { cells, text } = await printed(
      'Tab.ColumnCount = 3; Tab.RowCount = 3; Tab.Columns[2].Width = 40; Tab[2, 2].Text = "new"; T.Text = Tab.Width + "/" + Tab[2, 0].Width + Tab[2, 2].Name;',
      TABLE,
    );

    expect(cells).toEqual([
      'a 100x20',
      'b 100x20',
      ' 40x20',
      'c 100x20',
      'd 100x20',
      ' 40x20',
      ' 100x18.9',
      ' 100x18.9',
      'new 40x18.9',
    ]);
    expect(text).toBe('200/40Cell5');
  });

  it('loses columns and rows, and the cells in them', async () => {
    const { cells } = await printed('Tab.ColumnCount = 1; Tab.Rows.RemoveAt(0);', TABLE);

    expect(cells).toEqual(['c 100x20']);
  });

  it('keeps the spans of its cells when lines are inserted or removed', async () => {
    const { text } = await printed(
      'Tab[0, 0].ColSpan = 2; Tab[0, 0].RowSpan = 2; var c = new TableColumn(); Tab.Columns.Insert(1, c); T.Text = Tab[0, 0].ColSpan + "/" + Tab[0, 0].Width; Tab.Columns.Remove(c); Tab.Rows.RemoveAt(1); T.Text += "/" + Tab[0, 0].ColSpan + Tab[0, 0].RowSpan;',
      TABLE,
    );

    expect(text).toBe('3/266.15/21');
  });

  it('refuses to add a line that it already contains', async () => {
    const { warnings } = await printed('Tab.Rows.Add(Tab.Rows[0]);', TABLE);

    expect(warnings).toEqual([expect.stringContaining('TableRow is in a table already')]);
  });

  it('keeps its lines while it builds its result', async () => {
    const { warnings } = await printed(
      '} private void Build(object sender, EventArgs e) { Tab.RowCount = 5;',
      TABLE.replace('Name="Tab"', 'Name="Tab" ManualBuildEvent="Build"'),
    );

    expect(warnings).toEqual([expect.stringContaining('cannot be changed in its ManualBuild event')]);
  });
});
