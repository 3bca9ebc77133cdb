import { ExpressionError } from '../../../expression/errors.ts';
import { keep } from '../../../expression/budget.ts';
import type { Value } from '../../../expression/values/values.ts';
import { Obj, refTo, TypedArray } from '../../runtime/objects.ts';
import { systemTextOf, typeOf } from '../../runtime/values.ts';
import { defaultOf } from '../../runtime/defaults.ts';
import { hashOf, keyOf } from '../../runtime/hashCodes.ts';
import type { Bound, Candidate, Eval, Frame, Argument } from '../bound.ts';
import { fail } from '../context.ts';
import type { Context } from '../context.ts';
import { close } from '../types/conversions.ts';
import { emitValue, require } from '../types/convert.ts';
import { dispatch } from '../types/lookup.ts';
import type { Resolution } from '../types/overloads.ts';
import { isSpecial, special } from '../types/specials.ts';
import { arrayOf, ArrayType, isClosed, NamedType, same } from '../types/types.ts';
import type { Call, MethodMember, Type } from '../types/types.ts';

/** Compilation of calls: evaluation of arguments and invocation of methods. */

/** Passes a value by reference through a temporary variable, and assigns the result back to its source. */
function copied(context: Context, given: Bound, type: Type): Eval {
  const value = emitValue(require(context, given, type));
  const slot = context.fn.slots++;
  const changed: Bound = { type, position: given.position, emit: () => (frame) => frame.v[slot] ?? null };
  const back = given.place?.assign(emitValue(require(context, changed, given.type)));
  return (frame) => {
    let held = value(frame);
    return refTo(
      () => held,
      (next) => {
        held = next;
        frame.v[slot] = next;
        back?.(frame);
      },
    );
  };
}

/** Evaluates the arguments of a call in the order in which they are written; returns them in the order of the parameters. */
export function emitArguments(
  context: Context,
  resolution: Resolution,
  args: readonly Argument[],
): (frame: Frame) => Value[] {
  const { parameters, map, expanded } = resolution;
  const evals: Eval[] = args.map((argument, index) => {
    const at = map.indexOf(index);
    const parameter = at >= 0 ? parameters[at] : undefined;
    if (parameter && (parameter.mode === 'ref' || parameter.mode === 'out')) {
      const target = argument.declare ? argument.declare(parameter.type) : argument.bound;
      if (context.world.isBasic && !(target.place?.isVariable === true && same(target.type, parameter.type)))
        return copied(context, target, parameter.type);
      const ref = target.place?.ref();
      if (!ref) fail(context, 'CS1510: A ref or out value must be an assignable variable', argument.bound.position);
      return ref;
    }
    const last = parameters.at(-1)?.type;
    const wanted = parameter ? parameter.type : last instanceof ArrayType ? last.element : special('object');
    return emitValue(require(context, argument.bound, wanted));
  });
  const callers = parameters.map(({ caller }, at) =>
    caller && map[at] === -1 ? callerValue(context, caller) : undefined,
  );
  const inOrder = !expanded && map.every((index, at) => index === at);
  if (inOrder) return plainArguments(evals);
  const arrayType = expanded ? parameters.at(-1)?.type : undefined;
  const closed = arrayType && isClosed(arrayType) ? arrayType : undefined;
  return (frame) => {
    const values = evals.map((each) => each(frame));
    return parameters.map((parameter, at) => {
      const index = map[at] ?? -1;
      if (index >= 0) return values[index] ?? null;
      if (expanded && at === parameters.length - 1) {
        const type = closed ?? close(parameter.type, frame);
        return new TypedArray(
          type instanceof ArrayType ? type : arrayOf(type),
          expanded.map((each) => values[each] ?? null),
        );
      }
      // The default of a parameter whose type is a type parameter is that of its type argument.
      return callers[at] ?? parameter.initial?.() ?? defaultOf(close(parameter.type, frame));
    });
  };
}

/** Returns the value of a parameter with an attribute such as CallerMemberName; undefined if the call is in no member. */
function callerValue(context: Context, attribute: string): Value | undefined {
  if (attribute === 'CallerMemberName') return context.member;
  throw new ExpressionError(`The attribute ${attribute} is not available in scripts of reports`);
}

function plainArguments(evals: readonly Eval[]): (frame: Frame) => Value[] {
  const [a, b, c] = evals;
  if (!a) return () => [];
  if (!b) return (frame) => [a(frame)];
  if (!c) return (frame) => [a(frame), b(frame)];
  return (frame) => evals.map((each) => each(frame));
}

/** Compiles the call of a resolved method on an object with evaluated arguments. */
export function emitMethodCall(
  context: Context,
  resolution: Resolution,
  isBase: boolean,
): (frame: Frame, self: Value, args: readonly Value[]) => Value {
  const { candidate, typeArguments } = resolution;
  return emitInvoke(context, candidate, typeArguments, isBase);
}

export function emitInvoke(
  context: Context,
  candidate: Candidate,
  typeArguments: readonly Type[],
  isBase: boolean,
): (frame: Frame, self: Value, args: readonly Value[]) => Value {
  const { type } = candidate;
  const { rt } = context.world.outside;
  const base = isBase ? context.type?.base : undefined;
  // `base.M()` calls the method as the base class has it, declared there or inherited.
  const method =
    base?.definition.isScript && candidate.method.isVirtual && !candidate.method.isStatic
      ? dispatch(base, candidate.method)
      : candidate.method;
  if (isBase && !method.isScript && isSpecial(type, 'object'))
    return (_frame, self, args) => baseObject(context, method, self, args);
  const fixed: Call | undefined =
    isClosed(type) && typeArguments.every(isClosed) ? { rt, t: typeArguments, type } : undefined;
  const local = localCall(context, method);
  if (local) return localInvoke(local, typeArguments);
  const callOf = (frame: Frame): Call =>
    fixed ?? { rt, t: typeArguments.map((each) => close(each, frame)), type: close(type, frame) as NamedType };
  if (method.isStatic || isBase || !method.isVirtual) {
    const { invoke } = method;
    return fixed
      ? (_frame, self, args) => invoke(self, args, fixed)
      : (frame, self, args) => invoke(self, args, callOf(frame));
  }
  const isGeneric = method.owner.kind === 'interface' && method.owner.typeParameters.length > 0;
  if (method.isScript) {
    return (frame, self, args) => {
      const call = callOf(frame);
      const target = self instanceof Obj ? dispatch(self.type, method, isGeneric ? call.type : undefined) : method;
      return target.invoke(self, args, call);
    };
  }
  return (frame, self, args) => {
    if (self instanceof Obj && (self.type.definition.isScript || method.isAbstract)) {
      const call = callOf(frame);
      const target = dispatch(self.type, method, isGeneric ? call.type : undefined);
      return target.invoke(self, args, { ...call, type: self.type });
    }
    if (method.isAbstract && self !== null) {
      const own = typeOf(self);
      const target = own.kind === 'named' ? dispatch(own, method) : method;
      return target.invoke(self, args, callOf(frame));
    }
    return method.invoke(self, args, callOf(frame));
  };
}

/** A local function that a variable holds. */
export interface LocalCall {
  call(frame: Frame, args: readonly Value[], types: readonly Type[]): Value;
  /** Parts that two delegates of the function share: its code, its object and the variables it captures. */
  identity(frame: Frame): readonly unknown[];
}

/** The local function that a method stands for; undefined for other methods. */
export function localCall(context: Context, method: MethodMember): LocalCall | undefined {
  if (!('local' in method)) return undefined;
  const { local } = method as MethodMember & {
    local: (context: Context, own: MethodMember['typeParameters']) => LocalCall;
  };
  return local(context, method.typeParameters);
}

/** Compiles the call of a local function; its captured variables are those of the frame in which it was declared. */
function localInvoke(
  local: LocalCall,
  typeArguments: readonly Type[],
): (frame: Frame, self: Value, args: readonly Value[]) => Value {
  return (frame, _self, args) =>
    local.call(
      frame,
      args,
      typeArguments.map((each) => close(each, frame)),
    );
}

/** Calls members that a class inherits from `object`, as in `base.ToString()`. */
function baseObject(context: Context, method: MethodMember, self: Value, args: readonly Value[]): Value {
  const { rt } = context.world.outside;
  if (!(self instanceof Obj)) return method.invoke(self, args, { rt, t: [], type: special('object') });
  switch (method.name) {
    case 'ToString':
      return self.nativeText(rt) === '' ? systemTextOf(self) : self.nativeText(rt);
    case 'Equals':
      return self.type.definition.isValueType
        ? structEquals(context, self, args[0] ?? null)
        : (self.nativeEquals?.(args[0] ?? null, rt) ?? self === args[0]);
    case 'GetHashCode':
      return self.type.definition.isValueType
        ? self.fields.reduce<number>((hash, field) => (Math.imul(hash, 31) + hashOf(field, rt)) | 0, 17)
        : // Sound because only the identity of an object of no known type is hashed.
          hashOf({ identity: self } as unknown as Value, rt);
    default:
      return method.invoke(self, args, { rt, t: [], type: special('object') });
  }
}

function structEquals(context: Context, a: Obj, b: Value): boolean {
  const { rt } = context.world.outside;
  return (
    b instanceof Obj &&
    a.type === b.type &&
    a.fields.every((field, index) => keyOf(field, rt) === keyOf(b.fields[index] ?? null, rt))
  );
}

/** Counts a long text that is stored against the budget. */
export function kept(context: Context, value: Value): Value {
  keep(value, context.world.outside.rt.budget);
  return value;
}
