import { expect, it } from 'vitest';
import type { PlacedObject } from '../../page.ts';
import { print } from '../../testing/testReport.ts';

/** The barcode that a report places whose script runs these statements before it is printed. */
async function printedBarcode(statements: string, attributes = ''): Promise<{ code: PlacedObject; texts: string }> {
  const printed = await print({
    script: `void Before(object sender, EventArgs e) { ${statements} }`,
    bands: `<DataBand Name="Data1" Width="302.4" Height="100" RowCount="1"><BarcodeObject Name="Code1" Width="90" Height="90" Text="4711" BeforePrintEvent="Before" ${attributes}/></DataBand>`,
  });
  expect(printed.warnings).toEqual([]);
  const [code] = printed.pages
    .flatMap(({ objects }) => objects.flatMap((each) => [each, ...(each.children ?? [])]))
    .filter(({ name }) => name === 'Code1');
  if (!code) throw new Error('The barcode is missing');
  return { code, texts: JSON.stringify(code) };
}

it('lets a script set and read the options of a barcode', async () => {
  const option = '(Code1.Barcode as FastReport.Barcode.BarcodeQR).ErrorCorrection';
  const written = await printedBarcode('', 'Barcode="QR Code" Barcode.ErrorCorrection="H"');
  const set = await printedBarcode(`${option} = QRCodeErrorCorrection.H;`, 'Barcode="QR Code"');
  expect(set.texts).toBe(written.texts);
  expect((await printedBarcode('', 'Barcode="QR Code"')).texts).not.toBe(written.texts);

  const said = await printedBarcode(
    `Code1.Text = Code1.SymbologyName + ${option};`,
    'Barcode="QR Code" Barcode.ErrorCorrection="Q"',
  );
  const text = await printedBarcode('Code1.Text = "QR CodeQ";', 'Barcode="QR Code" Barcode.ErrorCorrection="Q"');
  expect(said.texts).toBe(text.texts);
});

it('lets a script replace the code of a barcode, with the options of a new one', async () => {
  const made = await printedBarcode(
    'Code1.Barcode = new FastReport.Barcode.BarcodeEAN13(); Code1.Text = "590123412345";',
    'Barcode="Code39" Barcode.CalcCheckSum="false"',
  );
  const written = await printedBarcode('Code1.Text = "590123412345";', 'Barcode="EAN13"');
  expect(made.texts).toBe(written.texts);
});

it('shows the sample text of a symbology set by a script', async () => {
  const named = await printedBarcode('Code1.SymbologyName = "PDF417";');
  const written = await printedBarcode('Code1.Text = "12345678";', 'Barcode="PDF417"');
  expect(named.texts).toBe(written.texts);
});
