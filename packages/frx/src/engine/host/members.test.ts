import { describe, expect, it } from 'vitest';
import { describeImage } from '../../text/index.ts';
import { objectsOf, print, textObject } from '../../testing/testReport.ts';
import type { Printed } from '../../testing/testReport.ts';

const RED_DOT =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';

/** A band with a text and a picture; the script's `F` runs before the text is printed, `R` shows what it has set. */
const printed = (body: string): Promise<Printed> =>
  print({
    script: `object result = ""; void F(object sender, EventArgs e) { ${body} }`,
    bands: `<DataBand Name="D" Height="60" RowCount="1" BeforePrintEvent="F">${textObject('A', 'one', 'Width="50" Height="20"')}<PictureObject Name="Pic" Left="60" Width="20" Height="20"/>${textObject('R', '[result]', 'Top="30" Width="50" Height="20"')}</DataBand>`,
    options: { describeImage },
  });

const result = async (body: string): Promise<string | undefined> => {
  const { pages, warnings } = await printed(`result = ${body};`);
  expect(warnings).toEqual([]);
  return objectsOf(pages[0]).find(({ name }) => name === 'R')?.text?.text;
};

describe('what a script reaches of the report', () => {
  it('finds objects as fields of the script', async () => {
    expect(await result('this.A.Name + this.Report.GetType().Name')).toBe('AReport');
  });

  it('goes through the objects of a band', async () => {
    expect(await result('D.Objects.Count')).toBe('3');
    expect(await result('string.Join(",", D.Objects.Select(o => o.Name))')).toBe('A,Pic,R');
  });

  it('sets padding and line height of a text', async () => {
    const { pages } = await printed('A.Padding = new Padding(1, 2, 3, 4); A.LineHeight = 17;');
    expect(objectsOf(pages[0]).find(({ name }) => name === 'A')?.text?.style).toMatchObject({
      padding: { left: 1, top: 2, right: 3, bottom: 4 },
      lineHeight: 17,
    });
  });

  it('gives a picture from a data address, takes it away, and loads nothing from elsewhere', async () => {
    const drawn = async (body: string): Promise<number> =>
      objectsOf((await printed(body)).pages[0])
        .find(({ name }) => name === 'Pic')
        ?.drawing?.filter(({ kind }) => kind === 'image').length ?? 0;
    expect(await drawn(`Pic.ImageLocation = "${RED_DOT}";`)).toBe(1);
    expect(await drawn(`Pic.ImageLocation = "${RED_DOT}"; Pic.Image = null;`)).toBe(0);
    const { warnings } = await printed('Pic.ImageLocation = "/etc/hosts";');
    expect(warnings).toMatchObject([{ message: 'Pictures are not loaded from elsewhere: /etc/hosts', object: 'Pic' }]);
  });

  it('counts in units of length, asks whether a value is there, and makes sequences', async () => {
    expect(await result('Units.Centimeters * 2 + Units.Millimeters')).toBe('79.38');
    expect(await result('((DateTime?)null).HasValue')).toBe('False');
    expect(await result('Enumerable.Range(2, 3).Sum() + Enumerable.Repeat("x", 4).Count()')).toBe('13');
  });
});
