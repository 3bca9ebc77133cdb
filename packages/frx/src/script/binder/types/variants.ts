import type { Value } from '../../../expression/values/values.ts';
import {
  variantArithmetic,
  variantBits,
  variantEqual,
  variantMinus,
  variantRelational,
} from '../../../expression/values/variant.ts';
import type { BinaryOperator } from '../../grammar/syntax.ts';
import { textOf } from '../../runtime/values.ts';
import type { Argument, Bound, Eval } from '../bound.ts';
import type { Context } from '../context.ts';
import { emitValue } from './convert.ts';
import { COMPARISONS } from '../expressions/equality.ts';
import { isDynamic, isSpecial, isVariant, special, variant } from './specials.ts';
import { display } from './types.ts';
import type { Type } from './types.ts';

/** Operators of FastReport's Variant, which calculates with any number without a cast. */

/** Returns true for the type of totals and of `Value` in C#, where it is a type of its own; in Visual Basic it is read as its value. */
export function isTotal(context: Context, type: Type): boolean {
  return isVariant(type) && !context.world.isBasic;
}

/** Returns true for the types of which a Variant in an object is an instance. */
export function boxesVariant(type: Type): boolean {
  return isVariant(type) || isSpecial(type, 'object') || isDynamic(type) || display(type) === 'ValueType';
}

export function bindVariantBinary(context: Context, op: BinaryOperator, a: Bound, b: Bound, position: number): Bound {
  const isText = op === '+' && (isSpecial(a.type, 'string') || isSpecial(b.type, 'string'));
  return {
    type: COMPARISONS.has(op) ? special('bool') : isText ? special('string') : variant(),
    position,
    emit: () => {
      const [x, y] = [emitValue(a), emitValue(b)];
      const operate = operationOf(context, op);
      return (frame) => operate(x(frame), y(frame));
    },
  };
}

export function bindVariantMinus(context: Context, operand: Bound, position: number): Bound {
  return {
    type: variant(),
    position,
    emit: () => {
      const value = emitValue(operand);
      const { culture } = context.world.outside.rt;
      return (frame) => variantMinus(value(frame), culture);
    },
  };
}

/** Returns the arguments of `string.Format` with the texts of Variants, to which a format does not apply. */
export function withVariantTexts(context: Context, args: readonly Argument[]): readonly Argument[] {
  const { rt } = context.world.outside;
  return args.map((argument) => {
    const { bound } = argument;
    if (!isVariant(bound.type) || bound.form !== undefined) return argument;
    const emit = (): Eval => {
      const value = emitValue(bound);
      return (frame) => textOf(value(frame), rt);
    };
    return { ...argument, bound: { type: special('string'), position: bound.position, emit } };
  });
}

function operationOf(context: Context, op: BinaryOperator): (a: Value, b: Value) => Value {
  const { culture, budget } = context.world.outside.rt;
  switch (op) {
    case '+':
    case '-':
    case '*':
    case '/':
    case '%':
      return (a, b) => {
        const value = variantArithmetic(op, a, b, culture);
        if (typeof value === 'string') budget.hold(value.length);
        return value;
      };
    case '==':
      return (a, b) => variantEqual(a, b, culture);
    case '!=':
      return (a, b) => !variantEqual(a, b, culture);
    case '<':
    case '>':
    case '<=':
    case '>=':
      return (a, b) => variantRelational(op, a, b, culture);
    case '&':
    case '|':
    case '^':
    case '<<':
    case '>>':
      return (a, b) => variantBits(op, a, b);
    default:
      throw new Error(`'${op}' is no operator of two values`);
  }
}
