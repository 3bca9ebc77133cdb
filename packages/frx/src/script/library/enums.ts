import { enumByName } from '../../expression/values/enums.ts';
import { asBigInt } from '../../expression/values/promotion.ts';
import { enumEntries, enumMemberName, systemNames } from '../../expression/formats/toText.ts';
import { EnumValue } from '../../expression/values/values.ts';
import { trimmed } from '../../expression/parsing/whiteSpace.ts';
import type { EnumType, Value } from '../../expression/values/values.ts';
import { NetException } from '../../expression/errors.ts';
import { specialOf } from '../binder/types/specials.ts';
import { arrayOf, NamedType, systemText } from '../binder/types/types.ts';
import type { Call, Special, Type } from '../binder/types/types.ts';
import { typeObject } from '../runtime/hooks.ts';
import { TypedArray, TypeObj } from '../runtime/objects.ts';
import type { Ref } from '../runtime/objects.ts';
import { error, registerEnum, textOf, typeOf } from '../runtime/values.ts';
import { numberName, rangeOf } from '../runtime/arithmetic.ts';
import { compare } from '../runtime/order.ts';
import { TextReader } from './providers.ts';
import { declare, need } from './registry.ts';

/** System.Enum, and the enums of the library. */

/** Numbers and names of an enum, in the order of Enum.GetValues. */
export function entries(type: EnumType): [string, number][] {
  return enumEntries(type).map(([name]) => [name, type.members.get(name) ?? 0]);
}

/** The enum that a type is. */
export function enumOf(type: Value | Type): EnumType {
  const of = type instanceof TypeObj ? type.of : type;
  const found = of instanceof NamedType ? of.definition.enumeration : undefined;
  if (!found) throw error('ArgumentException', "Type provided must be an Enum. (Parameter 'enumType')");
  return found;
}

/** The type of the numbers of an enum. */
function numbersOf(type: EnumType): Special {
  const of = typeOf(new EnumValue(type, 0));
  return of instanceof NamedType ? of.definition.underlying : 'int';
}
const INTEGERS: ReadonlySet<string> = new Set([
  'sbyte',
  'byte',
  'short',
  'ushort',
  'int',
  'uint',
  'long',
  'ulong',
  'char',
  'bool',
]);

/** Returns the number of a value that is an enum or whole number. @throws ArgumentException */
function numberOf(value: Value): bigint {
  if (value === null) throw error('ArgumentNullException', "Value cannot be null. (Parameter 'value')");
  if (value instanceof EnumValue) return BigInt(value.value);
  if (INTEGERS.has(specialOf(typeOf(value)) ?? '')) return typeof value === 'boolean' ? BigInt(value) : asBigInt(value);
  throw error(
    'ArgumentException',
    "The value passed in must be an enum base or an underlying type for an enum, such as an Int32. (Parameter 'value')",
  );
}

/** Makes a value of an enum from a number, of which the lowest bits remain. */
function wrapped(type: EnumType, value: bigint): EnumValue {
  const [least, greatest] = rangeOf(numbersOf(type)) ?? [value, value];
  const size = greatest - least + 1n;
  const within = (((value - least) % size) + size) % size;
  return new EnumValue(type, Number(within + least));
}

function isDefined(type: EnumType, value: Value): boolean {
  if (value === null) throw error('ArgumentNullException', "Value cannot be null. (Parameter 'value')");
  if (typeof value === 'string') return type.members.has(value);
  const of = numbersOf(type);
  const given = specialOf(typeOf(value));
  if (value instanceof EnumValue && value.type !== type)
    throw error(
      'ArgumentException',
      `Object must be the same type as the enum. The type passed in was '${nameOf(value.type)}'; the enum type was '${nameOf(type)}'.`,
    );
  if (!(value instanceof EnumValue) && given !== of) {
    if (!INTEGERS.has(given ?? '')) throw error('InvalidOperationException', 'Unknown enum type.');
    throw error(
      'ArgumentException',
      `Enum underlying type and the object must be same type or object must be a String. Type passed in was 'System.${systemNames.get(given ?? of) ?? ''}'; the enum underlying type was 'System.${systemNames.get(of) ?? ''}'.`,
    );
  }
  const number = numberOf(value);
  return [...type.members.values()].some((each) => BigInt(each) === number);
}

/** Full name of an enum. */
function nameOf(type: EnumType): string {
  return systemText(typeOf(new EnumValue(type, 0)) ?? need('Enum').open);
}

function hasFlag(self: EnumValue, flag: EnumValue | null): boolean {
  if (flag === null) throw error('ArgumentNullException', "Value cannot be null. (Parameter 'flag')");
  if (flag.type !== self.type)
    throw error(
      'ArgumentException',
      `The argument type, '${nameOf(flag.type)}', is not the same as the enum type '${nameOf(self.type)}'.`,
    );
  return (BigInt(self.value) & BigInt(flag.value)) === BigInt(flag.value);
}

function compareEnum(c: Call, self: EnumValue, other: Value): number {
  if (other instanceof EnumValue && other.type !== self.type)
    throw error(
      'ArgumentException',
      `Object must be the same type as the enum. The type passed in was '${nameOf(other.type)}'; the enum type was '${nameOf(self.type)}'.`,
    );
  return compare(self, other, c.rt);
}

function parseEnum(type: EnumType, text: string | null, ignoreCase: boolean): EnumValue | undefined {
  if (text === null) throw error('ArgumentNullException', "Value cannot be null. (Parameter 'value')");
  const given = trimmed(text);
  if (/^[+-]?\d+$/u.test(given)) {
    const [of, value] = [numbersOf(type), BigInt(given)];
    const [least, greatest] = rangeOf(of) ?? [value, value];
    if (value < least || value > greatest)
      throw error('OverflowException', `Value was either too large or too small for ${numberName(of)}.`);
    return new EnumValue(type, Number(value));
  }
  let value = 0;
  for (const part of given.split(',')) {
    const name = trimmed(part);
    const found = [...type.members].find(([each]) =>
      ignoreCase ? each.toLowerCase() === name.toLowerCase() : each === name,
    );
    if (!found) return undefined;
    value = Number(BigInt(value) | BigInt(found[1]));
  }
  return new EnumValue(type, value);
}

function requireEnum(type: EnumType, text: string | null, ignoreCase: boolean): EnumValue {
  const value = parseEnum(type, text, ignoreCase);
  if (!value)
    throw error(
      'ArgumentException',
      trimmed(text ?? '') === ''
        ? "Must specify valid information for parsing in the string. (Parameter 'value')"
        : `Requested value '${text ?? ''}' was not found.`,
    );
  return value;
}

function tryEnum(type: EnumType, text: string | null, ignoreCase: boolean, result: Ref): boolean {
  let value: EnumValue | undefined;
  try {
    value = text === null ? undefined : parseEnum(type, text, ignoreCase);
  } catch (caught) {
    if (!(caught instanceof NetException)) throw caught;
  }
  result.write(value ?? new EnumValue(type, 0));
  return value !== undefined;
}

const own = (c: Call): EnumType => enumOf(c.t[0] ?? need('Object').open);
declare('System', 'class Enum : ValueType, IComparable, IFormattable, IConvertible', {
  'string ToString()': (c, self: Value) => textOf(self, c.rt),
  'string ToString(string format)': (c, self: Value, format: string | null) => enumFormat(c, self as EnumValue, format),
  'int CompareTo(object target)': compareEnum,
  'bool HasFlag(Enum flag)': (_c, self: EnumValue, flag: EnumValue | null) => hasFlag(self, flag),
  'TypeCode GetTypeCode()': (_c, self: EnumValue) => typeCode(typeOf(self)),
  'static Array GetValues(Type enumType)': (_c, type: TypeObj) => new TypedArray(arrayOf(type.of), entries(enumOf(type)).map(([, value]) => new EnumValue(enumOf(type), value))),
  'static string[] GetNames(Type enumType)': (_c, type: TypeObj) => new TypedArray(arrayOf(need('String').open), entries(enumOf(type)).map(([name]) => name)),
  'static string GetName(Type enumType, object value)': (_c, type: TypeObj, value: Value) => enumMemberName(enumOf(type), Number(numberOf(value))) ?? null,
  'static bool IsDefined(Type enumType, object value)': (_c, type: TypeObj, value: Value) => isDefined(enumOf(type), value),
  'static object Parse(Type enumType, string value)': (_c, type: TypeObj, text: string | null) => requireEnum(enumOf(type), text, false),
  'static object Parse(Type enumType, string value, bool ignoreCase)': (_c, type: TypeObj, text: string | null, ignoreCase: boolean) => requireEnum(enumOf(type), text, ignoreCase),
  'static TEnum Parse<TEnum>(string value)': (c, text: string | null) => requireEnum(own(c), text, false),
  'static TEnum Parse<TEnum>(string value, bool ignoreCase)': (c, text: string | null, ignoreCase: boolean) => requireEnum(own(c), text, ignoreCase),
  'static bool TryParse<TEnum>(string value, out TEnum result)': (c, text: string | null, result: Ref) => tryEnum(own(c), text, false, result),
  'static bool TryParse<TEnum>(string value, bool ignoreCase, out TEnum result)': (c, text: string | null, ignoreCase: boolean, result: Ref) => tryEnum(own(c), text, ignoreCase, result),
  'static object ToObject(Type enumType, object value)': (_c, type: TypeObj, value: Value) => wrapped(enumOf(type), numberOf(value)),
  'static Type GetUnderlyingType(Type enumType)': (_c, type: TypeObj) => underlyingOf(type),
  'static string Format(Type enumType, object value, string format)': (c, type: TypeObj, value: Value, format: string) => {
    if (value instanceof EnumValue) return enumFormat(c, value, format);
    // A number has the name of one member, or stays a number.
    const found = new EnumValue(enumOf(type), Number(asBigInt(value)));
    return /^g$/iu.test(format) ? (enumMemberName(found.type, found.value) ?? String(found.value)) : enumFormat(c, found, format);
  },
}, { special: 'Enum' }); // prettier-ignore

/** The type of the numbers of an enum. */
export function underlyingOf({ of }: TypeObj): TypeObj {
  return typeObject(
    need((of instanceof NamedType ? systemNames.get(of.definition.underlying) : undefined) ?? 'Int32').open,
  );
}

/** TypeCode of a type; that of an enum is that of its numbers. */
export function typeCode(type: Type | undefined): EnumValue {
  const enumeration = enumOf(need('TypeCode').open);
  const name =
    type === undefined
      ? 'Empty'
      : type instanceof NamedType
        ? type.definition.kind === 'enum'
          ? (systemNames.get(type.definition.underlying) ?? 'Int32')
          : type.definition.name
        : 'Object';
  return new EnumValue(enumeration, enumeration.members.get(name) ?? enumeration.members.get('Object') ?? 1);
}

function enumFormat(c: Call, value: EnumValue, format: string | null): string {
  return TextReader.format(c, value, format, null);
}

/** An enum of the library, with the numbers the engine knows where it knows them. */
export function declareEnum(
  namespace: string,
  name: string,
  members?: Readonly<Record<string, number>>,
  flags = false,
): void {
  const known = enumByName(name);
  const enumeration: EnumType = known ?? { name, flags, members: new Map(Object.entries(members ?? {})) };
  const values = new Map([...enumeration.members].map(([key, value]) => [key, new EnumValue(enumeration, value)]));
  const definition = declare(
    namespace,
    `enum ${name}`,
    Object.fromEntries([...values].map(([key, value]) => [`const ${name} ${key}`, { value: () => value }])),
    { enumeration },
  );
  registerEnum(enumeration, definition);
}

/** A value of an enum of the library by its name. */
export function enumValue(type: string, name: string): Value {
  const found = need(type).members(name)[0];
  return found?.k === 'field' && found.constant ? found.constant() : null;
}

const inOrder = (names: string, from = 0): Record<string, number> =>
  Object.fromEntries(names.split(' ').map((name, index) => [name, index + from]));
for (const name of ['DayOfWeek', 'MidpointRounding', 'StringComparison', 'StringSplitOptions', 'TypeCode'])
  declareEnum('System', name);
declareEnum('System', 'DateTimeKind', inOrder('Unspecified Utc Local'));
declareEnum('System', 'Base64FormattingOptions', inOrder('None InsertLineBreaks'));
declareEnum('System.Globalization', 'CalendarWeekRule', inOrder('FirstDay FirstFullWeek FirstFourDayWeek'));
declareEnum('System.Globalization', 'CultureTypes', { NeutralCultures: 1, SpecificCultures: 2, AllCultures: 7 }, true);
declareEnum(
  'System.Globalization',
  'NumberStyles',
  {
    None: 0,
    AllowLeadingWhite: 1,
    AllowTrailingWhite: 2,
    AllowLeadingSign: 4,
    Integer: 7,
    AllowTrailingSign: 8,
    AllowParentheses: 16,
    AllowDecimalPoint: 32,
    AllowThousands: 64,
    Number: 111,
    AllowExponent: 128,
    Float: 167,
    AllowCurrencySymbol: 256,
    Currency: 383,
    Any: 511,
    AllowHexSpecifier: 512,
    HexNumber: 515,
  },
  true,
);
declareEnum(
  'System.Globalization',
  'DateTimeStyles',
  {
    None: 0,
    AllowLeadingWhite: 1,
    AllowTrailingWhite: 2,
    AllowInnerWhite: 4,
    AllowWhiteSpaces: 7,
    NoCurrentDateDefault: 8,
    AdjustToUniversal: 16,
    AssumeLocal: 32,
    AssumeUniversal: 64,
    RoundtripKind: 128,
  },
  true,
);
declareEnum('System.Globalization', 'TimeSpanStyles', { None: 0, AssumeNegative: 1 });
declareEnum(
  'System.Globalization',
  'CompareOptions',
  {
    None: 0,
    IgnoreCase: 1,
    IgnoreNonSpace: 2,
    IgnoreSymbols: 4,
    IgnoreKanaType: 8,
    IgnoreWidth: 16,
    OrdinalIgnoreCase: 268435456,
    StringSort: 536870912,
    Ordinal: 1073741824,
  },
  true,
);
declareEnum(
  'System.Globalization',
  'UnicodeCategory',
  inOrder(
    'UppercaseLetter LowercaseLetter TitlecaseLetter ModifierLetter OtherLetter NonSpacingMark SpacingCombiningMark EnclosingMark DecimalDigitNumber LetterNumber OtherNumber SpaceSeparator LineSeparator ParagraphSeparator Control Format Surrogate PrivateUse ConnectorPunctuation DashPunctuation OpenPunctuation ClosePunctuation InitialQuotePunctuation FinalQuotePunctuation OtherPunctuation MathSymbol CurrencySymbol ModifierSymbol OtherSymbol OtherNotAssigned',
  ),
);
declareEnum('System.Text', 'NormalizationForm', { FormC: 1, FormD: 2, FormKC: 5, FormKD: 6 });
declareEnum('System.ComponentModel', 'ListSortDirection', inOrder('Ascending Descending'));
