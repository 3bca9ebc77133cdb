import { describe, expect, it } from 'vitest';
import { pageJson } from '../../export/layout.ts';
import { objectsOf, print } from '../../testing/testReport.ts';

const base64 = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Returns the warnings about pictures that are not loaded. */
async function warningsOf(attributes: string, texts: readonly string[]): Promise<string[]> {
  const { warnings } = await print({
    bands: `<DataBand Name="D" Width="302.4" Height="20" DataSource="Items"><PictureObject Name="P" Width="9" Height="9" ${attributes}/></DataBand>`,
    data: { Items: { columns: 'Picture:String', rows: texts.map((text) => [text]) } },
  });
  return warnings.map(({ message }) => message).filter((message) => message.includes('not loaded'));
}

describe('a picture', () => {
  it('comes from base64 or a data address in a column', async () => {
    const texts = [base64, `data:image/png;base64,${base64}`, ''];
    expect(await warningsOf('DataColumn="Items.Picture"', texts)).toEqual([]);
  });

  it('at a path or address is not loaded, with one warning', async () => {
    const texts = ['https://example.com/a.png', 'b.png'];
    expect(await warningsOf('DataColumn="Items.Picture"', texts)).toEqual([
      'Pictures are not loaded from elsewhere: https://example.com/a.png',
    ]);
    expect(await warningsOf('ImageLocation="c.png"', ['', ''])).toEqual([
      'Pictures are not loaded from elsewhere: c.png',
    ]);
  });
});

describe('an HTML object', () => {
  it('formats its values and keeps the resulting HTML', async () => {
    const { pages } = await print({
      bands: `<DataBand Name="D" Width="302.4" Height="20" RowCount="1"><HtmlObject Name="H" Width="90" Height="20" Text="&lt;b&gt;[0.5]&lt;/b&gt; [0]|[null]" Format="Number" Format.UseLocale="false" Format.DecimalDigits="2" Format.DecimalSeparator="," HideZeros="true" NullValue="none"/></DataBand>`,
    });
    expect(objectsOf(pages[0]).find(({ name }) => name === 'H')?.html).toBe('<b>0,50</b> |none');
    expect(JSON.stringify(pageJson(pages[0]!))).toContain('"text":"<b>0,50</b> |none"');
  });
});
