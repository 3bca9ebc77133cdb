import { Obj, refTo } from '../../runtime/objects.ts';
import { nullReference } from '../../runtime/values.ts';
import type { Value } from '../../../expression/values/values.ts';
import type { Bound, Eval, Frame, Place } from '../bound.ts';
import { mayBeNull } from '../expressions/calls.ts';
import { emitInvoke, kept } from '../expressions/invoking.ts';
import { fail } from '../context.ts';
import type { Context } from '../context.ts';
import { close } from './conversions.ts';
import { eventAccessor, isAccessible } from './lookup.ts';
import { display, isClosed, NamedType, substitute } from './types.ts';
import type { Call, EventMember, FieldMember, MethodMember, PropertyMember, Type } from './types.ts';

/** Fields, properties and events as expressions. */

/** Returns `base`: the object as an instance of its base class. */
export function baseBound(context: Context, position: number): Bound {
  const base = context.type?.base;
  if (!base || context.isStatic) fail(context, "CS1511: Keyword 'base' is not available in this context", position);
  return { type: base, position, emit: () => (frame) => frame.self };
}

export function tupleElement(target: Bound, id: string, position: number): Bound | undefined {
  const { type } = target;
  if (!(type instanceof NamedType) || type.special !== 'tuple') return undefined;
  const item = /^Item(\d+)$/u.exec(id);
  const index = item ? Number(item[1]) - 1 : (type.names?.indexOf(id) ?? -1);
  const element = type.args[index];
  if (index < 0 || !element) return undefined;
  return slotBound(target, element, index, position, true);
}

/** Binds a field stored in a slot of its object. */
function slotBound(
  target: Bound | undefined,
  type: Type,
  slot: number,
  position: number,
  canWrite: boolean,
  context?: Context,
): Bound {
  const object = (): ((frame: Frame) => Obj) => {
    const eval_ = target ? target.emit() : (frame: Frame): Value => frame.self;
    return (frame) => {
      const self = eval_(frame);
      if (!(self instanceof Obj)) throw nullReference();
      return self;
    };
  };
  const place: Place | undefined = canWrite
    ? {
        isSimple: !target || target.place?.isSimple === true,
        isVariable: true,
        assign: (value) => {
          const self = object();
          return (frame) => {
            const owner = self(frame);
            const given = value(frame);
            if (context && typeof given === 'string') kept(context, given);
            owner.fields[slot] = given;
            return given;
          };
        },
        ref: () => {
          const self = object();
          return (frame) => {
            const owner = self(frame);
            return refTo(
              () => owner.fields[slot] ?? null,
              (value) => {
                owner.fields[slot] = value;
              },
            );
          };
        },
      }
    : undefined;
  return {
    type,
    position,
    place,
    emit: () => {
      if (!target) return (frame) => (frame.self as Obj).fields[slot] ?? null;
      const self = object();
      return (frame) => self(frame).fields[slot] ?? null;
    },
  };
}

/** A field of the script with its slot. */
export interface SlotField extends FieldMember {
  readonly slot: number;
}

export function isInside(context: Context, type: Type): boolean {
  for (let around = context.type?.definition; around; around = around.outer)
    if (type instanceof NamedType && (around === type.definition || around.open.as(type.definition))) return true;
  return false;
}

export function fieldBound(
  context: Context,
  member: FieldMember,
  type: NamedType,
  target: Bound | undefined,
  isBase: boolean,
  position: number,
): Bound {
  if (!member.isEvent) return storedBound(context, member, type, target, position);
  const changed = {
    member: { add: eventAccessor(member, 'add'), remove: eventAccessor(member, 'remove'), isStatic: member.isStatic },
    type,
    target,
    isBase,
  };
  for (let around = context.type?.definition; around; around = around.outer)
    if (around === member.owner) return { ...storedBound(context, member, type, target, position), accessors: changed };
  const refusal = `CS0070: The event '${display(type)}.${member.name}' can only appear on the left hand side of += or -= (except when used from within the type '${display(type)}')`;
  return {
    type: substitute(member.type, type.environment),
    position,
    form: 'event',
    refusal,
    emit: () => fail(context, refusal, position),
    accessors: changed,
  };
}

/** Binds a field, or an event inside its class. */
function storedBound(
  context: Context,
  member: FieldMember,
  type: NamedType,
  target: Bound | undefined,
  position: number,
): Bound {
  const fieldType = substitute(member.type, type.environment);
  if (member.constant) {
    const value = member.constant();
    return { type: fieldType, position, constant: { value }, emit: () => () => value };
  }
  const canWrite =
    member.set !== undefined &&
    (!member.isReadOnly || (context.isConstructor && context.type?.definition === member.owner));
  if (!member.isStatic && 'slot' in member) {
    const { slot } = member as SlotField;
    return slotBound(target, fieldType, slot, position, canWrite, context);
  }
  const { rt } = context.world.outside;
  const fixed: Call | undefined = isClosed(type) ? { rt, t: [], type } : undefined;
  const callOf = (frame: Frame): Call => fixed ?? { rt, t: [], type: close(type, frame) as NamedType };
  const owner = (): Eval => (target ? target.emit() : (frame) => frame.self);
  const { get, set } = member;
  return {
    type: fieldType,
    position,
    place:
      canWrite && set
        ? {
            isSimple: member.isStatic,
            isVariable: true,
            assign: (value) => {
              const self = owner();
              return (frame) => {
                const object = member.isStatic ? null : self(frame);
                const given = value(frame);
                set(object, kept(context, given), callOf(frame));
                return given;
              };
            },
            ref: () => {
              const self = owner();
              return (frame) => {
                const object = member.isStatic ? null : self(frame);
                const call = callOf(frame);
                return refTo(
                  () => get(object, call),
                  (value) => {
                    set(object, kept(context, value), call);
                  },
                );
              };
            },
          }
        : undefined,
    emit: () => {
      if (member.isStatic) return (frame) => get(null, callOf(frame));
      const self = owner();
      return (frame) => get(self(frame), callOf(frame));
    },
  };
}

/** Returns a property that overrides one accessor only with the other one of its base. */
function withInherited(member: PropertyMember): PropertyMember {
  let { get, set } = member;
  if ((get && set) || (get ?? set)?.isOverride !== true) return member;
  for (let base = member.owner.shape.base; base && !(get && set); base = base.definition.shape.base)
    for (const each of base.definition.members(member.name)) {
      if (each.k !== 'property' || each.parameters.length !== member.parameters.length) continue;
      get ??= each.get;
      set ??= each.set;
    }
  return { ...member, get, set };
}

/** Binds a property, or an indexer with its arguments. */
export function propertyBound(
  context: Context,
  declared: PropertyMember,
  type: NamedType,
  target: Bound | undefined,
  isBase: boolean,
  position: number,
  indexes?: () => (frame: Frame) => Value[],
): Bound {
  const member = withInherited(declared);
  const propertyType = substitute(member.type, type.environment);
  const { backing } = member;
  if (member.refusal?.read !== undefined) fail(context, member.refusal.read, position);
  if (!member.set && backing && context.isConstructor && !target && context.type?.definition === member.owner)
    return fieldBound(context, { ...backing, isReadOnly: false }, type, target, false, position);
  if (
    !indexes &&
    backing &&
    !target &&
    member.get &&
    !member.get.isVirtual &&
    'slot' in backing &&
    !member.isStatic &&
    member.set?.isVirtual === false &&
    context.type?.definition === member.owner
  )
    return {
      ...slotBound(undefined, propertyType, (backing as SlotField).slot, position, true, context),
      place: {
        ...slotBound(undefined, propertyType, (backing as SlotField).slot, position, true, context).place!,
        isVariable: false,
      },
    };
  const invoker = (
    method: MethodMember | undefined,
  ): ((frame: Frame, self: Value, args: readonly Value[]) => Value) => {
    if (!method)
      fail(
        context,
        `CS0154: The property or indexer '${display(type)}.${member.name}' cannot be used in this context because it lacks the get accessor`,
        position,
      );
    if (!isAccessible(method, context)) {
      const [code, part] = method === member.get ? ['CS0271', 'get'] : ['CS0272', 'set'];
      fail(
        context,
        `${code}: The property or indexer '${display(type)}.${member.name}' cannot be used in this context because the ${part} accessor is inaccessible`,
        position,
      );
    }
    return emitInvoke(context, { method, type }, [], isBase);
  };
  const nullable = target ? mayBeNull(target.type) : false;
  const owner = (): Eval => {
    if (member.isStatic) return () => null;
    if (!target) return (frame) => frame.self;
    const self = target.emit();
    if (!nullable) return self;
    return (frame) => {
      const value = self(frame);
      if (value === null) throw nullReference();
      return value;
    };
  };
  const setter = member.set;
  const canSet = setter && isAccessible(setter, context);
  const place: Place | undefined = canSet
    ? {
        isSimple: false,
        isVariable: false,
        assign: (value) => {
          const self = owner();
          const index = indexes?.();
          const set = invoker(setter);
          return (frame) => {
            const object = self(frame);
            const at = index ? index(frame) : [];
            const given = value(frame);
            set(frame, object, [...at, kept(context, given)]);
            return given;
          };
        },
        ref: () => {
          const self = owner();
          const index = indexes?.();
          const get = member.get ? invoker(member.get) : undefined;
          const set = invoker(setter);
          return (frame) => {
            const object = self(frame);
            const at = index ? index(frame) : [];
            return refTo(
              () => (get ? get(frame, object, at) : null),
              (value) => void set(frame, object, [...at, kept(context, value)]),
            );
          };
        },
      }
    : undefined;
  return {
    type: propertyType,
    position,
    place,
    refusal:
      setter && !canSet
        ? `CS0272: The property or indexer '${display(type)}.${member.name}' cannot be used in this context because the set accessor is inaccessible`
        : member.refusal?.write,
    emit: () => {
      const self = owner();
      const get = invoker(member.get);
      if (!indexes) return (frame) => get(frame, self(frame), NONE);
      const index = indexes();
      return (frame) => {
        const object = self(frame);
        return get(frame, object, index(frame));
      };
    },
  };
}

const NONE: readonly Value[] = [];

export function eventBound(
  context: Context,
  member: EventMember,
  type: NamedType,
  target: Bound | undefined,
  isBase: boolean,
  position: number,
): Bound {
  const refusal = `CS0079: The event '${member.name}' can only appear on the left hand side of += or -=`;
  return {
    type: substitute(member.type, type.environment),
    position,
    form: 'event',
    refusal,
    emit: () => fail(context, refusal, position),
    accessors: { member, type, target, isBase },
  };
}
