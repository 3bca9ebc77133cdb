import type { StaticMethod } from '../members/arguments.ts';
import { conversionFunctions } from './conversion.ts';
import { dateFunctions } from './dates.ts';
import { flowFunctions } from './flow.ts';
import { mathFunctions } from './math.ts';
import { textFunctions } from './text.ts';
import { vbLibrary, vbLibraryResults } from '../vb/functions.ts';
import { vbFunctions, vbResults } from '../vb/operators.ts';
import { wordFunctions } from './words/index.ts';

const functions: ReadonlyMap<string, StaticMethod> = new Map(
  Object.entries({
    ...mathFunctions,
    ...textFunctions,
    ...dateFunctions,
    ...conversionFunctions,
    ...flowFunctions,
    ...wordFunctions,
    ...vbFunctions,
    ...vbLibrary,
  }),
);

/** Result types of the built-in functions that do not depend on the arguments. */
const resultTypes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    Asc: 'int',
    Length: 'int',
    Day: 'int',
    DayOfYear: 'int',
    DaysInMonth: 'int',
    Hour: 'int',
    Minute: 'int',
    Month: 'int',
    Second: 'int',
    WeekOfYear: 'int',
    Year: 'int',
    AddDays: 'DateTime',
    AddHours: 'DateTime',
    AddMinutes: 'DateTime',
    AddMonths: 'DateTime',
    AddSeconds: 'DateTime',
    AddYears: 'DateTime',
    DateSerial: 'DateTime',
    DateDiff: 'TimeSpan',
    Contains: 'bool',
    ToBoolean: 'bool',
    ToInt32: 'int',
    ToDecimal: 'decimal',
    ToDouble: 'double',
    ToSingle: 'float',
    ToDateTime: 'DateTime',
    ...vbResults,
    ...vbLibraryResults,
  }),
);

const textTypes = new Set(
  'Insert LowerCase UpperCase PadLeft PadRight Remove Replace Substring TitleCase Trim DayOfWeek MonthName Format FormatCurrency FormatDateTime FormatNumber FormatPercent ToString ToRoman ToLetters ToLettersRu'.split(
    ' ',
  ),
);

/** A function that every report can call without a prefix; names are case-sensitive as in C#. */
export function builtInFunction(name: string): { readonly type: string; readonly call: StaticMethod } | undefined {
  const call = functions.get(name);
  if (!call) return undefined;
  const isText = textTypes.has(name) || name.startsWith('ToWords');
  return { type: isText ? 'string' : (resultTypes.get(name) ?? 'object'), call };
}

/** Names of the functions that every report can call. */
export function builtInNames(): string[] {
  return [...functions.keys(), 'IsNull'].filter((name) => /^\w+$/u.test(name));
}

let lowerNames: ReadonlyMap<string, string> | undefined;

/** The name of a built-in function by its lower-case name, for case-insensitive languages. */
export function builtInName(lower: string): string | undefined {
  lowerNames ??= new Map([...functions.keys(), 'IsNull'].map((name) => [name.toLowerCase(), name]));
  return lowerNames.get(lower);
}
