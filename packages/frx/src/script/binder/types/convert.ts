import { isConvertible } from '../../operatorTypes.ts';
import { builtInFunction } from '../../../expression/functions/index.ts';
import { ExpressionError } from '../../../expression/errors.ts';
import { EnumValue, type Value } from '../../../expression/values/values.ts';
import { isIntegral, isNumeric, numericConversion, rangeOf } from '../../runtime/arithmetic.ts';
import { asBigInt, numericKind } from '../../../expression/values/promotion.ts';
import { copyOf } from '../../runtime/objects.ts';
import { error } from '../../runtime/values.ts';
import { textOf } from '../../runtime/values.ts';
import type { Bound, Eval } from '../bound.ts';
import { fail } from '../context.ts';
import type { Context } from '../context.ts';
import { convertGroup, convertLambda, lambdaErrors } from '../entry.ts';
import { isDelegate, isDynamic, isEnum, isSpecial, isVariant, special, specialOf, underlying } from './specials.ts';
import { display, TypeParameter } from './types.ts';
import type { Type } from './types.ts';
import { implicitConversion, close, castDynamic, NO_FRAME, explicitConversion, enumerated } from './conversions.ts';
import type { Conversion } from './conversions.ts';

/** Conversions of bound expressions, with the compiler's errors where there is none. */

/** Applies a conversion to an expression. */
export function apply(bound: Bound, conversion: Conversion, to: Type): Bound {
  const convert = conversion.apply;
  if (
    bound.constant &&
    (conversion.kind === 'numeric' || conversion.kind === 'enum' || conversion.kind === 'identity') &&
    (conversion.kind !== 'enum' || isEnum(to) || isIntegral(specialOf(to)))
  ) {
    const value = convert ? convert(bound.constant.value, NO_FRAME) : bound.constant.value;
    return { ...bound, type: to, form: undefined, place: undefined, constant: { value }, emit: () => () => value };
  }
  return {
    type: to,
    position: bound.position,
    isNewBox: conversion.kind === 'boxing' ? true : undefined,
    folds: bound.folds,
    fresh: bound.fresh ?? conversion.apply === undefined,
    // A constant null converted to a type that allows null remains a constant.
    constant: bound.constant && !convert ? bound.constant : undefined,
    emit: () => {
      const value = emitValue(bound);
      return convert ? (frame) => convert(value(frame), frame) : value;
    },
  };
}

/** The value of a constant expression, or of one that a declared constant of Visual Basic may be; undefined for others. */
export function constantValue(bound: Bound): { readonly value: Value } | undefined {
  return bound.constant ?? (bound.folds === true ? { value: bound.emit()(NO_FRAME) } : undefined);
}

/** Evaluates an expression to be stored or passed: a struct that is referenced elsewhere is copied. */
export function emitValue(bound: Bound): Eval {
  const value = bound.emit();
  if (bound.fresh || bound.constant || !mayBeMutable(bound.type)) return value;
  return (frame) => copyOf(value(frame));
}

export function mayBeMutable(type: Type): boolean {
  if (type instanceof TypeParameter) return !type.isClass;
  if (type.kind !== 'named') return false;
  if (type.special === 'Nullable') return type.args[0] !== undefined && mayBeMutable(type.args[0]);
  return (
    type.definition.kind === 'struct' &&
    (type.definition.isScript || type.special === 'tuple' || MUTABLE.has(type.definition.name))
  );
}

const MUTABLE = new Set(['Point', 'PointF', 'Size', 'SizeF', 'Rectangle', 'RectangleF', 'KeyValuePair']);

/** Converts an expression implicitly to a type; returns undefined if there is no conversion. */
export function convert(context: Context, bound: Bound, to: Type): Bound | undefined {
  switch (bound.form) {
    case 'lambda':
      return convertLambda(context, bound, to);
    case 'group':
      return convertGroup(context, bound, to);
    case 'throw':
      return { ...bound, type: to, form: undefined };
    case 'default':
    case 'tuple':
    case 'arms':
    case 'array': {
      const made = bound.into?.(to);
      if (made) return made;
      if (bound.form === 'default' || bound.form === 'array' || isSpecial(bound.type, 'error')) return undefined;
      break;
    }
    case 'type':
    case 'namespace':
      return undefined;
    default:
  }
  if (bound.form === undefined) {
    const made = bound.into?.(to);
    if (made) return made;
  }
  const conversion = implicitConversion(bound.type, to, context);
  if (conversion) return conversion.kind === 'identity' && bound.type === to ? bound : apply(bound, conversion, to);
  return bound.constant ? convertConstant(bound, to) : undefined;
}

/** Converts constants that fit a smaller type, and 0 to any enum (C# specification, Implicit constant expression conversions). */
function convertConstant(bound: Bound, to: Type): Bound | undefined {
  const value = bound.constant?.value ?? null;
  const target = underlying(to) ?? to;
  const source = specialOf(bound.type);
  if (isEnum(target) && isIntegral(source) && asBigInt(value) === 0n)
    return apply(bound, { kind: 'enum', apply: enumerated((each) => each, target) }, to);
  const wanted = specialOf(target);
  if (!wanted || wanted === 'char' || (source !== 'int' && source !== 'long')) return undefined;
  const range = rangeOf(wanted);
  const whole = asBigInt(value);
  if (!range || whole < range[0] || whole > range[1]) return undefined;
  if (source === 'long' && wanted !== 'ulong') return undefined;
  return apply(bound, { kind: 'numeric', apply: numericConversion(source, wanted, false) }, to);
}

/** Returns the conversion of Visual Basic to a basic type where C# has none; undefined for other types. */
function loosely(context: Context, bound: Bound, to: Type): Bound | undefined {
  if (!isConvertible(bound.type, to)) return undefined;
  if (isEnum(to) && !isEnum(bound.type) && (isDynamic(bound.type) || isNumeric(specialOf(bound.type))))
    return apply(bound, { kind: 'dynamic', apply: (value) => basicEnum(value, to) }, to);
  const inner = underlying(to);
  if (inner) return toNullable(context, bound, to, inner);
  const run = builtInFunction(`vb:to ${display(to)}`);
  if (!run || bound.form || isSpecial(to, 'object')) return undefined;
  const source = underlying(bound.type);
  if (source && builtInFunction(`vb:to ${display(source)}`)) return fromNullable(context, bound, to);
  const isBasic = isDynamic(bound.type) || isSpecial(bound.type, 'object') || isEnum(bound.type) || builtInFunction(`vb:to ${display(bound.type)}`) !== undefined; // prettier-ignore
  if (!isBasic || (!isDynamic(bound.type) && convert(context, bound, to))) return undefined;
  const { rt } = context.world.outside;
  return apply(bound, { kind: 'dynamic', apply: (value) => run.call([value], rt) }, to);
}

/** Converts the value of a nullable to a basic type; Nothing is an error. */
function fromNullable(context: Context, bound: Bound, to: Type): Bound | undefined {
  const run = builtInFunction(`vb:to ${display(to)}`);
  const { rt } = context.world.outside;
  const unwrapped = (value: Value): Value => {
    if (value === null) throw error('InvalidOperationException', 'Nullable object must have a value.');
    return run ? run.call([value], rt) : value;
  };
  return apply(bound, { kind: 'dynamic', apply: unwrapped }, to);
}

/** Converts a basic value, or a nullable one, to a nullable of another basic type. */
function toNullable(context: Context, bound: Bound, to: Type, inner: Type): Bound | undefined {
  const run = builtInFunction(`vb:to ${display(inner)}`);
  const isBasic = builtInFunction(`vb:to ${display(underlying(bound.type) ?? bound.type)}`) !== undefined;
  if (!run || !isBasic || bound.form || isDynamic(bound.type) || isSpecial(bound.type, 'object')) return undefined;
  if (convert(context, bound, to)) return undefined;
  const { rt } = context.world.outside;
  const isOpen = underlying(bound.type) !== undefined;
  return apply(bound, { kind: 'dynamic', apply: (value) => (isOpen && value === null ? null : run.call([value], rt)) }, to); // prettier-ignore
}

/** Converts a number to an enum, which is implicit in Visual Basic; returns other values unchanged. */
function basicEnum(value: Value, to: Type): Value {
  return numericKind(value) === undefined || value instanceof EnumValue ? value : enumerated((each) => each, to)(value);
}

/** Like `convert`, with the conversions of Option Strict Off in Visual Basic. */
export function convertLoosely(context: Context, bound: Bound, to: Type): Bound | undefined {
  return (context.world.isBasic ? loosely(context, bound, to) : undefined) ?? convert(context, bound, to);
}

/** Like `convert`, but throws the compiler's error if there is no conversion. */
export function require(context: Context, bound: Bound, to: Type): Bound {
  const converted = convertLoosely(context, bound, to);
  if (converted) return converted;
  return noConversion(context, bound, to);
}

export function noConversion(context: Context, bound: Bound, to: Type): never {
  const position = bound.form === undefined ? (bound.start ?? bound.position) : bound.position;
  if (bound.form === 'lambda' && isDelegate(to)) {
    const wanted = to.definition.signature?.().parameters.length ?? 0;
    const given = bound.syntax?.k === 'lambda' ? bound.syntax.parameters?.length : undefined;
    if (given !== undefined && given !== wanted)
      fail(context, `CS1593: Delegate '${display(to)}' does not take ${String(given)} arguments`, position);
    const [inner] = lambdaErrors(bound);
    if (inner) throw inner;
    fail(
      context,
      `CS1662: Cannot convert lambda expression to delegate type '${display(to)}' because its body does not give what the delegate returns`,
      position,
    );
  }
  if (bound.form === 'lambda')
    fail(
      context,
      `CS1660: Cannot convert lambda expression to type '${display(to)}' because it is not a delegate type`,
      position,
    );
  if (bound.form === 'group') {
    const name = bound.group?.name ?? '';
    if (isDelegate(to)) fail(context, `CS0123: No overload for '${name}' matches delegate '${display(to)}'`, position);
    fail(
      context,
      `CS0428: Cannot convert method group '${name}' to non-delegate type '${display(to)}'. Did you intend to invoke the method?`,
      position,
    );
  }
  if (bound.form === 'type')
    fail(context, `CS0119: '${display(bound.type)}' is a type, which is not valid in the given context`, position);
  if (bound.form === 'namespace')
    fail(context, `CS0103: The name '${bound.name ?? ''}' does not exist in the current context`, position);
  if (isSpecial(bound.type, 'null'))
    fail(context, `CS0037: Cannot convert null to '${display(to)}' because it is a non-nullable value type`, position);
  if (
    bound.constant &&
    isIntegral(specialOf(bound.type)) &&
    isIntegral(specialOf(to)) &&
    specialOf(to) !== 'char' &&
    specialOf(bound.type) === 'int'
  )
    fail(
      context,
      `CS0031: Constant value '${String(asBigInt(bound.constant.value))}' cannot be converted to a '${display(to)}'`,
      position,
    );
  const target = specialOf(to);
  if (bound.constant && isSpecial(bound.type, 'double') && (target === 'float' || target === 'decimal'))
    fail(
      context,
      `CS0664: Literal of type double cannot be implicitly converted to type '${target}'; use an '${target === 'float' ? 'F' : 'M'}' suffix to create a literal of this type`,
      position,
    );
  const text = `Cannot implicitly convert type '${display(bound.type)}' to '${display(to)}'`;
  if (bound.form === undefined && explicitConversion(bound.type, to, context))
    fail(context, `CS0266: ${text}. An explicit conversion exists (are you missing a cast?)`, position);
  fail(context, `CS0029: ${text}`, position);
}

/** Binds the cast `(to)bound`. */
export function cast(context: Context, given: Bound, to: Type): Bound {
  // An Object of Visual Basic is unboxed to a nullable, and converted to other types.
  const isUnboxed = context.world.isBasic && isDynamic(given.type) && !given.form && underlying(to) !== undefined;
  const bound = isUnboxed ? { ...given, type: special('object') } : given;
  if (isDynamic(bound.type) && !isVariant(bound.type) && !bound.form && !isDynamic(to) && !isSpecial(to, 'object')) {
    return {
      ...apply(bound, { kind: 'dynamic', apply: (value, frame) => castDynamic(context, value, close(to, frame)) }, to),
      place: undefined,
    };
  }
  const implicit = bound.form !== undefined || !bound.constant ? convert(context, bound, to) : undefined;
  if (implicit) return { ...implicit, place: undefined };
  if (bound.form === 'lambda' || bound.form === 'group' || bound.form === 'type') noConversion(context, bound, to);
  const conversion = explicitConversion(bound.type, to, context);
  const loose = conversion || !context.world.isBasic ? undefined : loosely(context, bound, to);
  if (loose) return { ...loose, place: undefined };
  if (!conversion)
    fail(context, `CS0030: Cannot convert type '${display(bound.type)}' to '${display(to)}'`, bound.position);
  if (!checkConstantCast(context, bound, to)) return apply(bound, conversion, to);
  // The result of `unchecked` for a constant that does not fit is undefined in C#; the compiler of .NET produces 0.
  const zero = numericConversion('int', specialOf(to) ?? 'int', false)(0);
  return { type: to, position: bound.position, constant: { value: zero }, emit: () => () => zero };
}

/**
 * Refuses a constant that does not fit an integer type outside `unchecked` (C# specification, Constant expressions). Returns true for one
 * with a fraction inside `unchecked`.
 */
function checkConstantCast(context: Context, bound: Bound, to: Type): boolean {
  const [from, target] = [specialOf(bound.type), specialOf(to)];
  if (!bound.constant || !from || !target || isEnum(bound.type) || isEnum(to)) return false;
  const isReal = from === 'double' || from === 'float';
  const isDecimal = isReal && target === 'decimal';
  if ((context.unchecked && !isReal) || !isNumeric(from) || !(isIntegral(target) || isDecimal)) return false;
  try {
    numericConversion(from, target, true)(bound.constant.value);
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    if (isDecimal)
      fail(
        context,
        `CS0031: Constant value '${textOf(bound.constant.value, context.world.outside.rt)}' cannot be converted to a 'decimal'`,
        bound.position,
      );
    if (context.unchecked) return true;
    fail(
      context,
      `CS0221: Constant value '${textOf(bound.constant.value, context.world.outside.rt)}' cannot be converted to a '${display(to)}' (use 'unchecked' syntax to override)`,
      bound.position,
    );
  }
  return false;
}
