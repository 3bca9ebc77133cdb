import { describe, expect, it } from 'vitest';
import { band, print, textObject, textsOf } from '../../testing/testReport.ts';

const column = (type: string, expression: string): string =>
  `<TableDataSource Name="Items" ReferenceName="Test.Items" DataType="System.Int32" Enabled="true"><Column Name="Qty" DataType="System.Int32"/><Column Name="Calc" DataType="System.${type}" Calculated="true" Expression="${expression}"/></TableDataSource>`;

const tables = [{ name: 'Items', columns: [{ name: 'Qty' }], rows: [[10], [9], [100]] }];

const printed = async (dictionary: string, bands: string): Promise<readonly string[]> => {
  const { pages } = await print({ tables, dictionary, bands, options: { stopOnError: true } });
  return textsOf(pages[0]);
};

const list = (text: string, inside = ''): string =>
  `<DataBand Name="D" Height="20" Width="302.4" DataSource="Items"><TextObject Name="TD" Width="100" Height="18" Text="${text}"/>${inside}</DataBand>`;

describe('a calculated column', () => {
  it('is sorted by the value of its expression, not by that of its type', async () => {
    const sorted = list('[Items.Calc]', '<Sort><Sort Expression="[Items.Calc]"/></Sort>');
    expect(await printed(column('String', '[Items.Qty]'), sorted)).toEqual(['9', '10', '100']);
  });

  it('keeps a text that is no truth value', async () => {
    const text = column('Boolean', '&quot;no. &quot; + [Items.Qty]');
    expect(await printed(text, list('[Items.Calc]'))).toEqual(['no. 10', 'no. 9', 'no. 100']);
    expect(await printed(column('Boolean', '&quot;TRUE&quot;'), list('[Items.Calc]'))).toContain('True');
  });
});

describe('a parameter with an expression', () => {
  const title = (text: string, type: string, expression: string): Promise<readonly string[]> =>
    printed(
      `<Parameter Name="P" DataType="System.${type}" Expression="${expression}"/>`,
      band('ReportTitleBand', 'R', text),
    );

  it('has the value of the expression where it stands alone, and that of its type in a calculation', async () => {
    expect(await title('[P]|[[P] + 1]', 'Int32', '2.75')).toEqual(['2.75|4']);
    expect(await title('[P]|[[P].Length]', 'String', '1 > 2')).toEqual(['False|5']);
  });
});

describe('a sum of truth values', () => {
  it('is negated by each that is true', async () => {
    const total = '<Total Name="T" Expression="[Items.Qty] > 9" Evaluator="D"/>';
    const sum = band('ReportSummaryBand', 'R', '[T]');
    expect(await printed(column('Int32', '1') + total, sum + list(''))).toContain('False');
    expect(await printed(column('Int32', '1') + total.replace('9', '10'), sum + list(''))).toContain('True');
  });
});

describe('a total as a type of its own', () => {
  const ofTotal = async (code: string, expression = '312.5m'): Promise<readonly string[]> =>
    printed(
      `${column('Int32', '1')}<Total Name="T" TotalType="Max" Expression="${expression}" Evaluator="D"/>`,
      list('', '') +
        `<ReportSummaryBand Name="R" Width="302.4" Height="20">${textObject('TR', `[${code}]`, 'Width="200" Height="20"')}</ReportSummaryBand>`,
    );

  it.each([
    ['[T] is int', 'False'],
    ['[T] is decimal', 'False'],
    ['[T] is object', 'True'],
    ['[T].Value is decimal', 'True'],
    ['$"{[T]:N2}"', '312.5'],
    ["'c' + [T]", 'c312.5'],
    ['[T] & 1', '0'],
    ['[T] | 1', '313'],
    ['[T] ^ 1', '313'],
    ['[T] << 1', '624'],
    ['[T] & true', '0'],
    ['new[]{[T], [T]}.Length', '2'],
  ])('%s is %s', async (code, value) => {
    expect(await ofTotal(code)).toContain(value);
  });

  it.each([
    ['[T] as string', 'CS0039'],
    ['new[]{[T], 2}.Length', 'CS0826'],
    ['[T] is int n ? n : 0', 'CS8121'],
    ['[T] & 1.5', 'a number with decimals'],
  ])('%s is refused', async (code, message) => {
    await expect(ofTotal(code)).rejects.toThrow(message);
  });
});

describe('the value of a total compared with a value of another kind', () => {
  const compared = (expression: string, code: string): Promise<readonly string[]> =>
    printed(
      `${column('Int32', '1')}<Total Name="T" TotalType="Max" Expression="${expression}" Evaluator="D"/>`,
      list('', '') + band('ReportSummaryBand', 'R', `[${code}]`),
    );

  it.each([
    ['&quot;abc&quot;', '[T] > 5', 'False'],
    ['&quot;abc&quot;', '[T] <= 5', 'True'],
    ['&quot;100&quot;', '[T] == 100', 'True'],
    ['[Items.Qty] > 1', '[T] == 1', 'True'],
    ['[Items.Qty] > 1', '[T] > 0', 'False'],
    ['[Items.Qty]', '[T] == true', 'True'],
    ['[Items.Qty]', '[T] == "100"', 'True'],
    ['DateTime.Today', '[T] > 5', 'False'],
    ['DateTime.Today', '[T] >= 5', 'False'],
    ['&quot;off&quot;', '[T] == false', 'True'],
  ])('%s: %s is %s', async (expression, code, value) => {
    expect(await compared(expression, code)).toContain(value);
  });

  it('is refused for a text that is no number', async () => {
    await expect(compared('&quot;abc&quot;', '[T] == 5')).rejects.toThrow('Input string was not in a correct format');
  });
});
