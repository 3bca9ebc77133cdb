import { describe, expect, it } from 'vitest';
import {
  band,
  numbers,
  objectsOf,
  placesOf,
  print,
  textObject,
  textsOf,
  type TestTable,
} from '../../testing/testReport.ts';

/** Tests of the report objects that scripts can use. */

const items: TestTable = {
  columns: 'Id:Int32 Name Price:Decimal Group',
  rows: [
    [1, 'Crane', 12.5, 'A'],
    [2, 'Padeye', 2.25, 'A'],
    [3, 'Sling', 30, 'B'],
  ],
};

const data = band(
  'DataBand',
  'Data1',
  '[Items.Name]',
  'DataSource="Items" BeforePrintEvent="Before" AfterPrintEvent="After"',
);

describe('events of bands and texts', () => {
  it('change texts, visibility and place for one printing only', async () => {
    const { pages, warnings } = await print({
      data: { Items: items },
      script: `
        private int n = 0;
        private void Before(object sender, EventArgs e)
        {
          n++;
          TData1.Text = n + ": " + ((String)Report.GetColumnValue("Items.Name")).ToUpper();
          if (n == 2) TData1.Left += 30;
          Data1.Visible = n != 3;
        }`,
      bands: data,
    });

    expect(warnings).toEqual([]);
    expect(textsOf(pages[0])).toEqual(['1: CRANE', '2: PADEYE']);
    expect(placesOf(pages[0], 'TData1')).toEqual(['0,0,200,20', '30,20,200,20']);
  });

  it('change font, colours and alignment', async () => {
    const { pages, warnings } = await print({
      data: { Items: items },
      script: `
        private void Before(object sender, EventArgs e)
        {
          bool dear = (Decimal)Report.GetColumnValue("Items.Price") > 10;
          TData1.Font = new Font("Arial", 9, dear ? FontStyle.Bold | FontStyle.Italic : FontStyle.Regular);
          TData1.TextColor = dear ? Color.Red : Color.FromArgb(128, 0, 0, 255);
          TData1.HorzAlign = HorzAlign.Right;
          Data1.Fill = dear ? new SolidFill(Color.LightYellow) : Data1.Fill;
          (sender as BandBase).Border.Lines = BorderLines.Left | BorderLines.Top;
        }`,
      bands: data,
    });
    const texts = objectsOf(pages[0]).filter(({ name }) => name === 'TData1');
    const bands = objectsOf(pages[0]).filter(({ name }) => name === 'Data1');

    expect(warnings).toEqual([]);
    expect(texts.map(({ text }) => text?.style.font.bold)).toEqual([true, false, true]);
    expect(texts.map(({ text }) => text?.style.fill)).toEqual([
      { kind: 'solid', color: '#ff0000' },
      { kind: 'solid', color: '#0000ff80' },
      { kind: 'solid', color: '#ff0000' },
    ]);
    expect(texts[0]?.text?.style.horzAlign).toBe('Right');
    expect(bands.map(({ fill }) => fill)).toEqual([
      { kind: 'solid', color: '#ffffe0' },
      undefined,
      { kind: 'solid', color: '#ffffe0' },
    ]);
    expect(bands[0]?.border?.lines).toEqual({ left: true, top: true, right: false, bottom: false });
  });

  it('read the filled text and the value', async () => {
    const { pages } = await print({
      data: { Items: items },
      script: `
        private string previous = "";
        private void Filled(object sender, EventArgs e)
        {
          TextObject t = sender as TextObject;
          if (t.Text == previous) t.Text = "same"; else previous = t.Text;
          t.Text += " " + t.Value.ToString().Length;
        }`,
      bands: `<DataBand Name="Data1" Width="302.4" Height="20" DataSource="Items">${textObject('Text1', '[Items.Group]', 'Width="100" Height="20" AfterDataEvent="Filled"')}</DataBand>`,
    });

    expect(textsOf(pages[0])).toEqual(['A 1', 'same 1', 'B 1']);
  });

  it('that fail are reported once, and the report continues', async () => {
    const { pages, warnings } = await print({
      data: { Items: items },
      script: 'private void Before(object sender, EventArgs e) { int zero = 0; zero = 1 / zero; }',
      bands: data,
    });

    expect(textsOf(pages[0])).toEqual(['Crane', 'Padeye', 'Sling']);
    expect(warnings).toEqual([
      { message: 'Before: Attempted to divide by zero.', object: 'Data1', line: 7, fails: true },
    ]);
  });
});

describe('the report and the engine', () => {
  it('return columns, variables, totals and parameters by name, and set parameters', async () => {
    const { pages, warnings } = await print({
      data: { Items: items },
      dictionary:
        '<Parameter Name="Note" DataType="System.String" AsString="none"/><Total Name="Sum" Expression="[Items.Price]" Evaluator="Data1"/>',
      script: `
        private void Before(object sender, EventArgs e)
        {
          Report.SetParameterValue("Note", Report.GetVariableValue("Row#") + "/" + Report.GetTotalValue("Sum") + "/" + Report.Calc("[Items.Id] * 2"));
        }`,
      bands: band('DataBand', 'Data1', '[Note]', 'DataSource="Items" BeforePrintEvent="Before"'),
    });

    expect(warnings).toEqual([]);
    expect(textsOf(pages[0])).toEqual(['1/0/2', '2/12.5/4', '3/14.75/6']);
  });

  it('collect in the first pass what the second prints', async () => {
    const { pages, warnings } = await print({
      report: 'DoublePass="true"',
      data: { Items: items },
      script: `
        private Dictionary<string, int> counts = new Dictionary<string, int>();
        private int Count(string name) { int n; return counts.TryGetValue(name, out n) ? n : 0; }
        private void Before(object sender, EventArgs e)
        {
          string name = (String)Report.GetColumnValue("Items.Group");
          if (Engine.FirstPass) counts[name] = Count(name) + 1;
        }`,
      bands: `<GroupHeaderBand Name="Group1" Width="302.4" Height="20" Condition="[Items.Group]">${textObject('Text1', '[Items.Group] of [Count([Items.Group])]', 'Width="100" Height="20"')}${data}</GroupHeaderBand>`,
    });

    expect(warnings).toEqual([]);
    expect(textsOf(pages[0], 'Text1')).toEqual(['A of 2', 'B of 1']);
  });

  it('move the printing position and start pages', async () => {
    const { pages } = await print({
      data: { Items: numbers(3) },
      script: `
        private int n = 0;
        private void Before(object sender, EventArgs e)
        {
          n++;
          if (n == 2) Engine.CurY += 25;
          if (n == 3) Engine.StartNewPage();
        }`,
      bands: band('DataBand', 'Data1', '[Items.Id] on [Engine.CurY]', 'DataSource="Items" BeforePrintEvent="Before"'),
    });

    expect(pages).toHaveLength(2);
    expect(placesOf(pages[0], 'Data1')).toEqual(['0,0,302.4,20', '0,45,302.4,20']);
    expect(textsOf(pages[1])).toEqual(['3 on 0']);
  });
});

describe('bands', () => {
  it('can be given another source, filter and order before they print', async () => {
    const { pages, warnings } = await print({
      data: { Items: items },
      script: `
        private void Start(object sender, EventArgs e)
        {
          Data1.DataSource = Report.GetDataSource("Items");
          Data1.Filter = "[Items.Price] > 5";
          Data1.Sort.Clear();
          Data1.Sort.Add(new Sort("[Items.Name]", true));
          Data1.StartNewPage = true;
        }`,
      bands:
        band('ReportTitleBand', 'Title1', 'title', 'BeforePrintEvent="Start"') +
        band('DataBand', 'Data1', '[Items.Name]', 'RowCount="0"'),
    });

    expect(warnings).toEqual([]);
    expect(pages.map((page) => textsOf(page))).toEqual([['title', 'Sling'], ['Crane']]);
  });

  it('have only the members of their own class', async () => {
    const { warnings } = await print({
      script:
        'private void Start(object sender, EventArgs e) { (sender as BandBase).PrintOn = PrintOn.FirstPage | PrintOn.LastPage; Title1.KeepDetail = true; }',
      bands: band('ReportTitleBand', 'Title1', 'title', 'BeforePrintEvent="Start"'),
    });

    expect(warnings.map(({ message }) => message)).toEqual([
      "Start: CS1061: 'ReportTitleBand' does not contain a definition for 'KeepDetail'",
    ]);
  });
});

describe('the report info', () => {
  it('returns dates as dates and the rest as text', async () => {
    const { pages } = await print({
      report: 'ReportInfo.Name="Weekly" ReportInfo.Created="11/03/2025 09:12:44"',
      bands: band(
        'ReportTitleBand',
        'Title1',
        '[Report.ReportInfo.Name] [Report.ReportInfo.Created] [Report.ReportInfo.Created.Year + 1] [Report.ReportInfo.Author]!',
      ),
    });

    expect(textsOf(pages[0])).toEqual(['Weekly 11/3/2025 9:12:44 AM 2026 !']);
  });
});

describe('tables built by a script', () => {
  const cell = (name: string, text: string): string => `<TableCell Name="${name}" Text="${text}" Font="Arial, 8pt"/>`;
  const table = (attributes = ''): string => `<ReportTitleBand Name="Title1" Width="302.4" Height="60">
    <TableObject Name="Table1" Width="100" Height="40" ManualBuildEvent="Build" ${attributes}>
      <TableColumn Name="Column1" Width="40"/><TableColumn Name="Column2" Width="60"/>
      <TableRow Name="Row1" Height="20">${cell('Cell1', 'name')}${cell('Cell2', 'price')}</TableRow>
      <TableRow Name="Row2" Height="20">${cell('Cell3', '[Items.Name]')}${cell('Cell4', '[Items.Price]')}</TableRow>
      <TableRow Name="Row3" Height="20">${cell('Cell5', 'sum')}${cell('Cell6', '[Sum(Cell4)]')}</TableRow>
    </TableObject></ReportTitleBand>`;

  it('aggregate the values of cells from the last one on, and compare them as variants', async () => {
    const fn = (name: string): string => `[${name}(Cell1)] [${name}(Cell2)] [${name}(Cell9)]`;
    const { pages } = await print({
      report: 'ConvertNulls="false"',
      data: {
        Items: {
          columns: 'Name:String Price:Double',
          rows: [
            ['Crane', 4],
            ['Padeye', 2],
            ['Beam', null],
            ['Sling', 8],
          ],
        },
      },
      script: `
        private void Build(object sender, EventArgs e)
        {
          DataSourceBase rows = Report.GetDataSource("Items");
          rows.Init();
          while (rows.HasMoreRows) { Table1.PrintRow(0); Table1.PrintColumns(); rows.Next(); }
          Table1.PrintRow(1); Table1.PrintColumns();
        }`,
      bands: `<ReportTitleBand Name="Title1" Width="302.4" Height="60">
        <TableObject Name="Table1" Width="100" Height="40" ManualBuildEvent="Build">
          ${[1, 2, 3, 4].map((n) => `<TableColumn Name="Column${n}" Width="60"/>`).join('')}
          <TableRow Name="Row1" Height="20">${cell('Cell1', '[Items.Name]')}${cell('Cell2', '[Items.Price]')}${cell('Cell3', 'x')}${cell('Cell4', '')}</TableRow>
          <TableRow Name="Row2" Height="20">${cell('Cell5', '[Sum(Cell1)]')}${cell('Cell6', fn('Min'))}${cell('Cell7', fn('Max'))}${cell('Cell8', '[Count(Cell2)] [Count(Cell3)]')}</TableRow>
          <TableRow Name="Row3" Height="20">${cell('Cell9', '[Items.Price]')}</TableRow>
        </TableObject></ReportTitleBand>`,
    });
    expect(textsOf(pages[0]).slice(-4)).toEqual(['SlingBeamPadeyeCrane', 'Crane 2 ∞', 'Sling 8 -∞', '4 0']);
  });

  it('print rows for a data source and sums below', async () => {
    const { pages, warnings } = await print({
      data: { Items: items },
      script: `
        private void Build(object sender, EventArgs e)
        {
          DataSourceBase rows = Report.GetDataSource("Items");
          rows.Init();
          Table1.PrintRow(0); Table1.PrintColumns();
          while (rows.HasMoreRows) { Table1.PrintRow(1); Table1.PrintColumns(); rows.Next(); }
          Table1.PrintRow(2); Table1.PrintColumns();
        }`,
      bands: table(),
    });

    expect(warnings).toEqual([]);
    expect(textsOf(pages[0])).toEqual([
      'name',
      'price',
      'Crane',
      '12.5',
      'Padeye',
      '2.25',
      'Sling',
      '30',
      'sum',
      '44.75',
    ]);
  });

  it('print any columns of a source', async () => {
    const { pages, warnings } = await print({
      data: { Items: items },
      script: `
        private void Build(object sender, EventArgs e)
        {
          DataSourceBase rows = Report.GetDataSource("Items");
          rows.Init();
          Table1.PrintRow(0);
          foreach (Column column in rows.Columns) { Cell1.Text = column.Alias; Table1.PrintColumn(0); }
          rows.First();
          while (rows.HasMoreRows)
          {
            Table1.PrintRow(1);
            for (int i = 0; i < rows.Columns.Count; i++)
            {
              Cell3.Text = rows[rows.Columns[i]].ToString();
              Table1.PrintColumn(0);
            }
            rows.Next();
          }
        }`,
      bands: table(),
    });

    expect(warnings).toEqual([]);
    expect(textsOf(pages[0]).slice(0, 8)).toEqual(['Id', 'Name', 'Price', 'Group', '1', 'Crane', '12.5', 'A']);
  });

  it('start at their position in the template, although a text above grows and moves others down', async () => {
    const { pages } = await print({
      script: 'private void Build(object sender, EventArgs e) { Table1.PrintRow(0); Table1.PrintColumn(0); }',
      bands: `<ReportTitleBand Name="Title1" Width="302.4" Height="100" CanGrow="true">
        <TableObject Name="Table1" Top="60" Width="40" Height="20" ManualBuildEvent="Build"><TableColumn Name="Column1" Width="40"/>
          <TableRow Name="Row1" Height="20">${cell('Cell1', 'x')}</TableRow></TableObject>
        ${textObject('Above', 'one two three four', 'Width="40" Height="20" CanGrow="true"')}
        ${textObject('Below', 'b', 'Top="30" Width="40" Height="20"')}</ReportTitleBand>`,
    });
    const [above] = objectsOf(pages[0]).filter(({ name }) => name === 'Above');
    const growth = (above?.height ?? 0) - 20;

    expect(growth).toBeGreaterThan(10);
    expect(placesOf(pages[0], 'Title1')).toEqual(['0,0,302.4,60']);
    expect(placesOf(pages[0], 'Below')).toEqual([`0,${String(Math.round((30 + growth) * 100) / 100)},40,20`]);
    expect(placesOf(pages[0], 'Cell1')).toEqual(['0,60,40,20']);
  });

  it('can be stretched in AfterCalcBounds', async () => {
    const { pages, warnings } = await print({
      data: { Items: items },
      script: `
        private void Build(object sender, EventArgs e)
        {
          Table1.ResultTable.AfterCalcBounds += new EventHandler(Stretch);
          Table1.PrintRow(0); Table1.PrintColumns();
        }
        private void Stretch(object sender, EventArgs e)
        {
          TableResult result = sender as TableResult;
          float width = 0;
          foreach (TableColumn column in result.Columns) width += column.Width;
          foreach (TableColumn column in result.Columns) column.Width *= Engine.PageWidth / width;
          result.CalcHeight();
        }`,
      bands: table(),
    });

    expect(warnings).toEqual([]);
    expect(placesOf(pages[0], 'Cell1')).toEqual(['0,0,120.96,20']);
    expect(placesOf(pages[0], 'Cell2')).toEqual(['120.96,0,181.44,20']);
  });
});

describe('dialogs', () => {
  const dialog = `<DialogPage Name="Form1" Width="300" Height="200">
    <TextBoxControl Name="TextBox1" Text="Hello!"/><CheckBoxControl Name="CheckBox1" Checked="true"/>
    <GroupBoxControl Name="GroupBox1"><NumericUpDownControl Name="Count1" Value="2.5" Maximum="9"/></GroupBoxControl>
    <DateTimePickerControl Name="Date1" Value="03/11/2013 02:00:10"/>
    <ComboBoxControl Name="Combo1" Text="choose" ItemsText="one&#13;&#10;two"/></DialogPage>`;

  it('return the values stored in the template for their controls', async () => {
    const { pages, warnings } = await print({
      pages: dialog,
      bands: band(
        'ReportTitleBand',
        'Title1',
        '[TextBox1.Text] [CheckBox1.Checked] [Count1.Value] [Date1.Value] [Combo1.Text] [Combo1.SelectedItem]! [Form1.Visible]',
      ),
    });

    expect(warnings).toEqual([]);
    expect(textsOf(pages[0])).toEqual(['Hello! True 2.5 3/11/2013 2:00:10 AM choose ! True']);
  });

  it('can be changed by a script', async () => {
    const { pages, warnings } = await print({
      pages: dialog,
      script: `
        private void Start(object sender, EventArgs e)
        {
          Combo1.SelectedIndex = 1;
          Count1.Value = Count1.Maximum - 1;
          TextBox1.Text = "";
          for (int i = 0; i < Combo1.Items.Count; i++) TextBox1.Text += Combo1.Items[i].ToString() + ",";
        }`,
      bands: band(
        'ReportTitleBand',
        'Title1',
        '[Combo1.Text] [Count1.Value] [TextBox1.Text]',
        'BeforePrintEvent="Start"',
      ),
    });

    expect(warnings).toEqual([]);
    expect(textsOf(pages[0])).toEqual(['two 8 one,two,']);
  });
});

describe('calculations that never end', () => {
  it.each([
    [
      'a parameter that names itself',
      '<Parameter Name="P" DataType="System.String" Expression="[P] + 1"/>',
      '[P]',
      'calls',
    ],
    ['methods that call each other', '', '[F()]', 'calls'],
    ['a method that calculates its own call', '', '[Again()]', 'calls'],
    ['a band that shows itself', '', '[Show()]', 'nesting'],
    ['a text that grows', '', '[Grow()]', 'keptBytes'],
  ])('end the report: %s', async (_title, dictionary, text, limit) => {
    const script = `
      string F() { return G(); } string G() { return F(); }
      string Again() { return (string)Report.Calc("Again()"); }
      string Show() { Engine.ShowBand(Title1); return ""; }
      string Grow() { while (true) TTitle1.Text += "0123456789012345678901234567890123456789"; }`;
    const report = { dictionary, script, bands: band('ReportTitleBand', 'Title1', text) };

    await expect(print(report)).rejects.toThrow(expect.objectContaining({ limit }));
  });
});
