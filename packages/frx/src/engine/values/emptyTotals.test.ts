import { describe, expect, it } from 'vitest';
import { band, print, textsOf } from '../../testing/testReport.ts';

const printed = (expression: string): ReturnType<typeof print> =>
  print({
    report: 'ConvertNulls="false"',
    data: { Items: { columns: 'Id:Int32', rows: [[3]] } },
    dictionary: '<Total Name="Sum" Expression="[Items.Id]" Evaluator="D" PrintOn="F"/>',
    bands:
      band('ReportTitleBand', 'RT', expression) +
      `<DataBand Name="D" Height="20" Width="302.4" DataSource="Items">${band('DataFooterBand', 'F', 'end')}</DataBand>`,
    options: { stopOnError: true },
  });

describe('a total that has no value yet, in a report that keeps missing values', () => {
  it.each([
    ['[[Sum] == 0]', 'True'],
    ['[[Sum] == 5]', 'False'],
    ['[[Sum] == ""]', 'True'],
    ['[[Sum] == false]', 'True'],
    ['[[Sum] == null]', 'False'],
    ['[[Sum] > -1]', 'False'],
    ['[[Sum] < -1]', 'True'],
    ['[[Sum] < 0]', 'False'],
    ['[[Sum] >= 0]', 'True'],
    ['[[Sum] <= -1]', 'True'],
    ['[5 > [Sum]]', 'False'],
    ['[0 >= [Sum]]', 'False'],
    ['[5 < [Sum]]', 'True'],
    ['[[Sum] + " kg"]', ' kg'],
    ['x[[Sum].ToString()]', 'x'],
    ["[[Sum] + 'k']", 'k'],
    ['[[Sum] + true]', 'True'],
    ['[[Sum] + false]', 'False'],
    ['[[Sum].Value == null]', 'True'],
    ['[[Sum].Value + "x"]', 'x'],
    ['[String.Format("<{0:N1}>", [Sum])]', '<>'],
  ])('prints %s as %s', async (expression, text) => {
    expect(textsOf((await printed(expression)).pages[0], 'TRT')).toEqual([text]);
  });

  it.each(['[[Sum] + 2]', '[[Sum] * 2]', '[2 * [Sum]]', '[-[Sum]]', '["x" + [Sum]]'])(
    'refuses %s',
    async (expression) => {
      await expect(printed(expression)).rejects.toThrow('has no value');
    },
  );
});

describe('IsNull of a total', () => {
  it.each(['true', 'false'])(
    'is true until it has a value, except for counts, with ConvertNulls="%s"',
    async (convert) => {
      const types = ['Sum', 'Min', 'Max', 'Avg', 'Count', 'CountDistinct'];
      const tests = types.map((type) => `[IsNull(&quot;${type}s&quot;)]`).join(' ');
      const { pages } = await print({
        report: `ConvertNulls="${convert}"`,
        data: { Items: { columns: 'Id:Int32', rows: [[3]] } },
        dictionary: types
          .map(
            (type) => `<Total Name="${type}s" TotalType="${type}" Expression="[Items.Id]" Evaluator="D" PrintOn="F"/>`,
          )
          .join(''),
        bands: `<DataBand Name="D" Height="20" Width="302.4" DataSource="Items">${band('DataFooterBand', 'F', tests)}</DataBand>${band('ReportSummaryBand', 'RS', tests)}`,
      });
      expect(textsOf(pages[0], 'TF')).toEqual(['False False False False False False']);
      expect(textsOf(pages[0], 'TRS')).toEqual(['True True True True False False']);
    },
  );
});
