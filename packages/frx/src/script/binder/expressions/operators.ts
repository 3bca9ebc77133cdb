import { checkChoice } from './basicChecks.ts';
import { ExpressionError } from '../../../expression/errors.ts';
import { BITS, COMPARISONS, constantOf, operation, referenceEquality, tupleSize, tupleParts } from './equality.ts';
import { enumBinary } from './enumOperators.ts';
import type { Value } from '../../../expression/values/values.ts';
import { EnumValue } from '../../../expression/values/values.ts';
import { asBigInt, asNumber } from '../../../expression/values/promotion.ts';
import type { BinaryOperator, Expr } from '../../grammar/syntax.ts';
import {
  binaryOperator,
  enumNumber,
  isNumeric,
  isIntegral,
  numericConversion,
  promoted,
  enumBits,
  unaryOperator,
} from '../../runtime/arithmetic.ts';
import type { Binary } from '../../runtime/arithmetic.ts';
import { copyOf } from '../../runtime/objects.ts';
import { isValueType, textOf } from '../../runtime/values.ts';
import type { Bound } from '../bound.ts';
import { fail } from '../context.ts';
import type { Context } from '../context.ts';
import {
  convertedOperand,
  convertedOperands,
  convertsByUser,
  userLogical,
  userOperator,
  userUnary,
} from '../declarations/userOperators.ts';
import { implicitConversion } from '../types/conversions.ts';
import { convert, emitValue, require } from '../types/convert.ts';
import { bindDynamicBinary, bindDynamicUnary, bindValue } from '../entry.ts';
import { bindIndexValue } from './indexValues.ts';
import { combineDelegates } from '../../runtime/delegates.ts';

import {
  isDelegate,
  isDynamic,
  isEnum,
  isSpecial,
  isVariant,
  nullableOf,
  special,
  specialOf,
  underlying,
  isError,
} from '../types/specials.ts';
import { display } from '../types/types.ts';
import type { Special, Type } from '../types/types.ts';

/** Operators (C# specification, Operators; Lifted operators; Checked and unchecked). */

function undefinedOperator(context: Context, operator: string, a: Bound, b: Bound, position: number): never {
  return fail(
    context,
    `CS0019: Operator '${operator}' cannot be applied to operands of type '${describe(a)}' and '${describe(b)}'`,
    position,
  );
}

/** Returns true for an operand without a type of its own: a lambda or a method group. */
function isFunction({ form }: Bound): boolean {
  return form === 'lambda' || form === 'group';
}

function describe(bound: Bound): string {
  if (bound.form === 'lambda') return 'lambda expression';
  if (bound.form === 'group') return 'method group';
  return display(bound.type);
}

export function bindBinary(context: Context, syntax: Expr & { k: 'binary' }): Bound {
  const { op, position } = syntax;
  // A long chain of operators of one level is a deep tree; it is processed iteratively from the left.
  const row: (Expr & { k: 'binary' })[] = [];
  let first: Expr = syntax;
  while (first.k === 'binary' && !['&&', '||', '??'].includes(first.op)) {
    row.push(first);
    first = first.left;
  }
  if (row.length > 0) {
    let left = bindValue(context, first, true);
    for (const each of row.toReversed())
      left = binary(context, each.op, left, bindValue(context, each.right, true), each.position);
    return left;
  }
  if (op === '??') return bindCoalesce(context, syntax);
  const left = bindValue(context, syntax.left);
  const right = bindValue(context, syntax.right);
  const bool = special('bool');
  if (context.world.isBasic && (underlying(left.type) || underlying(right.type)))
    return nullableLogical(op === '&&', left, right, position);
  if (!context.world.isBasic && (isVariant(left.type) || isVariant(right.type)))
    fail(
      context,
      `CS0217: '${op}' cannot be applied to a total or Value: its operator '${op.slice(1)}' gives another type than bool`,
      position,
    );
  if (
    isDynamic(left.type) ||
    isDynamic(right.type) ||
    !convert(context, left, bool) ||
    !convert(context, right, bool)
  ) {
    const user = userLogical(context, op, left, right, position);
    if (user) return user;
  }
  const a =
    isDynamic(left.type) || convert(context, left, bool)
      ? require(context, left, bool)
      : undefinedOperator(context, op, left, right, position);
  const b =
    isDynamic(right.type) || convert(context, right, bool)
      ? require(context, right, bool)
      : undefinedOperator(context, op, left, right, position);
  const constant =
    a.constant && b.constant
      ? {
          value:
            op === '&&'
              ? a.constant.value === true && b.constant.value === true
              : a.constant.value === true || b.constant.value === true,
        }
      : undefined;
  return {
    type: bool,
    position,
    constant,
    emit: () => {
      const x = a.emit();
      const y = b.emit();
      return op === '&&'
        ? (frame) => x(frame) === true && y(frame) === true
        : (frame) => x(frame) === true || y(frame) === true;
    },
  };
}

/** Binds AndAlso and OrElse of Visual Basic with a nullable operand: Nothing is the result where it decides. */
function nullableLogical(isAnd: boolean, left: Bound, right: Bound, position: number): Bound {
  if (isDynamic(left.type) || isDynamic(right.type)) return boxedLogical(isAnd, left, right, position);
  return {
    type: nullableOf(special('bool')),
    position,
    emit: () => {
      const [x, y] = [emitValue(left), emitValue(right)];
      return (frame) => {
        const first = x(frame);
        if (first === !isAnd) return first;
        const second = y(frame);
        return second === !isAnd || first !== null ? second : null;
      };
    },
  };
}

/** Binds AndAlso and OrElse of an Object and a nullable, of which Nothing is False. */
function boxedLogical(isAnd: boolean, left: Bound, right: Bound, position: number): Bound {
  return {
    type: special('bool'),
    position,
    emit: () => {
      const [x, y] = [emitValue(left), emitValue(right)];
      return isAnd
        ? (frame) => x(frame) === true && y(frame) === true
        : (frame) => x(frame) === true || y(frame) === true;
    },
  };
}

/** Converts an operand such as `x switch { … }` or `c ? a : b` to its natural type, if it has one. */
function settled(context: Context, operand: Bound): Bound {
  if (operand.form !== 'arms' || isSpecial(operand.type, 'error')) return operand;
  return convert(context, operand, operand.type) ?? operand;
}

export function binary(context: Context, op: BinaryOperator, left: Bound, right: Bound, position: number): Bound {
  const [a, b] = [settled(context, left), settled(context, right)];
  // The error of an operand has been recorded already.
  if (isError(a.type) && !a.form) return a;
  if (isError(b.type) && !b.form) return b;
  if (isDynamic(a.type) || isDynamic(b.type)) {
    if (isFunction(a) || isFunction(b)) undefinedOperator(context, op, a, b, position);
    return bindDynamicBinary(context, op, a, b, position);
  }
  if (op === '==' || op === '!=') {
    const tuples = tupleEquality(context, op, a, b, position);
    if (tuples) return tuples;
  }
  const user = userOperator(context, op, a, b, position);
  if (user) return user;
  const simple = a.form || b.form ? undefined : simpleBinary(context, op, a, b, position);
  if (simple) return simple;
  const converted = convertedOperands(context, op, a, b);
  if (converted) return binary(context, op, ...converted, position);
  if (op === '+' && (isSpecial(a.type, 'string') || isSpecial(b.type, 'string')))
    return concatenation(context, a, b, position);
  const enums = enumBinary(context, op, a, b, position);
  if (enums) return enums;
  if ((op === '+' || op === '-') && (isDelegate(a.type) || isDelegate(b.type))) {
    const type = isDelegate(a.type) ? a.type : b.type;
    const x = convert(context, a, type);
    const y = convert(context, b, type);
    if (x && y)
      return operation(type, position, x, y, (left, right) =>
        combineDelegates(op, left, right, context.world.outside.rt),
      );
  }
  if (op === '==' || op === '!=') {
    const equality = referenceEquality(context, op, a, b, position);
    if (equality) return equality;
  }
  return undefinedOperator(context, op, a, b, position);
}

/** Binds operators of numbers and bool, including lifted ones; returns undefined for other operands. */
function simpleBinary(context: Context, op: BinaryOperator, a: Bound, b: Bound, position: number): Bound | undefined {
  const [ua, ub] = [underlying(a.type), underlying(b.type)];
  const lifted =
    ua !== undefined ||
    ub !== undefined ||
    (isSpecial(a.type, 'null') !== isSpecial(b.type, 'null') && (isValueType(a.type) || isValueType(b.type)));
  let sa = specialOf(ua ?? a.type);
  let sb = specialOf(ub ?? b.type);
  if (sa === 'null' && sb !== undefined) sa = sb;
  if (sb === 'null' && sa !== undefined) sb = sa;
  if (!sa || !sb) return undefined;
  if (sa === 'bool' && sb === 'bool') {
    const operate = binaryOperator(op, 'bool', false);
    if (!operate) return undefined;
    if (!lifted) return operation(special('bool'), position, a, b, operate);
    if (op === '&' || op === '|')
      return operation(nullableOf(special('bool')), position, a, b, (x, y) => threeValued(op, x, y));
    return liftedOperation(context, op, special('bool'), special('bool'), a, b, operate, position);
  }
  if (!isNumeric(sa) || !isNumeric(sb)) return undefined;
  let kind: Special | undefined;
  if (op === '<<' || op === '>>') {
    kind = promoted(sa, sa) ?? 'int';
    if (!isIntegral(sa) || !isIntegral(sb) || promoted(sb, sb) !== 'int') return undefined;
  } else kind = constantKind(a, b, sa, sb) ?? promoted(sa, sb);
  if (!kind || (BITS.has(op) && !isIntegral(kind))) return undefined;
  const operate = binaryOperator(op, kind, context.checked);
  if (!operate) return undefined;
  checkConstants(context, op, kind, a, b, position);
  const [toA, toB] = [
    numericConversion(sa, kind, false),
    numericConversion(sb, op === '<<' || op === '>>' ? 'int' : kind, false),
  ];
  const result = COMPARISONS.has(op) ? special('bool') : special(kind);
  const convertA = sa === kind ? undefined : toA;
  const convertB = sb === kind || (op.length === 2 && (op === '<<' || op === '>>') && sb === 'int') ? undefined : toB;
  const whole: Binary = convertA
    ? convertB
      ? (x, y) => operate(convertA(x), convertB(y))
      : (x, y) => operate(convertA(x), y)
    : convertB
      ? (x, y) => operate(x, convertB(y))
      : operate;
  if (!lifted) {
    if (b.constant && convertB)
      return operation(
        result,
        position,
        a,
        constantBound(b, convertB(b.constant.value)),
        convertA ? (x, y) => operate(convertA(x), y) : operate,
      );
    return operation(result, position, a, b, whole);
  }
  return liftedOperation(context, op, result, special(kind), a, b, whole, position);
}

/** Refuses constants that overflow and divisions by a constant zero (C# specification, Constant expressions). */
function checkConstants(context: Context, op: BinaryOperator, kind: Special, a: Bound, b: Bound, position: number): void {
  const isExact = isIntegral(kind) || kind === 'decimal';
  if (!isExact || !b.constant || b.constant.value === null) return;
  if (!a.constant || a.constant.value === null) return;
  const right = numericConversion(specialOf(b.type) ?? kind, kind, false)(b.constant.value);
  if ((op === '/' || op === '%') && asNumber(right) === 0) fail(context, 'CS0020: Division by constant zero', position);
  if (context.unchecked || !'+-*/'.includes(op)) return;
  const left = numericConversion(specialOf(a.type) ?? kind, kind, false)(a.constant.value);
  try {
    binaryOperator(op, kind, true)?.(left, right);
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    fail(
      context,
      kind === 'decimal'
        ? 'CS0463: Evaluation of the decimal constant expression failed'
        : 'CS0220: The operation overflows at compile time in checked mode',
      position,
    );
  }
} // prettier-ignore

function constantBound(bound: Bound, value: Value): Bound {
  return { ...bound, constant: { value }, emit: () => () => value };
}

/** Returns the type of an operation on a constant int and a uint or ulong, whose type the constant takes if it fits. */
function constantKind(a: Bound, b: Bound, sa: Special, sb: Special): Special | undefined {
  const fits = (bound: Bound, other: Special): boolean =>
    (other === 'ulong' || other === 'uint') &&
    bound.constant !== undefined &&
    (specialOf(bound.type) === 'int' || (specialOf(bound.type) === 'long' && other === 'ulong')) &&
    asBigInt(bound.constant.value) >= 0n;
  if (fits(a, sb)) return sb;
  if (fits(b, sa)) return sa;
  return undefined;
}

function threeValued(op: '&' | '|', a: Value, b: Value): Value {
  const decided = op === '|';
  if (a === decided || b === decided) return decided;
  return a === null || b === null ? null : !decided;
}

function liftedOperation(
  _context: Context,
  op: BinaryOperator,
  result: Type,
  _operand: Type,
  a: Bound,
  b: Bound,
  operate: Binary,
  position: number,
): Bound {
  if (op === '==' || op === '!=')
    return operation(special('bool'), position, a, b, (x, y) =>
      x === null || y === null ? (x === y) === (op === '==') : operate(x, y),
    );
  if (COMPARISONS.has(op))
    return operation(special('bool'), position, a, b, (x, y) => x !== null && y !== null && operate(x, y) === true);
  return operation(nullableOf(result), position, a, b, (x, y) => (x === null || y === null ? null : operate(x, y)));
}

/** Binds `a + b` with a string; null is an empty text. */
function concatenation(context: Context, a: Bound, b: Bound, position: number): Bound {
  const { rt } = context.world.outside;
  const operand = (bound: Bound): Bound => {
    if (isSpecial(bound.type, 'void') || bound.form === 'lambda' || bound.form === 'group')
      undefinedOperator(context, '+', a, b, position);
    if (convertsByUser(bound.type)) {
      const text = convert(context, bound, special('string'));
      if (text) return text;
    }
    return bound.form === 'arms' || bound.form === 'tuple' || bound.form === 'default'
      ? require(context, bound, isSpecial(bound.type, 'error') ? special('object') : bound.type)
      : bound;
  };
  const [x, y] = [operand(a), operand(b)];
  const isTextA = isSpecial(x.type, 'string');
  const isTextB = isSpecial(y.type, 'string');
  const text = (value: Value): string => (value === null ? '' : typeof value === 'string' ? value : textOf(value, rt));
  const constant =
    x.constant && y.constant && isTextA && isTextB
      ? { value: text(x.constant.value) + text(y.constant.value) }
      : undefined;
  return {
    type: special('string'),
    position,
    constant,
    emit: () => {
      const left = x.emit();
      const right = y.emit();
      return (frame) => {
        const before = left(frame);
        const after = right(frame);
        const joined = text(before) + text(after);
        rt.budget.hold(joined.length);
        return joined;
      };
    },
  };
}

function tupleEquality(context: Context, op: '==' | '!=', a: Bound, b: Bound, position: number): Bound | undefined {
  const count = tupleSize(a);
  if (count === undefined || count !== tupleSize(b)) return undefined;
  const slots = [context.fn.slots++, context.fn.slots++] as const;
  const [x, y] = [tupleParts(a, slots[0]), tupleParts(b, slots[1])];
  const tests = x.parts.map((part, index) => {
    const other = y.parts[index];
    return other ? binary(context, op, part, other, position) : part;
  });
  return {
    type: special('bool'),
    position,
    emit: () => {
      const [prepareA, prepareB] = [x.prepare(), y.prepare()];
      const compiled = tests.map((test) => test.emit());
      return (frame) => {
        prepareA(frame);
        prepareB(frame);
        // Nullable tuples are equal if both are null.
        const [isNullA, isNullB] = [(frame.v[slots[0]] ?? null) === null, (frame.v[slots[1]] ?? null) === null];
        if (isNullA || isNullB) return (isNullA === isNullB) === (op === '==');
        return op === '=='
          ? compiled.every((test) => test(frame) === true)
          : compiled.some((test) => test(frame) === true);
      };
    },
  };
}

export function bindUnary(context: Context, syntax: Expr & { k: 'unary' }): Bound {
  const { op, position } = syntax;
  if (op === '^') return bindIndexValue(context, syntax.operand, position);
  if (op === '-' && syntax.operand.k === 'literal') {
    // The literals -2147483648 and -9223372036854775808 are an int and a long.
    const { type, value } = syntax.operand;
    if (type === 'uint' && asBigInt(value) === 2147483648n)
      return { type: special('int'), position, constant: { value: -2147483648 }, emit: () => () => -2147483648 };
    if (type === 'ulong' && asBigInt(value) === 9223372036854775808n)
      return {
        type: special('long'),
        position,
        constant: { value: -9223372036854775808n },
        emit: () => () => -9223372036854775808n,
      };
  }
  return unary(context, op, bindValue(context, syntax.operand), position);
}

export function unary(context: Context, op: '+' | '-' | '!' | '~', given: Bound, position: number): Bound {
  const operand = settled(context, given);
  if (isDynamic(operand.type)) return bindDynamicUnary(context, op, operand, position);
  const user = userUnary(context, op, operand, position);
  if (user) return user;
  const converted = convertedOperand(context, op, operand);
  if (converted) return unary(context, op, converted, position);
  const inner = underlying(operand.type);
  const type = inner ?? operand.type;
  const source = specialOf(type);
  let kind: Special | undefined;
  let convertTo: ((value: Value) => Value) | undefined;
  if (op === '!') kind = source === 'bool' ? 'bool' : undefined;
  else if (op === '~' && isEnum(type)) {
    const { enumeration, underlying: numbers } = type.definition;
    if (!enumeration) return fail(context, 'CS0023: not an enum', position);
    if (numbers === 'ulong')
      return fail(
        context,
        `The complement of '${type.definition.name}' is not available in scripts of reports: its numbers are ulong`,
        position,
      );
    return single(
      operand.type,
      position,
      operand,
      (value) => new EnumValue(enumeration, enumBits(numbers, ~BigInt(enumNumber(value)))),
      inner !== undefined,
    );
  } else if (source && isNumeric(source)) {
    kind = promoted(source, source);
    if (op === '-' && source === 'uint') kind = 'long';
    if (op === '-' && source === 'ulong') kind = undefined;
    if (op === '~' && !isIntegral(source)) kind = undefined;
    if (kind && kind !== source) convertTo = numericConversion(source, kind, false);
  }
  const operate = kind && unaryOperator(op, kind, context.checked);
  if (!kind || !operate)
    return fail(
      context,
      `CS0023: Operator '${op}' cannot be applied to operand of type '${describe(operand)}'`,
      position,
    );
  const whole = convertTo ? (value: Value): Value => operate(convertTo(value)) : operate;
  const result = special(kind);
  return single(inner ? nullableOf(result) : result, position, operand, whole, inner !== undefined);
}

function single(
  type: Type,
  position: number,
  operand: Bound,
  operate: (value: Value) => Value,
  lifted: boolean,
): Bound {
  const constant = operand.constant && !lifted ? constantOf(() => operate(operand.constant?.value ?? null)) : undefined;
  return {
    type,
    position,
    constant,
    fresh: true,
    emit: () => {
      const value = operand.emit();
      return lifted ? (frame) => {
        const given = value(frame);
        return given === null ? null : operate(given);
      } : (frame) => operate(value(frame)); // prettier-ignore
    },
  };
}

/** Returns `If(a, b)` of Visual Basic with its operands as they are if they have a common type; otherwise their values are those of Object. */
function withTypes(context: Context, syntax: Expr & { k: 'binary' }): (Expr & { k: 'binary' }) | undefined {
  const [a, b] = [syntax.left, syntax.right].map((side) => (side.k === 'call' && side.target.k === 'id' && side.target.id === 'vb:value' ? side.args[0]?.value : undefined)); // prettier-ignore
  if (!a || !b) return undefined;
  const [left, right] = [bindValue(context, a, true), bindValue(context, b, true)];
  checkChoice(context, left, syntax.position);
  const isOpen = ({ type, form }: Bound): boolean => form !== undefined || isDynamic(type) || isSpecial(type, 'object');
  const inner = underlying(left.type) ?? (isSpecial(left.type, 'string') ? left.type : undefined);
  if (isOpen(left) || isOpen(right) || !inner) return undefined;
  const isCommon = convert(context, right, inner) || implicitConversion(inner, right.type, context);
  return isCommon ? { ...syntax, left: a, right: b } : undefined;
}

function bindCoalesce(context: Context, syntax: Expr & { k: 'binary' }): Bound {
  const typed = context.world.isBasic ? withTypes(context, syntax) : undefined;
  if (typed) return bindCoalesce(context, typed);
  const left = bindValue(context, syntax.left, true);
  const right = bindValue(context, syntax.right, true);
  const { position } = syntax;
  const inner = underlying(left.type);
  if (!inner && (isValueType(left.type) || (isVariant(left.type) && !context.world.isBasic)))
    fail(
      context,
      `CS0019: Operator '??' cannot be applied to operands of type '${display(left.type)}' and '${display(right.type)}'`,
      position,
    );
  const made = (type: Type, a: Bound, b: Bound): Bound => ({
    type,
    position,
    emit: () => {
      const value = left.emit();
      const slot = context.fn.slots++;
      void slot;
      const toType = a === left ? undefined : implicitConversion(inner ?? left.type, type, context)?.apply;
      const other = emitValue(b);
      return (frame) => {
        const given = value(frame);
        if (given === null) return other(frame);
        return toType ? toType(given, frame) : copyOf(given);
      };
    },
  });
  if (inner) {
    const asInner = convert(context, right, inner);
    if (asInner) return made(inner, left, asInner);
  }
  const asLeft = isSpecial(left.type, 'null') ? undefined : convert(context, right, left.type);
  if (asLeft) return made(left.type, left, asLeft);
  if (!right.form || right.form === 'arms') {
    const conversion = implicitConversion(inner ?? left.type, right.type, context);
    if (conversion) return made(right.type, { ...left }, right);
  }
  return undefinedOperator(context, '??', left, right, position);
}
