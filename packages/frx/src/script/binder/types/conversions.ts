import { roundHalfEven } from '../../../expression/members/math.ts';
import { dateTimeFromTicks } from '../../../expression/values/calendar.ts';
import { Char, Double, EnumValue, NetArray, TimeSpan } from '../../../expression/values/values.ts';
import type { Value } from '../../../expression/values/values.ts';
import { integral, isIntegral, isNumeric, numericConversion } from '../../runtime/arithmetic.ts';
import { asBigInt, asNumber } from '../../../expression/values/promotion.ts';
import { defaultOf } from '../../runtime/defaults.ts';
import { copyOf, TupleObj } from '../../runtime/objects.ts';
import {
  error,
  isInstance,
  isValueType,
  nullReference,
  textOf,
  typeOf,
  varianceOf,
  derives,
} from '../../runtime/values.ts';
import type { Frame } from '../bound.ts';
import type { Context } from '../context.ts';
import {
  isDelegate,
  isDynamic,
  isEnum,
  isError,
  isSpecial,
  isTuple,
  isVariant,
  special,
  specialOf,
  underlying,
} from './specials.ts';
import { ArrayType, castMessage, display, isClosed, plain, same, substitute, TypeParameter } from './types.ts';
import type { MethodMember, NamedType, Special, Type } from './types.ts';

/** Conversions (C# specification, Conversions). */

/** Converts a value; undefined if the conversion does not change it. */
export interface Conversion {
  readonly apply: ((value: Value, frame: Frame) => Value) | undefined;
  readonly kind:
    | 'identity'
    | 'numeric'
    | 'nullable'
    | 'reference'
    | 'boxing'
    | 'user'
    | 'dynamic'
    | 'tuple'
    | 'unboxing'
    | 'enum';
}

const IDENTITY: Conversion = { kind: 'identity', apply: undefined };
const REFERENCE: Conversion = { kind: 'reference', apply: undefined };
/** Conversion of a Variant to an object, which is never null: one without a value is written as an empty text. */
const BOXED_VARIANT: Conversion = { kind: 'boxing', apply: (value) => value ?? '' };
/** Conversion of a Char to a text, which is implicit in Visual Basic. */
const ONE_CHARACTER: Conversion = {
  kind: 'dynamic',
  apply: (value) => (value instanceof Char ? String.fromCharCode(value.code) : value),
};
/** An array of characters as a text, which is a widening conversion of Visual Basic. */
const CHARACTERS: Conversion = {
  kind: 'dynamic',
  apply: (value) =>
    value instanceof NetArray ? value.items.map((each) => (each instanceof Char ? String.fromCharCode(each.code) : '')).join('') : value, // prettier-ignore
};
const BOXING: Conversion = { kind: 'boxing', apply: copyOf };

/** Numeric types to which a type converts implicitly (C# specification, Implicit numeric conversions). */
const WIDER: Readonly<Record<string, readonly Special[]>> = {
  sbyte: ['short', 'int', 'long', 'float', 'double', 'decimal'],
  byte: ['short', 'ushort', 'int', 'uint', 'long', 'ulong', 'float', 'double', 'decimal'],
  short: ['int', 'long', 'float', 'double', 'decimal'],
  ushort: ['int', 'uint', 'long', 'ulong', 'float', 'double', 'decimal'],
  int: ['long', 'float', 'double', 'decimal'],
  uint: ['long', 'ulong', 'float', 'double', 'decimal'],
  long: ['float', 'double', 'decimal'],
  ulong: ['float', 'double', 'decimal'],
  char: ['ushort', 'int', 'uint', 'long', 'ulong', 'float', 'double', 'decimal'],
  float: ['double'],
};

export function isReference(type: Type): boolean {
  if (type instanceof TypeParameter) return type.isClass || type.constraints.some((each) => each.kind === 'named' && each.definition.kind === 'class' && !isSpecial(each, 'object')); // prettier-ignore
  return !isValueType(type);
}

/** Returns true if a value of one type is also of the other without conversion. */
function isDerived(from: Type, to: Type): boolean {
  if (from === to || plain(from) === plain(to)) return true;
  if (from instanceof TypeParameter) return isSpecial(to, 'object') || from.constraints.some((each) => isDerived(each, to)) || (from.isStruct && isSpecial(to, 'ValueType')); // prettier-ignore
  if (to instanceof TypeParameter) return false;
  if (isClosed(from) && isClosed(to)) return derives(plain(from), plain(to));
  if (from instanceof ArrayType) {
    if (to instanceof ArrayType)
      return (
        from.rank === to.rank &&
        isReference(from.element) &&
        isReference(to.element) &&
        isDerived(from.element, to.element)
      );
    if (isSpecial(to, 'object') || isSpecial(to, 'Array')) return true;
    const element = to.args[0];
    if (
      to.args.length === 1 &&
      element &&
      ['IEnumerable', 'IList', 'ICollection', 'IReadOnlyList', 'IReadOnlyCollection'].includes(to.definition.name)
    )
      return (
        same(from.element, element) ||
        (isReference(from.element) && isReference(element) && isDerived(from.element, element))
      );
    return derives(special('Array'), to);
  }
  if (to instanceof ArrayType) return false;
  if (isSpecial(to, 'object')) return true;
  return from.bases.some((base) => base.definition === to.definition && base.args.every((arg, index) => {
    const wanted = to.args[index];
    if (!wanted || same(arg, wanted)) return wanted !== undefined;
    const kind = varianceOf(to.definition, index);
    if (kind === '-' || !isReference(arg) || !isReference(wanted)) return false;
    return kind === 'o' ? isDerived(arg, wanted) : isDerived(wanted, arg);
  })); // prettier-ignore
}

/** Returns the implicit conversion from one type to another; undefined if there is none. */
export function implicitConversion(
  from: Type,
  to: Type,
  context: Context | undefined,
  user = true,
): Conversion | undefined {
  if (from === to) return IDENTITY;
  if (isVariant(from) && isSpecial(to, 'object') && context?.world.isBasic !== true) return BOXED_VARIANT;
  if (same(from, to)) return IDENTITY;
  if (isError(from) || isError(to)) return IDENTITY;
  if (isSpecial(from, 'void') || isSpecial(to, 'void')) return undefined;
  if (isDynamic(to)) return isValueType(from) ? BOXING : IDENTITY;
  if (isVariant(from) && context?.world.isBasic !== true && !takesVariant(to)) return undefined;
  if (isDynamic(from))
    return isSpecial(to, 'object')
      ? IDENTITY
      : {
          kind: 'dynamic',
          apply: (value, frame) => (isVariant(from) ? fromVariant : fromDynamic)(value, close(to, frame), context),
        };
  if (isSpecial(from, 'null'))
    return underlying(to) || (isReference(to) && !(to instanceof TypeParameter && !to.isClass)) ? REFERENCE : undefined;
  if (context?.world.isBasic === true && isSpecial(from, 'char') && isSpecial(to, 'string')) return ONE_CHARACTER;
  if (context?.world.isBasic === true && isSpecial(to, 'string') && from instanceof ArrayType && isSpecial(from.element, 'char'))
    return CHARACTERS; // prettier-ignore
  const wider = implicitNumeric(from, to);
  if (wider) return wider;
  const inner = underlying(to);
  if (inner) {
    const source = underlying(from);
    const lifted = source ? liftable(source, inner) : liftable(from, inner);
    if (lifted) return lifted;
  }
  if (isTuple(from) && isTuple(to) && from.args.length === to.args.length) {
    const parts = from.args.map((arg, index) => implicitConversion(arg, to.args[index] ?? arg, context));
    if (parts.every((part) => part !== undefined)) return tupleConversion(parts, to);
  }
  if (isDerived(from, to)) return isValueType(from) || from instanceof TypeParameter ? BOXING : REFERENCE;
  const source = underlying(from);
  if (source && isReference(to) && isDerived(source, to)) return BOXING;
  return user ? userConversion(from, to, 'op_Implicit', context) : undefined;
}

/** Names of the classes to which a Variant converts, beside the basic types. */
const TAKING_VARIANTS = new Set(['DateTime', 'TimeSpan', 'IComparable', 'IConvertible', 'ValueType']);

/** Returns true for the types to which a Variant converts implicitly: the basic ones, dates, and what it is boxed to. */
function takesVariant(to: Type): boolean {
  const type = underlying(to) ?? to;
  const name = specialOf(type);
  if (name === 'object' || name === 'string' || name === 'bool' || name === 'char' || isNumeric(name)) return true;
  return type.kind === 'named' && type.args.length === 0 && TAKING_VARIANTS.has(type.definition.name);
}

/** Returns true if a numeric type converts implicitly to another one. */
export function widens(from: Special | undefined, to: Special | undefined): boolean {
  return from !== undefined && to !== undefined && WIDER[from]?.includes(to) === true;
}

function implicitNumeric(from: Type, to: Type): Conversion | undefined {
  const source = specialOf(from);
  const target = specialOf(to);
  if (!source || !target || !WIDER[source]?.includes(target)) return undefined;
  return { kind: 'numeric', apply: numericConversion(source, target, false) };
}

/** Returns a conversion between nullable values. */
function liftable(from: Type, to: Type): Conversion | undefined {
  if (same(from, to)) return { kind: 'nullable', apply: undefined };
  const inner =
    implicitNumeric(from, to) ??
    (isTuple(from) && isTuple(to) ? implicitConversion(from, to, undefined, false) : undefined);
  return inner && lifted(inner);
}

function lifted(conversion: Conversion): Conversion {
  const { apply } = conversion;
  return { kind: 'nullable', apply: apply && ((value, frame) => (value === null ? null : apply(value, frame))) };
}

function tupleConversion(parts: readonly Conversion[], to: NamedType): Conversion {
  return {
    kind: 'tuple',
    apply: (value, frame) => {
      if (!(value instanceof TupleObj)) throw nullReference();
      const made = new TupleObj(close(to.plain ?? to, frame) as NamedType);
      made.fields = value.fields.map((field, index) => parts[index]?.apply?.(field, frame) ?? field);
      return made;
    },
  };
}

/** Replaces type parameters by the type arguments at run time. */
export function close(type: Type, frame: Frame): Type {
  return frame.env ? substitute(type, frame.env) : type;
}

function fromDynamic(value: Value, to: Type, context: Context | undefined): Value {
  if (value === null) {
    if (isValueType(to) && !underlying(to))
      throw error(
        'RuntimeBinderException',
        `Cannot convert null to '${display(to)}' because it is a non-nullable value type`,
      );
    return null;
  }
  if (isInstance(value, to)) return value;
  const conversion = implicitConversion(typeOf(value), to, context);
  if (!conversion)
    throw context?.world.isBasic
      ? error('InvalidCastException', castMessage(typeOf(value), to))
      : error(
          'RuntimeBinderException',
          `Cannot implicitly convert type '${display(typeOf(value))}' to '${display(to)}'`,
        );
  return conversion.apply ? conversion.apply(value, NO_FRAME) : value;
}

/**
 * Converts a Variant to a basic type: null becomes the default, fractions are rounded to whole numbers, and every value converts to a text.
 */
function fromVariant(value: Value, to: Type, context: Context | undefined): Value {
  if (value === null) return isValueType(to) ? defaultOf(to) : isSpecial(to, 'string') ? '' : null;
  if (isInstance(value, to)) return value;
  if (isSpecial(to, 'string') && context) return textOf(value, context.world.outside.rt);
  const inner = underlying(to);
  if (inner) return fromVariant(value, inner, context);
  const [source, target] = [specialOf(typeOf(value)), specialOf(to)];
  if (target === 'bool' && isNumeric(source)) return asNumber(value) !== 0;
  const name = isNumeric(source) && to.kind === 'named' ? to.definition.name : '';
  if (name === 'DateTime') return dateTimeFromTicks(asBigInt(fromVariant(value, special('long'), context)));
  if (name === 'TimeSpan') return new TimeSpan(asNumber(fromVariant(value, special('long'), context)));
  if (!source || !target || !isNumeric(source) || !isNumeric(target)) return fromDynamic(value, to, context);
  const rounds = isIntegral(target) && !isIntegral(source);
  return numericConversion(
    rounds ? 'double' : source,
    target,
    true,
  )(rounds ? new Double(roundHalfEven(asNumber(value))) : value);
}

/** Casts a value whose type is known at run time only. */
export function castDynamic(context: Context, value: Value, to: Type): Value {
  if (value === null || isInstance(value, to)) return fromDynamic(value, to, context);
  const conversion = explicitConversion(typeOf(value), to, context);
  if (!conversion)
    throw error('RuntimeBinderException', `Cannot convert type '${display(typeOf(value))}' to '${display(to)}'`);
  return conversion.apply ? conversion.apply(value, NO_FRAME) : value;
}

/** An empty frame for conversions that do not use it. */
export const NO_FRAME: Frame = {
  self: null,
  v: [],
  k: [],
  c: [],
  env: undefined,
  result: null,
  position: 0,
  label: '',
};

/** Finds the conversion that a class defines (C# specification, User-defined conversions). */
function userConversion(
  from: Type,
  to: Type,
  name: 'op_Implicit' | 'op_Explicit',
  context: Context | undefined,
): Conversion | undefined {
  const source = underlying(from) ?? from;
  const target = underlying(to) ?? to;
  const found: { method: MethodMember; type: NamedType; rank: number; before: Conversion; after: Conversion }[] = [];
  const names = name === 'op_Implicit' ? ['op_Implicit'] : ['op_Implicit', 'op_Explicit'];
  for (const type of [source, target]) {
    if (type.kind !== 'named') continue;
    for (let owner: NamedType | undefined = type; owner; owner = owner.base)
      for (const each of names)
        for (const member of owner.definition.members(each)) {
          if (member.k !== 'method') continue;
          const parameter = substitute(member.parameters[0]?.type ?? special('object'), owner.environment);
          const returns = substitute(member.returns, owner.environment);
          const [isGiven, isWanted] = [same(from, parameter), same(returns, to)];
          const before = isGiven ? IDENTITY : standard(source, parameter, name === 'op_Explicit');
          const after = isWanted ? IDENTITY : standard(returns, target, name === 'op_Explicit');
          if (before && after) found.push({ method: member, type: owner, before, after, rank: (isGiven ? 0 : fit(source, parameter)) + (isWanted ? 0 : fit(returns, target)) }); // prettier-ignore
        }
  }
  const [best] = found.toSorted((a, b) => a.rank - b.rank);
  if (!best || !context) return best && { kind: 'user', apply: undefined };
  const { method, type, before, after } = best;
  const { rt } = context.world.outside;
  const nullable = underlying(from) !== undefined && !underlying(method.parameters[0]?.type ?? from);
  const call = { rt, t: [], type };
  return {
    kind: 'user',
    apply: (value, frame) => {
      if (nullable && value === null) {
        if (underlying(to) || isReference(to)) return null;
        throw error('InvalidOperationException', 'Nullable object must have a value.');
      }
      const given = before.apply ? before.apply(value, frame) : copyOf(value);
      const made = method.invoke(null, [given], call);
      return after.apply ? after.apply(made, frame) : made;
    },
  };
}

/** Returns the distance of a type from another that it converts to; identity is nearest. */
function fit(from: Type, to: Type): number {
  if (same(from, to)) return 1;
  return implicitConversion(from, to, undefined, false) ? 2 : 8;
}

function standard(from: Type, to: Type, explicit: boolean): Conversion | undefined {
  const implicit = implicitConversion(from, to, undefined, false);
  if (implicit || !explicit) return implicit;
  const numeric = isNumeric(specialOf(from)) && isNumeric(specialOf(to));
  return numeric
    ? { kind: 'numeric', apply: numericConversion(specialOf(from) ?? 'int', specialOf(to) ?? 'int', false) }
    : isDerived(to, from)
      ? REFERENCE
      : undefined;
}

/** Returns the explicit conversion of a cast; undefined if there is none. */
export function explicitConversion(from: Type, to: Type, context: Context): Conversion | undefined {
  const implicit = implicitConversion(from, to, context);
  if (implicit) return implicit;
  const source = specialOf(from);
  const target = specialOf(to);
  const fromNumber = isEnum(from) ? from.definition.underlying : isNumeric(source) ? source : undefined;
  const toNumber = isEnum(to) ? to.definition.underlying : isNumeric(target) ? target : undefined;
  if (fromNumber && toNumber) {
    const number = numericConversion(fromNumber, toNumber, context.checked);
    const whole = isEnum(from) ? (value: Value): Value => number(integral(fromNumber, asBigInt(value))) : number;
    return { kind: isEnum(from) || isEnum(to) ? 'enum' : 'numeric', apply: enumerated(whole, to) };
  }
  const inner = underlying(to);
  const outer = underlying(from);
  if (outer && inner) {
    const conversion = explicitConversion(outer, inner, context);
    return conversion && lifted(conversion);
  }
  if (inner && !isReference(from)) {
    const conversion = explicitConversion(from, inner, context);
    if (conversion && conversion.kind !== 'user') return conversion;
  }
  if (outer && isValueType(to)) {
    const conversion = explicitConversion(outer, to, context);
    if (conversion) {
      return {
        kind: 'nullable',
        apply: (value, frame) => {
          if (value === null) throw error('InvalidOperationException', 'Nullable object must have a value.');
          return conversion.apply ? conversion.apply(value, frame) : value;
        },
      };
    }
  }
  if (isTuple(from) && isTuple(to) && from.args.length === to.args.length) {
    const parts = from.args.map((arg, index) => explicitConversion(arg, to.args[index] ?? arg, context));
    if (parts.every((part) => part !== undefined)) return tupleConversion(parts, to);
  }
  const user = userConversion(from, to, 'op_Explicit', context);
  if (user) return user;
  if (canBe(from, to)) return checkedCast(to);
  return undefined;
}

export function enumerated(convert: (value: Value) => Value, to: Type): (value: Value) => Value {
  if (!isEnum(to)) return convert;
  const { enumeration } = to.definition;
  return (value) => (enumeration ? new EnumValue(enumeration, Number(asBigInt(convert(value)))) : convert(value));
}

/** Returns true when an object of one type can be of the other at run time. */
function canBe(from: Type, to: Type): boolean {
  if (isSpecial(from, 'object') || from instanceof TypeParameter || to instanceof TypeParameter) return true;
  if (isDerived(to, from)) return true;
  const isInterface = (type: Type): boolean => type.kind === 'named' && type.definition.kind === 'interface';
  const isSealed = (type: Type): boolean =>
    type instanceof ArrayType || (type.kind === 'named' && type.definition.isSealed);
  if (isInterface(from)) return !isSealed(to) || isDerived(to, from);
  if (isInterface(to)) return isReference(from) && (!isSealed(from) || from instanceof ArrayType);
  if (from instanceof ArrayType && to instanceof ArrayType)
    return from.rank === to.rank && canBe(from.element, to.element);
  if (isDelegate(from) && isDelegate(to)) return from.definition === to.definition;
  return isSpecial(from, 'ValueType') && isValueType(to);
}

function checkedCast(to: Type): Conversion {
  const closed = isClosed(to) ? to : undefined;
  return { kind: 'unboxing', apply: (value, frame) => castValue(value, closed ?? close(to, frame)) };
}

/** Casts a value at run time: returns the value itself if it is of the type. @throws InvalidCastException */
export function castValue(value: Value, to: Type): Value {
  if (value === null) {
    if (isValueType(to) && !underlying(to)) throw nullReference();
    return null;
  }
  // A reference to a boxed value is not copied; unboxing copies the value.
  if (isInstance(value, to)) return isValueType(to) ? copyOf(value) : value;
  const from = typeOf(value);
  if (isEnum(to) && typeof value === 'number' && to.definition.enumeration)
    return new EnumValue(to.definition.enumeration, value);
  if (
    value instanceof EnumValue &&
    isIntegral(specialOf(to)) &&
    isEnum(from) &&
    from.definition.underlying === specialOf(to)
  )
    return numericConversion('int', specialOf(to) ?? 'int', false)(value.value);
  throw error('InvalidCastException', castMessage(from, to));
}
