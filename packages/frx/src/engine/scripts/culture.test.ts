import { expect, it } from 'vitest';
import { print, textsOf } from '../../testing/testReport.ts';

it("prints in the culture that a report's script chooses", async () => {
  const printed = await print({
    report: 'StartReportEvent="Begin"',
    script:
      'void Begin(object sender, EventArgs e) { System.Threading.Thread.CurrentThread.CurrentCulture = new System.Globalization.CultureInfo("de-DE"); }',
    bands:
      '<ReportTitleBand Name="Title" Width="302.4" Height="40"><TextObject Name="A" Width="200" Height="20" Font="Arial, 8pt" Text="[1234.5]"/><TextObject Name="B" Top="20" Width="200" Height="20" Font="Arial, 8pt" Text="[1234.5]" Format="Number" Format.UseLocale="true"/></ReportTitleBand>',
  });
  expect(printed.warnings).toEqual([]);
  expect(textsOf(printed.pages[0])).toEqual(['1234,5', '1.234,50']);
});
