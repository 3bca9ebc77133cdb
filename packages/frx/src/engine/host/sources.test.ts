import { describe, expect, it } from 'vitest';
import { band, print, textsOf } from '../../testing/testReport.ts';

/** Prints what an expression of a script gives for each row; the second has no price and no name. */
async function perRow(expression: string): Promise<readonly string[]> {
  const { pages, warnings } = await print({
    data: { Rows: { columns: 'Id:Int32 Price:Decimal Name:String', rows: [[1, 2.5, 'Sling'], [2]] } },
    script: `string Text(DataSourceBase rows) { try { return (string)rows["Name"]; } catch (InvalidCastException) { return "none"; } }
      public string Of() { DataSourceBase rows = Report.GetDataSource("Rows"); return (${expression}).ToString(); }`,
    bands: band('DataBand', 'D', '[Of()]', 'DataSource="Rows"'),
  });
  expect(warnings).toEqual([]);
  return textsOf(pages[0], 'TD');
}

describe('an empty cell of a table', () => {
  it.each([
    ['rows["Price"] is DBNull', ['False', 'True']],
    ['rows["Price"] == null', ['False', 'False']],
    ['rows["Name"].ToString().Length', ['5', '0']],
    ['rows[rows.Columns[1]] == DBNull.Value', ['False', 'True']],
    ['rows.Columns.FindByName("Price").Value is decimal', ['True', 'False']],
    ['Report.GetColumnValueNullable("Rows.Price") is DBNull', ['False', 'True']],
  ])('is DBNull: %s', async (expression, expected) => {
    expect(await perRow(expression)).toEqual(expected);
  });

  it('has the default of its type in GetColumnValue', async () => {
    expect(await perRow('Report.GetColumnValue("Rows.Price").ToString() + Report.GetColumnValue("Rows.Name")')).toEqual(
      ['2.5Sling', '0'],
    );
  });

  it('is null for IsNull in scripts, too', async () => {
    expect(await perRow('IsNull("Rows.Price") + " " + IsNull("Rows.Id")')).toEqual(['False False', 'True False']);
  });

  it('is not a text', async () => {
    expect(await perRow('Text(rows)')).toEqual(['Sling', 'none']);
  });
});

it('a column that does not exist is null for a script, with a warning', async () => {
  const { pages, warnings } = await print({
    data: { Rows: { columns: 'Id:Int32', rows: [[1]] } },
    script: 'public bool Of() { return Report.GetColumnValue("Rows.None") == null; }',
    bands: band('DataBand', 'D', '[Of()]', 'DataSource="Rows"'),
  });
  expect(textsOf(pages[0], 'TD')).toEqual(['True']);
  expect(warnings).toMatchObject([{ message: "A script reads 'Rows.None', which is no column. Its value is null." }]);
});

it('rows are enumerated with a filter and a list of sort keys', async () => {
  const { pages, warnings } = await print({
    data: { Rows: { columns: 'Id:Int32', rows: [[1], [3], [2], [4]] } },
    script: `public string Of() {
        DataSourceBase rows = Report.GetDataSource("Rows");
        SortCollection keys = new SortCollection();
        keys.Add(new Sort("[Rows.Id]", true));
        rows.Init("[Rows.Id] < 4", keys);
        string all = "";
        for (; rows.HasMoreRows; rows.Next()) all += rows["Id"];
        return all;
      }`,
    bands: band('ReportTitleBand', 'T', '[Of()]'),
  });
  expect(warnings).toEqual([]);
  expect(textsOf(pages[0])).toEqual(['321']);
});

it.each(['""', '"  "'])('rows are enumerated without a filter where its text is empty (%s)', async (filter) => {
  const { pages, warnings } = await print({
    data: { Rows: { columns: 'Id:Int32', rows: [[1], [3], [2]] } },
    script: `public string Of() {
        DataSourceBase rows = Report.GetDataSource("Rows");
        SortCollection keys = new SortCollection();
        keys.Add(new Sort("[Rows.Id]"));
        rows.Init(${filter}, keys);
        string all = "";
        for (; rows.HasMoreRows; rows.Next()) all += rows["Id"];
        return all;
      }`,
    bands: band('ReportTitleBand', 'T', '[Of()]'),
  });
  expect(warnings).toEqual([]);
  expect(textsOf(pages[0])).toEqual(['123']);
});

it.each([
  ['double d = Report.GetTotalValue("Sum"); return d.ToString("0.0");', '2.6'],
  ['int whole = Report.GetTotalValue("Sum"); return whole.ToString();', '3'],
  ['return ((decimal)Report.GetTotalValue("Sum") * 2m).ToString();', '5.2'],
  ['string text = Report.GetTotalValue("Sum"); return text + "!";', '2.6!'],
])('a total is converted to the required type: %s', async (body, expected) => {
  const { pages, warnings } = await print({
    data: { Rows: { columns: 'Price:Decimal', rows: [[1.1], [1.5]] } },
    dictionary: '<Total Name="Sum" Expression="[Rows.Price]" Evaluator="D" PrintOn="S"/>',
    script: `public string Of() { ${body} }`,
    bands: band('DataBand', 'D', '', 'DataSource="Rows"') + band('ReportSummaryBand', 'S', '[Of()]'),
  });
  expect(warnings).toEqual([]);
  expect(textsOf(pages[0], 'TS')).toEqual([expected]);
});

it('a total takes part in sums and comparisons without a cast', async () => {
  const { pages, warnings } = await print({
    data: { Rows: { columns: 'Id:Int32', rows: [[1], [2]] } },
    dictionary: '<Total Name="Sum" Expression="[Rows.Id]" Evaluator="D" PrintOn="S"/>',
    script:
      'public string Of() { return Report.GetTotalValue("Sum") > 2 ? "over " + (Report.GetTotalValue("Sum") - 2) : "under"; }',
    bands: band('DataBand', 'D', '', 'DataSource="Rows"') + band('ReportSummaryBand', 'S', '[Of()]'),
  });
  expect(warnings).toEqual([]);
  expect(textsOf(pages[0], 'TS')).toEqual(['over 1']);
});

describe('a collection of columns', () => {
  it.each([
    ['rows.Columns.Count', '3'],
    ['rows.Columns.Contains(rows.Columns[0])', 'True'],
    ['rows.Columns.Contains(rows.Columns[2])', 'True'],
    ['rows.Columns.Contains(null)', 'False'],
    ['rows.Columns.IndexOf(rows.Columns[0])', '0'],
    ['rows.Columns.IndexOf(rows.Columns[2])', '2'],
    ['rows.Columns.IndexOf(null)', '-1'],
    ['rows.Columns[1] == rows.Columns.FindByName("Price")', 'True'],
    ['rows.Columns[1] == rows.Columns[2]', 'False'],
    ['rows.Columns[0].Name', 'Id'],
    ['rows.Columns.FindByName("Name").Name', 'Name'],
    ['rows.Columns.FindByName("Nothing") == null', 'True'],
    ['rows.Columns.FindByAlias("Price").Name', 'Price'],
  ])('answers %s with %s', async (expression, expected) => {
    expect((await perRow(expression))[0]).toBe(expected);
  });
});
