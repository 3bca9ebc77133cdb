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

  it('accepts a backslash before a closing quote', async () => {
    const { pages, warnings } = await print({
      ...reportOf(''),
      bands:
        '<DataBand Name="D" Width="300" Height="20" RowCount="1"><TextObject Name="T" Width="200" Height="20" Font="Arial, 8pt" Text="[&quot;C:\\&quot; &amp; [Least]] and [&quot;]&quot;]"/></DataBand>',
    });
    expect(warnings).toEqual([]);
    expect(textsOf(pages[0])).toEqual(['C:\\3 and ]']);
  });

  it.each([
    [
      'takes functions of reports before those of Visual Basic',
      'Return Format("{0:0.0}", 2.25) & DateDiff(#1/3/2026#, #1/1/2026#).Days',
      '2.32',
    ],
    ['makes texts of their arguments', 'Return Format(12.5D) & Year("2026-02-03")', '12.52026'],
    ['takes those of Visual Basic in other classes', 'Return New Other().Shown()', '2.50'],
    [
      'finds members of an Object when it runs',
      'Return Report.GetColumnValue("Items.Name").PadRight(7, "."c) & Report.GetColumnValue("Items.Name").Length',
      'Crane..5',
    ],
    [
      'makes an enum of numbers',
      'TF.Border.Lines = BorderLines.All And Not BorderLines.Top : Return TF.Border.Lines.ToString()',
      'Left, Right, Bottom',
    ],
    [
      'ignores the case of namespaces, classes and their members',
      'Dim o As New fastreport.textobject() : o.fill = New SOLIDFILL(system.drawing.color.red) : Dim n As system.text.STRINGBUILDER = New system.text.stringbuilder("x") : Return n.append(TypeOf o Is TEXTOBJECT).tostring()',
      'xTrue',
    ],
    [
      'makes no text of DBNull',
      'Try : Return CStr(DBNull.Value) : Catch x As InvalidCastException : Return "none" & DBNull.Value : End Try',
      'none',
    ],
  ])('%s', async (_title, body, expected) => {
    const { pages, warnings } = await print({
      ...reportOf(''),
      visualBasic: `Imports System\nImports Microsoft.VisualBasic\nImports FastReport\n\nNamespace FastReport\n  Public Class ReportScript\n    Public Function F() As String\n      ${body}\n    End Function\n  End Class\n  Public Class Other\n    Public Function Shown() As String\n      Return Format(2.5, "0.00")\n    End Function\n  End Class\nEnd Namespace\n`,
      bands:
        '<DataBand Name="D" Width="300" Height="20" RowCount="1"><TextObject Name="TF" Width="200" Height="20" Font="Arial, 8pt" Text="[F()]"/></DataBand>',
    });
    expect(warnings).toEqual([]);
    expect(textsOf(pages[0])).toEqual([expected]);
  });

  it('compares with = and does not set a parameter', async () => {
    const { pages } = await print({
      ...reportOf(''),
      bands:
        '<DataBand Name="D" Width="300" Height="20" RowCount="1"><TextObject Name="T" Width="200" Height="20" Font="Arial, 8pt" Text="[[Least] = 5] [Least]"/></DataBand>',
    });
    expect(textsOf(pages[0])).toEqual(['False 3']);
  });

  it('runs its script before objects are printed', async () => {
    const members = `    Private count As Integer
    Private Sub Before(ByVal sender As Object, ByVal e As EventArgs)
      count += 1
      If count = 1 Then t.text = "first: " & Report.GetColumnValue("Items.Name").ToString.ToUpper
      With T
        .Left = 10
        If count > 1 Then .FILL = New SolidFill(Color.Red)
      End With
    End Sub
    Public Function Twice(value As Decimal) As Decimal
      Return value * 2
    End Function
`;
    const report = reportOf(members);
    expect(scriptErrors(readTemplate(new TextEncoder().encode(templateOf(report))))).toEqual([]);
    const { pages, warnings } = await print(report);
    expect(warnings).toEqual([]);
    expect(textsOf(pages[0])[0]).toBe('first: SLING');
    const { pages: called } = await print({
      ...report,
      bands:
        '<DataBand Name="D" Width="300" Height="20" RowCount="1"><TextObject Name="T" Width="200" Height="20" Font="Arial, 8pt" Text="[Twice([Least])]"/></DataBand>',
    });
    expect(textsOf(called[0])).toEqual(['6']);
  });

  it('reports unsupported statements of its script with the line, and prints anyway', async () => {
    const members = '    Private Sub Before(sender As Object, e As EventArgs)\n      GoSub Again\n    End Sub\n';
    const message = "'GoSub' is not available in scripts of reports in Visual Basic; write the script in C#";
    const template = readTemplate(new TextEncoder().encode(templateOf(reportOf(members))));
    expect(scriptErrors(template)).toEqual([{ message, line: 8, fails: true }]);
    const { pages, warnings } = await print(reportOf(members));
    expect(warnings).toMatchObject([{ message: `The script cannot be read: ${message}`, line: 8 }]);
    expect(textsOf(pages[0])).toHaveLength(2);
  });

  it('has a misspelt name of its script reported with the likely name', () => {
    const members = '    Private Sub Before(sender As Object, e As EventArgs)\n      T.Txt = "x"\n    End Sub\n';
    const template = readTemplate(new TextEncoder().encode(templateOf(reportOf(members))));
    expect(scriptErrors(template)).toEqual([
      {
        message: "CS1061: 'TextObject' does not contain a definition for 'Txt'; did you mean 'Text'?",
        line: 8,
        fails: true,
      },
    ]);
  });
});
