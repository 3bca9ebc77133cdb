import { propertyBound } from '../types/members.ts';
import { NetException, ExpressionError } from '../../../expression/errors.ts';
import { asNumber } from '../../../expression/values/promotion.ts';
import type { Value } from '../../../expression/values/values.ts';
import type { BinaryOperator } from '../../grammar/syntax.ts';
import { installDynamicMembers, refTo, TypedArray } from '../../runtime/objects.ts';
import { equals, error, nullReference, textOf, typeOf } from '../../runtime/values.ts';
import { iterate } from '../../runtime/sequences.ts';
import type { Bound, Eval, Frame, MethodGroup, Argument } from '../bound.ts';
import { bindExtension, bindInvocation } from './calls.ts';
import { FunctionContext, Scope } from '../context.ts';
import type { Context, World } from '../context.ts';
import { NO_FRAME, close } from '../types/conversions.ts';
import { convert, emitValue, require } from '../types/convert.ts';
import { isLateBound } from '../../library/host.ts';
import { basicName } from '../basic.ts';
import { bindHostIndex } from '../host.ts';
import { lookup, memberNames } from '../types/lookup.ts';
import { bindEventChange, bindInstanceMember, unknownMember } from './names.ts';
import { binary, unary } from './operators.ts';
import { bindDefault } from './typeOperators.ts';
import { bindsLate, resolveOverload } from '../types/overloads.ts';
import { bindVariantBinary, bindVariantMinus } from '../types/variants.ts';

import { isDelegate, isDynamic, isVariant, special } from '../types/specials.ts';
import { display } from '../types/types.ts';
import type { Type } from '../types/types.ts';
import { emitArguments } from './invoking.ts';
import { itemsOf } from '../../runtime/hooks.ts';

/**
 * Binding of `dynamic` (C# specification, Dynamic binding): code is bound at run time with the types of its values, once for each
 * combination of types.
 */

/** Returns a known value as an expression of its run-time type. */
function known(value: Value, position: number): Bound {
  return { type: runtimeType(value), position, emit: () => () => value };
}

function runtimeType(value: Value): Type {
  return value === null ? special('null') : typeOf(value);
}

/** Returns a context for code that is bound at run time. */
function runtimeContext(context: Context): Context {
  return { ...context, fn: new FunctionContext(undefined, undefined), scope: new Scope(undefined) };
}

/** Binds code at run time; an error of the compiler becomes an exception of the script. */
function bindLate(context: Context, bind: () => Bound): Eval {
  try {
    return bind().emit();
  } catch (caught) {
    if (!(caught instanceof ExpressionError) || caught instanceof NetException) throw caught;
    const missing = /^CS\d+: '(.+)' does not contain a definition for '(.+?)'/u.exec(caught.message);
    if (missing && context.world.isBasic)
      throw error(
        'MissingMemberException',
        `Public member '${missing[2] ?? ''}' on type '${basicName((missing[1] ?? '').replace(/^[\w.]+\.(?=\w+$)/u, ''))}' not found.`,
      );
    throw error('RuntimeBinderException', caught.message.replace(/^CS\d+: /u, ''));
  }
}

/** Binds and runs code at once. */
function late(context: Context, frame: Frame, bind: (context: Context) => Bound): Value {
  const inner = runtimeContext(context);
  const evaluate = bindLate(context, () => bind(inner));
  return evaluate({ ...frame, v: Array.from<Value>({ length: inner.fn.slots }).fill(null), k: [], c: [] });
}

/** Code bound for one combination of types, with the number of its variables. */
interface Specialised {
  readonly evaluate: Eval;
  readonly slots: number;
}

/** Greatest number of cached combinations of types; beyond it the cache is cleared. */
const MOST_COMBINATIONS = 100;

/**
 * Compiles code for operands whose types are known at run time. It is bound for each combination of types and reused for the same ones.
 * `bind` gets the operands as variables; one with a static type keeps it.
 */
function specialise(
  context: Context,
  operands: readonly Bound[],
  bind: (inner: Context, operands: readonly Bound[]) => Bound,
): (frame: Frame, values: readonly Value[]) => Value {
  const made = new Map<string, Specialised>();
  const isLate = operands.map(({ type }) => isDynamic(type));
  const make = (values: readonly Value[]): Specialised => {
    const inner = runtimeContext(context);
    const given = operands.map((operand, slot): Bound => {
      const emit = (): Eval => (frame) => frame.v[slot] ?? null;
      const { type, position, constant, form } = operand;
      // Nothing of type Object becomes the value that a parameter of a value type has without one.
      if (isLate[slot] && context.world.isBasic && (values[slot] ?? null) === null)
        return bindDefault(inner, { k: 'default', type: undefined, position });
      if (isLate[slot]) return { type: runtimeType(values[slot] ?? null), position, emit };
      return { type, position, constant, form: form === 'null' || form === 'default' ? form : undefined, emit };
    });
    inner.fn.slots = operands.length;
    const evaluate = bindLate(context, () => bind(inner, given));
    return { evaluate, slots: inner.fn.slots };
  };
  // Most code is run with the same types repeatedly.
  let last: Specialised | undefined;
  let lastTypes: readonly (Type | undefined)[] = [];
  return (frame, values) => {
    let code = last;
    for (let index = 0; code && index < values.length; index++)
      if (isLate[index] && runtimeType(values[index] ?? null) !== lastTypes[index]) code = undefined;
    if (!code) {
      const types = values.map((value, index) => (isLate[index] ? runtimeType(value) : undefined));
      const key = types.map((type) => type?.id ?? 0).join(',');
      code = made.get(key);
      if (!code) {
        if (made.size >= MOST_COMBINATIONS) made.clear();
        made.set(key, (code = make(values)));
      }
      last = code;
      lastTypes = types;
    }
    const v = [...values];
    while (v.length < code.slots) v.push(null);
    const { self, env, result, position, label } = frame;
    return code.evaluate({ self, v, k: [], c: [], env, result, position, label });
  };
}

/** Returns an operand of type dynamic. */
const unknown = (position: number): Bound => ({ type: special('dynamic'), position, emit: () => () => null });

function dynamicBound(position: number, emit: () => Eval): Bound {
  return { type: special('dynamic'), position, emit };
}

export function bindDynamicBinary(context: Context, op: BinaryOperator, a: Bound, b: Bound, position: number): Bound {
  if (isVariant(a.type) || isVariant(b.type)) return bindVariantBinary(context, op, a, b, position);
  return dynamicBound(position, () => {
    const [x, y] = [emitValue(a), emitValue(b)];
    const run = specialise(context, [a, b], (inner, [left = a, right = b]) => binary(inner, op, left, right, position));
    return (frame) => run(frame, [x(frame), y(frame)]);
  });
}

export function bindDynamicUnary(context: Context, op: '+' | '-' | '!' | '~', operand: Bound, position: number): Bound {
  if (isVariant(operand.type)) {
    if (op === '-') return bindVariantMinus(context, operand, position);
    // Variant has no other unary operator: it is converted to the type of the first one that takes it.
    const converted = context.world.isBasic
      ? undefined
      : convert(context, operand, special(op === '!' ? 'bool' : 'int'));
    if (converted) return unary(context, op, converted, position);
  }
  return dynamicBound(position, () => {
    const value = operand.emit();
    const run = specialise(context, [operand], (inner, [given = operand]) => unary(inner, op, given, position));
    return (frame) => run(frame, [value(frame)]);
  });
}

export function bindDynamicMember(
  context: Context,
  target: Bound,
  id: string,
  args: readonly Type[],
  position: number,
  isCall: boolean,
): Bound {
  if (isVariant(target.type) && id === 'Value') return { type: special('object'), position, emit: () => target.emit() };
  if (!bindsLate(context, target.type)) return bindVariantMember(context, target, id, args, position, isCall);
  if (isCall) {
    const group: MethodGroup = { name: id, receiver: target, candidates: [], typeArguments: args, isBase: false };
    // Sound because a method group is called, and never read as a value.
    return { type: special('error'), form: 'group', group, position, emit: () => nullReference as never };
  }
  const memberOf = (inner: Context, object: Bound): Bound =>
    expandoMember(inner, object, id, position) ??
    bindInstanceMember(inner, object, id, [], position, false) ??
    unknownMember(inner, object.type, id, position);
  const member = (inner: Context, value: Value): Bound => memberOf(inner, known(notNull(value, context, id), position));
  return {
    ...dynamicBound(position, () => {
      const value = target.emit();
      const run = specialise(context, [target], (inner, [object = target]) => memberOf(inner, object));
      return (frame) => run(frame, [notNull(value(frame), context, id)]);
    }),
    place: {
      isSimple: false,
      isVariable: false,
      assign: (value) => {
        const object = target.emit();
        return (frame) => {
          const self = object(frame);
          const given = value(frame);
          return late(context, frame, (inner) => setting(inner, member(inner, self), given, position));
        };
      },
      ref: () => {
        const object = target.emit();
        return (frame) => {
          const self = object(frame);
          return refTo(
            () => late(context, frame, (inner) => eventAsNull(member(inner, self))),
            (value) => void late(context, frame, (inner) => setting(inner, member(inner, self), value, position)),
          );
        };
      },
    },
  };
}

/** Binds a member of a Variant in C#. One without a value has members, too, and is written as an empty text. */
function bindVariantMember(
  context: Context,
  target: Bound,
  id: string,
  args: readonly Type[],
  position: number,
  isCall: boolean,
): Bound {
  const emit = (): Eval => {
    const value = target.emit();
    return (frame) => value(frame) ?? '';
  };
  const given = { ...target, emit };
  return bindInstanceMember(context, given, id, args, position, isCall) ?? unknownMember(context, target.type, id, position); // prettier-ignore
}

/** Binds a member of an ExpandoObject, which is an entry of it; returns undefined for other objects and for members of `object`. */
function expandoMember(context: Context, object: Bound, id: string, position: number): Bound | undefined {
  const { type } = object;
  if (type.kind !== 'named' || type.definition.name !== 'ExpandoObject' || memberNames(special('object')).includes(id))
    return undefined;
  const name: Bound = { type: special('string'), position, constant: { value: id }, emit: () => () => id };
  const entry = indexerOf(context, object, [{ name: undefined, mode: 'value', bound: name }], position);
  return {
    ...entry,
    type: special('dynamic'),
    emit: () => {
      const read = entry.emit();
      return (frame) => {
        try {
          return read(frame);
        } catch (caught) {
          if (!(caught instanceof NetException) || caught.typeName !== 'KeyNotFoundException') throw caught;
          throw error(
            'RuntimeBinderException',
            `'System.Dynamic.ExpandoObject' does not contain a definition for '${id}'`,
          );
        }
      };
    },
  };
}

/** Binds an indexer of an object. */
function indexerOf(context: Context, object: Bound, args: readonly Argument[], position: number): Bound {
  const found = lookup(object.type, 'this[]', context).flatMap(({ member, type }) =>
    member.k === 'property' && member.get
      ? [{ member, type, method: { ...member.get, parameters: member.parameters } }]
      : [],
  );
  if (found.length === 0 && context.world.isBasic)
    throw error('MissingMemberException', `No default member found for type '${basicName(display(object.type))}'.`);
  const resolution = resolveOverload(context, 'this', found, args, [], position);
  const chosen = found.find(({ method }) => method === resolution.candidate.method);
  if (!chosen) throw error('RuntimeBinderException', 'Cannot apply indexing');
  return propertyBound(context, chosen.member, chosen.type, object, false, position, () =>
    emitArguments(context, resolution, args),
  );
}

function notNull(value: Value, context: Context, id: string): Value {
  if (value === null && context.world.isBasic && memberNames(special('object')).includes(id)) throw nullReference();
  if (value === null && context.world.isBasic)
    throw error('NullReferenceException', 'Object variable or With block variable not set.');
  if (value === null) throw error('RuntimeBinderException', 'Cannot perform runtime binding on a null reference');
  return value;
}

/** Replaces an event by null, since it has no value: `+=` then adds its operand. */
function eventAsNull(member: Bound): Bound {
  return member.accessors ? known(null, member.position) : member;
}

function setting(context: Context, target: Bound, value: Value, position: number): Bound {
  const { place } = target;
  const given = require(context, known(value, position), target.type);
  const change = bindEventChange(context, target, '+', given);
  if (change) return change;
  if (!place) throw error('RuntimeBinderException', target.refusal ?? 'The property cannot be set: it is read only');
  return { type: target.type, position, emit: () => place.assign(given.emit()) };
}

/** Binds a call with dynamic arguments or a dynamic target: the method is chosen by the types of the values. */
export function bindDynamicCall(context: Context, callee: Bound, args: readonly Argument[], position: number): Bound {
  return dynamicBound(position, () => {
    const { group } = callee;
    const receiver = group?.receiver && group.receiver.form !== 'type' ? group.receiver : undefined;
    const target = group ? receiver : callee;
    const isValue = ({ bound, mode, declare }: Argument): boolean =>
      mode === 'value' && !declare && bound.form !== 'lambda' && bound.form !== 'group';
    const object = target?.emit();
    const values = args.map((argument) => (isValue(argument) ? emitValue(argument.bound) : undefined));
    const call = (inner: Context, self: Bound | undefined, ready: readonly Argument[]): Bound => {
      if (!group) return bindInvocation(inner, self ?? callee, ready, position);
      if (!self) return bindInvocation(inner, callee, ready, position);
      const bound =
        expandoMember(inner, self, group.name, position) ??
        bindInstanceMember(inner, self, group.name, group.typeArguments, position, true);
      // Parentheses of Visual Basic after a property or a field are element access.
      if (inner.world.isBasic && ready.length > 0 && bound?.form === undefined) {
        const value = bound ?? bindInstanceMember(inner, self, group.name, [], position, false);
        if (value && value.form === undefined && !isDelegate(value.type))
          return bindDynamicIndex(inner, value, ready, position);
      }
      return bound
        ? bindInvocation(inner, bound, ready, position)
        : (bindExtension(inner, group.name, self, ready, group.typeArguments, position) ??
            unknownMember(inner, self.type, group.name, position));
    };
    const given = (frame: Frame): [Value | undefined, Value[]] => {
      const value = object?.(frame);
      // A Variant without a value is written as an empty text.
      const self = value === null && group?.name === 'ToString' && receiver && isVariant(receiver.type) ? '' : value;
      const ready = values.map((value) => value?.(frame) ?? null);
      return [group && receiver ? notNull(self ?? null, context, group.name) : self, ready];
    };
    if (!args.every(isValue)) return callRebound(context, target, args, values, given, call, position);
    const operands = [...(target ? [target] : []), ...args.map(({ bound }) => bound)];
    const run = specialise(context, operands, (inner, ready) => {
      const [self, rest] = target ? [ready[0], ready.slice(1)] : [undefined, ready];
      return call(
        inner,
        self,
        args.map((argument, index) => ({ ...argument, bound: rest[index] ?? unknown(position) })),
      );
    });
    return (frame) => {
      const [self, ready] = given(frame);
      return run(frame, target ? [self ?? null, ...ready] : ready);
    };
  });
}

/** Compiles a call with lambdas or variables among its arguments, which depend on the frame: it is bound at each run. */
function callRebound(
  context: Context,
  target: Bound | undefined,
  args: readonly Argument[],
  values: readonly (Eval | undefined)[],
  given: (frame: Frame) => [Value | undefined, Value[]],
  call: (inner: Context, self: Bound | undefined, ready: readonly Argument[]) => Bound,
  position: number,
): Eval {
  const settled = (bound: Bound, value: Value): Bound =>
    isDynamic(bound.type) ? known(value, position) : { ...bound, emit: () => () => value };
  return (frame) => {
    const [self, all] = given(frame);
    const ready = args.map((argument, index) =>
      values[index] ? { ...argument, bound: settled(argument.bound, all[index] ?? null) } : argument,
    );
    return late(context, frame, (inner) => call(inner, target && settled(target, self ?? null), ready));
  };
}

/** Returns the place of an element among those of an array with these lengths. */
function placeIn(lengths: readonly number[], given: readonly Value[]): number {
  if (given.length !== lengths.length)
    throw error('RuntimeBinderException', `Wrong number of indices inside []; expected '${String(lengths.length)}'`);
  let place = 0;
  for (const [dimension, length] of lengths.entries()) {
    const index = asNumber(given[dimension] ?? null);
    if (index < 0 || index >= length)
      throw error('IndexOutOfRangeException', 'Index was outside the bounds of the array.');
    place = place * length + index;
  }
  return place;
}

export function bindDynamicIndex(context: Context, target: Bound, args: readonly Argument[], position: number): Bound {
  const element = (inner: Context, self: Value, given: readonly Value[]): Bound => {
    if (self === null) throw error('RuntimeBinderException', 'Cannot perform runtime binding on a null reference');
    const object = known(self, position);
    if (object.type.kind === 'named' && isLateBound(object.type.definition))
      return bindHostIndex(
        inner,
        object,
        given.map((value): Argument => ({ name: undefined, mode: 'value', bound: known(value, position) })),
        position,
      );
    if (object.type.kind === 'array') {
      const items = itemsOf(self);
      const at = placeIn(self instanceof TypedArray ? self.lengths : [items.length], given);
      return {
        type: object.type.element,
        position,
        emit: () => () => items[at] ?? null,
        place: {
          isSimple: true,
          isVariable: true,
          assign: (value) => (frame) => (items[at] = value(frame)),
          ref: () => () =>
            refTo(
              () => items[at] ?? null,
              (value) => void (items[at] = value),
            ),
        },
      };
    }
    const ready = given.map((value): Argument => ({ name: undefined, mode: 'value', bound: known(value, position) }));
    return indexerOf(inner, object, ready, position);
  };
  const all = (): [Eval, readonly Eval[]] => [target.emit(), args.map(({ bound }) => emitValue(bound))];
  return {
    ...dynamicBound(position, () => {
      const [object, index] = all();
      return (frame) => {
        const self = object(frame);
        const given = index.map((each) => each(frame));
        return late(context, frame, (inner) => element(inner, self, given));
      };
    }),
    place: {
      isSimple: false,
      isVariable: false,
      assign: (value) => {
        const [object, index] = all();
        return (frame) => {
          const self = object(frame);
          const given = index.map((each) => each(frame));
          const made = value(frame);
          return late(context, frame, (inner) => setting(inner, element(inner, self, given), made, position));
        };
      },
      ref: () => {
        const [object, index] = all();
        return (frame) => {
          const self = object(frame);
          const given = index.map((each) => each(frame));
          return refTo(
            () => late(context, frame, (inner) => element(inner, self, given)),
            (value) =>
              void late(context, frame, (inner) => setting(inner, element(inner, self, given), value, position)),
          );
        };
      },
    },
  };
}

/** Enables code outside the script to access the members of its objects by name. */
export function enableDynamicMembers(world: World): void {
  const context: Context = {
    world,
    type: undefined,
    isStatic: true,
    typeParameters: new Map(),
    fn: new FunctionContext(undefined, undefined),
    scope: new Scope(undefined),
    checked: false,
    isConstructor: false,
    depth: 0,
  };
  const { rt } = world.outside;
  const run = (bind: (inner: Context) => Bound): Value => late(context, NO_FRAME, bind);
  const value = (given: Value): Bound => ({ ...known(given, 0), type: special('dynamic') });
  const argument = (given: Value): Argument => ({ name: undefined, mode: 'value', bound: value(given) });
  installDynamicMembers({
    get: (target, name) => run((inner) => bindDynamicMember(inner, value(target), name, [], 0, false)),
    set: (target, name, given) => {
      const place = bindDynamicMember(context, value(target), name, [], 0, false).place;
      place?.assign(() => given)(NO_FRAME);
    },
    call: (target, name, args) =>
      run((inner) =>
        bindDynamicCall(inner, bindDynamicMember(inner, value(target), name, [], 0, true), args.map(argument), 0),
      ),
    getIndex: (target, index) => run((inner) => bindDynamicIndex(inner, value(target), index.map(argument), 0)),
    setIndex: (target, index, given) => {
      bindDynamicIndex(context, value(target), index.map(argument), 0).place?.assign(() => given)(NO_FRAME);
    },
    items: (target) => iterate(target, rt),
    equals: (a, b) => equals(a, b, rt),
    text: (given) => textOf(given, rt),
  });
}

export { close };
