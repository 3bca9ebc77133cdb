import { checkConstant } from '../../operatorTypes.ts';
import { basicOperatorMethod } from '../../grammar/operators.ts';
import type { BinaryOperator, Expr } from '../../grammar/syntax.ts';
import { Double } from '../../../expression/values/values.ts';
import type { Argument, Bound, Eval } from '../bound.ts';
import type { Context } from '../context.ts';
import { operatorsOf, resolveOperator } from '../declarations/userOperators.ts';
import { bindCallee } from '../entry.ts';
import { explicitConversion } from '../types/conversions.ts';
import { isNumeric } from '../../runtime/arithmetic.ts';
import { error, isValueType } from '../../runtime/values.ts';
import { cast, emitValue } from '../types/convert.ts';
import { isDynamic, isEnum, isSpecial, nullableOf, special, specialOf, underlying } from '../types/specials.ts';
import { NamedType, same } from '../types/types.ts';
import type { Special, Type } from '../types/types.ts';
import { literal } from './literals.ts';
import { binary } from './operators.ts';
import { checkOperands } from './basicChecks.ts';
import { bindArguments, bindInvocation } from './calls.ts';

/** Operators and conversions of Visual Basic, which its parser represents as calls. */

const PREFIX = 'vb:';

/** Returns the operator that a call represents; undefined for other calls. */
export function basicOperation({ target }: Expr & { k: 'call' }): string | undefined {
  return target.k === 'id' && target.id.startsWith(PREFIX) ? target.id.slice(PREFIX.length) : undefined;
}

/** Binds an operator: the one defined by the type of an operand, or else that of the language. */
export function bindBasicOperation(context: Context, syntax: Expr & { k: 'call' }, operator: string): Bound {
  const args = withTexts(operator, withZero(operator, bindArguments(context, syntax.args)));
  checkOperands(
    context,
    operator,
    args.map(({ bound: operand }) => operand),
    syntax.position,
  );
  const made = lifted(context, syntax, operator, args) ?? applied(context, syntax, operator, args);
  // AndAlso and OrElse with an Object give a Boolean also beside a nullable.
  const isOpen = operator === 'logical' && args.some(({ bound: { type } }) => isDynamic(type) || isSpecial(type, 'object')); // prettier-ignore
  const bound = isOpen ? { ...made, type: special('dynamic') } : made;
  // The conversion of a text is no constant expression.
  const isParsed = operator.startsWith(CONVERSION) && args.some(({ bound: { type } }) => isSpecial(type, 'string'));
  const folds =
    !isParsed && args.every(({ bound: operand }) => operand.constant !== undefined || operand.folds === true);
  if (!folds) return bound;
  checkConstant(bound, args, syntax.position);
  return { ...bound, folds };
}

/** Operators whose operands of type String are a Double, and those for which they are a Long. */
const REAL: ReadonlySet<string> = new Set(['+', '-', '*', '/', 'mod', '^', 'negate', 'plus']);
const INTEGRAL: ReadonlySet<string> = new Set(['\\', 'and', 'or', 'xor', 'not', '<<', '>>']);
const SHIFTS: ReadonlySet<string> = new Set(['<<', '>>']);
const COMPARISONS: ReadonlySet<string> = new Set(['=', '<>', '<', '>', '<=', '>=']);
/** Operators for which a String without a value is the empty one. */
const OF_TEXT: ReadonlySet<string> = new Set(['bool', 'logical', 'to bool', 'to DateTime']);

/** Nothing that is written as a factor of a Decimal is a number; that of an Object gives a product without a fraction. */
function withZero(operator: string, args: readonly Argument[]): readonly Argument[] {
  if (operator !== '*' || !args.some(({ bound }) => isSpecial(bound.type, 'decimal'))) return args;
  return args.map((argument) => {
    const { form, position } = argument.bound;
    return form === 'default' ? { ...argument, bound: literal('int', 0, position) } : argument;
  });
}

/** Gives operands of type String without a value the zero of the operation's type, which Nothing of type Object leaves open. */
function withTexts(operator: string, args: readonly Argument[]): readonly Argument[] {
  const types = args.map(({ bound }) => bound.type);
  const isString = (type: Type): boolean => isSpecial(type, 'string');
  // The value of a nullable is asked for by a conversion.
  if (
    ((operator.startsWith(CONVERSION) && operator !== 'to object') || operator === 'like') &&
    types.some((type) => underlying(type))
  )
    return args.map((argument) => ({ ...argument, bound: valueOf(argument.bound) }));
  if (!types.some(isString) || types.some((type) => isDynamic(type) || isSpecial(type, 'object'))) return args;
  const isOfTexts = types.every((type) => isString(type) || isSpecial(type, 'char'));
  const isJoined = operator === '+' && (isOfTexts || types.some((type) => isSpecial(type, 'null')));
  const isLogical =
    (INTEGRAL.has(operator) || COMPARISONS.has(operator)) && types.some((type) => isSpecial(type, 'bool'));
  const zero = isJoined || isLogical || OF_TEXT.has(operator) ? '' : REAL.has(operator) ? new Double(0) : INTEGRAL.has(operator) ? 0n : undefined; // prettier-ignore
  if (zero === undefined) return args;
  return args.map((argument) => {
    const { bound } = argument;
    if (!isString(bound.type) || bound.constant || bound.form !== undefined) return argument;
    const emit = (): Eval => {
      const value = emitValue(bound);
      return (frame) => value(frame) ?? zero;
    };
    return { ...argument, bound: { type: bound.type, position: bound.position, fresh: bound.fresh, emit } };
  });
}

/** The value of a nullable; Nothing is an error. */
function valueOf(bound: Bound): Bound {
  const type = underlying(bound.type) ?? bound.type;
  return {
    type,
    position: bound.position,
    emit: () => {
      const value = emitValue(bound);
      return (frame) => {
        const given = value(frame);
        if (given === null) throw error('InvalidOperationException', 'Nullable object must have a value.');
        return given;
      };
    },
  };
}

function applied(
  context: Context,
  { target }: Expr & { k: 'call' },
  operator: string,
  args: readonly Argument[],
): Bound {
  const { position } = target;
  return (
    ownOperator(context, operator, args, position) ??
    context.world.outside.bindFirst?.(PREFIX + operator, args, position) ??
    bindInvocation(context, bindCallee(context, target), args, position)
  );
}

/** Operators that return Nothing if an operand is a nullable without a value. */
const LIFTED: ReadonlySet<string> = new Set([
  '+',
  '-',
  '*',
  '/',
  '\\',
  'mod',
  '^',
  '=',
  '<>',
  '<',
  '>',
  '<=',
  '>=',
  '<<',
  '>>',
  'and',
  'or',
  'xor',
  'negate',
  'plus',
  'not',
  'logical',
]);

/** Value of an operand that decides the result of an operator without the other operand. */
const DECIDING: Readonly<Record<string, boolean>> = { and: false, or: true };

function lifted(
  context: Context,
  syntax: Expr & { k: 'call' },
  operator: string,
  args: readonly Argument[],
): Bound | undefined {
  const operands = args.map(({ bound }) => bound);
  if (!LIFTED.has(operator) || !operands.some(({ type }) => underlying(type)) || operands.some(({ form }) => form !== undefined && form !== 'default')) return undefined; // prettier-ignore
  // A nullable beside an Object is boxed: without a value it is Nothing.
  if (operands.some(({ type }) => isDynamic(type) || isSpecial(type, 'object'))) return undefined;
  const slots = operands.map(() => context.fn.slots++);
  const types = operands.map(({ type }) => type);
  const given = args.map((argument, index) => {
    const to = textBeside(operator, types, index);
    return to === undefined ? argument : { ...argument, bound: becoming(context, syntax, to, argument) };
  });
  return liftedOver(context, syntax, operator, given, slots);
}

/** Type that a String beside a nullable becomes before it is known whether that has a value; undefined for other operands. */
function textBeside(operator: string, types: readonly Type[], index: number): string | undefined {
  const [type, other] = [types[index], types[1 - index]];
  const inner = other && underlying(other);
  if (!type || !inner || !isSpecial(type, 'string')) return undefined;
  if (SHIFTS.has(operator)) return index === 0 ? 'long' : 'int';
  if (isSpecial(inner, 'bool') && (COMPARISONS.has(operator) || operator in BITS)) return 'bool';
  if (COMPARISONS.has(operator) && inner instanceof NamedType && inner.definition.name === 'DateTime')
    return 'DateTime';
  if (!isEnum(inner) && !isNumeric(specialOf(inner))) return undefined;
  return INTEGRAL.has(operator) ? 'long' : 'double';
}

/** Converts an operand by a function of the language. */
function becoming(context: Context, syntax: Expr & { k: 'call' }, to: string, argument: Argument): Bound {
  const { position } = argument.bound;
  const target: Expr = { k: 'id', id: `${PREFIX}${CONVERSION}${to}`, args: [], position };
  return applied(context, { ...syntax, target }, CONVERSION + to, [argument]);
}

/** Binds an operator that returns Nothing if an operand is a nullable without a value. */
function liftedOver(
  context: Context,
  syntax: Expr & { k: 'call' },
  operator: string,
  args: readonly Argument[],
  slots: readonly number[],
): Bound {
  const operands = args.map(({ bound }) => bound);
  const { position } = syntax;
  const inner = args.map((argument, index): Argument => {
    const type = underlying(argument.bound.type) ?? argument.bound.type;
    return { ...argument, bound: { type, position, emit: () => (frame) => frame.v[slots[index] ?? 0] ?? null } };
  });
  const whole = applied(context, syntax, operator, inner);
  return {
    type: isValueType(whole.type) ? nullableOf(whole.type) : whole.type,
    position,
    fresh: true,
    emit: () => {
      const values = operands.map((operand) => emitValue(operand));
      const isNullable = operands.map(({ type }) => underlying(type) !== undefined || isSpecial(type, 'null'));
      const calculate = whole.emit();
      const deciding = DECIDING[operator];
      return (frame) => {
        let isNothing = false;
        let isDecided = false;
        for (const [index, value] of values.entries()) {
          const given = value(frame);
          frame.v[slots[index] ?? 0] = given;
          if (given === null && isNullable[index] === true) isNothing = true;
          else if (given === deciding) isDecided = true;
        }
        if (isNothing && isDecided) return deciding ?? null;
        return isNothing ? null : calculate(frame);
      };
    },
  };
}

const CONVERSION = 'to ';
const BITS: Readonly<Record<string, BinaryOperator>> = { and: '&', or: '|', xor: '^' };

/** Binds a conversion defined by a class or structure; returns undefined if there is none. */
function converted(context: Context, operand: Bound, to: Type): Bound | undefined {
  const own = underlying(operand.type) ?? operand.type;
  const isDefined = own instanceof NamedType && ['op_Implicit', 'op_Explicit'].some((name) => own.definition.members(name).length > 0); // prettier-ignore
  return isDefined && explicitConversion(own, to, context) ? cast(context, operand, to) : undefined;
}

/** Types whose operators are implemented by the functions of the language. */
const CALCULATED: ReadonlySet<string> = new Set(['DateTime', 'TimeSpan']);

function ownOperator(
  context: Context,
  operator: string,
  args: readonly Argument[],
  position: number,
): Bound | undefined {
  const operands = args.map(({ bound }) => bound);
  const types = operands.map(({ type }) => underlying(type) ?? type);
  const isOwn = (type: Type): boolean =>
    type instanceof NamedType && specialOf(type) === undefined && !CALCULATED.has(type.definition.name);
  if (!types.some(isOwn) || types.some(isDynamic)) return undefined;
  const [first, second] = operands;
  if (first && operator.startsWith(CONVERSION))
    return converted(context, first, special(operator.slice(CONVERSION.length) as Special));
  // Bitwise operators on one enum return that enum; other operators on enums calculate with numbers.
  const bits = BITS[operator];
  if (bits !== undefined && first && second && isEnum(first.type) && same(first.type, second.type))
    return binary(context, bits, first, second, position);
  const candidates = operatorsOf(types, basicOperatorMethod(operator, operands.length));
  return candidates.length === 0 ? undefined : resolveOperator(context, candidates, operands, operator, position);
}
