import { expect, it } from 'vitest';
import { band, print, textsOf } from '../../testing/testReport.ts';

it('prints a repeated header once when it moves to the next page with its row, also with an overlay that keeps its child', async () => {
  const rows = ['A', 'B', 'C'].map((name) => [name]);
  const { pages } = await print({
    data: { Items: { columns: 'Name', rows } },
    bands:
      '<GroupHeaderBand Name="G" Height="20" Condition="[Items.Name]"><TextObject Name="TG" Width="90" Height="20" Text="group [Items.Name]"/>' +
      '<DataBand Name="D" Height="40" DataSource="Items" KeepDetail="true"><TextObject Name="TD" Width="90" Height="20" Text="row [Items.Name]"/>' +
      `${band('DataHeaderBand', 'H', 'header', 'RepeatOnEveryPage="true"')}</DataBand></GroupHeaderBand>` +
      '<OverlayBand Name="O" Height="10" KeepChild="true"><ChildBand Name="C" Height="10"/></OverlayBand>',
  });
  expect(textsOf(pages[0]).at(-1)).toBe('group C');
  expect(textsOf(pages[1])).toEqual(['header', 'row C']);
});
