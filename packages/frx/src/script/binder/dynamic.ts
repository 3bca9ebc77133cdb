import { propertyBound } from './members.ts';
import { NetException } from '../../expression/errors.ts';
import { ExpressionError } from '../../expression/errors.ts';
import type { Value } from '../../expression/values.ts';
import type { BinaryOperator } from '../grammar/syntax.ts';
import { installDynamicMembers } from '../runtime/objects.ts';
import { equals, error, nullReference, textOf, typeOf } from '../runtime/values.ts';
import { iterate } from '../runtime/sequences.ts';
import type { Bound, Eval, Frame, MethodGroup } from './bound.ts';
import { bindExtension, bindInvocation } from './calls.ts';
import { FunctionContext, Scope } from './context.ts';
import type { Context, World } from './context.ts';
import { emitValue, NO_FRAME, require } from './conversions.ts';
import { isLateBound } from '../library/host.ts';
import { bindHostIndex } from './host.ts';
import { lookup } from './lookup.ts';
import { bindEventChange, bindInstanceMember, unknownMember } from './names.ts';
import { binary, unary } from './operators.ts';
import { resolveOverload } from './overloads.ts';
import type { Argument } from './bound.ts';

import { isDynamic, special } from './specials.ts';
import { close } from './conversions.ts';
import type { Type } from './types.ts';
import { emitArguments } from './calls.ts';
import { itemsOf } from '../runtime/hooks.ts';

/** `dynamic`: the binder runs once more with the types that the values have (C# specification, Dynamic binding). */

/** A value that is known, as an expression of its run-time type. */
function known(value: Value, position: number): Bound {
  return { type: value === null ? special('null') : typeOf(value), position, emit: () => () => value };
}

/** A context for code that is bound while it runs. */
function runtimeContext(context: Context): Context {
  return { ...context, fn: new FunctionContext(undefined, undefined), scope: new Scope(undefined) };
}

/** Binds and runs at once; what the compiler would refuse is an exception then. */
function late(context: Context, frame: Frame, bind: (context: Context) => Bound): Value {
  const inner = runtimeContext(context);
  let evaluate: Eval;
  try {
    evaluate = bind(inner).emit();
  } catch (caught) {
    if (!(caught instanceof ExpressionError) || caught instanceof NetException) throw caught;
    throw error('RuntimeBinderException', caught.message.replace(/^CS\d+: /u, ''));
  }
  return evaluate({ ...frame, v: Array.from<Value>({ length: inner.fn.slots }).fill(null), k: [], c: [] });
}

function dynamicBound(position: number, emit: () => Eval): Bound {
  return { type: special('dynamic'), position, emit };
}

export function bindDynamicBinary(context: Context, op: BinaryOperator, a: Bound, b: Bound, position: number): Bound {
  return dynamicBound(position, () => {
    const [x, y] = [emitValue(a), emitValue(b)];
    const typed = (bound: Bound, value: Value): Bound =>
      isDynamic(bound.type) ? known(value, position) : { ...bound, constant: bound.constant, emit: () => () => value };
    return (frame) => {
      const left = x(frame);
      const right = y(frame);
      return late(context, frame, (inner) => binary(inner, op, typed(a, left), typed(b, right), position));
    };
  });
}

export function bindDynamicUnary(context: Context, op: '+' | '-' | '!' | '~', operand: Bound, position: number): Bound {
  return dynamicBound(position, () => {
    const value = operand.emit();
    return (frame) => {
      const given = value(frame);
      return late(context, frame, (inner) => unary(inner, op, known(given, position), position));
    };
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
  if (isCall) {
    const group: MethodGroup = { name: id, receiver: target, candidates: [], typeArguments: args, isBase: false };
    return { type: special('error'), form: 'group', group, position, emit: () => nullReference as never };
  }
  const member = (inner: Context, value: Value): Bound => {
    if (value === null) throw error('RuntimeBinderException', 'Cannot perform runtime binding on a null reference');
    const object = known(value, position);
    return (
      bindInstanceMember(inner, object, id, [], position, false) ?? unknownMember(inner, object.type, id, position)
    );
  };
  return {
    ...dynamicBound(position, () => {
      const value = target.emit();
      return (frame) => {
        const given = value(frame);
        return late(context, frame, (inner) => member(inner, given));
      };
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

/** An event has no value: `+=` adds what it is given. */
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

/** A call with arguments or a target of type dynamic: the method is chosen when it runs. */
export function bindDynamicCall(context: Context, callee: Bound, args: readonly Argument[], position: number): Bound {
  return dynamicBound(position, () => {
    const { group } = callee;
    const receiver = group?.receiver && group.receiver.form !== 'type' ? group.receiver.emit() : undefined;
    const target = group ? undefined : callee.emit();
    const values = args.map(({ bound, mode }) =>
      mode === 'value' && bound.form !== 'lambda' && bound.form !== 'group' ? emitValue(bound) : undefined,
    );
    return (frame) => {
      const self = receiver?.(frame) ?? null;
      const called = target?.(frame) ?? null;
      const given = values.map((value) => value?.(frame) ?? null);
      const ready = args.map((argument, index): Argument =>
        values[index]
          ? {
              ...argument,
              bound: isDynamic(argument.bound.type)
                ? known(given[index] ?? null, position)
                : { ...argument.bound, emit: () => () => given[index] ?? null },
            }
          : argument,
      );
      return late(context, frame, (inner) => {
        if (!group) return bindInvocation(inner, known(called, position), ready, position);
        if (!receiver || !group.receiver) return bindInvocation(inner, callee, ready, position);
        const object = isDynamic(group.receiver.type)
          ? known(self, position)
          : { ...group.receiver, emit: () => () => self };
        if (self === null) throw error('RuntimeBinderException', 'Cannot perform runtime binding on a null reference');
        const bound = bindInstanceMember(inner, object, group.name, group.typeArguments, position, true);
        return bound
          ? bindInvocation(inner, bound, ready, position)
          : (bindExtension(inner, group.name, object, ready, group.typeArguments, position) ??
              unknownMember(inner, object.type, group.name, position));
      });
    };
  });
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
      const at = given[0] as number;
      if (at < 0 || at >= items.length)
        throw error('IndexOutOfRangeException', 'Index was outside the bounds of the array.');
      return { type: object.type.element, position, emit: () => () => items[at] ?? null, place: { isSimple: true, isVariable: true, assign: (value) => (frame) => (items[at] = value(frame)), ref: () => () => refTo(() => items[at] ?? null, (value) => void (items[at] = value)) } }; // prettier-ignore
    }
    const found = lookup(object.type, 'this[]', inner).flatMap(({ member, type }) =>
      member.k === 'property' && member.get
        ? [{ member, type, method: { ...member.get, parameters: member.parameters } }]
        : [],
    );
    const ready = given.map((value): Argument => ({ name: undefined, mode: 'value', bound: known(value, position) }));
    const resolution = resolveOverload(inner, 'this', found, ready, [], position);
    const chosen = found.find(({ method }) => method === resolution.candidate.method);
    if (!chosen) throw error('RuntimeBinderException', 'Cannot apply indexing');
    return propertyBound(inner, chosen.member, chosen.type, object, false, position, () =>
      emitArguments(inner, resolution, ready),
    );
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

/** Lets code outside of the script reach the members of its objects by name. */
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

import { refTo } from '../runtime/objects.ts';
