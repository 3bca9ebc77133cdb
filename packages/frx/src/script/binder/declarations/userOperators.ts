import type { BinaryOperator, Expr } from '../../grammar/syntax.ts';
import { operatorMethod } from '../../grammar/operators.ts';
import { isIntegral } from '../../runtime/arithmetic.ts';
import { isValueType } from '../../runtime/values.ts';
import type { Argument, Bound, Candidate } from '../bound.ts';
import { bindResolved } from '../expressions/calls.ts';
import type { Context } from '../context.ts';
import { convert, emitValue, require } from '../types/convert.ts';
import { bindValue } from '../entry.ts';
import { BITS, COMPARISONS } from '../expressions/equality.ts';
import { tryResolve } from '../types/overloads.ts';
import type { Resolution } from '../types/overloads.ts';
import { isDynamic, isSpecial, nullableOf, special, specialOf, underlying } from '../types/specials.ts';
import { NamedType } from '../types/types.ts';
import type { Special, Type } from '../types/types.ts';

/** User-defined operators and conversions of operands (C# specification, Operator overloading). */

export function userLogical(context: Context, op: string, a: Bound, b: Bound, position: number): Bound | undefined {
  if (isDynamic(a.type) || isDynamic(b.type)) return undefined;
  const combined = userOperator(context, op === '&&' ? '&' : '|', a, b, position);
  const test = combined && userUnary(context, op === '&&' ? 'false' : 'true', a, position);
  if (!combined || !test) return undefined;
  const slot = context.fn.slots++;
  const held: Bound = { type: a.type, position, emit: () => (frame) => frame.v[slot] ?? null };
  const whole = userOperator(context, op === '&&' ? '&' : '|', held, b, position);
  const decided = userUnary(context, op === '&&' ? 'false' : 'true', held, position);
  if (!whole || !decided) return undefined;
  return {
    ...whole,
    emit: () => {
      const left = emitValue(a);
      const ends = decided.emit();
      const both = whole.emit();
      return (frame) => {
        const value = (frame.v[slot] = left(frame));
        return ends(frame) === true ? value : both(frame);
      };
    },
  };
}

/** Binds an operator, possibly lifted, that a class or a type of the library defines; returns undefined if there is none. */
export function userOperator(
  context: Context,
  op: BinaryOperator,
  a: Bound,
  b: Bound,
  position: number,
): Bound | undefined {
  const name = operatorMethod(op, 2);
  if (name === '') return undefined;
  const candidates = operatorsOf([underlying(a.type) ?? a.type, underlying(b.type) ?? b.type], name);
  if (candidates.length === 0) return undefined;
  return resolveOperator(context, candidates, [a, b], op, position);
}

/** Returns the methods of an operator that types or their bases define. */
export function operatorsOf(types: readonly Type[], name: string): Candidate[] {
  const candidates: Candidate[] = [];
  const seen = new Set<NamedType>();
  for (const type of types)
    for (let owner = type instanceof NamedType ? type : undefined; owner; owner = owner.base) {
      if (seen.has(owner)) break;
      seen.add(owner);
      for (const member of owner.definition.members(name))
        if (member.k === 'method') candidates.push({ method: member, type: owner });
    }
  return candidates;
}

/** Binds a call of the operator method that accepts the operands; returns undefined if none does. */
export function resolveOperator(
  context: Context,
  candidates: readonly Candidate[],
  operands: readonly Bound[],
  op: string,
  position: number,
): Bound | undefined {
  const args: Argument[] = operands.map((bound) => ({ name: undefined, mode: 'value', bound }));
  const found = tryResolve(context, candidates, args, []);
  if (found && found !== 'ambiguous') return bindResolved(context, found, args, undefined, false, position);
  if (!operands.some(({ type }) => underlying(type) || isSpecial(type, 'null'))) return undefined;
  // A lifted operator returns null if an operand is null; a comparison returns a bool.
  const slots = operands.map(() => context.fn.slots++);
  // The literal null has the type of the other operand, or else that of the operator's parameter.
  const asOther = (index: number): Type => {
    const other = operands[1 - index]?.type ?? special('null');
    return underlying(other) ?? other;
  };
  const attempts = [asOther, ...candidates.map(({ method }) => (index: number) => method.parameters[index]?.type ?? asOther(index))]; // prettier-ignore
  const lifted = attempts.reduce<{ args: Argument[]; found: Resolution } | undefined>((known, typeOfNull) => {
    if (known) return known;
    const inner = operands.map((bound, index): Bound => ({
      type: underlying(bound.type) ?? (isSpecial(bound.type, 'null') ? typeOfNull(index) : bound.type),
      position,
      emit: () => (frame) => frame.v[slots[index] ?? 0] ?? null,
    }));
    if (!inner.every(({ type }) => isValueType(type))) return undefined;
    const tried: Argument[] = inner.map((bound) => ({ name: undefined, mode: 'value', bound }));
    const resolved = tryResolve(context, candidates, tried, []);
    return resolved && resolved !== 'ambiguous' ? { args: tried, found: resolved } : undefined;
  }, undefined);
  if (!lifted) return undefined;
  const whole = bindResolved(context, lifted.found, lifted.args, undefined, false, position);
  const isComparison = COMPARISONS.has(op) && operands.length === 2;
  return {
    type: isComparison ? special('bool') : isValueType(whole.type) ? nullableOf(whole.type) : whole.type,
    position,
    fresh: true,
    emit: () => {
      const values = operands.map((bound) => emitValue(bound));
      const call = whole.emit();
      return (frame) => {
        let nulls = 0;
        for (const [index, value] of values.entries()) {
          const given = value(frame);
          frame.v[slots[index] ?? 0] = given;
          if (given === null) nulls++;
        }
        if (nulls === 0) return call(frame);
        if (!isComparison) return null;
        if (op === '==') return nulls === 2;
        return op === '!=' && nulls === 1;
      };
    },
  };
}

/** Binds a unary operator that a type declares; returns undefined if there is none. */
export function userUnary(context: Context, op: string, operand: Bound, position: number): Bound | undefined {
  const name = operatorMethod(op, 1);
  const candidates = operatorsOf([underlying(operand.type) ?? operand.type], name);
  return candidates.length === 0 ? undefined : resolveOperator(context, candidates, [operand], op, position);
}

/** Returns true if a type defines an implicit conversion. */
export function convertsByUser(type: Type): boolean {
  const own = underlying(type) ?? type;
  for (let owner = own instanceof NamedType ? own : undefined; owner; owner = owner.base)
    if (owner.definition.isScript && owner.definition.members('op_Implicit').length > 0) return true;
  return false;
}

/** Types whose operators are tried on converted operands, preferred ones first. */
const ARITHMETIC: readonly Special[] = ['int', 'uint', 'long', 'ulong', 'float', 'double', 'decimal'];

function operandTypes(op: string): readonly Special[] {
  if (op === '!') return ['bool'];
  if (op === '~' || op === '<<' || op === '>>') return ARITHMETIC.filter((each) => isIntegral(each));
  if (BITS.has(op)) return [...ARITHMETIC.filter((each) => isIntegral(each)), 'bool'];
  return op === '==' || op === '!=' ? [...ARITHMETIC, 'bool', 'string'] : ARITHMETIC;
}

/** Converts operands to a type that has the operator; returns undefined if neither defines a suitable conversion. */
export function convertedOperands(
  context: Context,
  op: BinaryOperator,
  a: Bound,
  b: Bound,
): readonly [Bound, Bound] | undefined {
  if (!convertsByUser(a.type) && !convertsByUser(b.type)) return undefined;
  if (op === '+' && (isSpecial(a.type, 'string') || isSpecial(b.type, 'string'))) return undefined;
  if (isSpecial(a.type, 'null') || isSpecial(b.type, 'null')) return undefined;
  const lifted = underlying(a.type) !== undefined || underlying(b.type) !== undefined;
  for (const kind of operandTypes(op)) {
    const type = lifted && kind !== 'string' ? nullableOf(special(kind)) : special(kind);
    const x = convert(context, a, type);
    const y = convert(context, b, op === '<<' || op === '>>' ? special('int') : type);
    if (x && y) return [x, y];
  }
  return op === '+' ? concatenatedOperands(context, a, b) : undefined;
}

/** Converts the operands that define a conversion to a text, which is concatenated with any other operand; undefined if none does. */
function concatenatedOperands(context: Context, a: Bound, b: Bound): readonly [Bound, Bound] | undefined {
  const [x, y] = [a, b].map((operand) =>
    convertsByUser(operand.type) ? convert(context, operand, special('string')) : undefined,
  );
  return x || y ? [x ?? a, y ?? b] : undefined;
}

/** Converts the operand of a unary operator to a type that has the operator. */
export function convertedOperand(context: Context, op: string, operand: Bound): Bound | undefined {
  if (!convertsByUser(operand.type) || specialOf(operand.type)) return undefined;
  const types = operandTypes(op).filter((kind) => op !== '-' || (kind !== 'uint' && kind !== 'ulong'));
  for (const kind of types) {
    const converted = convert(context, operand, special(kind));
    if (converted) return converted;
  }
  return undefined;
}

/**
 * Returns the value of a switch, converted if its type converts to an integral type, char or string (C# specification, The switch
 * statement).
 */
export function governing(context: Context, value: Bound): Bound {
  if (!convertsByUser(value.type)) return value;
  for (const kind of GOVERNING) {
    const converted = convert(context, value, special(kind));
    if (converted) return converted;
  }
  return value;
}

const GOVERNING: readonly Special[] = ['int', 'uint', 'long', 'ulong', 'char', 'string'];

/** Binds a condition: a bool, or a value whose type defines the operator `true` (C# specification, Boolean expressions). */
export function condition(context: Context, syntax: Expr): Bound {
  const value = bindValue(context, syntax);
  if (!isDynamic(value.type) && !convert(context, value, special('bool')) && !value.form) {
    const user = userUnary(context, 'true', value, value.position);
    if (user) return user;
  }
  return require(context, value, special('bool'));
}
