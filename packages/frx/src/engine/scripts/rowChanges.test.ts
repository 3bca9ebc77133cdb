import { describe, expect, it } from 'vitest';
import { numbers, objectsOf, print } from '../../testing/testReport.ts';

/** Returns what `read` gives for the text of each row, which a script changes once, in an event of the text itself in the second row. */
async function rows(
  event: string,
  change: string,
  read: (text: NonNullable<ReturnType<typeof objectsOf>[number]['text']>) => unknown,
): Promise<readonly unknown[]> {
  const { pages } = await print({
    data: { Items: numbers(4) },
    script: `int n; void Change(object sender, EventArgs e) { if (++n == 2) { ${change} } }`,
    bands: `<DataBand Name="D" Height="20" Width="302.4" DataSource="Items"><TextObject Name="X" Width="100" Height="18" ${event}Event="Change" Text="[Items.Id]" Font="Arial, 8pt"/></DataBand>`,
    options: { stopOnError: true },
  });
  return objectsOf(pages[0]).flatMap(({ text }) => (text ? [read(text)] : []));
}

describe('a change by a script in an event of a text', () => {
  it.each([
    ['HorzAlign', 'X.HorzAlign = HorzAlign.Right;', 'horzAlign', 'Left', 'Right'],
    ['VertAlign', 'X.VertAlign = VertAlign.Bottom;', 'vertAlign', 'Top', 'Bottom'],
    ['Angle', 'X.Angle = 90;', 'angle', 0, 90],
    ['WordWrap', 'X.WordWrap = false;', 'wordWrap', true, false],
    ['LineHeight', 'X.LineHeight = 30;', 'lineHeight', 0, 30],
  ] as const)('of %s lasts for all later rows', async (_name, change, property, before, after) => {
    const read = ({ style }: { style: Readonly<Record<typeof property, unknown>> }): unknown => style[property];
    expect(await rows('BeforePrint', change, read)).toEqual([before, after, after, after]);
    expect(await rows('AfterPrint', change, read)).toEqual([before, before, after, after]);
  });

  it('of the font or colour lasts until the row is finished', async () => {
    const size = ({ style }: { style: { font: { size: number } } }): number => style.font.size;
    expect(await rows('BeforePrint', 'X.Font = new System.Drawing.Font("Arial", 14);', size)).toEqual([8, 14, 8, 8]);
    expect(await rows('AfterPrint', 'X.Font = new System.Drawing.Font("Arial", 14);', size)).toEqual([8, 8, 8, 8]);
  });

  it('of the format lasts until the row is finished', async () => {
    const format = 'X.Format = new FastReport.Format.NumberFormat();';
    const text = (object: { text: string }): string => object.text;
    expect(await rows('BeforePrint', format, text)).toEqual(['1', '2.00', '3', '4']);
    expect(await rows('AfterPrint', format, text)).toEqual(['1', '2', '3', '4']);
  });
});
