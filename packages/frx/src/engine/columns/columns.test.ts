import { expect, it } from 'vitest';
import { placesOf, print, textObject } from '../../testing/testReport.ts';

it('warns of rows beyond the page when a list starts in the later column in which the previous one ended', async () => {
  const rows = [1, 1, 3, 4].map((lines) => [Array(lines).fill('x').join('\n')]);
  const list = (name: string): string =>
    `<DataBand Name="${name}" Width="302.4" Height="20" DataSource="Items" CanGrow="true" Columns.Count="2" Columns.Width="151" Columns.Layout="DownThenAcross">
      ${textObject(`Note${name}`, '[Items.Note]', 'Width="50" Height="20" CanGrow="true"')}</DataBand>`;
  const printed = async (height: number): ReturnType<typeof print> =>
    await print({
      data: { Items: { columns: 'Note', rows } },
      bands: `<ReportTitleBand Name="Title" Height="${String(height)}"/>${list('One')}${list('Two')}`,
    });
  // Four rows of 130.53 px fill two columns of 86.8 px; the next list has the rest of the second one.
  const { pages, warnings } = await printed(140);
  expect(placesOf(pages[0], 'NoteOne').at(-1)).toBe('151,140,50,51.4');
  expect(placesOf(pages[0], 'NoteTwo').at(-1)).toBe('302,191.4,50,20');
  expect(warnings.map(({ object, message }) => `${object ?? ''}: ${message.split(',')[0] ?? ''}`)).toEqual([
    'Two: Rows of Two stand beyond the right edge of the page',
  ]);
  expect((await printed(0)).warnings).toEqual([]);
});
