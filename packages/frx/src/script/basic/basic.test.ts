import { describe, expect, it } from 'vitest';
import { createBudget } from '../../expression/budget.ts';
import { minDateTime } from '../../expression/values/calendar.ts';
import { invariantCulture } from '../../expression/cultures/cultures.ts';
import { ExpressionError } from '../../expression/errors.ts';
import { toText } from '../../expression/formats/toText.ts';
import { defaultLimits } from '../../limits.ts';
import { loadScript, type Script } from '../index.ts';

/** Scripts in Visual Basic (Visual Basic language specification; Option Strict Off, Option Compare Binary). */

function scriptOf(members: string): Script {
  const source = `Imports System\nImports System.Collections.Generic\nNamespace FastReport\n  Public Class Program\n${members}\n  End Class\nEnd Namespace\n`;
  return loadScript(source, {
    language: 'Vb',
    runtime: { culture: invariantCulture, now: () => minDateTime, budget: createBudget(defaultLimits, () => 0) },
    resolveObject: () => undefined,
  });
}

function resultOf(body: string, type = 'String', rest = ''): string {
  const script = scriptOf(`${rest}\nPublic Function Run() As ${type}\n${body}\nEnd Function`);
  expect(script.check().map(({ message }) => message)).toEqual([]);
  return toText(script.call('Run', []), invariantCulture);
}

describe('a script in Visual Basic', () => {
  it('accesses an element of a field whose type is known at run time only', () => {
    expect(
      resultOf(
        'Dim o As Object = New Holder()\nReturn o.Items(1)',
        'String',
        'Public Class Holder\nPublic Items As New List(Of String) From {"a", "b"}\nEnd Class',
      ),
    ).toBe('b');
  });

  it.each([
    ['a sum in a loop', 'Dim sum As Integer\nFor i As Integer = 1 To 10 Step 3\nsum += i\nNext\nReturn sum', '22'],
    ['a loop downwards', 'Dim s As String = ""\nFor i = 3 To 1 Step -1\ns &= i\nNext i\nReturn s', '321'],
    ['names in any case', 'DIM Total as INTEGER = 4\ntotal = TOTAL + 1\nreturn toTal.tostring()', '5'],
    ['a call without brackets', 'Dim d As Double = 2.5\nReturn d.ToString', '2.5'],
    ['halves rounded to even', 'Dim i As Integer = 2.5\nReturn i & CInt(3.5)', '24'],
    ['division of whole numbers', 'Return 7 / 2 & "|" & 7 \\ 2 & "|" & 7 Mod 2 & "|" & 2 ^ 3', '3.5|3|1|8'],
    [
      'signs of numbers and of names',
      'Dim n = 3\nReturn +5 & "|" & -5 & "|" & - -5 & "|" & -+5 & "|" & +n & "|" & -n & "|" & -2 ^ 2 & "|" & 2 ^ -1',
      '5|-5|5|-5|3|-3|-4|0.5',
    ],
    ['text as a number', 'Dim n As Integer = "41"\nn += 1\nReturn n', '42'],
    [
      'a select',
      'Select Case 7\nCase 1, 2\nReturn "low"\nCase 3 To 6\nReturn "mid"\nCase Is > 6\nReturn "high"\nCase Else\nReturn "?"\nEnd Select',
      'high',
    ],
    ['a method of an Object', 'Dim o As Object = 5\nReturn o.ToString("00") & o.CompareTo(4)', '051'],
    ['ElseIf', 'Dim n = 5\nIf n > 7 Then\nReturn "a"\nElseIf n > 3 Then\nReturn "b"\nElse\nReturn "c"\nEnd If', 'b'],
    ['an If of one line', 'Dim n = 1 : If n = 2 Then n = 5 : n = 6 Else n = 7\nReturn n', '7'],
    ['While and Exit While', 'Dim n = 0\nWhile True\nn += 1\nIf n = 4 Then Exit While\nEnd While\nReturn n', '4'],
    ['Do Until', 'Dim n = 0\nDo Until n >= 3\nn += 1\nLoop\nReturn n', '3'],
    ['Do … Loop While', 'Dim n = 0\nDo\nn += 2\nLoop While n < 3\nReturn n', '4'],
    [
      'an outer loop that is left',
      'Dim n = 0\nFor i = 1 To 5\nDo\nn += 1\nIf n = 2 Then Exit For\nExit Do\nLoop\nNext\nReturn n',
      '2',
    ],
    [
      'For Each and Continue',
      'Dim s = ""\nFor Each c As Char In "abc"\nIf c = "b"c Then Continue For\ns &= c\nNext\nReturn s',
      'ac',
    ],
    [
      'a list and its elements',
      'Dim list As New List(Of String) From {"a", "b"}\nlist.Add("c")\nlist(0) = "z"\nReturn list(0) & list(2) & list.Count',
      'zc3',
    ],
    ['an array by its last index', 'Dim a(2) As Integer\na(2) = 5\nReturn a.Length & a(2) & a(0)', '350'],
    ['an array with values', 'Dim a() As String = {"x", "y"}\nReturn String.Join("-", a)', 'x-y'],
    ['a dictionary', 'Dim d As New Dictionary(Of String, Integer)\nd("a") = 2\nd("a") += 3\nReturn d("a")', '5'],
    [
      'With',
      'Dim t As New System.Text.StringBuilder()\nWith t\n.Append("a")\n.Append(1)\nEnd With\nReturn t.ToString()',
      'a1',
    ],
    [
      'Try',
      'Try\nThrow New ArgumentException("bad")\nCatch ex As ArgumentException When ex.Message = "bad"\nReturn "caught " & ex.Message\nFinally\nEnd Try',
      'caught bad',
    ],
    ['a line that goes on', 'Dim s As String = "a" & _\n  "b" &\n  "c" \' comment\nReturn s', 'abc'],
    ['Nothing', 'Dim s As String\nIf s Is Nothing AndAlso s = "" Then Return "none"\nReturn "some"', 'none'],
    ['If as a function', 'Dim s As String\nReturn If(s, "none") & If(1 = 1, "y", "n")', 'noney'],
    ['a lambda', 'Dim f As Func(Of Integer, Integer) = Function(x) x * 2\nReturn f(4)', '8'],
    [
      'functions of texts',
      'Return Mid("Crane 12", 7) & Left("abc", 2) & Right("abc", 1) & InStr("abc", "c") & UCase("x") & Len("four") & Trim(" t ") & Replace("a.b", ".", "-")',
      '12abc3X4ta-b',
    ],
    [
      'functions of numbers and dates',
      'Return Val("12 kg") & "|" & Int(-2.5) & "|" & Fix(-2.5) & "|" & IsNumeric("1,5x") & "|" & DateDiff("m", #1/31/2024#, #3/1/2024#) & "|" & Format(1234.5, "0.00") & "|" & CStr(DateAdd("d", 1, #2/28/2024#))',
      '12|-3|-2|False|2|1234.50|02/29/2024',
    ],
    ['Space and StrDup', 'Return Space(2) & StrDup(3, "x") & StrReverse("ab")', '  xxxba'],
    ['a function without brackets', 'Return Year(Now) & Today.Month', '11'],
    ['TypeOf', 'Dim o As Object = "x"\nIf TypeOf o Is String Then Return "text"\nReturn "other"', 'text'],
  ])('runs %s', (_, body, expected) => {
    expect(resultOf(body)).toBe(expected);
  });

  it('returns the value assigned to the name of a function', () => {
    const rest =
      'Private count As Integer = 2\nFunction Twice(n As Integer, Optional by As Integer = 2) As Integer\nTwice = n * by\nEnd Function';
    expect(resultOf('Return Twice(3) & twice(3, 3) & COUNT', 'String', rest)).toBe('692');
  });

  it('has properties, constants, enums and classes', () => {
    const rest = `Const Most As Integer = 9
Enum Grade
  Low
  High = 5
End Enum
Class Item
  Public Property Name As String = "n"
  Private _count As Integer
  Public Property Count As Integer
    Get
      Return _count
    End Get
    Set(value As Integer)
      _count = value * 2
    End Set
  End Property
  Public Sub New(ByVal start As Integer)
    Count = start
  End Sub
End Class`;
    const body = 'Dim i As New Item(4)\ni.name &= "!"\nReturn i.Name & i.Count & Most & CInt(Grade.High)';
    expect(resultOf(body, 'String', rest)).toBe('n!895');
  });

  it('reports an unknown member or name with a suggestion and the position', () => {
    const script = scriptOf(
      'Sub A()\nDim text As String = "a"\ntext = texd.Length\nEnd Sub\nSub B()\nDim t = "a".Lengt\nEnd Sub',
    );
    expect(script.check().map(({ message }) => message)).toEqual([
      "CS0103: The name 'texd' does not exist in the current context; did you mean 'text'?",
      "CS1061: 'string' does not contain a definition for 'Lengt'; did you mean 'Length'?",
    ]);
  });

  it('knows the types of fields and variables that As New creates', () => {
    const script = scriptOf(
      'Private names As New List(Of String)\nSub A()\nnames.Ad("a")\nDim more As New List(Of Integer) From {1}\nmore.Ad(2)\nEnd Sub',
    );
    expect(script.check().map(({ message }) => message)).toEqual([
      expect.stringMatching(/^CS1061: 'List<string>' does not contain a definition for 'Ad'/u),
      expect.stringMatching(/^CS1061: 'List<int>' does not contain a definition for 'Ad'/u),
    ]);
  });

  it.each([
    ['operators', (n: number) => `Dim s = ${'"a" & '.repeat(n)}"b"`],
    ['members', (n: number) => `Dim s = "a"${'.ToString()'.repeat(n)}`],
    ['brackets', (n: number) => `Dim s = ${'('.repeat(n)}1${')'.repeat(n)}`],
    ['signs', (n: number) => `Dim s = ${'- '.repeat(n)}x`],
    ['members that may be Nothing', (n: number) => `Dim s = "a"${'?.ToString()'.repeat(n)}`],
    ['lambdas', (n: number) => `Dim s = ${'Function(x) '.repeat(n)}1`],
    ['blocks', (n: number) => 'If True Then\n'.repeat(n)],
    ['ElseIf', (n: number) => `If True Then\n${'ElseIf False Then\n'.repeat(n)}End If`],
    ['cases', (n: number) => `Select Case 1\n${'Case 1\n'.repeat(n)}End Select`],
    ['values of a case', (n: number) => `Select Case 1\nCase 0${', 1'.repeat(n)}\nEnd Select`],
  ])('refuses too many %s and accepts many', (_, code) => {
    expect(() => scriptOf(`Sub A()\n${code(5000)}\nEnd Sub`)).toThrow(/Too many|Nested too deep/u);
    expect(() => {
      try {
        scriptOf(`Sub A()\n${code(300)}\nEnd Sub`).check();
      } catch (error) {
        if (!(error instanceof ExpressionError)) throw error;
      }
    }).not.toThrow();
  });

  it('refuses interpolated texts that nest too deep', () => {
    const text = (depth: number): string => (depth === 0 ? '"a"' : `$"{${text(depth - 1)}}"`);
    expect(() => scriptOf(`Sub A()\nDim s = ${text(3)}\nEnd Sub`)).not.toThrow();
    expect(() => scriptOf(`Sub A()\nDim s = ${text(2000)}\nEnd Sub`)).toThrow(ExpressionError);
  });

  it('binds each call of a chain once, because binding it again for each later call would take half a minute', () => {
    expect(resultOf(`Return New System.Text.StringBuilder()${'.Append("a")'.repeat(14)}.ToString()`)).toBe(
      'a'.repeat(14),
    );
  }, 10_000);

  it.each([
    ['G(1, , 3)', 'Private Function G(a As Integer, b As Integer, c As Integer) As Integer\nReturn 1\nEnd Function'],
    ['G(1, , 2)', 'Private Function G(a As Integer, ParamArray b As Integer()) As Integer\nReturn 1\nEnd Function'],
    ['a(1, , 2)', 'Private a(2, 2, 2) As Integer'],
    ['If(True, , 2)', ''],
    ['Mid("abc", , 2)', ''],
  ])('refuses to leave out the argument of %s', (call, member) => {
    const source = `Public Function F() As Object\nReturn ${call}\nEnd Function\n${member}`;
    // Syntax errors are thrown, errors of the binder listed.
    const refuse = (): void => {
      const [error] = scriptOf(source).check();
      if (error) throw error;
    };
    expect(refuse).toThrow(ExpressionError);
  });

  it('refuses code after the end of its namespace', () => {
    const source = 'Namespace A\nClass B\nEnd Class\nEnd Namespace\nEnd Namespace\nSub C()\nEnd Sub';
    const runtime = { culture: invariantCulture, now: () => minDateTime, budget: createBudget(defaultLimits, () => 0) };
    expect(() => loadScript(source, { language: 'Vb', runtime, resolveObject: () => undefined })).toThrow(
      "BC30188: Declaration expected, not 'End'",
    );
  });

  it.each([
    ['GoSub A', 'GoSub'],
    ['Stop', 'Stop'],
    ['Resume Next', 'Resume without a label'],
    ['If True Then\nOn Error Resume Next\nEnd If', 'On Error inside of another statement'],
    ['On Error GoTo Missing\nA()', 'On Error GoTo to a label that does not stand behind it'],
    ['On Error Resume Next\nDim x = A()', 'On Error Resume Next before a variable without a type'],
  ])('refuses %s by name', (lines, what) => {
    expect(() => scriptOf(`Sub A()\n${lines}\nEnd Sub`)).toThrow(
      `'${what}' is not available in scripts of reports in Visual Basic; write the script in C#`,
    );
  });

  it('refuses On Error beside a Try statement', () => {
    expect(() => scriptOf('Sub A()\nOn Error Resume Next\nTry\nFinally\nEnd Try\nEnd Sub')).toThrow('BC30544');
  });
});

describe('expressions that the compiler of Visual Basic refuses', () => {
  const VARIABLES = 'Dim c As Char = "x"c, t As Date = #3/5/2024#, i As Integer = 7, n As Integer? = 5, s As String = "42", b As Boolean = True, o As Object = 7, d As TimeSpan = TimeSpan.Zero\n'; // prettier-ignore
  const messagesOf = (expression: string): readonly string[] =>
    scriptOf(`Public Function Run() As Object\n${VARIABLES}Return ${expression}\nEnd Function`)
      .check()
      .map(({ message }) => message);

  it.each([
    ['c + 2', "BC30452: Operator '+' is not defined for types 'Char' and 'Integer'"],
    ['c * o', "BC30452: Operator '*' is not defined for types 'Char' and 'Object'"],
    ['t Mod 2', "BC30452: Operator 'Mod' is not defined for types 'Date' and 'Integer'"],
    ['n < t', "BC30452: Operator '<' is not defined for types 'Integer?' and 'Date'"],
    ['-c', "BC30487: Operator '-' is not defined for type 'Char'"],
    ['Not t', "BC30487: Operator 'Not' is not defined for type 'Date'"],
    ['i Is Nothing', "BC30020: 'Is' operator does not accept operands of type 'Integer'"],
    ['n IsNot i', "BC30020: 'IsNot' operator does not accept operands of type 'Integer?'"],
    ['If(i, 9)', "BC33107: First operand in a binary 'If' expression must be a nullable value type"],
    ['CInt(c)', "BC30311: Value of type 'Char' cannot be converted to 'Integer'"],
    ['CDate(i)', "BC30311: Value of type 'Integer' cannot be converted to 'Date'"],
    ['CDate(b)', "BC30311: Value of type 'Boolean' cannot be converted to 'Date'"],
    ['CInt(d)', "BC30311: Value of type 'TimeSpan' cannot be converted to 'Integer'"],
    ['CType(t, Double?)', 'CS0030'],
    ['d & s', "BC30452: Operator '&' is not defined for types 'TimeSpan' and 'String'"],
    ['i + d', "BC30452: Operator '+' is not defined for types 'Integer' and 'TimeSpan'"],
    ['CStr(d)', "BC30311: Value of type 'TimeSpan' cannot be converted to 'String'"],
    ['CByte(-1)', "BC30439: Constant expression not representable in type 'Byte'"],
    ['1 \\ 0', 'BC30542: Division by zero occurred'],
    ['Math.Abs(s)', 'CS0121: The call is ambiguous'],
    ['Math.Sign(b)', 'CS0121: The call is ambiguous'],
  ])('%s', (expression, message) => {
    expect(messagesOf(expression)).toEqual([expect.stringContaining(message)]);
  });

  it('are not those that it calculates', () => {
    for (const expression of [
      'c + s',
      't - t',
      't + TimeSpan.Zero',
      't & i',
      'n Is Nothing',
      'If(n, 9)',
      '1 \\ CInt("0")',
      'Math.Abs(i)',
      'c = s',
      't < o',
      'CObj(d)',
    ])
      // prettier-ignore
      expect(messagesOf(expression), expression).toEqual([]);
  });
});

describe('functions of Visual Basic throw as in .NET', () => {
  const VARIABLES = 'Dim n As Integer? = Nothing, d As Date? = Nothing, s As String = Nothing, c As Object = "c"c, five As Object = 5\n'; // prettier-ignore

  it.each([
    ['InStr(n, "a")', 'Nullable object must have a value.'],
    ['InStr(1, n, "a")', 'Nullable object must have a value.'],
    ['Replace(n, "7", "z")', 'Nullable object must have a value.'],
    ['Split(n, ",").Length', 'Nullable object must have a value.'],
    ['StrComp(n, "7")', 'Nullable object must have a value.'],
    ['IIf(n, 1, 2)', 'Nullable object must have a value.'],
    ['Weekday(d)', 'Nullable object must have a value.'],
    ['Weekday(s)', 'Conversion from string "" to type \'Date\' is not valid.'],
    ['TimeValue(s)', 'Conversion from string "" to type \'Date\' is not valid.'],
    ['IIf(s, 1, 2)', 'Conversion from string "" to type \'Boolean\' is not valid.'],
    ['StrDup(3, five)', "Argument 'Character' is not a valid value."],
    ['Val(TimeSpan.Zero)', "Argument 'Expression' cannot be converted to type 'TimeSpan'."],
    ['Math.Abs(c)', "cannot convert from 'char'"],
    ['Chr(128)', 'Chr of this character depends on the code page of the computer; use ChrW'],
    ['Asc(ChrW(8364))', 'Asc of this character depends on the code page of the computer; use AscW'],
  ])('%s', (expression, message) => {
    const script = scriptOf(`Public Function Run() As Object\n${VARIABLES}Return ${expression}\nEnd Function`);

    expect(script.check()).toEqual([]);
    expect(() => script.call('Run', [])).toThrow(message);
  });
});

describe('a constant that a function of characters cannot convert', () => {
  it.each([
    ['Asc("")', "BC30742: Value '' cannot be converted to 'Integer'."],
    ['AscW("")', "BC30742: Value '' cannot be converted to 'Integer'."],
    ['ChrW(70000)', "BC30742: Value '70000' cannot be converted to 'Char'."],
    ['ChrW(-40000)', "BC30742: Value '-40000' cannot be converted to 'Char'."],
  ])('refuses the script: %s', (expression, message) => {
    const script = scriptOf(`Public Function Run() As Object\nReturn ${expression}\nEnd Function`);

    expect(script.check().map((found) => found.message)).toEqual([expect.stringContaining(message)]);
  });
});
