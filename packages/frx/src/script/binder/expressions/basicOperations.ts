import { basicOperatorMethod } from '../../grammar/operators.ts';
import type { BinaryOperator, Expr } from '../../grammar/syntax.ts';
import type { Argument, Bound } from '../bound.ts';
import type { Context } from '../context.ts';
import { operatorsOf, resolveOperator } from '../declarations/userOperators.ts';
import { bindCallee } from '../entry.ts';
import { explicitConversion } from '../types/conversions.ts';
import { isValueType } from '../../runtime/values.ts';
import { cast, emitValue } from '../types/convert.ts';
import { isDynamic, isEnum, nullableOf, special, specialOf, underlying } from '../types/specials.ts';
import { NamedType, same } from '../types/types.ts';
import type { Special, Type } from '../types/types.ts';
import { binary } from './operators.ts';
import { bindArguments, bindInvocation } from './calls.ts';

/** Operators and conversions of Visual Basic, which its parser represents as calls. */

const PREFIX = 'vb:';

/** Returns the operator that a call represents; undefined for other calls. */
export function basicOperation({ target }: Expr & { k: 'call' }): string | undefined {
  return target.k === 'id' && target.id.startsWith(PREFIX) ? target.id.slice(PREFIX.length) : undefined;
}

/** Binds an operator: the one defined by the type of an operand, or else that of the language. */
export function bindBasicOperation(context: Context, syntax: Expr & { k: 'call' }, operator: string): Bound {
  const args = bindArguments(context, syntax.args);
  const bound = lifted(context, syntax, operator, args) ?? applied(context, syntax, operator, args);
  const folds = args.every(({ bound: operand }) => operand.constant !== undefined || operand.folds === true);
  return folds ? { ...bound, folds } : bound;
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
  'negate',
  'plus',
  'not',
]);

function lifted(
  context: Context,
  syntax: Expr & { k: 'call' },
  operator: string,
  args: readonly Argument[],
): Bound | undefined {
  const operands = args.map(({ bound }) => bound);
  if (!LIFTED.has(operator) || !operands.some(({ type }) => underlying(type)) || operands.some(({ form }) => form !== undefined)) return undefined; // prettier-ignore
  const { position } = syntax;
  const slots = operands.map(() => context.fn.slots++);
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
      const isNullable = operands.map(({ type }) => underlying(type) !== undefined);
      const calculate = whole.emit();
      return (frame) => {
        let isNothing = false;
        for (const [index, value] of values.entries()) {
          const given = value(frame);
          frame.v[slots[index] ?? 0] = given;
          if (given === null && isNullable[index] === true) isNothing = true;
        }
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
