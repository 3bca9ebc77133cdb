import { enumEntries, enumMemberName } from '../../expression/toText.ts';
import { TextReader } from './providers.ts';
import { ExpressionError, NetException } from '../../expression/errors.ts';
import { enumByName } from '../../expression/enums.ts';
import { asBigInt } from '../../expression/promotion.ts';
import { EnumValue, Integer } from '../../expression/values.ts';
import type { EnumType, Value } from '../../expression/values.ts';
import { installItems, installTypeClass, typeObject } from '../runtime/hooks.ts';
import { arrayOf, ArrayType, NamedType, systemText } from '../binder/types/types.ts';
import type { Call, Type } from '../binder/types/types.ts';
import { copyOf, Func, Obj, Ref, TupleObj, TypedArray, TypeObj } from '../runtime/objects.ts';
import { arrayItems, disposeOf, EnumeratorObj, installBytes, Sequence } from '../runtime/sequences.ts';
import {
  compare,
  defaultOf,
  derives,
  equals,
  error,
  hashOf,
  isInstance,
  registerEnum,
  sameReference,
  textOf,
  typeName,
  typeOf,
} from '../runtime/values.ts';
import { alias, declare, need } from './registry.ts';

/** The types that the language itself speaks of, and what every object can do. */

installItems(arrayItems);
installBytes(Array.from({ length: 256 }, (_, value) => new Integer('byte', BigInt(value))));

declare('System', 'class Object', {
  'new()': (c) => new Obj(c.type),
  'virtual string ToString()': (c, self: Value) => textOf(self, c.rt),
  'virtual bool Equals(object obj)': (c, self: Value, other: Value) => equals(self, other, c.rt),
  'virtual int GetHashCode()': (c, self: Value) => hashOf(self, c.rt),
  'Type GetType()': (_c, self: Exclude<Value, null>) => {
    const type = typeOf(self);
    // Queries and iterators are objects of classes of .NET that are not public.
    if (type instanceof NamedType && type.definition.kind === 'interface')
      throw new ExpressionError('GetType of a query or an iterator is not available: its class in .NET is not public');
    return typeObject(type);
  },
  'protected object MemberwiseClone()': (_c, self: Obj) => {
    const copied = Object.create(Object.getPrototypeOf(self) as object, Object.getOwnPropertyDescriptors(self)) as Obj;
    copied.fields = self.fields.map(copyOf);
    return copied;
  },
  'static bool Equals(object a, object b)': (c, a: Value, b: Value) => equals(a, b, c.rt),
  'static bool ReferenceEquals(object a, object b)': (_c, a: Value, b: Value) => sameReference(a, b),
}, { special: 'object' }); // prettier-ignore
declare('', 'class null : Object', {}, { special: 'null' });
declare('', 'class error : Object', {}, { special: 'error' });
declare('', 'class dynamic : Object', {}, { special: 'dynamic' });
declare('FastReport', 'class Variant : Object', {}, { special: 'dynamic' });
declare('System', 'struct Void', {}, { special: 'void' });
declare('System', 'class ValueType : Object', {}, { special: 'ValueType' });
declare('System', 'class Attribute : Object', { 'new()': (c) => new Obj(c.type) });
declare('System', 'class EventArgs : Object', {
  'new()': (c) => new Obj(c.type),
  'static readonly EventArgs Empty': { value: () => (emptyArgs ??= new Obj(need('EventArgs').open)) },
});
let emptyArgs: Obj | undefined;
/** Arguments of an event that its handlers may cancel. */
class CancelArgs extends Obj {
  cancel = false;
}
declare('System.ComponentModel', 'class CancelEventArgs : EventArgs', {
  'new()': (c) => new CancelArgs(c.type),
  'new(bool cancel)': (c, cancel: boolean) => {
    const made = new CancelArgs(c.type);
    made.cancel = cancel;
    return made;
  },
  'bool Cancel { get; set; }': {
    get: (_c, self: CancelArgs) => self.cancel,
    set: (_c, self: CancelArgs, value: boolean) => void (self.cancel = value),
  },
});
declare('System.ComponentModel', 'delegate void CancelEventHandler(object sender, CancelEventArgs e)');
/** Arguments of an event of a property that changed. */
class PropertyArgs extends Obj {
  readonly name: string | null;
  constructor(type: NamedType, name: string | null) {
    super(type);
    this.name = name;
  }
}
declare('System.ComponentModel', 'class PropertyChangedEventArgs : EventArgs', {
  'new(string propertyName)': (c, name: string | null) => new PropertyArgs(c.type, name),
  'virtual string PropertyName { get; }': (_c, self: PropertyArgs) => self.name,
});
// Its event is that of the class; through the interface it cannot be reached.
declare('System.ComponentModel', 'interface INotifyPropertyChanged', {});
declare('System', 'class DBNull : Object', { 'static readonly DBNull Value': { value: () => dbNull() } });
class DBNullObj extends Obj {
  override nativeText(): string {
    return '';
  }
}
let theDBNull: Obj | undefined;
/** The value of a database that is not there. */
export function dbNull(): Obj {
  return (theDBNull ??= new DBNullObj(need('DBNull').open));
}

for (const [header, members] of [
  ['interface IDisposable', { 'void Dispose()': (c: Call, self: Value) => disposeOf(self, c.rt) }],
  ['interface ICloneable', { 'object Clone()': undefined }],
  ['interface IComparable', { 'int CompareTo(object obj)': (c: Call, self: Value, other: Value) => compareChecked(c, self, other) }],
  ['interface IComparable<T>', { 'int CompareTo(T other)': (c: Call, self: Value, other: Value) => compare(self, other, c.rt) }],
  ['interface IEquatable<T>', { 'bool Equals(T other)': (c: Call, self: Value, other: Value) => equals(self, other, c.rt) }],
  ['interface IFormattable', { 'string ToString(string format, IFormatProvider formatProvider)': (c: Call, self: Value, format: string | null, provider: Value) => TextReader.format(c, self, format, provider) }],
] as const) declare('System', header, Object.fromEntries(Object.entries(members).map(([key, value]) => [key, value ?? (() => { throw error('NotSupportedException', key); })]))); // prettier-ignore

/** Compares two values. Throws ArgumentException for values of different types. */
export function compareChecked(c: Call, self: Value, other: Value): number {
  if (other !== null && self !== null && typeOf(self) !== typeOf(other) && !(self instanceof Obj))
    throw error('ArgumentException', `Object must be of type ${typeName(typeOf(self))}.`);
  return compare(self, other, c.rt);
}

declare('System', 'struct Nullable<T>', {
  'new(T value)': (_c, value: Value) => value,
  'bool HasValue { get; }': (_c, self: Value) => self !== null,
  'T Value { get; }': (_c, self: Value) => {
    if (self === null) throw error('InvalidOperationException', 'Nullable object must have a value.');
    return self;
  },
  'T GetValueOrDefault()': (c, self: Value) => self ?? (c.type.args[0] ? defaultOf(c.type.args[0]) : null),
  'T GetValueOrDefault(T defaultValue)': (_c, self: Value, other: Value) => self ?? other,
  'string ToString()': (c, self: Value) => textOf(self, c.rt),
  'bool Equals(object other)': (c, self: Value, other: Value) => equals(self, other, c.rt),
  'int GetHashCode()': (c, self: Value) => hashOf(self, c.rt),
}, { special: 'Nullable' }); // prettier-ignore

declare('System', 'static class Nullable', {
  'int Compare<T>(T? a, T? b)': (c, a: Value, b: Value) => compare(a, b, c.rt),
  'bool Equals<T>(T? a, T? b)': (c, a: Value, b: Value) => equals(a, b, c.rt),
  'Type GetUnderlyingType(Type nullableType)': (_c, type: TypeObj) =>
    type.of instanceof NamedType && type.of.special === 'Nullable' && type.of.args[0]
      ? typeObject(type.of.args[0])
      : null,
});

installTypeClass(() => need('RuntimeType').open);
/** Full name of a type; that of a generic type with arguments names assemblies of .NET, which are not there. */
function fullName(type: Type): string {
  const element = type instanceof ArrayType ? type.element : type;
  if (element instanceof NamedType && element.args.length > 0) {
    if (element !== element.definition.open)
      throw new ExpressionError(
        'Type.FullName of a generic type with arguments is not available here; use Name or ToString()',
      );
    return element.definition.fullName;
  }
  return systemText(type);
}
const named = (self: TypeObj): NamedType | undefined => (self.of instanceof NamedType ? self.of : undefined);
declare('System', 'class Type : Object', {
  'string Name { get; }': (_c, self: TypeObj) => typeName(self.of),
  'static TypeCode GetTypeCode(Type type)': (_c, type: TypeObj | null) => typeCode(type?.of),
  'string FullName { get; }': (_c, self: TypeObj) => fullName(self.of),
  'string Namespace { get; }': (_c, self: TypeObj) => named(self)?.definition.namespace ?? 'System',
  'bool IsEnum { get; }': (_c, self: TypeObj) => named(self)?.definition.kind === 'enum',
  'bool IsArray { get; }': (_c, self: TypeObj) => self.of instanceof ArrayType,
  'bool IsClass { get; }': (_c, self: TypeObj) =>
    self.of instanceof ArrayType || ['class', 'delegate'].includes(named(self)?.definition.kind ?? ''),
  'bool IsInterface { get; }': (_c, self: TypeObj) => named(self)?.definition.kind === 'interface',
  'bool IsValueType { get; }': (_c, self: TypeObj) => named(self)?.definition.isValueType ?? false,
  'bool IsGenericType { get; }': (_c, self: TypeObj) => (named(self)?.args.length ?? 0) > 0,
  'bool IsGenericTypeDefinition { get; }': (_c, self: TypeObj) => {
    const type = named(self);
    return type !== undefined && type.args.length > 0 && type === type.definition.open;
  },
  'bool IsNested { get; }': (_c, self: TypeObj) => named(self)?.definition.fullName.includes('+') ?? false,
  'Type DeclaringType { get; }': (_c, self: TypeObj) => {
    const outer = named(self)?.definition.outer;
    return outer ? typeObject(outer.open) : null;
  },
  'bool IsAbstract { get; }': (_c, self: TypeObj) => named(self)?.definition.isAbstract ?? false,
  'bool IsSealed { get; }': (_c, self: TypeObj) => named(self)?.definition.isSealed ?? true,
  'bool IsPrimitive { get; }': (_c, self: TypeObj) =>
    /^(?:bool|char|[su]?byte|u?short|u?int|u?long|float|double)$/u.test(named(self)?.special ?? ''),
  'Type BaseType { get; }': (_c, self: TypeObj) => { const base = self.of instanceof ArrayType ? need('Array').open : named(self)?.base; return base ? typeObject(base) : null; }, // prettier-ignore
  'Type GetElementType()': (_c, self: TypeObj) => (self.of instanceof ArrayType ? typeObject(self.of.element) : null),
  'Type[] GetGenericArguments()': (_c, self: TypeObj) =>
    new TypedArray(arrayOf(need('Type').open), (named(self)?.args ?? []).map(typeObject)),
  'Type[] GenericTypeArguments { get; }': (_c, self: TypeObj) =>
    new TypedArray(arrayOf(need('Type').open), (named(self)?.args ?? []).map(typeObject)),
  'int GetArrayRank()': (_c, self: TypeObj) => {
    if (self.of instanceof ArrayType) return self.of.rank;
    throw error('ArgumentException', 'Must be an array type.');
  },
  'string[] GetEnumNames()': (_c, self: TypeObj) =>
    new TypedArray(
      arrayOf(need('String').open),
      entries(enumOf(self)).map(([name]) => name),
    ),
  'Array GetEnumValues()': (_c, self: TypeObj) =>
    new TypedArray(
      arrayOf(self.of),
      entries(enumOf(self)).map(([, value]) => new EnumValue(enumOf(self), value)),
    ),
  'bool IsAssignableFrom(Type c)': (_c, self: TypeObj, other: TypeObj | null) =>
    other !== null && derives(other.of, self.of),
  'bool IsSubclassOf(Type c)': (_c, self: TypeObj, other: TypeObj) =>
    self.of !== other.of && derives(self.of, other.of),
  'bool IsInstanceOfType(object o)': (_c, self: TypeObj, value: Value) => isInstance(value, self.of),
  'static bool operator ==(Type a, Type b)': (_c, a: Value, b: Value) => a === b,
  'static bool operator !=(Type a, Type b)': (_c, a: Value, b: Value) => a !== b,
});

declare('System', 'sealed class RuntimeType : Type');

class MethodObj extends Obj {
  readonly name: string;
  constructor(name: string) {
    super(need('MethodInfo').open);
    this.name = name;
  }
}
/** The method of a delegate, which has a name when the script declares it. */
function methodOf(self: Func): MethodObj {
  const last = self.parts.at(-1) ?? self;
  if (last.method === undefined) throw new ExpressionError('The method of a lambda has no name here');
  return new MethodObj(last.name);
}
declare('System.Reflection', 'class MethodInfo', {
  'string Name { get; }': (_c, self: MethodObj) => self.name,
});

function removedAll(from: Func, handlers: Func): Func | null {
  const left = Func.remove(from, handlers);
  return left === null || left === from ? left : removedAll(left, handlers);
}

declare('System', 'class Delegate : Object', {
  'Delegate[] GetInvocationList()': (_c, self: Func) => new TypedArray(arrayOf(need('Delegate').open), [...self.parts]),
  'object DynamicInvoke(params object[] args)': (_c, self: Func, args: TypedArray) => self.invoke(args.items),
  'object Target { get; }': (_c, self: Func) => self.target,
  'MethodInfo Method { get; }': (_c, self: Func) => methodOf(self),
  'static Delegate Combine(Delegate a, Delegate b)': (_c, a: Func | null, b: Func | null) => (a && b ? Func.combine(a, b) : (a ?? b)),
  'static Delegate RemoveAll(Delegate source, Delegate value)': (_c, a: Func | null, b: Func | null) => {
    return a && b ? removedAll(a, b) : a;
  },
  'static Delegate Combine(params Delegate[] delegates)': (_c, all: TypedArray) => all.items.reduce<Func | null>((made, each) => (each instanceof Func ? (made ? Func.combine(made, each) : each) : made), null),
  'static Delegate Remove(Delegate source, Delegate value)': (_c, a: Func | null, b: Func | null) => (a && b ? Func.remove(a, b) : a),
}, { special: 'Delegate' }); // prettier-ignore
declare('System', 'class MulticastDelegate : Delegate', {});
for (const signature of ['void Action()', 'bool Predicate<T>(T obj)', 'int Comparison<T>(T x, T y)', 'TOutput Converter<TInput, TOutput>(TInput input)', 'void EventHandler(object sender, EventArgs e)', 'void EventHandler<TEventArgs>(object sender, TEventArgs e)']) declare('System', `delegate ${signature}`); // prettier-ignore
declare(
  'System.ComponentModel',
  'delegate void PropertyChangedEventHandler(object sender, PropertyChangedEventArgs e)',
);
for (let count = 1; count <= 8; count++) {
  const types = Array.from({ length: count }, (_, index) => `T${String(index + 1)}`);
  const parameters = types.map((type, index) => `${type} arg${String(index + 1)}`).join(', ');
  declare('System', `delegate void Action<${types.join(', ')}>(${parameters})`);
  declare('System', `delegate TResult Func<${types.join(', ')}, TResult>(${parameters})`);
}
declare('System', 'delegate TResult Func<TResult>()');

/** Numbers and names of an enum, in the order of Enum.GetValues. */
function entries(type: EnumType): [string, number][] {
  return enumEntries(type).map(([name]) => [name, type.members.get(name) ?? 0]);
}

function enumOf(type: Value | Type): EnumType {
  const of = type instanceof TypeObj ? type.of : type;
  const found = of instanceof NamedType ? of.definition.enumeration : undefined;
  if (!found) throw error('ArgumentException', "Type provided must be an Enum. (Parameter 'enumType')");
  return found;
}

function parseEnum(type: EnumType, text: string | null, ignoreCase: boolean): EnumValue | undefined {
  if (text === null) throw error('ArgumentNullException', "Value cannot be null. (Parameter 'value')");
  const trimmed = text.trim();
  if (/^[+-]?\d+$/u.test(trimmed)) return new EnumValue(type, Number(trimmed));
  let value = 0;
  for (const part of trimmed.split(',')) {
    const name = part.trim();
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
      text?.trim() === ''
        ? "Must specify valid information for parsing in the string. (Parameter 'value')"
        : `Requested value '${text ?? ''}' was not found.`,
    );
  return value;
}

function tryEnum(type: EnumType, text: string | null, ignoreCase: boolean, result: Ref): boolean {
  const value = text === null ? undefined : parseEnum(type, text, ignoreCase);
  result.write(value ?? new EnumValue(type, 0));
  return value !== undefined;
}

const own = (c: Call): EnumType => enumOf(c.t[0] ?? need('Object').open);
declare('System', 'class Enum : ValueType, IComparable, IFormattable', {
  'string ToString()': (c, self: Value) => textOf(self, c.rt),
  'string ToString(string format)': (c, self: Value, format: string | null) => enumFormat(c, self as EnumValue, format),
  'int CompareTo(object target)': (c, self: Value, other: Value) => compare(self, other, c.rt),
  'bool HasFlag(Enum flag)': (_c, self: EnumValue, flag: EnumValue) => (BigInt(self.value) & BigInt(flag.value)) === BigInt(flag.value),
  'TypeCode GetTypeCode()': (_c, self: EnumValue) => typeCode(typeOf(self)),
  'static Array GetValues(Type enumType)': (_c, type: TypeObj) => new TypedArray(arrayOf(type.of), entries(enumOf(type)).map(([, value]) => new EnumValue(enumOf(type), value))),
  'static string[] GetNames(Type enumType)': (_c, type: TypeObj) => new TypedArray(arrayOf(need('String').open), entries(enumOf(type)).map(([name]) => name)),
  'static string GetName(Type enumType, object value)': (_c, type: TypeObj, value: Value) => enumMemberName(enumOf(type), Number(asBigInt(value))) ?? null,
  'static bool IsDefined(Type enumType, object value)': (_c, type: TypeObj, value: Value) => (typeof value === 'string' ? enumOf(type).members.has(value) : [...enumOf(type).members.values()].some((number) => BigInt(number) === asBigInt(value))),
  'static object Parse(Type enumType, string value)': (_c, type: TypeObj, text: string | null) => requireEnum(enumOf(type), text, false),
  'static object Parse(Type enumType, string value, bool ignoreCase)': (_c, type: TypeObj, text: string | null, ignoreCase: boolean) => requireEnum(enumOf(type), text, ignoreCase),
  'static TEnum Parse<TEnum>(string value)': (c, text: string | null) => requireEnum(own(c), text, false),
  'static TEnum Parse<TEnum>(string value, bool ignoreCase)': (c, text: string | null, ignoreCase: boolean) => requireEnum(own(c), text, ignoreCase),
  'static bool TryParse<TEnum>(string value, out TEnum result)': (c, text: string | null, result: Ref) => tryEnum(own(c), text, false, result),
  'static bool TryParse<TEnum>(string value, bool ignoreCase, out TEnum result)': (c, text: string | null, ignoreCase: boolean, result: Ref) => tryEnum(own(c), text, ignoreCase, result),
  'static object ToObject(Type enumType, object value)': (_c, type: TypeObj, value: Value) => new EnumValue(enumOf(type), Number(asBigInt(value))),
  'static Type GetUnderlyingType(Type enumType)': (_c, type: TypeObj) => typeObject(type.of instanceof NamedType ? need(INT_NAMES[type.of.definition.underlying] ?? 'Int32').open : need('Int32').open),
  'static string Format(Type enumType, object value, string format)': (c, type: TypeObj, value: Value, format: string) => {
    if (value instanceof EnumValue) return enumFormat(c, value, format);
    // A number has the name of one member, or stays a number.
    const found = new EnumValue(enumOf(type), Number(asBigInt(value)));
    return /^g$/iu.test(format) ? (enumMemberName(found.type, found.value) ?? String(found.value)) : enumFormat(c, found, format);
  },
}, { special: 'Enum' }); // prettier-ignore
const INT_NAMES: Readonly<Record<string, string>> = {
  byte: 'Byte',
  sbyte: 'SByte',
  short: 'Int16',
  ushort: 'UInt16',
  int: 'Int32',
  uint: 'UInt32',
  long: 'Int64',
  ulong: 'UInt64',
};

/** TypeCode of a type; that of an enum is that of its numbers. */
export function typeCode(type: Type | undefined): EnumValue {
  const enumeration = enumOf(need('TypeCode').open);
  const name =
    type === undefined
      ? 'Empty'
      : type instanceof NamedType
        ? type.definition.kind === 'enum'
          ? (INT_NAMES[type.definition.underlying] ?? 'Int32')
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
declareEnum('System.Globalization', 'NumberStyles', { None: 0, AllowLeadingWhite: 1, AllowTrailingWhite: 2, AllowLeadingSign: 4, Integer: 7, AllowTrailingSign: 8, AllowParentheses: 16, AllowDecimalPoint: 32, AllowThousands: 64, Number: 111, AllowExponent: 128, Float: 167, AllowCurrencySymbol: 256, Currency: 383, Any: 511, AllowHexSpecifier: 512, HexNumber: 515 }, true); // prettier-ignore
declareEnum('System.Globalization', 'DateTimeStyles', { None: 0, AllowLeadingWhite: 1, AllowTrailingWhite: 2, AllowInnerWhite: 4, AllowWhiteSpaces: 7, NoCurrentDateDefault: 8, AdjustToUniversal: 16, AssumeLocal: 32, AssumeUniversal: 64, RoundtripKind: 128 }, true); // prettier-ignore
declareEnum('System.Globalization', 'TimeSpanStyles', { None: 0, AssumeNegative: 1 });
declareEnum('System.Globalization', 'CompareOptions', { None: 0, IgnoreCase: 1, IgnoreNonSpace: 2, IgnoreSymbols: 4, IgnoreKanaType: 8, IgnoreWidth: 16, OrdinalIgnoreCase: 268435456, StringSort: 536870912, Ordinal: 1073741824 }, true); // prettier-ignore
declareEnum('System.Globalization', 'UnicodeCategory', inOrder('UppercaseLetter LowercaseLetter TitlecaseLetter ModifierLetter OtherLetter NonSpacingMark SpacingCombiningMark EnclosingMark DecimalDigitNumber LetterNumber OtherNumber SpaceSeparator LineSeparator ParagraphSeparator Control Format Surrogate PrivateUse ConnectorPunctuation DashPunctuation OpenPunctuation ClosePunctuation InitialQuotePunctuation FinalQuotePunctuation OtherPunctuation MathSymbol CurrencySymbol ModifierSymbol OtherSymbol OtherNotAssigned')); // prettier-ignore
declareEnum('System.Text', 'NormalizationForm', { FormC: 1, FormD: 2, FormKC: 5, FormKD: 6 });
declareEnum('System.ComponentModel', 'ListSortDirection', inOrder('Ascending Descending'));

/** Tuples of values; the members Item1 … are the binder's own. */
for (let count = 1; count <= 12; count++) {
  const types = Array.from({ length: count }, (_, index) => `T${String(index + 1)}`);
  declare('System', `struct ValueTuple<${types.join(', ')}> : IComparable`, {
    [`new(${types.map((type, index) => `${type} item${String(index + 1)}`).join(', ')})`]: (c: Call, ...items: Value[]) => tuple(c.type, items),
    'string ToString()': (c, self: Value) => textOf(self, c.rt),
    [`int CompareTo(ValueTuple<${types.join(', ')}> other)`]: (c: Call, self: Value, other: Value) => compare(self, other, c.rt),
    'int CompareTo(object other)': (c, self: Value, other: Value) => compare(self, other, c.rt),
    [`bool Equals(ValueTuple<${types.join(', ')}> other)`]: (c: Call, self: Value, other: Value) => equals(self, other, c.rt),
    [`Tuple<${types.join(', ')}> ToTuple()`]: (c: Call, self: TupleObj) => new ReferenceTuple(need('Tuple', count).of(c.type.args), [...self.fields]),
  }, { special: 'tuple' }); // prettier-ignore
  if (count > 8) continue;
  declare('System', `class Tuple<${types.join(', ')}> : IComparable`, {
    [`new(${types.map((type, index) => `${type} item${String(index + 1)}`).join(', ')})`]: (
      c: Call,
      ...items: Value[]
    ) => new ReferenceTuple(c.type, items),
    ...Object.fromEntries(
      types.map((type, index) => [
        `${type} Item${String(index + 1)} { get; }`,
        (_c: Call, self: Obj) => self.fields[index] ?? null,
      ]),
    ),
    [`void Deconstruct(${types.map((type, index) => `out ${type} item${String(index + 1)}`).join(', ')})`]: (
      _c: Call,
      self: Obj,
      ...parts: Ref[]
    ) => {
      for (const [index, part] of parts.entries()) part.write(self.fields[index] ?? null);
    },
    [`ValueTuple<${types.join(', ')}> ToValueTuple()`]: (c: Call, self: Obj) =>
      tuple(need('ValueTuple', count).of(c.type.args), [...self.fields]),
  });
}

function tuple(type: NamedType, items: Value[]): TupleObj {
  const made = new TupleObj(type);
  made.fields = items;
  return made;
}

/** A System.Tuple: an object with the equality of its items. */
class ReferenceTuple extends Obj {
  constructor(type: NamedType, items: Value[]) {
    super(type);
    this.fields = items;
  }
  override nativeText(rt: Call['rt']): string {
    return `(${this.fields.map((field) => textOf(field, rt)).join(', ')})`;
  }
  override nativeEquals(other: Value, rt: Call['rt']): boolean {
    return (
      other instanceof ReferenceTuple &&
      other.fields.length === this.fields.length &&
      this.fields.every((field, index) => equals(field, other.fields[index] ?? null, rt))
    );
  }
  override nativeKey(rt: Call['rt']): unknown {
    return `T${this.fields.map((field) => String(hashOf(field, rt))).join('|')}`;
  }
  override nativeCompare(other: Value, rt: Call['rt']): number {
    if (!(other instanceof ReferenceTuple)) throw error('ArgumentException', 'Argument must be a tuple.');
    for (const [index, field] of this.fields.entries()) {
      const order = compare(field, other.fields[index] ?? null, rt);
      if (order !== 0) return order;
    }
    return 0;
  }
}
declare('System', 'static class Tuple', Object.fromEntries(Array.from({ length: 8 }, (_, index) => {
  const types = Array.from({ length: index + 1 }, (_each, at) => `T${String(at + 1)}`);
  return [`Tuple<${types.join(', ')}> Create<${types.join(', ')}>(${types.map((type, at) => `${type} item${String(at + 1)}`).join(', ')})`, (c: Call, ...items: Value[]) => new ReferenceTuple(need('Tuple', index + 1).of(c.t), items)];
}))); // prettier-ignore
declare('System', 'struct ValueTuple', Object.fromEntries(Array.from({ length: 8 }, (_, index) => {
  const types = Array.from({ length: index + 1 }, (_each, at) => `T${String(at + 1)}`);
  return [`static ValueTuple<${types.join(', ')}> Create<${types.join(', ')}>(${types.map((type, at) => `${type} item${String(at + 1)}`).join(', ')})`, (c: Call, ...items: Value[]) => tuple(need('ValueTuple', index + 1).of(c.t), items)];
}))); // prettier-ignore

declare('System', 'class Lazy<T>', {
  'new(Func<T> valueFactory)': (c, make: Func) => new LazyObj(c.type, () => make.invoke([])),
  'new(Func<T> valueFactory, bool isThreadSafe)': (c, make: Func) => new LazyObj(c.type, () => make.invoke([])),
  'new()': (c) => new LazyObj(c.type, () => created(c, c.type.args[0])),
  'T Value { get; }': (_c, self: LazyObj) => self.value,
  'bool IsValueCreated { get; }': (_c, self: LazyObj) => self.isCreated,
});

function created(c: Call, type: Type | undefined): Value {
  if (!(type instanceof NamedType)) throw error('MissingMethodException', 'The type has no constructor.');
  const found = type.definition
    .members('.ctor')
    .find((member) => member.k === 'method' && member.parameters.length === 0);
  if (found?.k !== 'method')
    throw new NetException(
      'MissingMethodException',
      'The lazily-initialized type does not have a public, parameterless constructor.',
    );
  return found.invoke(null, [], { rt: c.rt, t: [], type });
}

class LazyObj extends Obj {
  readonly #make: () => Value;
  #value: Value = null;
  isCreated = false;
  constructor(type: NamedType, make: () => Value) {
    super(type);
    this.#make = make;
  }
  get value(): Value {
    if (!this.isCreated) {
      this.#value = this.#make();
      this.isCreated = true;
    }
    return this.#value;
  }
  override nativeText(rt: Call['rt']): string {
    return this.isCreated ? textOf(this.#value, rt) : 'Value is not created.';
  }
}

declare('System', 'static class Environment', {
  'string NewLine { get; }': () => '\n',
  'int TickCount { get; }': () => 0,
  'string MachineName { get; }': () => '',
  'string UserName { get; }': () => '',
});
declare('System', 'static class GC', {
  'void Collect()': () => undefined,
  'void SuppressFinalize(object obj)': () => undefined,
});

/** Collections as interfaces see them: each works on every collection of the library. */
const enumeratorOf = (c: Call, self: Value, item: Type): Value =>
  new EnumeratorObj(need('IEnumerator', 1).of([item]), self, c.rt);
declare('System.Collections', 'interface IEnumerable', {
  'IEnumerator GetEnumerator()': (c, self: Value) => new EnumeratorObj(need('IEnumerator').open, self, c.rt),
});
declare('System.Collections.Generic', 'interface IEnumerable<T> : IEnumerable', {
  'IEnumerator<T> GetEnumerator()': (c, self: Value) => enumeratorOf(c, self, c.type.args[0] ?? need('Object').open),
});
const enumerator = {
  'bool MoveNext()': (c: Call, self: Value): boolean =>
    self instanceof Sequence ? self.moveNext(c.rt) : (self as EnumeratorObj).moveNext(),
  'void Reset()': (_c: Call, self: Value): void => {
    if (self instanceof EnumeratorObj) self.reset();
    else throw error('NotSupportedException', 'Specified method is not supported.');
  },
};
declare('System.Collections', 'interface IEnumerator', {
  'object Current { get; }': (_c, self: EnumeratorObj) => self.current,
  ...enumerator,
});
declare('System.Collections.Generic', 'interface IEnumerator<T> : IEnumerator, IDisposable', {
  'T Current { get; }': (_c, self: EnumeratorObj) => self.current,
});
alias('object', need('Object'));
alias('void', need('Void'));
