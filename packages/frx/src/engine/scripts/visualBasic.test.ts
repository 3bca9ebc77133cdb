import { describe, expect, it } from 'vitest';
import { readTemplate } from '../../template/read.ts';
import { scriptErrors } from './scriptErrors.ts';
import { print, templateOf, textsOf, type TestReport } from '../../testing/testReport.ts';

/** The script that a designer puts into a new template in Visual Basic. */
const frame = (members: string): string =>
  `Imports System\nImports FastReport\n\nNamespace FastReport\n  Public Class ReportScript\n${members}  End Class\nEnd Namespace\n`;

const reportOf = (members: string): TestReport => ({
  visualBasic: frame(members),
  data: {
    Items: {
      columns: 'Id:Int32 Name Swl:Decimal',
      rows: [
        [1, 'Crane', 2.5],
        [2, 'Sling', 4],
        [3, 'Hook', 1],
      ],
    },
  },
  dictionary: '<Parameter Name="Least" DataType="System.Int32" AsString="3"/>',
  bands:
    '<DataBand Name="Data1" Width="302.4" Height="20" DataSource="Items" Filter="[Items.Id] &lt;&gt; [Least]" BeforePrintEvent="Before"><Sort><Sort Expression="[Items.Swl]" Descending="true"/></Sort><TextObject Name="T" Width="200" Height="20" Font="Arial, 8pt" Text="[IIf([Items.Id] = 2, &quot;two&quot;, [Items.Name] &amp; &quot; &quot;&quot;&quot; &amp; [Items.Swl] / 2)] of [[Least] \\ 2]"><Highlight><Condition Expression="Value Is Nothing Or [Items.Id] Mod 2 = 0" TextFill.Color="Red"/></Highlight></TextObject></DataBand>',
});

describe('a template in Visual Basic', () => {
  it('has its texts, filters, sorts and highlights calculated', async () => {
    const { pages, warnings } = await print(reportOf(''));
    expect(warnings).toEqual([]);
    expect(textsOf(pages[0])).toEqual(['two of 1', 'Crane "1.25 of 1']);
    expect(pages[0]?.objects.map(({ children }) => children?.[0]?.text?.style.fill)).toEqual([
      { kind: 'solid', color: '#ff0000' },
      { kind: 'solid', color: '#000000' },
    ]);
  });

  it('has a backslash in front of a closing quote', async () => {
    const { pages, warnings } = await print({
      ...reportOf(''),
      bands:
        '<DataBand Name="D" Width="300" Height="20" RowCount="1"><TextObject Name="T" Width="200" Height="20" Font="Arial, 8pt" Text="[&quot;C:\\&quot; &amp; [Least]] and [&quot;]&quot;]"/></DataBand>',
    });
    expect(warnings).toEqual([]);
    expect(textsOf(pages[0])).toEqual(['C:\\3 and ]']);
  });

  it('compares with = and does not set a parameter', async () => {
    const { pages } = await print({
      ...reportOf(''),
      bands:
        '<DataBand Name="D" Width="300" Height="20" RowCount="1"><TextObject Name="T" Width="200" Height="20" Font="Arial, 8pt" Text="[[Least] = 5] [Least]"/></DataBand>',
    });
    expect(textsOf(pages[0])).toEqual(['False 3']);
  });

  it('has its script refused at the first line that does something, and prints all the same', async () => {
    const members =
      '    \' what happens before\n    Private Sub Before(sender As Object, e As EventArgs)\n      T.Text = "x"\n    End Sub\n';
    const message =
      "Scripts in Visual Basic are not run: 'Private Sub Before(sender As Object, e As EventArgs)'. Write the script in C#; expressions may stay as they are.";
    const template = readTemplate(new TextEncoder().encode(templateOf(reportOf(members))));
    expect(scriptErrors(template)).toEqual([{ message, line: 8 }]);
    expect(scriptErrors(readTemplate(new TextEncoder().encode(templateOf(reportOf('')))))).toEqual([]);
    const { pages, warnings } = await print(reportOf(members));
    expect(warnings).toMatchObject([{ message, line: 8 }]);
    expect(textsOf(pages[0])).toHaveLength(2);
  });
});
