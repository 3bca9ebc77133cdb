import type { Expr, TypeSyntax } from '../../grammar/syntax.ts';
import { copyOf } from '../../runtime/objects.ts';
import { isInstance, isValueType } from '../../runtime/values.ts';
import { defaultOf } from '../../runtime/defaults.ts';
import { typeObject, typeType } from '../../runtime/hooks.ts';
import type { Bound } from '../bound.ts';
import type { Context } from '../context.ts';
import { fail } from '../context.ts';
import { close, explicitConversion } from '../types/conversions.ts';
import { isDynamic, isSpecial, special, underlying } from '../types/specials.ts';
import { resolveType, unboundType } from '../types/typeNames.ts';
import { boxesVariant, isTotal } from '../types/variants.ts';
import { display, isClosed } from '../types/types.ts';
import type { Type } from '../types/types.ts';
import { bindValue } from '../entry.ts';
import { literal } from './literals.ts';

/** Operators with a type as operand: sizeof, typeof, default, as (C# specification, Primary expressions and The as operator). */

/** Sizes in bytes of the types for which sizeof is a constant (C# specification, The sizeof operator). */
const SIZES: ReadonlyMap<string, number> = new Map([
  ['sbyte', 1],
  ['byte', 1],
  ['bool', 1],
  ['short', 2],
  ['ushort', 2],
  ['char', 2],
  ['int', 4],
  ['uint', 4],
  ['float', 4],
  ['long', 8],
  ['ulong', 8],
  ['double', 8],
  ['decimal', 16],
]);

export function bindSizeof(context: Context, syntax: TypeSyntax, position: number): Bound {
  const type = resolveType(context, syntax);
  const size = SIZES.get(
    type.kind === 'named' && type.definition.enumeration ? type.definition.underlying : display(type),
  );
  if (size === undefined)
    return fail(
      context,
      `CS0233: '${display(type)}' does not have a predefined size, therefore sizeof can only be used in an unsafe context`,
      position,
    );
  return literal('int', size, position);
}

export function bindTypeof(context: Context, syntax: TypeSyntax, position: number): Bound {
  const unbound = unboundType(context, syntax);
  if (unbound) return { type: typeType(), position, emit: () => () => typeObject(unbound) };
  const type = resolveType(context, syntax);
  return { type: typeType(), position, emit: () => (frame) => typeObject(close(type, frame)) };
}

export function bindDefault(context: Context, syntax: Expr & { k: 'default' }): Bound {
  const { position } = syntax;
  const of = (type: Type): Bound => {
    const closed = isClosed(type);
    const value = closed ? defaultOf(type) : null;
    const isConstant = closed && (typeof value !== 'object' || value === null);
    return {
      type,
      position,
      fresh: true,
      constant: isConstant ? { value } : undefined,
      emit: () => (closed && !isValueType(type) ? () => null : (frame) => defaultOf(close(type, frame))),
    };
  };
  if (syntax.type) return of(resolveType(context, syntax.type));
  return { type: special('null'), form: 'default', position, into: of, emit: () => () => null };
}

export function bindAs(context: Context, syntax: Expr & { k: 'as' }): Bound {
  const operand = bindValue(context, syntax.operand);
  const type = resolveType(context, syntax.type);
  if (isValueType(type) && !underlying(type))
    fail(
      context,
      `CS0077: The as operator must be used with a reference type or nullable type ('${display(type)}' is a non-nullable value type)`,
      syntax.position,
    );
  const isPossible = isTotal(context, operand.type)
    ? boxesVariant(type)
    : isDynamic(operand.type) || isSpecial(operand.type, 'null') || explicitConversion(operand.type, type, context);
  if (!isPossible)
    fail(
      context,
      `CS0039: Cannot convert type '${display(operand.type)}' to '${display(type)}' via a reference conversion, boxing conversion, unboxing conversion, wrapping conversion, or null type conversion`,
      syntax.position,
    );
  return {
    type,
    position: syntax.position,
    emit: () => {
      const value = operand.emit();
      return (frame) => {
        const object = value(frame);
        return isInstance(object, close(type, frame)) ? copyOf(object) : null;
      };
    },
  };
}
