import { expect, it } from 'vitest';
import { print } from '../testing/testReport.ts';

const lines = [
  'Namespace FastReport',
  'Public Class ReportScript',
  'Private Sub Before(ByVal sender As Object, ByVal e As EventArgs)',
  'Dim code As New FastReport.Barcode.barcodeobject()',
  'code.Parent = Data1',
  'code.Bounds = New System.Drawing.RectangleF(0, 0, 90, 40)',
  'code.Text = "4711"',
  'End Sub',
  'End Class',
  'End Namespace',
];

it('draws a barcode that only a script creates, whatever the case of its class', async () => {
  const printed = await print({
    visualBasic: lines.join('\n'),
    bands: '<DataBand Name="Data1" Width="302.4" Height="100" RowCount="1" BeforePrintEvent="Before"/>',
  });
  expect(printed.warnings).toEqual([]);
  expect(JSON.stringify(printed.pages)).toContain('"barcode"');
});
