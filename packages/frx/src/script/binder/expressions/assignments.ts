import { userUnary } from '../declarations/userOperators.ts';
import { binary } from './operators.ts';
import type { Value } from '../../../expression/values/values.ts';
import type { BinaryOperator, Expr } from '../../grammar/syntax.ts';
import { binaryOperator, isNumeric } from '../../runtime/arithmetic.ts';
import { copyOf } from '../../runtime/objects.ts';
import type { Bound, Eval } from '../bound.ts';
import { need } from '../../library/registry.ts';
import { fail } from '../context.ts';
import type { Context } from '../context.ts';
import { explicitConversion } from '../types/conversions.ts';
import { cast, convert, emitValue, require } from '../types/convert.ts';
import { bindValue, cannotAssign } from '../entry.ts';
import { bindEventChange } from './names.ts';
import { isDelegate, isDynamic, isEnum, special, specialOf, underlying } from '../types/specials.ts';
import { display, same } from '../types/types.ts';
import type { Type } from '../types/types.ts';

/** Compound assignment and increments (C# specification, Compound assignment). */

/** Binds `target op= value` (C# specification, Compound assignment). */
export function bindCompound(context: Context, syntax: Expr & { k: 'assign' }): Bound {
  const { position } = syntax;
  const op = syntax.op as BinaryOperator;
  const target = bindValue(context, syntax.target, 'event');
  const value = bindValue(context, syntax.value, true);
  if (op === '+' || op === '-') {
    const handler = isDelegate(target.type) ? convert(context, value, target.type) : undefined;
    const change = handler && bindEventChange(context, target, op, handler);
    if (change) return change;
    if (target.form === 'event' && handler === undefined) require(context, value, target.type);
    if (isDynamicEvent(target) && (value.form === 'lambda' || value.form === 'group' || isDelegate(value.type))) {
      const { place } = target;
      const given = value.form ? convert(context, value, generic_('EventHandler')) : value;
      if (place && given) return { type: target.type, position, emit: () => place.assign(emitValue(given)) };
    }
  }
  const { place } = target;
  if (!place) return cannotAssign(context, target, syntax.target, position);
  if (op === '??') {
    const inner = underlying(target.type);
    const asInner = inner && convert(context, value, inner);
    const given = asInner ?? require(context, value, target.type);
    return {
      type: asInner && inner ? inner : target.type,
      position,
      emit: () => {
        const ref = place.ref();
        const other = emitValue(given);
        return (frame) => {
          const held = ref(frame);
          const current = held.read();
          if (current !== null) return current;
          const made = other(frame);
          held.write(made);
          return made;
        };
      },
    };
  }
  if (place.isSimple) {
    const whole = compoundValue(context, op, { ...target, constant: undefined }, value, target.type, position);
    return { type: target.type, position, emit: () => place.assign(emitValue(whole)) };
  }
  const slot = context.fn.slots++;
  const current: Bound = { type: target.type, position, emit: () => (frame) => frame.v[slot] ?? null };
  const whole = compoundValue(context, op, current, value, target.type, position);
  return {
    type: target.type,
    position,
    emit: () => {
      const ref = place.ref();
      const calculate = emitValue(whole);
      return (frame) => {
        const held = ref(frame);
        frame.v[slot] = held.read();
        const made = calculate(frame);
        held.write(made);
        return made;
      };
    },
  };
}

/** Returns true for an event of an object of the report: handlers are passed to it unchanged. */
function isDynamicEvent(target: Bound): boolean {
  return target.isHostEvent === true;
}

function generic_(name: string): Type {
  return need(name).open;
}

function compoundValue(
  context: Context,
  op: BinaryOperator,
  current: Bound,
  value: Bound,
  type: Type,
  position: number,
): Bound {
  const result = binary(context, op, current, value, position);
  if (convert(context, result, type) && !(result.constant && !same(result.type, type)))
    return require(context, result, type);
  // The result is cast to the type of the target if the value itself converts to it (byte += int constant).
  if (explicitConversion(result.type, type, context) && (convert(context, value, type) || op === '<<' || op === '>>'))
    return cast(context, { ...result, constant: undefined }, type);
  return require(context, result, type);
}

/** Binds `++x` and `x--`. */
export function bindStep(context: Context, syntax: Expr & { k: 'step' }): Bound {
  const { position, prefix } = syntax;
  const target = bindValue(context, syntax.operand);
  const { place, type } = target;
  if (!place) return cannotAssign(context, target, syntax.operand, prefix ? position : target.position);
  const slot = context.fn.slots++;
  const current: Bound = { type, position, emit: () => (frame) => frame.v[slot] ?? null };
  const user = isDynamic(type) ? undefined : userUnary(context, syntax.op, current, position);
  const inner = underlying(type) ?? type;
  const one: Bound = { type: special('int'), position, constant: { value: 1 }, emit: () => () => 1 };
  if (!user && !isDynamic(type) && !isNumeric(specialOf(inner)) && !isEnum(inner))
    fail(
      context,
      `CS0023: Operator '${syntax.op}' cannot be applied to operand of type '${display(type)}'`,
      prefix ? position : target.position,
    );
  const result = user ?? binary(context, syntax.op === '++' ? '+' : '-', current, one, position);
  const narrow = same(result.type, type) || user ? result : castStep(context, result, type, inner);
  if (specialOf(type) === 'int' && place.isSimple && !user) {
    const operate = binaryOperator(syntax.op === '++' ? '+' : '-', 'int', context.checked);
    return {
      type,
      position,
      emit: () => {
        const read = target.emit();
        let before: Value = 0;
        const assign = place.assign((frame) => {
          before = read(frame);
          return operate ? operate(before, 1) : before;
        });
        return prefix ? assign : (frame) => {
          assign(frame);
          return before;
        }; // prettier-ignore
      },
    };
  }
  return {
    type,
    position,
    emit: () => {
      const ref = place.ref();
      const calculate: Eval = narrow.emit();
      return (frame) => {
        const held = ref(frame);
        const before = copyOf(held.read());
        frame.v[slot] = before;
        const after = calculate(frame);
        held.write(after);
        return prefix ? after : before;
      };
    },
  };
}

/** Casts the result back to the type of the operand; overflow is checked in a checked context. */
function castStep(context: Context, result: Bound, type: Type, inner: Type): Bound {
  const target = isEnum(inner) ? inner : type;
  return cast(context, result, target);
}
