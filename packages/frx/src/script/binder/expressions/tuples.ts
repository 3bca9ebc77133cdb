import type { Expr } from '../../grammar/syntax.ts';
import { TupleObj, refTo } from '../../runtime/objects.ts';
import { nullReference } from '../../runtime/values.ts';
import type { Bound, Eval, Frame } from '../bound.ts';
import { declareVariable, fail } from '../context.ts';
import type { Context } from '../context.ts';
import { close } from '../types/conversions.ts';
import { convert, emitValue, require } from '../types/convert.ts';
import { bindExpression, bindValue, bindVariable } from '../entry.ts';
import { positionsOf } from './patterns.ts';
import { isSpecial, isTuple, special } from '../types/specials.ts';
import { resolveType, tupleType } from '../types/typeNames.ts';
import { isClosed, NamedType } from '../types/types.ts';
import type { Type } from '../types/types.ts';

/** Tuples and deconstruction (C# specification, Tuple expressions and Deconstruction). */

export function bindTuple(context: Context, syntax: Expr & { k: 'tuple' }): Bound {
  const { position } = syntax;
  const items = syntax.items.map(({ value }) => bindValue(context, value, true));
  const names = syntax.items.map(
    ({ name, value }) =>
      name ??
      inferredName(
        value,
        syntax.items.map((item) => (item.value.k === 'id' || item.value.k === 'member' ? item.value.id : '')),
      ),
  );
  const make = (parts: readonly Bound[], type: NamedType): Bound => ({
    type,
    position,
    fresh: true,
    emit: () => {
      const values = parts.map((part) => emitValue(part));
      const plain = type.plain ?? type;
      const closed = isClosed(plain) ? plain : undefined;
      return (frame) => {
        const tuple = new TupleObj(closed ?? (close(plain, frame) as NamedType));
        tuple.fields = values.map((value) => value(frame));
        return tuple;
      };
    },
  });
  const into = (type: Type): Bound | undefined => {
    const target = type instanceof NamedType && type.special === 'Nullable' ? (type.args[0] ?? type) : type;
    if (!isTuple(target) || target.args.length !== items.length) return undefined;
    const parts = items.map((item, index) => convert(context, item, target.args[index] ?? item.type));
    if (parts.some((part) => !part)) return undefined;
    return {
      ...make(
        parts.filter((part) => part !== undefined),
        target,
      ),
      type,
    };
  };
  const typed =
    items.every(
      (item) =>
        item.form === undefined ||
        (item.form === 'tuple' && !isSpecial(item.type, 'error')) ||
        (item.form === 'arms' && !isSpecial(item.type, 'error')),
    ) && items.every((item) => !isSpecial(item.type, 'null') && !isSpecial(item.type, 'void'));
  if (!typed)
    return {
      type: special('error'),
      form: 'tuple',
      position,
      items,
      into,
      emit: () => fail(context, 'CS8131: The tuple has no type', position),
    };
  const type = tupleType(
    items.map((item) => item.type),
    names,
  );
  return {
    ...make(
      items.map((item) => convert(context, item, item.type) ?? item),
      type,
    ),
    form: 'tuple',
    items,
    itemNames: names,
    into,
  };
}

/** Returns the name that an element takes from its variable, unless the name occurs twice. */
function inferredName(value: Expr, all: readonly string[]): string | undefined {
  const name =
    value.k === 'id' || value.k === 'member'
      ? value.id
      : value.k === 'access' && value.access.k === 'member'
        ? value.access.id
        : undefined;
  if (name === undefined || /^(?:Item\d+|ToString|Rest|Equals|GetHashCode|CompareTo)$/u.test(name)) return undefined;
  return all.filter((each) => each === name).length > 1 ? undefined : name;
}

/** Binds `(a, b) = value` and `var (a, b) = value` (C# specification, Deconstruction). */
export function deconstruct(context: Context, target: Expr, value: Bound, position: number): Bound {
  const places = targetsOf(context, target);
  if (value.items && value.items.length === places.length) {
    // All elements are evaluated before the first one is assigned.
    const typed = value.items.map((item, index) => settlePlace(context, places[index], item));
    const type = tupleType(
      typed.map(({ place }) => place.type),
      [],
    );
    return {
      type,
      position,
      emit: () => {
        const holders = typed.map(({ place }) => place.place?.ref());
        const values = typed.map(({ given }) => emitValue(given));
        return (frame) => {
          const refs = holders.map((holder) => holder?.(frame));
          const made = values.map((each) => each(frame));
          for (const [index, ref] of refs.entries()) ref?.write(made[index] ?? null);
          const tuple = new TupleObj(type);
          tuple.fields = made;
          return tuple;
        };
      },
    };
  }
  const whole = value.form ? require(context, value, value.type) : value;
  const assigned = takeApart(context, places, whole, position);
  return { type: whole.type, position, emit: assigned };
}

/** A target of a deconstruction: a variable to declare, a discard, a nested list, or an expression. */
type Target =
  | { readonly declare: string; readonly type: Type | undefined; readonly position: number }
  | { readonly discard: true }
  | { readonly list: readonly Target[] }
  | { readonly place: Bound; readonly syntax: Expr };

function targetsOf(context: Context, target: Expr): Target[] {
  if (target.k === 'declare') {
    const { designation } = target;
    const isVar = target.type.k === 'name' && target.type.parts[0]?.id === 'var';
    const type = isVar ? undefined : resolveType(context, target.type);
    const list = (item: typeof designation): Target =>
      item.k === 'single'
        ? { declare: item.name, type, position: item.position }
        : item.k === 'discard'
          ? { discard: true }
          : { list: item.items.map(list) };
    const made = list(designation);
    return 'list' in made ? [...made.list] : [made];
  }
  if (target.k !== 'tuple')
    return fail(
      context,
      'CS0131: The left-hand side of an assignment must be a variable, property or indexer',
      target.position,
    );
  const made = target.items.map(({ value }): Target => {
    if (value.k === 'tuple') return { list: targetsOf(context, value) };
    if (value.k === 'declare') {
      const [only] = targetsOf(context, value);
      return value.designation.k === 'list' ? { list: targetsOf(context, value) } : (only ?? { discard: true });
    }
    if (value.k === 'id' && value.id === '_' && !context.scope.find('_')) return { discard: true };
    return { place: bindExpression(context, value), syntax: value };
  });
  const all = made.flatMap(leaves);
  if (all.some((each) => 'declare' in each) && all.some((each) => 'place' in each))
    fail(
      context,
      'CS8184: A deconstruction cannot mix declarations and expressions on the left-hand-side.',
      target.position,
    );
  return made;
}

function leaves(target: Target): Target[] {
  return 'list' in target ? target.list.flatMap(leaves) : [target];
}

function settlePlace(context: Context, target: Target | undefined, item: Bound): { place: Bound; given: Bound } {
  const position = item.position;
  if (!target || 'discard' in target)
    return {
      place: { type: item.type, position, emit: () => () => null },
      given: require(context, item, isSpecial(item.type, 'error') ? special('object') : item.type),
    };
  if ('list' in target) {
    const inner = context.fn.slots++;
    const whole = require(context, item, item.type);
    const held: Bound = { type: whole.type, position, emit: () => (frame) => frame.v[inner] ?? null };
    const apart = takeApart(context, target.list, held, position);
    return {
      given: whole,
      place: {
        type: whole.type,
        position,
        emit: () => () => null,
        place: {
          isSimple: true,
          isVariable: true,
          assign: (value) => value,
          ref: () => {
            const run = apart();
            return (frame: Frame) => refTo(() => null, (value) => {
              frame.v[inner] = value;
              run(frame);
            }); // prettier-ignore
          },
        },
      },
    };
  }
  if ('declare' in target) {
    const type =
      target.type ?? (item.form === 'tuple' || !item.form || item.form === 'arms' ? item.type : special('object'));
    const given = require(context, item, type);
    return {
      place: bindVariable(context, declareVariable(context, target.declare, type, target.position), target.position),
      given,
    };
  }
  if (!target.place.place)
    fail(context, 'CS0131: The left-hand side of an assignment must be a variable, property or indexer', position);
  return { place: target.place, given: require(context, item, target.place.type) };
}

function takeApart(context: Context, targets: readonly Target[], value: Bound, position: number): () => Eval {
  const slot = context.fn.slots++;
  const held: Bound = { type: value.type, position, emit: () => (frame) => frame.v[slot] ?? null };
  const { parts, prepare } = positionsOf(context, held, targets.length, position, slot);
  const settled = parts.map((part, index) => settlePlace(context, targets[index], part));
  return () => {
    const read = value.emit();
    const start = prepare?.();
    const holders = settled.map(({ place }) => place.place?.ref());
    const values = settled.map(({ given }) => emitValue(given));
    return (frame) => {
      const refs = holders.map((holder) => holder?.(frame));
      const whole = read(frame);
      if (whole === null) throw nullReference();
      frame.v[slot] = whole;
      start?.(frame);
      const made = values.map((each) => each(frame));
      for (const [index, ref] of refs.entries()) ref?.write(made[index] ?? null);
      return whole;
    };
  };
}
