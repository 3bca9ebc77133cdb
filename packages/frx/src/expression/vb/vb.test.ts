import { describe, expect, it } from 'vitest';
import { dateTime } from '../values/calendar.ts';
import { Decimal } from '../values/decimal.ts';
import { compile, testScope, type TestScope } from '../testing/testScope.ts';
import { toText } from '../formats/toText.ts';
import { Double } from '../values/values.ts';
import type { Value } from '../values/values.ts';

/** Expressions of templates in Visual Basic (Visual Basic language specification; Option Strict Off, Option Compare Binary). */

const data: Readonly<Record<string, Value>> = {
  'Item.Name': 'Crane',
  'Item.Swl': Decimal.parse('12.50') ?? null,
  'Item.Count': 7,
  'Item.Factor': new Double(0.5),
  'Item.Note': null,
  'Item.Made': dateTime(2024, 3, 1),
  'Item.Used': true,
};

const scope = (): TestScope => ({ ...testScope(data), language: 'Vb' });

const shown = (source: string): string => toText(compile(source, scope()).evaluate(), scope().runtime.culture);

describe('an expression in Visual Basic', () => {
  it.each([
    ['"a" & 1 & Nothing & True', 'a1True'],
    ['"say ""hi"""', 'say "hi"'],
    ['"C:\\" & [Item.Name]', 'C:\\Crane'],
    ['[Item.Count] = 7', 'True'],
    ['[Item.Name] = "Crane" And [Item.Count] <> 8', 'True'],
    ['Not [Item.Used] Or [Item.Count] >= 8', 'False'],
    ['Not [Item.Count] = 7', 'False'],
    ['IIf([Item.Count] Mod 2 = 1, "odd", "even")', 'odd'],
    ['iif([Item.Used], 1, 2)', '1'],
    ['If([Item.Note], "none")', 'none'],
    ['If([Item.Count] > 5, "many", 3)', 'many'],
    ['[Item.Count] / 2', '3.5'],
    ['[Item.Count] \\ 2', '3'],
    ['7.5 \\ 2', '4'],
    ['2 ^ 3 ^ 2', '64'],
    ['-2 ^ 2', '-4'],
    ['2 ^ -1', '0.5'],
    ['[Item.Swl] * 2', '25.00'],
    ['[Item.Swl] * [Item.Factor]', '6.25'],
    ['"5" + 1', '6'],
    ['"5" + "1"', '51'],
    ['"2" * "3"', '6'],
    ['True + 1', '0'],
    ['CInt(2.5) & CInt(3.5)', '24'],
    ['CInt("12") + 1', '13'],
    ['CType([Item.Count], String) & "x"', '7x'],
    ['CStr([Item.Made])', '3/1/2024'],
    ['#1/31/2026# > [Item.Made]', 'True'],
    ['[Item.Note] Is Nothing', 'True'],
    ['[Item.Note] = ""', 'True'],
    ['[Item.Note] = 0', 'True'],
    ['[Item.Name] IsNot Nothing AndAlso [Item.Name].Length = 5', 'True'],
    ['[Item.Note] IsNot Nothing AndAlso [Item.Note].Length = 5', 'False'],
    ['5 And 3', '1'],
    ['5 Xor 3', '6'],
    ['Not 5', '-6'],
    ['True Xor True', 'False'],
    ['1 + 2 & 3 * 4', '312'],
    ['&HFF', '255'],
    ['10D / 4', '2.5'],
    ['"x" & vbTab & "y"', 'x\ty'],
    ['UpperCase([Item.Name]) & uppercase("b")', 'CRANEB'],
    ['Math.Round(2.5) & Math.Max(1, 2)', '22'],
    ['String.Format("{0:0.0}", [Item.Swl])', '12.5'],
    ['TypeOf [Item.Name] Is String', 'True'],
    ["[Item.Name] ' the name", 'Crane'],
    ['New List(Of Integer) From {1, 2}.Count', '2'],
    ['[Item.Name].toupper()', 'CRANE'],
  ])('%s is %s', (source, expected) => {
    expect(shown(source)).toBe(expected);
  });

  it.each([
    ['"a" + 1', 'Conversion from string "a" to type \'Double\' is not valid.'],
    ['2147483647 + 1', "BC30439: Constant expression not representable in type 'Integer'"],
    ['CByte(300)', "BC30439: Constant expression not representable in type 'Byte'"],
    ['[Item.Name] > 3', 'Conversion from string "Crane" to type \'Double\' is not valid.'],
    ['WeekdayName(0)', "Argument 'Weekday' is not a valid value."],
    ['WeekdayName(8)', "Argument 'Weekday' is not a valid value."],
    ['WeekdayName(1, False, 8)', "Argument 'DayOfWeek' is not a valid value."],
    ['Weekday([Item.Made], 8)', "Argument 'DayOfWeek' is not a valid value."],
    ['Weekday([Item.Made], -1)', "Argument 'DayOfWeek' is not a valid value."],
    ['DateAdd("x", 1, [Item.Made])', "Argument 'Interval' is not a valid value."],
    ['DatePart("x", [Item.Made])', "Argument 'Interval' is not a valid value."],
    ['Await [Item.Name]', "'Await' is not available"],
    ['1 +', 'Expression expected'],
    ['"open', 'The literal is not closed'],
    ['(1', "BC30198: ')' expected"],
    ['1 2', 'BC30205: End of statement expected'],
  ])('%s is refused', (source, message) => {
    expect(() => compile(source, scope()).evaluate()).toThrow(message);
  });

  it('ends with an error where it nests too deep', () => {
    expect(() => compile(`${'('.repeat(5000)}1`, scope())).toThrow('Nested too deep');
    expect(() => compile(`${'-'.repeat(5000)}1`, scope())).toThrow('Nested too deep');
    expect(() => compile(`1${' + 1'.repeat(5000)}`, scope())).toThrow('Too many operators in a row');
  });

  it('has another meaning than the same text in C#', () => {
    expect(compile('7 / 2', testScope()).evaluate()).toBe(3);
    expect(compile('7 / 2', scope()).evaluate()).toEqual(new Double(3.5));
  });
});
