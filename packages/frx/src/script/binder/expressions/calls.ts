import { ExpressionError } from '../../../expression/errors.ts';
import type { Value } from '../../../expression/values/values.ts';
import type { ArgumentSyntax, Expr } from '../../grammar/syntax.ts';
import { refTo } from '../../runtime/objects.ts';
import { nullReference } from '../../runtime/values.ts';
import type { Bound, Candidate, Eval, Argument } from '../bound.ts';
import { declareVariable, fail } from '../context.ts';
import type { Context } from '../context.ts';
import { convert, emitValue, require } from '../types/convert.ts';
import { bindDynamicCall, bindExpression, bindVariable, bindCallee, unknownName } from '../entry.ts';
import { signatureOf } from '../types/inference.ts';
import { extensionMethods, lookup, memberNames } from '../types/lookup.ts';
import { withStart } from './start.ts';
import { throughReference } from './references.ts';
import { isHostCall } from './hostCall.ts';
import { bindsLate, hasDynamic, resolveOverload, tryResolve } from '../types/overloads.ts';
import type { Resolution } from '../types/overloads.ts';
import { withVariantTexts } from '../types/variants.ts';
import { isDelegate, isDynamic, isError, isSpecial, special } from '../types/specials.ts';
import { isLateBound } from '../../library/host.ts';
import { resolveType } from '../types/typeNames.ts';
import { ArrayType, display, NamedType } from '../types/types.ts';
import type { MethodMember, Type, TypeDefinition } from '../types/types.ts';
import { emitArguments, emitInvoke } from './invoking.ts';

/** Calls of methods and delegates (C# specification, Invocation expressions). */

/** Binds the arguments of a call; variables declared by `out var` get their types from the chosen method. */
export function bindArguments(context: Context, args: readonly ArgumentSyntax[]): Argument[] {
  return args.map((argument) => {
    const { value, mode, name, span, place } = argument;
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
    return { name, mode, bound, span, place };
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
  // Variables declared by `out var` are in scope of the code that follows.
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
      // A method changes a struct itself only if the receiver is a variable; otherwise it works on a copy.
      const target = receiver.place?.isVariable ? receiver.emit() : emitValue(receiver);
      if (!mayBeNull(receiver.type)) {
        // A variable of a value type is passed by reference, so that the method sees the changes made by its arguments.
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

/** Refuses constant arguments that a type of the library refuses. */
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

/**
 * Returns true if a receiver may be null, so that a call on it is an error: for all but value types; nullable types have members of their
 * own.
 */
export function mayBeNull(type: Type): boolean {
  return type.kind !== 'named' || !type.definition.isValueType;
}

/** Calls a method group of Visual Basic written without parentheses; returns other expressions unchanged. */
export function called(context: Context, bound: Bound): Bound {
  return context.world.isBasic && bound.form === 'group' ? bindInvocation(context, bound, [], bound.position) : bound;
}

/** Binds parentheses of Visual Basic after a value as element access; returns undefined if a method or delegate is called. */
function bindBasicElement(context: Context, syntax: Expr & { k: 'call' }): Bound | undefined {
  const { target, args, position } = syntax;
  if (args.length === 0 || args.some(({ place }) => place !== undefined)) return undefined;
  const named = target.k === 'member' ? namedIndexer(context, target) : undefined;
  if (named) return bindExpression(context, { k: 'index', target: named, args, position });
  let value: Bound;
  try {
    // If the type of the object is known at run time only, a method is called; element access is decided then.
    if (target.k === 'member' && isLate(bindExpression(context, target.target).type)) return undefined;
    value = bindExpression(context, target);
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return undefined;
  }
  // An extension method is called if a property of the same name has a value without elements.
  if (target.k === 'member' && value.form === undefined && !hasElements(context, value.type) && extensionMethods(context, target.id).length > 0)
    return undefined; // prettier-ignore
  const isValue = value.form === undefined && !isDelegate(value.type) && !isError(value.type);
  return isValue && !isHostMember(context, target)
    ? bindExpression(context, { k: 'index', target, args, position })
    : undefined;
}

/** Returns true for a type of Visual Basic whose members are found when the code runs. */
const isLate = (type: Type): boolean => isDynamic(type) || isSpecial(type, 'object');

/** Returns true for a type whose values have elements, or whose type is known at run time only. */
const hasElements = (context: Context, type: Type): boolean =>
  !(type instanceof NamedType) || isLate(type) || lookup(type, 'this[]', context).length > 0;

/** Returns the object of `object.Item(…)` and `text.Chars(…)`, which name the indexer of a type; undefined for other members. */
function namedIndexer(context: Context, { target, id }: Expr & { k: 'member' }): Expr | undefined {
  if (!/^(?:item|chars)$/iu.test(id)) return undefined;
  try {
    const { type } = bindExpression(context, target);
    if (isLate(type)) return undefined;
    const names = memberNames(type);
    return names.includes('this[]') && !names.some((name) => name.toLowerCase() === id.toLowerCase())
      ? target
      : undefined;
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return undefined;
  }
}

/** Returns true for a member of an object of the report that is resolved at run time; it is treated as a method. */
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

/**
 * Binds a call in Visual Basic with values of Object to the overload that takes them as they are; undefined if there is none, so that the
 * call is bound when it runs (Visual Basic language specification, Overloaded Method Resolution).
 */
function takingObjects(
  context: Context,
  group: NonNullable<Bound['group']>,
  args: readonly Argument[],
  position: number,
): Bound | undefined {
  const { receiver } = group;
  if (group.candidates.length < 2 || !hasDynamic(context, args) || (receiver && isDynamic(receiver.type)))
    return undefined;
  const given = args.map((argument) =>
    isDynamic(argument.bound.type) && argument.bound.form === undefined
      ? { ...argument, bound: { ...argument.bound, type: special('object') } }
      : argument,
  );
  const found = tryResolve(context, group.candidates, given, group.typeArguments);
  if (!found || found === 'ambiguous') return undefined;
  const { parameters, map, expanded } = found;
  const isWide = given.every(({ bound }, index) => {
    if (!isSpecial(bound.type, 'object')) return true;
    const type = parameters[map.indexOf(index)]?.type ?? parameters.at(-1)?.type;
    const taken = expanded?.includes(index) === true && type instanceof ArrayType ? type.element : type;
    return taken !== undefined && (isDynamic(taken) || isSpecial(taken, 'object'));
  });
  return isWide
    ? bindResolved(context, found, given, receiver?.form === 'type' ? undefined : receiver, group.isBase, position)
    : undefined;
}

/** Binds a call of a method group or delegate. */
export function bindInvocation(context: Context, callee: Bound, written: readonly Argument[], position: number): Bound {
  const { group } = callee;
  const isFormat = group?.name === 'Format' && group.candidates.some(({ type }) => isSpecial(type, 'string'));
  const args = isFormat ? withVariantTexts(context, written) : written;
  const isFunction = context.world.isBasic && group?.candidates.length === 0 && !group.receiver;
  if ((group?.candidates.length === 0 && !isFunction) || (!group && !isDelegate(callee.type)))
    refuseOmitted(context, args, position);
  if (isHostCall(callee)) return callee.hostCall(args);
  if (group) {
    if (!group.receiver && group.candidates.every((candidate) => isOfObject(candidate, args.length))) {
      const own = context.world.outside.bindFunction?.(group.name, args, position, context);
      if (own) return own;
      if (group.candidates.length === 0 && extensionMethods(context, group.name).length === 0)
        unknownName(context, group.name, position);
    }
    // A local function is resolved when the code is bound, even with dynamic arguments.
    const isLocal = group.candidates.some(({ method }) => 'local' in method);
    // So is a method of Visual Basic with parameters by reference: variables of Object receive the values it sets.
    const isChanging = context.world.isBasic && group.candidates.some(({ method }) => method.parameters.some(({ mode }) => mode === 'ref' || mode === 'out')); // prettier-ignore
    const ofObjects = context.world.isBasic ? takingObjects(context, group, args, position) : undefined;
    if (ofObjects) return ofObjects;
    if (
      (hasDynamic(context, args) && !isLocal && !isChanging) ||
      (group.receiver && bindsLate(context, group.receiver.type))
    ) {
      refuseOmitted(context, args, position);
      return bindDynamicCall(context, callee, args, position);
    }
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

/** Refuses omitted arguments of Visual Basic in calls that are not resolved by their parameters. */
function refuseOmitted(context: Context, args: readonly Argument[], position: number): void {
  if (args.some(({ place }) => place !== undefined))
    fail(context, 'BC30455: Arguments of this call cannot be left out here', position);
}

/** Returns true for a method of `object` with another number of parameters: `ToString(x)` is a function of reports. */
function isOfObject({ method, type }: Candidate, count: number): boolean {
  return isSpecial(type, 'object') && method.parameters.length !== count;
}

function bindDelegateCall(context: Context, callee: Bound, args: readonly Argument[], position: number): Bound {
  const type = callee.type as NamedType;
  if (!signatureOf(type)) fail(context, `CS0149: Method name expected`, position);
  const resolution = resolveOverload(context, display(type), [invokeOf(type)], args, [], position);
  return { ...bindResolved(context, resolution, args, callee, false, position), fresh: true };
}

/** `Invoke` by the delegate, one for each, by which delegates made of the same delegate are equal. */
const invokes = new WeakMap<TypeDefinition, MethodMember>();

/** Returns `Invoke` of a delegate as a method. */
export function invokeOf(type: NamedType): Candidate {
  const known = invokes.get(type.definition);
  if (known) return { method: known, type };
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
  invokes.set(type.definition, method);
  return { method, type };
}

/** Binds a call of an extension method on a receiver. */
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
