import { baseBound, propertyBound } from '../types/members.ts';
import { bindValue } from '../entry.ts';
import type { Value } from '../../../expression/values/values.ts';
import type { Expr } from '../../grammar/syntax.ts';
import { copyOf, Ref, TypedArray } from '../../runtime/objects.ts';
import { error, isInstance, isValueType, nullReference, typeOf } from '../../runtime/values.ts';
import { itemsOf } from '../../runtime/hooks.ts';
import { IndexObj, RangeObj } from '../../library/indexes.ts';
import { need } from '../../library/registry.ts';
import { within } from '../../library/strings.ts';
import type { Bound, Eval, Frame, RangeEnd } from '../bound.ts';
import { bindArguments } from './calls.ts';
import { kept, emitArguments } from './invoking.ts';
import { bindIndexValue } from './indexValues.ts';
import type { Context } from '../context.ts';
import { fail } from '../context.ts';
import { cast, require } from '../types/convert.ts';
import { bindDynamicIndex } from './dynamic.ts';
import { isLateBound } from '../../library/host.ts';
import { bindHostIndex } from '../host.ts';
import { lookup } from '../types/lookup.ts';
import { resolveOverload, tryResolve } from '../types/overloads.ts';
import { isDynamic, isSpecial, special, specialOf, isError } from '../types/specials.ts';
import { ArrayType, display } from '../types/types.ts';
import type { MethodMember, PropertyMember, Type } from '../types/types.ts';

/** Element access, indexes from the end and ranges (C# specification, Element access). */

export function bindRange(context: Context, syntax: Expr & { k: 'range' }): Bound {
  const end = (part: Expr | undefined, fromEnd: boolean): (() => RangeEnd) => {
    if (!part) return () => () => [0, fromEnd];
    const isBack = part.k === 'unary' && part.op === '^';
    const given = bindValue(context, isBack ? part.operand : part);
    if (!isBack && isIndex(given.type)) {
      return () => {
        const index = given.emit();
        return (frame) => {
          const { value, fromEnd: back } = index(frame) as IndexObj;
          return [value, back];
        };
      };
    }
    const value = require(context, given, special('int'));
    return () => {
      const number = value.emit();
      return (frame) => [number(frame), isBack];
    };
  };
  const from = end(syntax.from, false);
  const to = end(syntax.to, true);
  return {
    type: need('Range').open,
    position: syntax.position,
    range: { from, to },
    emit: () => {
      const [start, stop] = [from(), to()];
      const index = ([value, back]: readonly [Value, boolean]): IndexObj => new IndexObj(value as number, back);
      return (frame) => new RangeObj(index(start(frame)), index(stop(frame)));
    },
  };
}

const isIndex = (type: Type): boolean => type === need('Index').open;
const isRange = (type: Type): boolean => type === need('Range').open;

/** Returns a range given as a value, with its ends. */
function endsOf(context: Context, range: Bound): Bound {
  const slot = context.fn.slots++;
  return {
    ...range,
    range: {
      from: () => {
        const value = range.emit();
        return (frame) => {
          const { start } = (frame.v[slot] = value(frame)) as RangeObj;
          return [start.value, start.fromEnd];
        };
      },
      to: () => (frame) => {
        const { end } = frame.v[slot] as RangeObj;
        return [end.value, end.fromEnd];
      },
    },
  };
}

/** Returns true if the type has an indexer that takes Index or Range itself. */
function takesItself(context: Context, target: Bound, argument: Bound): boolean {
  if (target.type instanceof ArrayType) return false;
  const candidates = lookup(target.type, 'this[]', context).flatMap(({ member, type }) =>
    member.k === 'property' ? [{ method: asMethod(member), type }] : [],
  );
  return (
    candidates.length > 0 &&
    tryResolve(context, candidates, [{ name: undefined, mode: 'value', bound: argument }], []) !== undefined
  );
}

export function bindIndex(context: Context, syntax: Expr & { k: 'index' }): Bound {
  const { position } = syntax;
  const isBase = syntax.target.k === 'base';
  const target = syntax.target.k === 'base' ? baseBound(context, position) : bindValue(context, syntax.target);
  if (isError(target.type) && !target.form) return target;
  const [first] = syntax.args;
  if (target.type.kind === 'named' && isLateBound(target.type.definition))
    return bindHostIndex(context, target, bindArguments(context, syntax.args), position);
  if (isDynamic(target.type)) return bindDynamicIndex(context, target, bindArguments(context, syntax.args), position);
  const only = syntax.args.length === 1 ? first?.value : undefined;
  if (only?.k === 'range') {
    const range = bindRange(context, only);
    if (!takesItself(context, target, range)) return bindSlice(context, target, range, position);
  }
  if (only?.k === 'unary' && only.op === '^') {
    const index = bindIndexValue(context, only.operand, position);
    if (!takesItself(context, target, index)) return bindFromEnd(context, target, only.operand, position);
  }
  if (target.type instanceof ArrayType) return bindElement(context, target, target.type, syntax, position);
  const args = bindArguments(context, syntax.args);
  const [argument] = args;
  if (args.length === 1 && argument && (isIndex(argument.bound.type) || isRange(argument.bound.type))) {
    if (!takesItself(context, target, argument.bound)) {
      return isRange(argument.bound.type)
        ? bindSlice(context, target, endsOf(context, argument.bound), position)
        : bindOffset(context, target, argument.bound, position);
    }
  }
  const found = lookup(target.type, 'this[]', context);
  const members = found
    .map(({ member }) => member)
    .filter((member): member is PropertyMember => member.k === 'property');
  if (members.length === 0)
    fail(context, `CS0021: Cannot apply indexing with [] to an expression of type '${display(target.type)}'`, position);
  const candidates = found.flatMap(({ member, type }) =>
    member.k === 'property' ? [{ method: asMethod(member), type }] : [],
  );
  const resolved = args.some(({ bound }) => isDynamic(bound.type))
    ? undefined
    : tryResolve(context, candidates, args, []);
  if (args.some(({ bound }) => isDynamic(bound.type))) return bindDynamicIndex(context, target, args, position);
  const resolution =
    resolved && resolved !== 'ambiguous' ? resolved : resolveOverload(context, 'this', candidates, args, [], position);
  const member = members.find((each) => asMethod(each) === resolution.candidate.method);
  if (!member) fail(context, 'CS0021: Cannot apply indexing with []', position);
  return propertyBound(context, member, resolution.candidate.type, target, isBase, position, () =>
    emitArguments(context, resolution, args),
  );
}

const indexerMethods = new WeakMap<PropertyMember, MethodMember>();

/** Returns an indexer as a method, for overload resolution. */
function asMethod(member: PropertyMember): MethodMember {
  let method = indexerMethods.get(member);
  if (!method) {
    const accessor = member.get ?? member.set;
    if (!accessor) throw new Error('An indexer without accessors');
    method = { ...accessor, parameters: member.parameters, returns: member.type };
    indexerMethods.set(member, method);
  }
  return method;
}

function bindElement(
  context: Context,
  target: Bound,
  type: ArrayType,
  syntax: Expr & { k: 'index' },
  position: number,
): Bound {
  if (syntax.args.length !== type.rank)
    fail(context, `CS0022: Wrong number of indices inside []; expected ${String(type.rank)}`, position);
  const indexes = syntax.args.map(({ value }) => {
    const index = bindValue(context, value);
    const source = specialOf(index.type);
    if (type.rank === 1 && isIndex(index.type)) return index;
    if (type.rank === 1 && isRange(index.type)) return index;
    if (source === 'long' || source === 'uint' || source === 'ulong') return cast(context, index, special('int'));
    return require(context, index, special('int'));
  });
  const [only] = indexes;
  if (only && isRange(only.type)) return bindSlice(context, target, endsOf(context, only), position);
  return elementBound(context, target, type, () => indexes.map((index) => index.emit()), position);
}

function outOfRange(): Error {
  return error('IndexOutOfRangeException', 'Index was outside the bounds of the array.');
}

/** Binds an element of an array. Indexes are calculated after the array; with `fromEnd` they count from its end. */
function elementBound(
  context: Context,
  target: Bound,
  type: ArrayType,
  indexes: () => Eval[],
  position: number,
  fromEnd = false,
): Bound {
  const isReference = !isValueType(type.element);
  const locate = (): ((frame: Frame) => { items: Value[]; at: number; array: TypedArray | undefined }) => {
    const array = target.emit();
    const at = indexes();
    return (frame) => {
      const object = array(frame);
      if (object === null) throw nullReference();
      const items = itemsOf(object);
      const typed = object instanceof TypedArray ? object : undefined;
      if (at.length === 1) {
        const given = at[0]?.(frame) ?? 0;
        let index = given instanceof IndexObj ? given.offset(items.length) : (given as number);
        if (fromEnd) index = items.length - index;
        if (index < 0 || index >= items.length) throw outOfRange();
        return { items, at: index, array: typed };
      }
      const given = at.map((each) => each(frame) as number);
      let index = 0;
      for (const [dimension, length] of (typed?.lengths ?? []).entries()) {
        const place = given[dimension] ?? 0;
        if (place < 0 || place >= length) throw outOfRange();
        index = index * length + place;
      }
      return { items, at: index, array: typed };
    };
  };
  const store = (array: TypedArray | undefined, value: Value): Value => {
    if (
      isReference &&
      array &&
      value !== null &&
      array.type.element !== type.element &&
      !isInstance(value, array.type.element)
    )
      throw error(
        'ArrayTypeMismatchException',
        'Attempted to access an element as a type incompatible with the array.',
      );
    return kept(context, value);
  };
  return {
    type: type.element,
    position,
    place: {
      isSimple: false,
      isVariable: true,
      assign: (value) => {
        const find = locate();
        return (frame) => {
          const { items, at, array } = find(frame);
          const given = value(frame);
          items[at] = store(array, given);
          return given;
        };
      },
      ref: () => {
        const find = locate();
        return (frame) => {
          const { items, at, array } = find(frame);
          return new ElementRef(items, at, (value) => store(array, value));
        };
      },
    },
    emit: () => {
      const find = locate();
      return (frame) => {
        const { items, at } = find(frame);
        return items[at] ?? null;
      };
    },
  };
}

class ElementRef extends Ref {
  readonly #items: Value[];
  readonly #at: number;
  readonly #store: (value: Value) => Value;
  constructor(items: Value[], at: number, store: (value: Value) => Value) {
    super(special('object'));
    this.#items = items;
    this.#at = at;
    this.#store = store;
  }
  read(): Value {
    return this.#items[this.#at] ?? null;
  }
  write(value: Value): void {
    this.#items[this.#at] = this.#store(value);
  }
}

/** Binds `x[^1]`. */
function bindFromEnd(context: Context, target: Bound, operand: Expr, position: number): Bound {
  const index = require(context, bindValue(context, operand), special('int'));
  if (target.type instanceof ArrayType)
    return elementBound(context, target, target.type, () => [index.emit()], position, true);
  return atIndex(context, target, (length) => ({ type: special('int'), position, emit: () => {
    const count = length.emit();
    const back = index.emit();
    return (frame) => (count(frame) as number) - (back(frame) as number);
  } }), position); // prettier-ignore
}

/** Binds `x[index]` with a value of Index. */
function bindOffset(context: Context, target: Bound, index: Bound, position: number): Bound {
  return atIndex(context, target, (length) => ({
    type: special('int'),
    position,
    emit: () => {
      const count = length.emit();
      const value = index.emit();
      return (frame) => (value(frame) as IndexObj).offset(count(frame) as number);
    },
  }), position); // prettier-ignore
}

/** Binds an indexer whose index depends on the length. */
function atIndex(context: Context, target: Bound, index: (length: Bound) => Bound, position: number): Bound {
  const slot = context.fn.slots++;
  const held: Bound = { type: target.type, position, emit: () => (frame) => frame.v[slot] ?? null };
  const length = lengthOf(context, held, position);
  const found = lookup(target.type, 'this[]', context).flatMap(({ member, type }) =>
    member.k === 'property' ? [{ member, type, method: asMethod(member) }] : [],
  );
  const args = [{ name: undefined, mode: 'value' as const, bound: index(length) }];
  const resolution = resolveOverload(context, 'this', found, args, [], position);
  const chosen = found.find(({ method }) => method === resolution.candidate.method);
  if (!chosen) fail(context, 'CS0021: Cannot apply indexing with []', position);
  const holding: Bound = { ...target, place: undefined, emit: () => {
    const value = target.emit();
    return (frame) => (frame.v[slot] = value(frame));
  } }; // prettier-ignore
  return propertyBound(context, chosen.member, chosen.type, holding, false, position, () =>
    emitArguments(context, resolution, args),
  );
}

function lengthOf(context: Context, target: Bound, position: number): Bound {
  for (const name of ['Length', 'Count']) {
    const found = lookup(target.type, name, context)[0];
    if (found?.member.k === 'property')
      return propertyBound(context, found.member, found.type, target, false, position);
  }
  return fail(context, `CS1503: '${display(target.type)}' has no Length to count an index from its end`, position);
}

/** Binds `x[a..b]` of a string or an array. */
function bindSlice(context: Context, target: Bound, range: Bound, position: number): Bound {
  if (!range.range) return fail(context, 'CS1503: A range is expected', position);
  const { from, to } = range.range;
  const { type } = target;
  const isText = isSpecial(type, 'string');
  if (!isText && !(type instanceof ArrayType && type.rank === 1))
    fail(context, `CS1503: Ranges of '${display(type)}' are not supported`, position);
  return {
    type,
    position,
    emit: () => {
      const value = target.emit();
      const start = from();
      const end = to();
      return (frame) => {
        const object = value(frame);
        if (object === null) throw nullReference();
        const items = isText ? (object as string) : itemsOf(object);
        const at = ([number, back]: readonly [Value, boolean]): number =>
          back ? items.length - (number as number) : (number as number);
        const first = at(start(frame));
        const last = at(end(frame));
        if (typeof items === 'string') {
          within(items, first, last - first);
          return items.slice(first, last);
        }
        if (first < 0 || last < first || last > items.length)
          throw error(
            'ArgumentOutOfRangeException',
            "Specified argument was out of the range of valid values. (Parameter 'length')",
          );
        return new TypedArray(typeOf(object) as ArrayType, items.slice(first, last).map(copyOf));
      };
    },
  };
}
