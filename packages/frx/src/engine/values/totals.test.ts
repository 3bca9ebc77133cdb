import { describe, expect, it } from 'vitest';
import { band, numbers, print, textsOf } from '../../testing/testReport.ts';

describe('a total whose expression is another total', () => {
  const printed = async (expression: string, text: string): Promise<string[]> => {
    const { pages } = await print({
      data: { Rows: numbers(4) },
      dictionary: `<Total Name="Inner" Expression="[Rows.Id]" Evaluator="D" PrintOn="F"/><Total Name="Outer" TotalType="Max" Expression="${expression}" Evaluator="D"/>`,
      bands: `<GroupHeaderBand Name="G" Width="302.4" Height="0" Condition="[Rows.Id] / 2"><DataBand Name="D" Width="302.4" Height="0" DataSource="Rows"/>${band('GroupFooterBand', 'F', text, '', 10)}</GroupHeaderBand>
        ${band('ReportSummaryBand', 'S', '[Outer]', '', 10)}`,
    });
    return textsOf(pages[0]);
  };

  it('takes the values of that total when they are printed by its name alone', async () => {
    expect(await printed('[Inner]', '[Inner]')).toEqual(['1', '5', '4', '5']);
    expect(await printed('[Inner]', '[[Inner] * 1]')).toEqual(['1', '5', '4', '0']);
  });
});

it('a total without values is never null for a script, and is written as an empty text', async () => {
  const { pages } = await print({
    report: 'ConvertNulls="false"',
    dictionary: '<Total Name="Sum" Expression="[Rows.Id]" Evaluator="D"/>',
    data: { Rows: numbers(1) },
    bands: band('ReportTitleBand', 'T', '[Found()]') + band('DataBand', 'D', '', 'DataSource="Rows"'),
    script: `public string Found() {
      object v = Report.GetTotalValue("Sum");
      return (v == null ? "null" : "value") + "<" + Report.GetTotalValue("Sum").ToString() + ">";
    }`,
  });
  expect(textsOf(pages[0], 'TT')).toEqual(['value<>']);
});

describe('a total in an expression', () => {
  const text = async (expression: string): Promise<string> => {
    const { pages } = await print({
      dictionary: '<Total Name="Sum" Expression="312.5m" Evaluator="D"/>',
      bands: `<DataBand Name="D" Width="302.4" Height="0"/>${band('ReportSummaryBand', 'S', `[${expression}]`)}`,
      script: 'public int Two() { return 2; }',
      options: { stopOnError: true },
    });
    return textsOf(pages[0], 'TS')[0] ?? '';
  };

  it.each([
    ['the whole number that an overload for whole numbers takes', 'Math.Max([Sum], Two())', '312'],
    ['the type of the other argument', 'Math.Max([Sum], 2.5)', '312.5'],
    ['a double', 'Math.Pow([Sum], 2)', '97656.25'],
    ['a text', 'int.Parse([Sum].ToString().Substring(0, 3))', '312'],
    ['a text for a parameter', '&quot;1&quot;.Insert(1, [Sum])', '1312.5'],
    ['true', '![Sum]', 'False'],
    ['true for a conditional', '[Sum] ? 1 : 2', '1'],
    ['a number with a sign', '+[Sum] + ~[Sum]', '-1'],
    ['a nullable', '((int?)[Sum]).HasValue', 'True'],
    ['a number of days', 'AddDays(new DateTime(2026, 1, 1), [Sum])', '11/9/2026 12:00:00 PM'],
    ['the least type of a function of the report', 'Maximum([Sum], 2)', '312'],
    ['the text for a format', 'String.Format(&quot;{0:n4}&quot;, [Sum])', '312.5'],
  ])('becomes %s', async (_what, expression, printed) => {
    expect(await text(expression)).toBe(printed);
  });

  it('has the members of its own type', async () => {
    expect(await text('[Sum].GetType().Name + [Sum].CompareTo(2) + [Sum].ToInt32() + [Sum].Value')).toBe(
      'Variant1312312.5',
    );
  });

  it.each([
    ['an argument for which several overloads are equally good', 'Math.Max([Sum], 2)', 'CS0121'],
    ['one of double and decimal', 'Math.Round([Sum])', 'CS0121'],
    ['one of a conversion', 'Convert.ToInt32([Sum])', 'CS0121'],
    ['one of a function of the report', 'Round([Sum])', 'CS0121'],
    ['a format, which it does not have', '[Sum].ToString(&quot;N2&quot;)', 'CS1503'],
    ['a member of a number', '[Sum].Length', 'CS1061'],
    ['another type in a conditional', '[Sum] &gt; 5 ? [Sum] : 0', 'CS0172'],
    ['an operand of a condition', '[Sum] &amp;&amp; true', 'CS0217'],
    ['a default, as it is a value', '[Sum] ?? 0', 'CS0019'],
  ])('is refused as %s', async (_what, expression, error) => {
    await expect(text(expression)).rejects.toThrow(error);
  });
});
