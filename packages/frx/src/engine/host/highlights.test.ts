import { expect, it } from 'vitest';
import { objectsOf, print, textObject } from '../../testing/testReport.ts';

/** Fill and text colour of the three texts that a band prints while a script works on the highlight of the text. */
async function appearances(script: string, highlight = ''): Promise<readonly string[]> {
  const text = textObject('T', '[R.Id]', 'Width="50" Height="20"').replace(
    '/>',
    `><Highlight>${highlight}</Highlight></TextObject>`,
  );
  const { pages, warnings } = await print({
    data: { R: { columns: 'Id:Int32', rows: [[1], [2], [3]] } },
    script: `bool begun; private void F(object sender, EventArgs e) { if (begun) return; begun = true; ${script} }`,
    bands: `<DataBand Name="D" Width="300" Height="20" DataSource="R" BeforePrintEvent="F">${text}</DataBand>`,
  });
  expect(warnings).toEqual([]);
  return objectsOf(pages[0])
    .filter(({ name }) => name === 'T')
    .map(({ fill, text: printed }) =>
      [fill, printed?.style.fill].map((each) => (each?.kind === 'solid' ? each.color : '-')).join(' '),
    );
}

const RED = '<Condition Expression="Value == 2" TextFill.Color="Red"/>';

it('a script adds conditions to a text and changes them afterwards', async () => {
  const made = 'HighlightCondition c = new HighlightCondition(); c.Expression = "[R.Id] == 2"; T.Highlight.Add(c);';
  expect(await appearances(made)).toEqual(['- #000000', '- #ff0000', '- #000000']);
  expect(
    await appearances(`${made} c.Fill = new SolidFill(Color.Yellow); c.ApplyFill = true; c.ApplyTextFill = false;`),
  ).toEqual(['- #000000', '#ffff00 #000000', '- #000000']);
  expect(await appearances(`${made} c.Border.Lines = BorderLines.All; c.Visible = false;`)).toEqual([
    '- #000000',
    '- #000000',
  ]);
});

it('a script changes and removes the conditions of the template', async () => {
  expect(await appearances('T.Highlight[0].TextFill = new SolidFill(Color.Blue);', RED)).toEqual([
    '- #000000',
    '- #0000ff',
    '- #000000',
  ]);
  expect(await appearances('T.Highlight[0].Expression = T.Highlight[0].Expression.Replace("2", "3");', RED)).toEqual([
    '- #000000',
    '- #000000',
    '- #ff0000',
  ]);
  expect(await appearances('if (T.Highlight.Count == 1) T.Highlight.Clear();', RED)).toEqual([
    '- #000000',
    '- #000000',
    '- #000000',
  ]);
});
