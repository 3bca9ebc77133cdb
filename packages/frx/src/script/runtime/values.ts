import type { Culture } from '../../expression/cultures/culture.ts';
import { invariantCulture } from '../../expression/cultures/cultures.ts';
import { Decimal } from '../../expression/values/decimal.ts';
import { ExpressionError, NetException } from '../../expression/errors.ts';
import { HostObject } from '../../expression/hostClass.ts';
import type { Runtime } from '../../expression/scope.ts';
import { formatted, systemNames, toText } from '../../expression/formats/toText.ts';
import {
  Char,
  DateTime,
  Delegate,
  Double,
  EnumValue,
  Integer,
  NetArray,
  Single,
  TimeSpan,
} from '../../expression/values/values.ts';
import type { EnumType, Value } from '../../expression/values/values.ts';
import { need, libraryType } from '../library/registry.ts';
import { arrayOf, ArrayType, plain, systemText, TypeDefinition, TypeParameter } from '../binder/types/types.ts';
import type { Call, MethodMember, NamedType, Type } from '../binder/types/types.ts';
import { AnonymousObj, Func, Obj, StructObj, TupleObj, TypedArray } from './objects.ts';

/** Operations on every value: type, equality, order, text. */

/** Returns an exception of the library to be thrown. */
export function error(type: string, message: string): NetException {
  return new NetException(type, message);
}

/** NullReferenceException with its message. */
export function nullReference(): NetException {
  return error('NullReferenceException', 'Object reference not set to an instance of an object.');
}

/** Definitions of enums by their value's type. */
const enumDefinitions = new WeakMap<EnumType, TypeDefinition>();

/** Registers the type of the library for an enumeration. */
export function registerEnum(type: EnumType, definition: TypeDefinition): void {
  enumDefinitions.set(type, definition);
}

/** Types of the objects of a report, by the names of their classes. */
let hostTypes: (name: string) => NamedType | undefined = () => undefined;

/** Sets the function that finds types of the report by name. */
export function setHostTypes(find: (name: string) => NamedType | undefined): void {
  hostTypes = find;
}

/** Returns the run-time type of a value; null has none. */
export function typeOf(value: Exclude<Value, null>): Type {
  switch (typeof value) {
    case 'string':
      return need('String').open;
    case 'number':
      return need('Int32').open;
    case 'bigint':
      return need('Int64').open;
    case 'boolean':
      return need('Boolean').open;
    default:
  }
  if (value instanceof Obj) return value.type;
  if (value instanceof TypedArray) return value.type;
  if (value instanceof Uint8Array) return arrayOf(need('Byte').open);
  if (value instanceof Func) return value.type;
  if (value instanceof EnumValue)
    return (enumDefinitions.get(value.type) ?? libraryType(value.type.name) ?? need('Int32')).open;
  if (value instanceof NetArray)
    return arrayOf(hostTypes(value.elementType) ?? libraryType(value.elementType)?.open ?? need('Object').open);
  if (value instanceof Delegate) return need('EventHandler').open;
  switch (value.kind) {
    case 'double':
      return need('Double').open;
    case 'float':
      return need('Single').open;
    case 'decimal':
      return need('Decimal').open;
    case 'char':
      return need('Char').open;
    case 'DateTime':
      return need('DateTime').open;
    case 'TimeSpan':
      return need('TimeSpan').open;
    case 'integer':
      return need(value.type).open;
    default:
      return hostTypes(value.typeName) ?? libraryType(value.typeName)?.open ?? need('Object').open;
  }
}

/** Returns true if a value is of a closed type; false for null. */
export function isInstance(value: Value, type: Type): boolean {
  if (value === null) return false;
  if (type.kind === 'named') {
    if (type.special === 'object' || type.special === 'dynamic') return true;
    if (type.special === 'Nullable') return type.args[0] !== undefined && isInstance(value, type.args[0]);
  }
  const from = plain(typeOf(value));
  if (derives(from, plain(type))) return true;
  refuseOtherSign(from, plain(type));
  return false;
}

/** Types of whole numbers by the type of the same size that .NET takes for equal as elements of arrays. */
const SIGNED: Readonly<Record<string, string>> = { Byte: 'SByte', UInt16: 'Int16', UInt32: 'Int32', UInt64: 'Int64' };

function signedName(type: Type | undefined): string | undefined {
  if (type?.kind !== 'named') return undefined;
  const { name, kind, underlying } = type.definition;
  const found = kind === 'enum' ? (systemNames.get(underlying) ?? 'Int32') : name;
  return SIGNED[found] ?? (Object.values(SIGNED).includes(found) ? found : undefined);
}

/** @throws ExpressionError for an array that .NET accepts as one of another type of the same size, such as int[] as uint[] */
function refuseOtherSign(from: Type, to: Type): void {
  if (!(from instanceof ArrayType)) return;
  const wanted =
    to instanceof ArrayType
      ? to.rank === from.rank && to.element
      : to instanceof TypeParameter || from.rank > 1 || !ARRAY_INTERFACES.has(to.definition.name)
        ? undefined
        : to.args[0];
  if (!wanted) return;
  const name = signedName(wanted);
  if (name !== undefined && name === signedName(from.element))
    throw new ExpressionError(
      `Using an array of ${typeName(from.element)} as one of ${typeName(wanted)} is not available, although .NET allows it`,
    );
}

/** Returns true if one run-time type derives from the other or is equal; `object[]` accepts arrays of any reference type. */
export function derives(from: Type, to: Type): boolean {
  if (from === to) return true;
  if (to instanceof TypeParameter || from instanceof TypeParameter) return false;
  if (from instanceof ArrayType) {
    if (to instanceof ArrayType)
      return from.rank === to.rank && !isValueType(from.element) && derives(from.element, to.element);
    if (to.special === 'object' || to.special === 'Array') return true;
    if (need('Array').open.bases.some((base) => base.definition === to.definition)) return true;
    return (
      from.rank === 1 &&
      ARRAY_INTERFACES.has(to.definition.name) &&
      to.args[0] !== undefined &&
      variant(from.element, to.args[0])
    );
  }
  if (to instanceof ArrayType) return false;
  const wanted = to.plain ?? to;
  for (const base of from.bases) {
    if (base === wanted) return true;
    if (base.definition === wanted.definition && isVariant(base, wanted)) return true;
  }
  return from.special === 'dynamic' || wanted.special === 'object';
}

const ARRAY_INTERFACES = new Set(['IEnumerable', 'IList', 'ICollection', 'IReadOnlyList', 'IReadOnlyCollection']);
/** Variance of the type parameters of interfaces and delegates: `o`ut, `i`n. */
const VARIANCE: Readonly<Record<string, string>> = {
  IEnumerable: 'o',
  IEnumerator: 'o',
  IReadOnlyList: 'o',
  IReadOnlyCollection: 'o',
  IGrouping: 'oo',
  IQueryable: 'o',
  IOrderedEnumerable: 'o',
  IComparer: 'i',
  IComparable: 'i',
  IEqualityComparer: 'i',
  Action: 'iiiiiiii',
  Predicate: 'i',
  Comparison: 'i',
  Converter: 'io',
}; // prettier-ignore // prettier-ignore // prettier-ignore // prettier-ignore

/** Returns `o`, `i` or `-` for a type parameter. */
export function varianceOf(definition: TypeDefinition, index: number): string {
  if (definition.name === 'Func') return index === definition.typeParameters.length - 1 ? 'o' : 'i';
  if (definition.isScript) return definition.typeParameters[index]?.variance?.[0] ?? '-';
  return VARIANCE[definition.name]?.[index] ?? '-';
}

function isVariant(from: NamedType, to: NamedType): boolean {
  return from.args.every((arg, index) => {
    const wanted = to.args[index];
    if (!wanted) return false;
    if (arg === wanted) return true;
    const kind = varianceOf(from.definition, index);
    return kind === 'o' ? variant(arg, wanted) : kind === 'i' ? variant(wanted, arg) : false;
  });
}

/** Returns true for a reference conversion, which does not change the value. */
function variant(from: Type, to: Type): boolean {
  return from === to || (!isValueType(from) && !isValueType(to) && derives(from, to));
}

/** Returns true for a type whose values are copied. */
export function isValueType(type: Type): boolean {
  if (type instanceof TypeParameter) return type.isStruct;
  return type.kind === 'named' && type.definition.isValueType;
}

/** Methods of System.Object without parameters; only an override is called on an object. */
const OF_OBJECT = new Set(['ToString', 'GetHashCode']);

/** Returns a method of the script by name and number of parameters for an object of a class; undefined if it is the library's own. */
export function scriptMethod(
  definition: TypeDefinition,
  name: string,
  count: number,
  of?: string,
): MethodMember | undefined {
  const isOfObject = count === 0 && OF_OBJECT.has(name);
  let found: MethodMember | undefined;
  for (let type: TypeDefinition | undefined = definition; type?.isScript; type = type.shape.base?.definition)
    for (const member of type.members(name)) {
      if (member.k !== 'method' || member.parameters.length !== count || member.isStatic) continue;
      if (of && member.explicit && member.explicit.definition.name !== of) continue;
      if (!isOfObject) return member;
      // A method that hides that of object separates the overrides of derived classes from it.
      found = member.isOverride ? (found ?? member) : undefined;
    }
  return found;
}

/** Calls a method of the script on an object. */
export function callScript(self: Obj, method: MethodMember, args: readonly Value[], rt: Runtime): Value {
  const call: Call = { rt, t: [], type: self.type.as(method.owner) ?? self.type };
  return method.invoke(self, args, call);
}

/** Implements `a.Equals(b)`, with null allowed on either side. */
export function equals(a: Value, b: Value, rt: Runtime): boolean {
  if (a === b) return true;
  if (a === null || b === null) return false;
  if (typeof a !== 'object') return false;
  if (a instanceof Obj) {
    const method = a.type.definition.isScript ? equalsMethod(a, b) : undefined;
    if (method) return callScript(a, method, [b], rt) === true;
    if (a instanceof TupleObj || a instanceof AnonymousObj || a instanceof StructObj) {
      if (
        !(b instanceof Obj) ||
        b.type.definition !== a.type.definition ||
        (a.type !== b.type && !(a instanceof TupleObj && sameTuple(a, b)))
      )
        return false;
      return (
        a.fields.length === b.fields.length &&
        a.fields.every((field, index) => equals(field, b.fields[index] ?? null, rt))
      );
    }
    return a.nativeEquals?.(b, rt) ?? false;
  }
  if (typeof b !== 'object') return false;
  if (a instanceof Decimal) return b instanceof Decimal && a.compare(b) === 0;
  if (a instanceof Double)
    return b instanceof Double && (a.value === b.value || (Number.isNaN(a.value) && Number.isNaN(b.value)));
  if (a instanceof Single)
    return b instanceof Single && (a.value === b.value || (Number.isNaN(a.value) && Number.isNaN(b.value)));
  if (a instanceof Integer) return b instanceof Integer && a.type === b.type && a.value === b.value;
  if (a instanceof Char) return b instanceof Char && a.code === b.code;
  if (a instanceof DateTime) return b instanceof DateTime && a.milliseconds === b.milliseconds && a.ticks === b.ticks;
  if (a instanceof TimeSpan) return b instanceof TimeSpan && a.ticks === b.ticks;
  if (a instanceof EnumValue) return b instanceof EnumValue && a.type === b.type && a.value === b.value;
  if (a instanceof Func) return b instanceof Func && a.same(b);
  if (a instanceof Uint8Array || a instanceof NetArray || a instanceof Delegate) return false;
  return a.equals?.(b) ?? false;
}

function sameTuple(a: TupleObj, b: Obj): boolean {
  return (
    b instanceof TupleObj &&
    a.type.args.every((arg, index) => {
      const other = b.type.args[index];
      return arg === other || (other !== undefined && systemText(arg) === systemText(other));
    })
  );
}

/** Returns `Equals(object)`, or that of IEquatable if the other object is of the same class. */
function equalsMethod(self: Obj, other: Value): MethodMember | undefined {
  let plainMethod: MethodMember | undefined;
  for (let type: TypeDefinition | undefined = self.type.definition; type?.isScript; type = type.shape.base?.definition)
    for (const member of type.members('Equals')) {
      if (member.k !== 'method' || member.parameters.length !== 1 || member.isStatic) continue;
      const parameter = member.parameters[0]?.type;
      if (parameter?.kind === 'named' && (parameter.special === 'object' || parameter.special === 'dynamic')) {
        if (member.isOverride) plainMethod ??= member;
      } else if (
        parameter &&
        other !== null &&
        self.type.interfaces.some((each) => each.definition.name === 'IEquatable') &&
        isInstance(other, parameter)
      )
        return member;
    }
  return plainMethod;
}

/** `Type.Name`. */
export function typeName(type: Type): string {
  if (type instanceof TypeParameter) return type.name;
  if (type instanceof ArrayType) return `${typeName(type.element)}[${','.repeat(type.rank - 1)}]`;
  const own = type.definition.typeParameters.length - (type.definition.outer?.typeParameters.length ?? 0);
  // Longer tuples nest: the eighth argument is a tuple of the rest.
  if (type.special === 'tuple' && own > 7) return 'ValueTuple`8';
  return own > 0 ? `${type.definition.name}\`${String(own)}` : type.definition.name;
}

/** `value.ToString()`; null gives an empty text, as concatenation has it. */
export function textOf(value: Value, rt: Runtime, culture: Culture = rt.culture): string {
  if (value === null) return '';
  if (typeof value !== 'object') return toText(value, culture);
  if (value instanceof Obj) return objectText(value, rt, culture);
  if (value instanceof TypedArray) return systemText(value.type);
  if (value instanceof Func) return systemText(value.type);
  // Object.ToString.
  if (value instanceof HostObject && !value.definition.text) return systemTextOf(value);
  return toText(value, culture);
}

function objectText(value: Obj, rt: Runtime, culture: Culture): string {
  const { definition } = value.type;
  if (definition.isScript) {
    const method = scriptMethod(definition, 'ToString', 0);
    if (method) return (callScript(value, method, [], rt) as string | null) ?? '';
  }
  if (value instanceof TupleObj) return `(${value.fields.map((field) => textOf(field, rt, culture)).join(', ')})`;
  if (value instanceof AnonymousObj) {
    const names = value.type.definition.memberNames();
    if (names.length === 0) return '{ }';
    return `{ ${names.map((name, index) => `${name} = ${textOf(value.fields[index] ?? null, rt, culture)}`).join(', ')} }`;
  }
  return value.nativeText(rt);
}

/** `ToString(format, provider)`, by which composite formats write a value. */
export function formatText(
  value: Value,
  format: string,
  rt: Runtime,
  culture: Culture = rt.culture,
  provider: Value = null,
): string {
  if (value instanceof Obj) {
    const method = value.type.definition.isScript ? scriptMethod(value.type.definition, 'ToString', 2) : undefined;
    if (method && value.type.bases.some(({ definition }) => definition.name === 'IFormattable'))
      return (callScript(value, method, [format === '' ? null : format, provider], rt) as string | null) ?? '';
    const formats = value as Obj & { formatted?: (format: string, rt: Runtime, culture: Culture) => string };
    if (formats.formatted && format !== '') return formats.formatted(format, rt, culture);
    // What is no IFormattable is written without a provider.
    const isFormattable = value.type.bases.some(({ definition }) => definition.name === 'IFormattable');
    return textOf(value, isFormattable && culture !== rt.culture ? { ...rt, culture } : rt);
  }
  if (value === null || format === '') return textOf(value, rt, culture);
  return value instanceof EnumValue ? enumFormat(value, format, rt) : formatted(value, format, culture);
}

const ENUM_BITS: Readonly<Record<string, number>> = { sbyte: 8, byte: 8, short: 16, ushort: 16, long: 64, ulong: 64 };

/** All hexadecimal digits of an enum's underlying type. */
function enumHex(value: EnumValue): string {
  const type = typeOf(value);
  const bits = (type.kind === 'named' ? ENUM_BITS[type.definition.underlying] : undefined) ?? 32;
  return BigInt.asUintN(bits, BigInt(value.value))
    .toString(16)
    .toUpperCase()
    .padStart(bits / 4, '0');
}

/** The formats G, F, D and X of an enum. */
function enumFormat(value: EnumValue, format: string, rt: Runtime): string {
  switch (format.toUpperCase()) {
    case '':
    case 'G':
    case 'F':
      return textOf(value, rt);
    case 'D':
      return String(value.value);
    case 'X':
      return enumHex(value);
    default:
      throw error('FormatException', 'Format string can be only "G", "g", "X", "x", "F", "f", "D" or "d".');
  }
}

/** `ToString()` of `object`: the name of the class. */
export function systemTextOf(value: Exclude<Value, null>): string {
  return systemText(typeOf(value));
}

/**
 * Same object. Equal texts, and equal boxed values, may be one object in .NET or two, which their values do not show. Throws ExpressionError
 * for them.
 */
export function sameReference(a: Value, b: Value): boolean {
  if (typeof a === 'string' && a === b && a !== '')
    throw new ExpressionError(
      'Comparing texts as references (object ==, ReferenceEquals) is not available for equal texts: compare them as strings',
    );
  if (
    isPlainValue(a) &&
    isPlainValue(b) &&
    typeName(typeOf(a)) === typeName(typeOf(b)) &&
    toText(a, invariantCulture) === toText(b, invariantCulture)
  )
    throw new ExpressionError(
      'Comparing boxed values as references (object ==, ReferenceEquals) is not available for equal values: compare them with Equals',
    );
  return a === b;
}

/** A value of a value type that carries no identity of its own. */
function isPlainValue(value: Value): value is Exclude<Value, null> {
  if (value === null || typeof value === 'string') return false;
  return typeof value !== 'object' || (!(value instanceof Obj) && isValueType(typeOf(value)));
}
