import { ExpressionError } from '../../../expression/errors.ts';
import { keep } from '../../../expression/budget.ts';
import type { Value } from '../../../expression/values.ts';
import type { ArgumentSyntax, Expr } from '../../grammar/syntax.ts';
import { Obj, refTo, TypedArray } from '../../runtime/objects.ts';
import { defaultOf, hashOf, keyOf, nullReference, systemTextOf, typeOf } from '../../runtime/values.ts';
import type { Bound, Candidate, Eval, Frame } from '../bound.ts';
import { declareVariable, fail } from '../context.ts';
import type { Context } from '../context.ts';
import { close, convert, emitValue, require } from '../types/conversions.ts';
import { bindDynamicCall } from '../entry.ts';
import { bindExpression, bindVariable } from '../entry.ts';
import { signatureOf } from '../types/inference.ts';
import { dispatch, extensionMethods, memberNames } from '../types/lookup.ts';
import { withStart } from './start.ts';
import { throughReference } from './references.ts';
import { isHostCall } from './hostCall.ts';
import { bindCallee, unknownName } from '../entry.ts';
import { hasDynamic, resolveOverload, tryResolve } from '../types/overloads.ts';
import type { Argument } from '../bound.ts';
import type { Resolution } from '../types/overloads.ts';
import { isDelegate, isDynamic, isError, isSpecial, special } from '../types/specials.ts';
import { isLateBound } from '../../library/host.ts';
import { resolveType } from '../types/typeNames.ts';
import { arrayOf, ArrayType, display, isClosed, NamedType } from '../types/types.ts';
import type { Call, MethodMember, Type } from '../types/types.ts';

/** Calls of methods and delegates (C# specification, Invocation expressions). */

/** Binds the arguments of a call; variables that `out var` declares get their types from the chosen method. */
export function bindArguments(context: Context, args: readonly ArgumentSyntax[]): Argument[] {
  return args.map((argument) => {
    const { value, mode, name, span } = argument;
    const { position } = value;
    if (mode === 'out' && value.k === 'declare') {
      const isVar = value.type.k === 'name' && value.type.parts[0]?.id === 'var' && value.type.parts.length === 1;
      const { designation } = value;
      const made = (type: Type): Bound => {
        if (designation.k !== 'single') return discard(type, position);
        return bindVariable(context, declareVariable(context, designation.name, type, position), position);
      };
      if (!isVar) return { name, mode, bound: made(resolveType(context, value.type)) };
      return { name, mode, bound: { type: special('error'), position, emit: () => () => null }, declare: made };
    }
    if (mode === 'out' && value.k === 'id' && value.id === '_' && !context.scope.find('_'))
      return {
        name,
        mode,
        bound: { type: special('error'), position, emit: () => () => null },
        declare: (type) => discard(type, position),
      };
    const given = withStart(bindExpression(context, value), value);
    const bound = value.k === 'paren' ? given : called(context, given);
    if (bound.form === 'type' || bound.form === 'namespace')
      fail(context, `CS0119: '${display(bound.type)}' is a type, which is not valid in the given context`, position);
    if ((mode === 'ref' || mode === 'out') && !bound.place?.isVariable)
      fail(
        context,
        bound.place
          ? 'CS0206: A property or indexer may not be passed as an out or ref parameter'
          : 'CS1510: A ref or out value must be an assignable variable',
        position,
      );
    return { name, mode, bound, span };
  });
}

function discard(type: Type, position: number): Bound {
  const place = {
    assign: (value: Eval) => value,
    ref: () => () => {
      let held: Value = null;
      return refTo(
        () => held,
        (value) => {
          held = value;
        },
      );
    },
    isSimple: true,
    isVariable: true,
  };
  return { type, position, place, emit: () => () => null };
}

/** The values of a call in the order of the parameters, calculated in the order they are written in. */
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
      // The default of a type parameter is that of its type.
      return callers[at] ?? parameter.initial?.() ?? defaultOf(close(parameter.type, frame));
    });
  };
}

/** Value of a parameter that describes its call; undefined where the call stands in no member. */
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

/** Calls the method of a resolution on an object with arguments that are ready. */
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
  // `base.M()` is the method as the base class has it, be it declared there or above.
  const method =
    base?.definition.isScript && candidate.method.isVirtual && !candidate.method.isStatic
      ? dispatch(base, candidate.method)
      : candidate.method;
  if (isBase && !method.isScript && isSpecial(type, 'object'))
    return (_frame, self, args) => baseObject(context, method, self, args);
  const fixed: Call | undefined =
    isClosed(type) && typeArguments.every(isClosed) ? { rt, t: typeArguments, type } : undefined;
  if ('local' in method) return localInvoke(context, method, typeArguments);
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

/** Calls the local function that a variable holds. */
export type LocalCall = (frame: Frame, args: readonly Value[], types: readonly Type[]) => Value;

/** A call of a local function, whose variables are those of the frame it was declared in. */
function localInvoke(
  context: Context,
  method: MethodMember,
  typeArguments: readonly Type[],
): (frame: Frame, self: Value, args: readonly Value[]) => Value {
  const { local } = method as MethodMember & {
    local: (context: Context, own: MethodMember['typeParameters']) => LocalCall;
  };
  const call = local(context, method.typeParameters);
  return (frame, _self, args) =>
    call(
      frame,
      args,
      typeArguments.map((each) => close(each, frame)),
    );
}

/** Members that a class inherits from `object` and calls as `base.ToString()` and the like. */
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

/** Binds a call of a candidate on a receiver. */
export function bindResolved(
  context: Context,
  resolution: Resolution,
  args: readonly Argument[],
  receiver: Bound | undefined,
  isBase: boolean,
  position: number,
): Bound {
  const { candidate, returns } = resolution;
  const { method } = candidate;
  // Variables that `out var` declares are there for what follows.
  const settled = args.map((argument, index): Argument => {
    const at = resolution.map.indexOf(index);
    const parameter = resolution.parameters[at];
    return argument.declare && parameter
      ? { ...argument, bound: argument.declare(parameter.type), declare: undefined }
      : argument;
  });
  for (const [index, argument] of settled.entries()) {
    const at = resolution.map.indexOf(index);
    const parameter = resolution.parameters[at];
    if (parameter?.mode === 'value' || !parameter)
      require(context, argument.bound, at >= 0 && parameter ? parameter.type : itemType(resolution));
  }
  checkConstants(context, resolution, settled, position);
  if (!method.isStatic && !receiver && context.isStatic && !method.isExtension)
    fail(
      context,
      `CS0120: An object reference is required for the non-static field, method, or property '${method.name}'`,
      position,
    );
  const call: Bound = {
    type: returns,
    position,
    fresh: method.isScript,
    emit: () => {
      const values = emitArguments(context, resolution, settled);
      const invoke = emitInvoke(context, candidate, resolution.typeArguments, isBase);
      if (method.isStatic) return (frame) => invoke(frame, null, values(frame));
      if (!receiver) return (frame) => invoke(frame, frame.self, values(frame));
      // Only of a variable the method changes the struct itself: of anything else, a copy.
      const target = receiver.place?.isVariable ? receiver.emit() : emitValue(receiver);
      if (!mayBeNull(receiver.type)) {
        // A variable of a value type is handed over by reference: the method finds what the arguments left in it.
        if (receiver.place?.isSimple && receiver.place.isVariable)
          return (frame) => {
            const given = values(frame);
            return invoke(frame, target(frame), given);
          };
        return (frame) => invoke(frame, target(frame), values(frame));
      }
      return (frame) => {
        const self = target(frame);
        const given = values(frame);
        if (self === null) throw nullReference();
        return invoke(frame, self, given);
      };
    },
  };
  return method.returnsRef ? throughReference(call) : call;
}

/** Refuses what a type of the library refuses of constant arguments. */
export function checkConstants(
  context: Context,
  { candidate, parameters, map }: Resolution,
  args: readonly Argument[],
  position: number,
): void {
  const reason = candidate.method.owner.checkCall?.((name) => {
    const at = parameters.findIndex((parameter) => parameter.name === name);
    return args[map[at] ?? -1]?.bound.constant?.value;
  });
  if (reason !== undefined) fail(context, reason, position);
}

function itemType(resolution: Resolution): Type {
  const last = resolution.parameters.at(-1)?.type;
  return last instanceof ArrayType ? last.element : special('object');
}

/** Returns true when calling a method on null is an error: for all but value types; nullable ones have members of their own. */
export function mayBeNull(type: Type): boolean {
  return type.kind !== 'named' || !type.definition.isValueType;
}

/** A method of Visual Basic that stands without brackets is called; everything else stays as it is. */
export function called(context: Context, bound: Bound): Bound {
  return context.world.isBasic && bound.form === 'group' ? bindInvocation(context, bound, [], bound.position) : bound;
}

/** Round brackets of Visual Basic behind a value are those of an element; undefined when a method or delegate is called. */
function bindBasicElement(context: Context, syntax: Expr & { k: 'call' }): Bound | undefined {
  const { target, args, position } = syntax;
  if (args.length === 0) return undefined;
  const named = target.k === 'member' ? namedIndexer(context, target) : undefined;
  if (named) return bindExpression(context, { k: 'index', target: named, args, position });
  let value: Bound;
  try {
    // Of an object whose type only the running code knows a method is called; its values are found then.
    if (target.k === 'member' && isDynamic(bindExpression(context, target.target).type)) return undefined;
    value = bindExpression(context, target);
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return undefined;
  }
  const isValue = value.form === undefined && !isDelegate(value.type) && !isError(value.type);
  return isValue && !isHostMember(context, target)
    ? bindExpression(context, { k: 'index', target, args, position })
    : undefined;
}

/** The object of `object.Item(…)` and `text.Chars(…)`, which name the indexer of a type; undefined for other members. */
function namedIndexer(context: Context, { target, id }: Expr & { k: 'member' }): Expr | undefined {
  if (!/^(?:item|chars)$/iu.test(id)) return undefined;
  try {
    const { type } = bindExpression(context, target);
    if (isDynamic(type)) return undefined;
    const names = memberNames(type);
    return names.includes('this[]') && !names.some((name) => name.toLowerCase() === id.toLowerCase())
      ? target
      : undefined;
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return undefined;
  }
}

/** A member of an object of the report that only the running code knows: it is taken for a method. */
function isHostMember(context: Context, target: Expr): boolean {
  if (target.k !== 'member') return false;
  const { type } = bindExpression(context, target.target);
  return type instanceof NamedType && isLateBound(type.definition) && isHostCall(bindCallee(context, target));
}

export function bindCall(context: Context, syntax: Expr & { k: 'call' }): Bound {
  const element = context.world.isBasic ? bindBasicElement(context, syntax) : undefined;
  if (element) return element;
  const { target } = syntax;
  const { position } = target;
  const { bindFirst } = context.world.outside;
  if (bindFirst && target.k === 'id') {
    const args = bindArguments(context, syntax.args);
    return bindFirst(target.id, args, position) ?? bindInvocation(context, bindCallee(context, target), args, position);
  }
  const callee = bindCallee(context, target);
  return bindInvocation(context, callee, bindArguments(context, syntax.args), position);
}

/** Calls what an expression gives: a group of methods or a delegate. */
export function bindInvocation(context: Context, callee: Bound, args: readonly Argument[], position: number): Bound {
  const { group } = callee;
  if (isHostCall(callee)) return callee.hostCall(args);
  if (group) {
    if (!group.receiver && group.candidates.every((candidate) => isOfObject(candidate, args.length))) {
      const own = context.world.outside.bindFunction?.(group.name, args, position);
      if (own) return own;
      if (group.candidates.length === 0 && extensionMethods(context, group.name).length === 0)
        unknownName(context, group.name, position);
    }
    // A local function is known before the code runs, whatever its arguments are.
    const isLocal = group.candidates.some(({ method }) => 'local' in method);
    if ((hasDynamic(args) && !isLocal) || (group.receiver && isDynamic(group.receiver.type)))
      return bindDynamicCall(context, callee, args, position);
    const receiver = group.receiver?.form === 'type' ? undefined : group.receiver;
    const found =
      group.candidates.length > 0 ? tryResolve(context, group.candidates, args, group.typeArguments) : undefined;
    if (found && found !== 'ambiguous') return bindResolved(context, found, args, receiver, group.isBase, position);
    if (receiver && found !== 'ambiguous') {
      const extended = bindExtension(context, group.name, receiver, args, group.typeArguments, position);
      if (extended) return extended;
    }
    const candidates = group.candidates.length > 0 ? group.candidates : extensionMethods(context, group.name);
    const given =
      group.candidates.length > 0 || !receiver
        ? args
        : [{ name: undefined, mode: 'value' as const, bound: receiver }, ...args];
    return bindResolved(
      context,
      resolveOverload(context, group.name, candidates, given, group.typeArguments, position),
      given,
      receiver,
      group.isBase,
      position,
    );
  }
  if (isError(callee.type) && callee.form === undefined) return callee;
  if (isDynamic(callee.type)) return bindDynamicCall(context, callee, args, position);
  if (callee.form === 'event') fail(context, callee.refusal ?? '', position);
  if (callee.form === 'type')
    fail(context, `CS1955: Non-invocable member '${display(callee.type)}' cannot be used like a method.`, position);
  if (!isDelegate(callee.type))
    fail(context, `CS0149: Method name expected; '${display(callee.type)}' cannot be called`, position);
  return bindDelegateCall(context, callee, args, position);
}

/** A method that every class has and that takes another number of arguments: `ToString(x)` is a function of reports. */
function isOfObject({ method, type }: Candidate, count: number): boolean {
  return isSpecial(type, 'object') && method.parameters.length !== count;
}

function bindDelegateCall(context: Context, callee: Bound, args: readonly Argument[], position: number): Bound {
  const type = callee.type as NamedType;
  if (!signatureOf(type)) fail(context, `CS0149: Method name expected`, position);
  const resolution = resolveOverload(context, display(type), [invokeOf(type)], args, [], position);
  return { ...bindResolved(context, resolution, args, callee, false, position), fresh: true };
}

/** `Invoke` of a delegate as a method. */
export function invokeOf(type: NamedType): Candidate {
  const declared = type.definition.signature?.() ?? { parameters: [], returns: special('void') };
  const method: MethodMember = {
    k: 'method',
    name: 'Invoke',
    owner: type.definition,
    isStatic: false,
    access: 'public',
    typeParameters: [],
    parameters: declared.parameters,
    returns: declared.returns,
    isExtension: false,
    isVirtual: false,
    isAbstract: false,
    isOverride: false,
    explicit: undefined,
    isScript: false,
    invoke: (self, values) => {
      if (self === null || typeof self !== 'object' || !('invoke' in self)) throw nullReference();
      return (self as { invoke: (given: readonly Value[]) => Value }).invoke(values);
    },
  };
  return { method, type };
}

/** Calls an extension method as if it were one of the receiver. */
export function bindExtension(
  context: Context,
  name: string,
  receiver: Bound,
  args: readonly Argument[],
  typeArguments: readonly Type[],
  position: number,
): Bound | undefined {
  const all = extensionMethods(context, name).filter(({ method }) => mayExtend(context, method, receiver));
  if (all.length === 0) return undefined;
  const given: Argument[] = [{ name: undefined, mode: 'value', bound: receiver }, ...args];
  const own = all.filter(({ method }) => method.isScript);
  for (const candidates of own.length > 0 ? [own, all] : [all]) {
    const found = tryResolve(context, candidates, given, typeArguments);
    if (found && found !== 'ambiguous') return bindResolved(context, found, given, undefined, false, position);
    if (found === 'ambiguous')
      return bindResolved(
        context,
        resolveOverload(context, name, candidates, given, typeArguments, position),
        given,
        undefined,
        false,
        position,
      );
  }
  return bindResolved(
    context,
    resolveOverload(context, name, all, given, typeArguments, position),
    given,
    undefined,
    false,
    position,
  );
}

function mayExtend(context: Context, method: MethodMember, receiver: Bound): boolean {
  const parameter = method.parameters[0];
  if (!parameter) return false;
  if (method.typeParameters.length > 0) return true;
  return convert(context, receiver, parameter.type) !== undefined;
}

/** Counts a long text that is put somewhere it stays. */
export function kept(context: Context, value: Value): Value {
  keep(value, context.world.outside.rt.budget);
  return value;
}
