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

it('a total without values is never null for a script', async () => {
  const { pages } = await print({
    report: 'ConvertNulls="false"',
    dictionary: '<Total Name="Sum" Expression="[Rows.Id]" Evaluator="D"/>',
    data: { Rows: numbers(1) },
    bands: band('ReportTitleBand', 'T', '[Found()]') + band('DataBand', 'D', '', 'DataSource="Rows"'),
    script: 'public string Found() { object v = Report.GetTotalValue("Sum"); return v == null ? "null" : "value"; }',
  });
  expect(textsOf(pages[0], 'TT')).toEqual(['value']);
});
