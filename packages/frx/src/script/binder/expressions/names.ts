import { spelledMember, spelledName, spelledNamespace } from '../basic.ts';
import { called, invokeOf } from './calls.ts';
import { baseBound, tupleElement, isInside, fieldBound, propertyBound, eventBound } from '../types/members.ts';
import { isLateBound } from '../../library/host.ts';
import { libraryTypeNames } from '../../library/registry.ts';
import { copyOf, Obj, refTo, TupleObj } from '../../runtime/objects.ts';
import { nullReference } from '../../runtime/values.ts';
import type { Value } from '../../../expression/values/values.ts';
import type { Expr } from '../../grammar/syntax.ts';
import type { Bound, Candidate, Frame, Place } from '../bound.ts';
import { emitInvoke } from './invoking.ts';
import { fail, similar } from '../context.ts';
import type { Context } from '../context.ts';
import { emitValue } from '../types/convert.ts';
import { bindDynamicMember, bindExpression, bindVariable } from '../entry.ts';
import { bindHostMember, bindHostStatic } from '../host.ts';
import { extensionMethods, lookup, memberNames } from '../types/lookup.ts';
import type { Found } from '../types/lookup.ts';
import { isDelegate, isDynamic, isSpecial, special } from '../types/specials.ts';
import {
  isNamespaceName,
  memberRefusal,
  nestedType,
  refusal,
  resolveType,
  simpleType,
  typeIn,
} from '../types/typeNames.ts';
import { display, NamedType } from '../types/types.ts';
import type { Type } from '../types/types.ts';

/** Simple names and member access (C# specification, Simple names and Member access). */

const noValue = (): never => {
  throw new Error('Not a value');
};

export function typeBound(type: Type, position: number): Bound {
  return { type, position, form: 'type', emit: noValue };
}

function namespaceBound(name: string, position: number): Bound {
  return { type: special('error'), form: 'namespace', name, position, emit: noValue };
}

/** Binds the target of a call, for which methods take precedence. */
export function bindCallee(context: Context, syntax: Expr): Bound {
  if (syntax.k === 'id') return bindName(context, syntax, true);
  if (syntax.k === 'member') return bindMember(context, syntax, true);
  return bindExpression(context, syntax);
}

export function bindName(context: Context, written: Expr & { k: 'id' }, isCall = false): Bound {
  const id = spelledName(context, written.id, isCall);
  const syntax = id === written.id ? written : { ...written, id };
  const { position } = written;
  const local = context.scope.find(id);
  if (local && syntax.args.length === 0)
    return local.kind === 'variable' ? bindVariable(context, local, position) : local.bind(position, context);
  if (local?.kind === 'function') return withTypeArguments(context, local.bind(position, context), syntax);
  const member = bindOwnMember(context, syntax, isCall);
  if (member) return member;
  const args = syntax.args.map((arg) => resolveType(context, arg));
  // Declarations of the script take precedence over objects of the report.
  const type = simpleType(context, id, args);
  if (type instanceof NamedType && type.definition.isScript) return typeBound(type, position);
  if (args.length === 0 && !isCall) {
    const object = context.world.outside.object(id);
    if (object) return { type: object.type, position, emit: () => () => object.read() };
  }
  // A function may have the name of a type: `DayOfWeek(…)`, in Visual Basic `Int(…)`.
  const isFunction = isCall && (context.world.isBasic || context.world.outside.isFunction?.(id) === true);
  if (type && !isFunction) return typeBound(type, position);
  for (const each of context.world.statics) {
    const owner = staticType(context, each);
    const found = owner && lookup(owner, id, context).filter(({ member: one }) => one.k !== 'type' && one.isStatic);
    if (owner && found && found.length > 0) return memberBound(context, found, id, undefined, owner, args, position);
  }
  if (isNamespaceName(context, id)) return namespaceBound(id, position);
  const object = context.world.outside.object(id);
  if (object && !isCall) return { type: object.type, position, emit: () => () => object.read() };
  // A function of Visual Basic may stand without brackets.
  if (isCall || context.world.isBasic)
    return {
      type: special('error'),
      position,
      form: 'group',
      group: { name: id, receiver: undefined, candidates: [], typeArguments: args, isBase: false },
      emit: noValue,
    };
  return unknownName(context, id, position);
}

export function unknownName(context: Context, id: string, position: number): never {
  const reason = refusal(id);
  if (reason !== undefined) fail(context, `CS0103: ${reason}`, position);
  const names = (): string[] => [
    ...context.scope.all(),
    ...(context.type ? memberNames(context.type) : []),
    ...context.world.outside.names(),
    ...context.world.typeNames,
    ...libraryTypeNames(),
  ];
  fail(
    context,
    `CS0103: The name '${id}' does not exist in the current context${similar(context, id, names)}`,
    position,
  );
}

function withTypeArguments(context: Context, bound: Bound, syntax: Expr & { k: 'id' }): Bound {
  if (!bound.group) return bound;
  return { ...bound, group: { ...bound.group, typeArguments: syntax.args.map((arg) => resolveType(context, arg)) } };
}

function staticType(context: Context, name: string): NamedType | undefined {
  const parts = name.split('.');
  const type = simpleType(context, parts.at(-1) ?? '', []);
  return type instanceof NamedType ? type : undefined;
}

/** Binds a member of the enclosing class, or of those around it. */
function bindOwnMember(context: Context, syntax: Expr & { k: 'id' }, isCall: boolean): Bound | undefined {
  const { id, position } = syntax;
  const args = syntax.args.map((arg) => resolveType(context, arg));
  let type = context.type;
  let isOuter = false;
  while (type) {
    const found = lookup(type, id, context).filter(({ member }) => member.k !== 'type');
    if (
      found.length > 0 &&
      !(
        isCall &&
        id !== 'Invoke' &&
        isSpecial(found[0]?.type ?? type, 'object') &&
        type.definition.isStatic &&
        !found.some(({ member }) => member.k !== 'type' && member.isStatic)
      )
    )
      return memberBound(context, found, id, isOuter ? typeBound(type, position) : undefined, type, args, position);
    type = type.definition.outer?.open;
    isOuter = true;
  }
  return undefined;
}

export function bindMember(context: Context, syntax: Expr & { k: 'member' }, isCall = false): Bound {
  const { target: targetSyntax, id, position } = syntax;
  const args = syntax.args.map((arg) => resolveType(context, arg));
  const target = targetSyntax.k === 'base' ? undefined : called(context, bindExpression(context, targetSyntax));
  if (!target) return bindBaseMember(context, id, args, position);
  if (target.form === 'namespace') {
    const name = target.name ?? '';
    const type = typeIn(context, name, id, args);
    if (type) return typeBound(type, position);
    const inner = spelledNamespace(context, `${name}.${id}`);
    if (isNamespaceName(context, inner)) return namespaceBound(inner, position);
    const reason = refusal(id);
    fail(
      context,
      reason === undefined
        ? `CS0234: The type or namespace name '${id}' does not exist in the namespace '${name}'`
        : `CS0234: ${reason}`,
      position,
    );
  }
  if (isSpecial(target.type, 'error') && !target.form) return target;
  if (target.form === 'type') return bindStaticMember(context, target.type, id, args, position, isCall);
  if (isDynamic(target.type)) return bindDynamicMember(context, target, id, args, position, isCall);
  // Visual Basic resolves members of an Object at run time.
  if (context.world.isBasic && isSpecial(target.type, 'object') && target.form === undefined && !isObjectMember(id))
    return bindDynamicMember(context, { ...target, type: special('dynamic') }, id, args, position, isCall);
  const bound = bindInstanceMember(context, target, id, args, position, isCall);
  if (bound) return bound;
  if (targetSyntax.k === 'this') {
    const object = context.world.outside.object(id);
    if (object) return { type: object.type, position, emit: () => () => object.read() };
  }
  // A property may have the name of its type: `Color.Red`.
  if (targetSyntax.k === 'id' && target.type instanceof NamedType && target.type.definition.name === targetSyntax.id) {
    const found = lookup(target.type, id, context);
    if (found.length > 0) return bindStaticMember(context, target.type, id, args, position, isCall);
  }
  return unknownMember(context, target.type, id, position);
}

/** Binds a member of a value; returns undefined if there is none. */
export function bindInstanceMember(
  context: Context,
  target: Bound,
  written: string,
  args: readonly Type[],
  position: number,
  isCall: boolean,
): Bound | undefined {
  const id = spelledMember(context, target.type, written);
  if (target.form === 'null' || isSpecial(target.type, 'null'))
    fail(context, `CS0023: Operator '.' cannot be applied to operand of type '<null>'`, position);
  if (target.form === 'event') fail(context, target.refusal ?? '', position);
  if (target.form !== undefined && target.form !== 'tuple' && target.form !== 'arms')
    fail(
      context,
      `CS0023: Operator '.' cannot be applied to operand of type '${target.form === 'lambda' ? 'lambda expression' : 'method group'}'`,
      position,
    );
  if (isHost(target.type) && !isObjectMember(id)) return bindHostMember(context, target, id, position, isCall);
  const tuple = tupleElement(target, id, position);
  if (tuple) return tuple;
  if (id === 'Invoke' && isDelegate(target.type))
    return isCall
      ? { ...target, place: undefined }
      : {
          type: special('error'),
          position,
          form: 'group',
          group: { name: id, receiver: target, candidates: [invokeOf(target.type)], typeArguments: [], isBase: false },
          emit: noValue,
        };
  let found = lookup(target.type, id, context).filter(({ member }) => member.k !== 'type');
  if (found.length > 0 && found.every(({ member }) => member.k !== 'type' && member.isStatic)) {
    if (isCall) found = [];
    else return undefined;
  }
  if (found[0] && found[0].member.k !== 'method' && isCall && !isInvocable(found[0])) found = [];
  if (found.length > 0) return memberBound(context, found, id, target, target.type, args, position);
  if (isCall || extensionMethods(context, id).length > 0) {
    if (extensionMethods(context, id).length === 0) return undefined;
    return {
      type: special('error'),
      position,
      form: 'group',
      group: {
        name: id,
        receiver: target,
        candidates: isCall ? [] : boundExtensions(context, id),
        typeArguments: args,
        isBase: false,
      },
      emit: noValue,
    };
  }
  return undefined;
}

function isHost(type: Type): boolean {
  return type instanceof NamedType && isLateBound(type.definition);
}

function isObjectMember(id: string): boolean {
  return id === 'GetType' || id === 'ToString' || id === 'Equals' || id === 'GetHashCode';
}

function boundExtensions(_context: Context, _id: string): readonly Candidate[] {
  return [];
}

function isInvocable(found: Found): boolean {
  const type = 'type' in found.member ? found.member.type : undefined;
  return (
    type !== undefined &&
    (isDynamic(type) ||
      (type instanceof NamedType && type.definition.kind === 'delegate') ||
      !(type instanceof NamedType))
  );
}

export function unknownMember(context: Context, type: Type, id: string, position: number): never {
  const hidden = lookup(type, id, undefined)[0];
  const visible = lookup(type, id, context)[0];
  if (visible?.member.k === 'method' && visible.member.isStatic)
    fail(
      context,
      `CS0176: Member '${display(type)}.${id}' cannot be accessed with an instance reference; qualify it with a type name instead`,
      position,
    );
  if (hidden && hidden.member.access !== 'public')
    fail(context, `CS0122: '${display(type)}.${id}' is inaccessible due to its protection level`, position);
  fail(
    context,
    `CS1061: '${display(type)}' does not contain a definition for '${id}'${similar(context, id, () => memberNames(type))}`,
    position,
  );
}

function bindStaticMember(
  context: Context,
  type: Type,
  written: string,
  args: readonly Type[],
  position: number,
  isCall: boolean,
): Bound {
  const id = spelledMember(context, type, written);
  const named = type instanceof NamedType && !isCall ? bindHostStatic(type, id, position) : undefined;
  if (named) return named;
  const nested = nestedType(type, id, args);
  if (nested) return typeBound(nested, position);
  const found = lookup(type, id, context).filter(({ member }) => member.k !== 'type');
  if (found.length === 0) {
    const hidden = lookup(type, id, undefined)[0];
    if (hidden && hidden.member.access !== 'public')
      fail(context, `CS0122: '${display(type)}.${id}' is inaccessible due to its protection level`, position);
    const reason = memberRefusal(type, id);
    if (reason !== undefined) fail(context, `CS0117: ${reason}`, position);
    fail(
      context,
      `CS0117: '${display(type)}' does not contain a definition for '${id}'${similar(context, id, () => memberNames(type))}`,
      position,
    );
  }
  return memberBound(context, found, id, typeBound(type, position), type, args, position);
}

function bindBaseMember(context: Context, id: string, args: readonly Type[], position: number): Bound {
  const self = baseBound(context, position);
  const found = lookup(self.type, id, context);
  if (found.length === 0) unknownMember(context, self.type, id, position);
  return memberBound(context, found, id, self, self.type, args, position, true);
}

export function thisBound(context: Context, position: number): Bound {
  if (!context.type || context.isStatic)
    fail(
      context,
      "CS0026: Keyword 'this' is not valid in a static property, static method, or static field initializer",
      position,
    );
  const { type } = context;
  if (!type.definition.isValueType) return { type, position, emit: () => (frame) => frame.self };
  const place: Place = {
    isSimple: true,
    isVariable: true,
    assign: (value) => (frame) => overwrite(frame.self, value(frame)),
    ref: () => (frame) =>
      refTo(
        () => frame.self,
        (value) => void overwrite(frame.self, value),
      ),
  };
  return { type, position, place, emit: () => (frame) => frame.self };
}

/** Implements `this = value` of a struct. */
function overwrite(self: Value, value: Value): Value {
  if (self instanceof Obj && value instanceof Obj) self.fields = value.fields.map(copyOf);
  return value;
}

/** Binds a member of a target: a field, property, event or method group. */
export function memberBound(
  context: Context,
  found: readonly Found[],
  name: string,
  receiver: Bound | undefined,
  through: Type,
  typeArguments: readonly Type[],
  position: number,
  isBase = false,
): Bound {
  const [first] = found;
  if (!first) return unknownMember(context, through, name, position);
  const { member, type } = first;
  if (member.k !== 'type' && member.broken) throw member.broken;
  if (member.k === 'method') {
    const candidates: Candidate[] = [];
    for (const each of found) if (each.member.k === 'method') candidates.push({ method: each.member, type: each.type });
    // A type as target selects static members, a value those of objects.
    const isType = receiver?.form === 'type';
    const fitting =
      receiver && !(isType && context.type && isInside(context, through))
        ? candidates.filter(({ method }) => method.isStatic === isType)
        : candidates;
    const chosen = fitting.length > 0 ? fitting : candidates;
    if (isType && chosen.every(({ method }) => !method.isStatic) && !(context.type && isInside(context, through)))
      fail(
        context,
        `CS0120: An object reference is required for the non-static field, method, or property '${display(through)}.${name}'`,
        position,
      );
    return {
      type: special('error'),
      position,
      form: 'group',
      group: { name, receiver: isType ? undefined : receiver, candidates: chosen, typeArguments, isBase },
      emit: noValue,
    };
  }
  if (member.k === 'type') return typeBound(member.definition.open, position);
  if (!member.isStatic) {
    if (receiver?.form === 'type' || (!receiver && context.isStatic))
      fail(
        context,
        `CS0120: An object reference is required for the non-static field, method, or property '${display(through)}.${name}'`,
        position,
      );
  } else if (receiver && receiver.form !== 'type' && !isBase)
    fail(
      context,
      `CS0176: Member '${display(through)}.${name}' cannot be accessed with an instance reference; qualify it with a type name instead`,
      position,
    );
  const target = receiver?.form === 'type' ? undefined : receiver;
  if (member.k === 'field') return fieldBound(context, member, type, target, isBase, position);
  if (member.k === 'property') return propertyBound(context, member, type, target, isBase, position);
  return eventBound(context, member, type, target, isBase, position);
}

/** Binds `event += handler` of an event with accessors; returns undefined for other expressions. */
export function bindEventChange(context: Context, event: Bound, operator: string, handler: Bound): Bound | undefined {
  const { accessors } = event;
  if (!accessors) return undefined;
  const { member, type, target, isBase } = accessors;
  const method = operator === '+' ? member.add : member.remove;
  return {
    type: special('void'),
    position: event.position,
    emit: () => {
      const self = target ? target.emit() : (frame: Frame): Value => (member.isStatic ? null : frame.self);
      const value = emitValue(handler);
      const invoke = emitInvoke(context, { method, type }, [], isBase);
      return (frame) => {
        const object = self(frame);
        if (object === null && !member.isStatic) throw nullReference();
        return invoke(frame, object, [value(frame)]);
      };
    },
  };
}

export { TupleObj };
