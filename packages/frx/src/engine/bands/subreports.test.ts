import { describe, expect, it } from 'vitest';
import { bandsOf, placesOf, print } from '../../testing/testReport.ts';

const inner = (attributes = '', page = 'PaperWidth="100" PaperHeight="80"'): string =>
  `<ReportPage Name="Inner" ${page}><DataBand Name="I" Width="302.4" Height="10" RowCount="2" ${attributes}/></ReportPage>`;
const holder = (subreport: string): string =>
  `<DataBand Name="D" Width="302.4" Height="20" RowCount="3"><SubreportObject Name="S" Width="100" Height="20" ReportPage="Inner" ${subreport}/></DataBand>`;

describe('a subreport', () => {
  it('evaluates its VisibleExpression for each row', async () => {
    const { pages } = await print({ bands: holder('VisibleExpression="[Row#] == 2"'), pages: inner() });
    expect(bandsOf(pages[0])).toEqual(['D 0', 'D 20', 'I 20', 'I 30', 'D 40']);
    const within = await print({
      bands: holder('PrintOnParent="true" VisibleExpression="[Row#] == 2"'),
      pages: inner(),
    });
    expect(within.pages[0]!.objects.map(({ children }) => children?.length ?? 0)).toEqual([0, 2, 0]);
  });

  it('on a page footer is printed within it and enlarges it', async () => {
    const { pages } = await print({
      bands:
        '<PageFooterBand Name="F" Width="302.4" Height="20" CanGrow="true"><SubreportObject Name="S" Top="15" Width="100" Height="5" ReportPage="Inner"/></PageFooterBand>',
      pages: inner(),
    });
    expect(bandsOf(pages[0], true)).toEqual(['F 191.8+35']);
    expect(placesOf(pages[0], 'I')).toEqual(['0,206.8,302.4,10', '0,216.8,302.4,10']);
  });

  it('with its own columns uses the column width of the printing page', async () => {
    const { pages } = await print({
      bands: holder('VisibleExpression="[Row#] == 1"'),
      pages: inner('Columns.Count="2"', 'PaperWidth="150" PaperHeight="80"'),
    });
    expect(placesOf(pages[0], 'I').at(-1)).toBe('245.7,0,151.2,10');
  });
});
