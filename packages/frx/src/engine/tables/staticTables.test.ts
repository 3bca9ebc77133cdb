import { expect, it } from 'vitest';
import { objectsOf, placesOf, print } from '../../testing/testReport.ts';

const cell = (name: string, text: string, attributes = ''): string =>
  `<TableCell Name="${name}" Text="${text}" Font="Arial, 8pt" ${attributes}/>`;
const inTable = (columns: string, rows: string, page = ''): string =>
  `<DataBand Name="D" Width="302.4" Height="40" RowCount="2" ${page}><TableObject Name="T" Width="100" Height="40">${columns}${rows}</TableObject></DataBand>`;

it('gives no space to the text of a cell that another one spans', async () => {
  const { pages } = await print({
    bands: inTable(
      '<TableColumn Name="C1" Width="100"/><TableColumn Name="C2" Width="50" AutoSize="true"/>',
      `<TableRow Name="R1" Height="20">${cell('A', 'a')}${cell('B', '')}</TableRow>
      <TableRow Name="R2" Height="20" AutoSize="true">${cell('S', 's', 'ColSpan="2"')}${cell('H', 'a long text in a cell that another one spans')}</TableRow>`,
    ),
  });
  expect(placesOf(pages[0], 'B')[0]).toBe('100,0,0,20');
  expect(placesOf(pages[0], 'H')).toEqual([]);
});

it('shrinks a text to the width that its column has by then: the greatest one from the second time on', async () => {
  const { pages } = await print({
    bands: inTable(
      '<TableColumn Name="C1" Width="100" MaxWidth="40"/>',
      `<TableRow Name="R1" Height="20">${cell('A', 'Chain hoist', 'AutoShrink="FontSize" AutoShrinkMinSize="4" WordWrap="false"')}</TableRow>`,
    ),
  });
  const sizes = objectsOf(pages[0]).flatMap(({ name, text }) => (name === 'A' ? [text!.style.font.size] : []));
  expect(sizes[0]).toBe(8);
  expect(sizes[1]).toBeLessThan(8);
});
