import { ExpressionError } from '../../expression/errors.ts';
import type { Runtime } from '../../expression/scope.ts';
import { Char } from '../../expression/values/values.ts';
import type { Value } from '../../expression/values/values.ts';
import type { Call } from '../binder/types/types.ts';
import { Obj } from '../runtime/objects.ts';
import { textOf } from '../runtime/values.ts';
import { declareEnum } from './enums.ts';
import { ExceptionObj, messageOf } from './exceptions.ts';
import { declare, need } from './registry.ts';

/** Microsoft.VisualBasic: enums for the arguments of its functions, and Err. */

const numbered = (names: string, first = 0): Record<string, number> =>
  Object.fromEntries(names.split(' ').map((name, index) => [name, index + first]));

declareEnum(
  'Microsoft.VisualBasic',
  'DateInterval',
  numbered('Year Quarter Month DayOfYear Day WeekOfYear Weekday Hour Minute Second'),
);
declareEnum(
  'Microsoft.VisualBasic',
  'FirstDayOfWeek',
  numbered('System Sunday Monday Tuesday Wednesday Thursday Friday Saturday'),
);
declareEnum('Microsoft.VisualBasic', 'FirstWeekOfYear', numbered('System Jan1 FirstFourDays FirstFullWeek'));
declareEnum('Microsoft.VisualBasic', 'VariantType');
declareEnum('Microsoft.VisualBasic', 'TriState');
declareEnum('Microsoft.VisualBasic', 'DueDate', numbered('EndOfPeriod BegOfPeriod'));
declareEnum('Microsoft.VisualBasic', 'CompareMethod', numbered('Binary Text'));
declareEnum('Microsoft.VisualBasic', 'VbStrConv', numbered('None Uppercase Lowercase ProperCase'));
declareEnum('Microsoft.VisualBasic', 'DateFormat', numbered('GeneralDate LongDate ShortDate LongTime ShortTime'));

/** Numbers of errors by exception class. */
const NUMBERS: Readonly<Record<string, number>> = {
  IndexOutOfRangeException: 9, RankException: 9, DivideByZeroException: 11, OverflowException: 6, NullReferenceException: 91, InvalidCastException: 13,
  NotSupportedException: 13, FormatException: 13, OutOfMemoryException: 7, FileNotFoundException: 53, DirectoryNotFoundException: 76, IOException: 57,
  MissingMemberException: 438, EndOfStreamException: 62, TypeLoadException: 429,
}; // prettier-ignore

/** The last error in a script of Visual Basic (Err). */
class ErrObj extends Obj {
  number = 0;
  description = '';
  exception: Value = null;
  clear(): void {
    this.number = 0;
    this.description = '';
    this.exception = null;
  }
}

const errors = new WeakMap<Runtime['budget'], ErrObj>();

function current({ rt }: Call): ErrObj {
  let found = errors.get(rt.budget);
  if (!found) errors.set(rt.budget, (found = new ErrObj(need('ErrObject').open)));
  return found;
}

declare('Microsoft.VisualBasic', 'sealed class ErrObject', {
  'static ErrObject Current { get; }': current,
  'int Number { get; set; }': {
    get: (_c, self: ErrObj) => self.number,
    set: (_c, self: ErrObj, number: number) => void (self.number = number),
  },
  'string Description { get; set; }': {
    get: (_c, self: ErrObj) => self.description,
    set: (_c, self: ErrObj, text: string | null) => void (self.description = text ?? ''),
  },
  'Exception GetException()': (_c, self: ErrObj) => self.exception,
  'void Clear()': (_c, self: ErrObj) => self.clear(),
  'static void Reset()': (c) => current(c).clear(),
  'static void Note(Exception error)': (c, error: Value) => {
    const noted = current(c);
    noted.exception = error;
    noted.number = error instanceof ExceptionObj ? (NUMBERS[error.type.definition.name] ?? 5) : 5;
    noted.description = error instanceof ExceptionObj ? messageOf(error, c.rt) : textOf(error, c.rt);
  },
  'static void Refuse()': () => {
    throw new ExpressionError('On Error Resume Next: a loop or block whose own values fail is not available here');
  },
});

declare('Microsoft.VisualBasic', 'sealed class ControlChars', {
  'const string CrLf': { value: () => '\r\n' },
  'const string NewLine': { value: () => '\r\n' },
  'const char Cr': { value: () => new Char(13) },
  'const char Lf': { value: () => new Char(10) },
  'const char Tab': { value: () => new Char(9) },
  'const char Back': { value: () => new Char(8) },
  'const char FormFeed': { value: () => new Char(12) },
  'const char VerticalTab': { value: () => new Char(11) },
  'const char NullChar': { value: () => new Char(0) },
  'const char Quote': { value: () => new Char(34) },
});
