import type { Value } from '../../../expression/values/values.ts';
import type { Designation, Expr, Pattern, TypeSyntax } from '../../grammar/syntax.ts';
import { copyOf, TupleObj, refTo } from '../../runtime/objects.ts';
import { equals, isInstance } from '../../runtime/values.ts';
import type { Ref } from '../../runtime/objects.ts';
import type { Bound, Frame } from '../bound.ts';
import { bindInvocation } from './calls.ts';
import { declareVariable, fail } from '../context.ts';
import type { Context } from '../context.ts';
import { close, explicitConversion, implicitConversion } from '../types/conversions.ts';
import { convert, require } from '../types/convert.ts';
import { bindValue } from '../entry.ts';
import { writeVariable } from '../declarations/functions.ts';
import { bindInstanceMember, unknownMember } from './names.ts';
import { extensionMethods, lookup } from '../types/lookup.ts';
import { isDynamic, isSpecial, isTuple, special, underlying } from '../types/specials.ts';
import { resolveType, tryType } from '../types/typeNames.ts';
import { boxesVariant, isTotal } from '../types/variants.ts';
import { inferTypes } from '../types/inference.ts';
import { display, isClosed, substitute } from '../types/types.ts';
import type { Type } from '../types/types.ts';

/** Tests a value against a pattern and sets the variables of the pattern. */
export type Test = (frame: Frame, value: Value) => boolean;

/** Binds a pattern for a value of a type (C# specification, Patterns). The result compiles it, once everything is bound. */
export function bindPattern(context: Context, pattern: Pattern, type: Type): () => Test {
  switch (pattern.k) {
    case 'discard':
      return () => () => true;
    case 'var':
      return bindDesignation(context, pattern.designation, type);
    case 'constant':
      return bindConstant(context, pattern.value, type);
    case 'type': {
      const wanted = pattern.designation ? resolveType(context, pattern.type) : tryType(context, pattern.type);
      if (!wanted) return bindConstant(context, asExpression(context, pattern.type), type);
      // A name that is both a constant and a type is the type.
      if (!pattern.designation && pattern.isWhole !== true)
        fail(context, `CS0150: A constant value is expected; '${display(wanted)}' is a type`, pattern.position);
      return bindTyped(context, wanted, pattern.designation, type, pattern.position);
    }
    default:
      return bindRecursive(context, pattern, type);
  }
}

function asExpression(context: Context, syntax: TypeSyntax): Expr {
  if (syntax.k !== 'name') return fail(context, 'CS0150: A constant value is expected', syntax.position);
  const [first, ...rest] = syntax.parts;
  let made: Expr = { k: 'id', id: first?.id ?? '', args: [], position: syntax.position };
  for (const part of rest) made = { k: 'member', target: made, id: part.id, args: [], position: syntax.position };
  return made;
}

function bindConstant(context: Context, syntax: Expr, type: Type): () => Test {
  const { rt } = context.world.outside;
  const value = bindValue(context, syntax);
  if (isSpecial(value.type, 'null')) return () => (_frame, given) => given === null;
  const inner = underlying(type) ?? type;
  const converted =
    isSpecial(inner, 'object') || isDynamic(inner)
      ? value
      : (convert(context, value, inner) ??
        (inner.kind === 'parameter' || explicitConversion(inner, value.type, context)
          ? value
          : require(context, value, inner)));
  if (!converted.constant) fail(context, 'CS0150: A constant value is expected', syntax.position);
  const wanted = converted.constant.value;
  return () => (_frame, given) => equals(given, wanted, rt);
}

function bindTyped(
  context: Context,
  wanted: Type,
  designation: Designation | undefined,
  type: Type,
  position: number,
): () => Test {
  // A type test is always allowed; a pattern with a designation must be possible.
  const isNeverMet = isTotal(context, type) && !boxesVariant(wanted);
  if (isNeverMet && !designation) return () => () => false;
  if (
    isNeverMet ||
    (designation &&
      !isDynamic(type) &&
      !isSpecial(type, 'null') &&
      !implicitConversion(type, wanted, context, false) &&
      !explicitConversion(type, wanted, context))
  )
    fail(
      context,
      `CS8121: An expression of type '${display(type)}' cannot be handled by a pattern of type '${display(wanted)}'.`,
      position,
    );
  const set = designation ? bindDesignation(context, designation, wanted) : undefined;
  const closed = isClosed(wanted) ? wanted : undefined;
  return () => {
    const assign = set?.();
    if (closed && !assign) return (_frame, value) => isInstance(value, closed);
    return (frame, value) => isInstance(value, closed ?? close(wanted, frame)) && (!assign || assign(frame, value));
  };
}

function bindDesignation(context: Context, designation: Designation, type: Type): () => Test {
  if (designation.k === 'discard') return () => () => true;
  if (designation.k === 'single') {
    const variable = declareVariable(context, designation.name, type, designation.position);
    return () => {
      const write = writeVariable(context, variable);
      return (frame, value) => {
        write(frame, copyOf(value));
        return true;
      };
    };
  }
  const positions = designation.items.map((item) => ({
    name: undefined,
    pattern: { k: 'var', designation: item, position: item.position } as const,
  }));
  return bindRecursive(
    context,
    {
      k: 'recursive',
      type: undefined,
      positions,
      members: undefined,
      designation: undefined,
      position: designation.position,
    },
    type,
  );
}

/** Binds `Type (a, b) { Name: pattern } name`. */
function bindRecursive(context: Context, pattern: Pattern & { k: 'recursive' }, type: Type): () => Test {
  const wanted = pattern.type ? resolveType(context, pattern.type) : (underlying(type) ?? type);
  if (pattern.type && !implicitConversion(type, wanted, context, false) && !explicitConversion(type, wanted, context))
    fail(
      context,
      `CS8121: An expression of type '${display(type)}' cannot be handled by a pattern of type '${display(wanted)}'.`,
      pattern.position,
    );
  const slot = context.fn.slots++;
  const target: Bound = { type: wanted, position: pattern.position, emit: () => (frame) => frame.v[slot] ?? null };
  const parts: { value: Bound; test: () => Test }[] = [];
  let prepare: (() => (frame: Frame) => void) | undefined;
  if (pattern.positions) {
    const split = positionsOf(context, target, pattern.positions.length, pattern.position, slot);
    ({ prepare } = split);
    for (const [index, { pattern: inner }] of pattern.positions.entries()) {
      const value = split.parts[index];
      if (value) parts.push({ value, test: bindPattern(context, inner, value.type) });
    }
  }
  for (const { name, pattern: inner } of pattern.members ?? []) {
    let value: Bound = target;
    for (const id of name.split('.'))
      value =
        bindInstanceMember(context, value, id, [], pattern.position, false) ??
        unknownMember(context, value.type, id, pattern.position);
    parts.push({ value, test: bindPattern(context, inner, value.type) });
  }
  const set = pattern.designation && bindDesignation(context, pattern.designation, wanted);
  const needsType = pattern.type !== undefined;
  // A value of type object is deconstructed only if it is a tuple with that number of elements.
  const count = pattern.positions?.length ?? 0;
  const takesTuple = pattern.positions !== undefined && (isSpecial(wanted, 'object') || isDynamic(wanted));
  return () => {
    const compiled = parts.map(({ value, test }) => ({ read: value.emit(), test: test() }));
    const start = prepare?.();
    const assign = set?.();
    return (frame, value) => {
      if (takesTuple && !(value instanceof TupleObj && value.fields.length === count)) return false;
      if (value === null || (needsType && !isInstance(value, close(wanted, frame)))) return false;
      frame.v[slot] = value;
      start?.(frame);
      for (const { read, test } of compiled) {
        frame.v[slot] = value;
        if (!test(frame, read(frame))) return false;
      }
      return !assign || assign(frame, value);
    };
  };
}

/** Returns the parts of a deconstructed value: the elements of a tuple, or the results of its Deconstruct method. */
export function positionsOf(
  context: Context,
  target: Bound,
  count: number,
  position: number,
  slot: number,
): { parts: readonly Bound[]; prepare: (() => (frame: Frame) => void) | undefined } {
  const { type } = target;
  if (isTuple(type)) {
    if (type.args.length !== count)
      fail(
        context,
        `CS8132: Cannot deconstruct a tuple of '${String(type.args.length)}' elements into '${String(count)}' variables.`,
        position,
      );
    return {
      parts: type.args.map((arg, index) => ({
        type: arg,
        position,
        emit: () => (frame) => (frame.v[slot] as TupleObj).fields[index] ?? null,
      })),
      prepare: undefined,
    };
  }
  if (isSpecial(type, 'object') || isDynamic(type)) {
    return {
      parts: Array.from({ length: count }, (_, index) => ({
        type: special('object'),
        position,
        emit: () => (frame) => (frame.v[slot] as TupleObj).fields[index] ?? null,
      })),
      prepare: undefined,
    };
  }
  const types = deconstructedTypes(context, target, count);
  if (types === undefined)
    return fail(
      context,
      `CS1061: '${display(type)}' does not contain a definition for 'Deconstruct' with ${String(count)} parameters`,
      position,
    );
  const variables = types.map((each, index) =>
    declareVariable(context, `<part${String(context.fn.slots)}.${String(index)}>`, each, position),
  );
  const callee = bindInstanceMember(context, target, 'Deconstruct', [], position, true);
  if (!callee)
    return fail(context, `CS1061: '${display(type)}' does not contain a definition for 'Deconstruct'`, position);
  const parts = variables.map((variable): Bound => ({
    type: variable.type,
    position,
    emit: () => (frame) => frame.v[variable.slot] ?? null,
  }));
  const call = bindInvocation(
    context,
    callee,
    variables.map((variable) => ({
      name: undefined,
      mode: 'out' as const,
      bound: {
        type: variable.type,
        position,
        emit: () => () => null,
        place: {
          isSimple: true,
          isVariable: true,
          assign: (value) => value,
          ref: () => (frame) => partRef(frame, variable.slot),
        },
      },
    })),
    position,
  );
  return {
    parts,
    prepare: () => {
      const run = call.emit();
      return (frame) => {
        run(frame);
      };
    },
  };
}

/** Returns the types of the parts of a value that a Deconstruct method of its class, or an extension method, takes apart. */
function deconstructedTypes(context: Context, target: Bound, count: number): readonly Type[] | undefined {
  for (const { member, type } of lookup(target.type, 'Deconstruct', context))
    if (member.k === 'method' && member.parameters.length === count)
      return member.parameters.map((parameter) => substitute(parameter.type, type.environment));
  for (const { method } of extensionMethods(context, 'Deconstruct')) {
    const [receiver, ...parts] = method.parameters;
    if (receiver === undefined || parts.length !== count) continue;
    const inferred = inferTypes(context, method.typeParameters, [{ bound: target, type: receiver.type, isRef: false }]);
    if (inferred === undefined) continue;
    const environment = new Map(method.typeParameters.map((parameter, index) => [parameter, inferred[index]!]));
    if (convert(context, target, substitute(receiver.type, environment)) === undefined) continue;
    return parts.map((part) => substitute(part.type, environment));
  }
  return undefined;
}

function partRef(frame: Frame, slot: number): Ref {
  return refTo(
    () => frame.v[slot] ?? null,
    (value) => {
      frame.v[slot] = value;
    },
  );
}
