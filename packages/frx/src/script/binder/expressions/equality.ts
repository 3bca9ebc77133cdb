import type { Value } from '../../../expression/values/values.ts';
import { isStackEnd } from '../../../limits.ts';
import { isNumeric } from '../../runtime/arithmetic.ts';
import type { Binary } from '../../runtime/arithmetic.ts';
import { TupleObj } from '../../runtime/objects.ts';
import { equals, isValueType, sameReference } from '../../runtime/values.ts';
import type { Bound, Frame } from '../bound.ts';
import { isHostType } from '../../library/host.ts';
import type { Context } from '../context.ts';
import { explicitConversion, isReference } from '../types/conversions.ts';
import { convert, emitValue } from '../types/convert.ts';
import { isDelegate, isSpecial, isTuple, special, specialOf, underlying } from '../types/specials.ts';
import { NamedType } from '../types/types.ts';
import type { Type } from '../types/types.ts';

/** Equality of references, and evaluation of tuple elements. */

/** Binds equality of references, and of values with null. */
export function referenceEquality(
  context: Context,
  op: '==' | '!=',
  a: Bound,
  b: Bound,
  position: number,
): Bound | undefined {
  const { rt } = context.world.outside;
  const bool = special('bool');
  const wanted = op === '==';
  const [x, y] = [settle(context, a, b), settle(context, b, a)];
  if (!x || !y) return undefined;
  const nullA = isSpecial(x.type, 'null');
  const nullB = isSpecial(y.type, 'null');
  if (isSpecial(x.type, 'string') && isSpecial(y.type, 'string'))
    return operation(bool, position, x, y, (m, n) => (m === n) === wanted);
  if (nullA || nullB) {
    const other = nullA ? y : x;
    if (
      isValueType(other.type) &&
      !underlying(other.type) &&
      other.type.kind === 'named' &&
      !other.type.definition.isScript &&
      !isNumeric(specialOf(other.type)) &&
      !isSpecial(other.type, 'bool') &&
      other.type.special !== undefined &&
      other.type.special !== 'tuple'
    )
      return undefined;
    return operation(bool, position, x, y, (m, n) => (m === n) === wanted);
  }
  const [ua, ub] = [underlying(x.type) ?? x.type, underlying(y.type) ?? y.type];
  if (ua === ub && ua.kind === 'named' && isHostType(ua.definition) && isValueType(ua))
    return operation(bool, position, x, y, (m, n) => equals(m, n, rt) === wanted);
  if (isValueType(ua) || isValueType(ub)) return undefined;
  if (isDelegate(ua) && isDelegate(ub)) return operation(bool, position, x, y, (m, n) => equals(m, n, rt) === wanted);
  const related =
    isReference(ua) || isReference(ub)
      ? explicitConversion(ua, ub, context) !== undefined || explicitConversion(ub, ua, context) !== undefined
      : false;
  if (!related) return undefined;
  // Equal constant strings are the same object (C# specification, String literals).
  const constants = x.constant !== undefined && y.constant !== undefined;
  if (x.isNewBox || y.isNewBox) return operation(bool, position, x, y, () => !wanted);
  return operation(
    bool,
    position,
    x,
    y,
    (m, n) => (constants && typeof m === 'string' ? m === n : sameReference(m, n)) === wanted,
  );
}

/** Converts one operand of a comparison to the type of the other if it has none of its own. */
function settle(context: Context, bound: Bound, other: Bound): Bound | undefined {
  if (bound.form === 'default' || bound.form === 'lambda' || bound.form === 'group' || bound.form === 'arms')
    return convert(context, bound, other.type);
  return bound;
}

export function tupleSize(bound: Bound): number | undefined {
  if (bound.items) return bound.items.length;
  const type = underlying(bound.type) ?? bound.type;
  return isTuple(type) ? type.args.length : undefined;
}

/** Returns true for an element that has a type without conversion. */
function isReady(item: Bound): boolean {
  return !item.form || (item.form === 'tuple' && !isSpecial(item.type, 'error'));
}

/** Returns the elements of a tuple, which is evaluated once. */
export function tupleParts(
  bound: Bound,
  slot: number,
): { parts: readonly Bound[]; prepare: () => (frame: Frame) => void } {
  const { items, position } = bound;
  const from = (type: Type, index: number): Bound => ({
    type,
    position,
    emit: () => (frame) => (frame.v[slot] as TupleObj).fields[index] ?? null,
  });
  if (items) {
    return {
      parts: items.map((item, index) =>
        isReady(item) ? { ...from(item.type, index), constant: item.constant } : item,
      ),
      prepare: () => {
        const values = items.map((item) => (isReady(item) ? emitValue(item) : () => null));
        return (frame) => {
          const holder = new TupleObj(special('object'));
          holder.fields = values.map((value) => value(frame));
          frame.v[slot] = holder;
        };
      },
    };
  }
  const type = (underlying(bound.type) ?? bound.type) as NamedType;
  return {
    parts: type.args.map(from),
    prepare: () => {
      const value = bound.emit();
      return (frame) => {
        frame.v[slot] = value(frame);
      };
    },
  };
}

/** Binds an operator on two operands; the result of constants is a constant. */
export function operation(type: Type, position: number, a: Bound, b: Bound, operate: Binary): Bound {
  const constant =
    a.constant && b.constant
      ? constantOf(() => operate(a.constant?.value ?? null, b.constant?.value ?? null))
      : undefined;
  return {
    type,
    position,
    constant,
    fresh: true,
    emit: () => {
      if (constant) return () => constant.value;
      const x = a.emit();
      if (b.constant) {
        const { value } = b.constant;
        return (frame) => operate(x(frame), value);
      }
      const y = b.emit();
      return (frame) => operate(x(frame), y(frame));
    },
  };
}

/** Evaluates a constant expression; returns undefined if it fails (division by zero, overflow), so that it fails at run time. */
export function constantOf(calculate: () => Value): { value: Value } | undefined {
  try {
    return { value: calculate() };
  } catch (error) {
    if (isStackEnd(error)) throw error;
    return undefined;
  }
}

export const COMPARISONS: ReadonlySet<string> = new Set(['==', '!=', '<', '>', '<=', '>=']);
export const BITS: ReadonlySet<string> = new Set(['&', '|', '^']);
