import { combineDelegates } from '../../runtime/delegates.ts';
import { libraryExtensions } from '../../library/registry.ts';
import type { Candidate } from '../bound.ts';
import type { Context } from '../context.ts';
import { special } from './specials.ts';
import { ArrayType, NamedType, same, substitute, TypeParameter } from './types.ts';
import type { FieldMember, Member, MethodMember, Type, TypeDefinition } from './types.ts';

/** Member lookup (C# specification, Member lookup). */

/** A member and the type it was found in. */
export interface Found {
  readonly member: Member;
  readonly type: NamedType;
}

/** Returns the types whose members a value of a type has, most derived first. */
function memberTypes(type: Type): readonly NamedType[] {
  if (type instanceof ArrayType) return special('Array').bases;
  if (type instanceof TypeParameter)
    return [
      ...type.constraints.flatMap(memberTypes),
      ...(type.isStruct ? [special('ValueType')] : []),
      special('object'),
    ];
  if (type.definition.kind === 'interface') return [...type.bases, special('object')];
  const classes: NamedType[] = [];
  for (let each: NamedType | undefined = type; each; each = each.base) classes.push(each);
  return classes;
}

function outerTypes(context: Context): TypeDefinition[] {
  const types: TypeDefinition[] = [];
  for (let type = context.type?.definition; type; type = type.outer) types.push(type);
  return types;
}

export function isAccessible(member: Member, context: Context | undefined): boolean {
  if (member.access === 'public' || !context) return true;
  const around = outerTypes(context);
  if (around.includes(member.owner)) return true;
  return member.access === 'protected' && around.some((type) => type.open.as(member.owner) !== undefined);
}

/** Returns the members of a name, those of derived classes first: either methods, or one member of another kind. */
export function lookup(type: Type, name: string, context: Context | undefined): Found[] {
  const methods: Found[] = [];
  const overrides: Found[] = [];
  const isInterface = type.kind === 'named' && type.definition.kind === 'interface';
  for (const each of memberTypes(type)) {
    for (const member of each.definition.members(name)) {
      if ('explicit' in member && member.explicit) continue;
      if (!isAccessible(member, context)) continue;
      if (member.k !== 'method') {
        if (member.k === 'property' && name === 'this[]') {
          if (member.get?.isOverride || member.set?.isOverride) continue;
          methods.push({ member, type: each });
          continue;
        }
        if (methods.length === 0) return [{ member, type: each }];
        continue;
      }
      if (member.isOverride) {
        overrides.push({ member, type: each });
        continue;
      }
      // A method hides those of bases with the same parameters.
      if (
        methods.some(
          (found) =>
            (!isInterface || found.type.as(each.definition) !== undefined) &&
            found.member.k === 'method' &&
            hides(found.member, member, found.type, each),
        )
      )
        continue;
      const nearest = overrides.find(
        (found) => found.member.k === 'method' && hides(found.member, member, found.type, each),
      );
      methods.push({ member: nearest ? withArguments(member, nearest.member) : member, type: each });
    }
  }
  return methods;
}

/** Returns a method with the parameter names and defaults of the override that is nearest to the static type. */
function withArguments(method: MethodMember, override: Member): MethodMember {
  if (override.k !== 'method' || !override.parameters.some(({ initial }) => initial !== undefined)) return method;
  return {
    ...method,
    parameters: method.parameters.map((parameter, index) => {
      const nearer = override.parameters[index];
      return nearer ? { ...parameter, name: nearer.name, initial: nearer.initial } : parameter;
    }),
  };
}

function hides(a: MethodMember, b: MethodMember, aType: NamedType, bType: NamedType): boolean {
  return a.owner !== b.owner && a.parameters.length === b.parameters.length && a.typeParameters.length === b.typeParameters.length && a.parameters.every((parameter, index) => {
    const other = b.parameters[index];
    return other !== undefined && same(substitute(parameter.type, aType.environment), substitute(other.type, bType.environment)) && parameter.mode === other.mode;
  }); // prettier-ignore
}

/** Returns the names of all members, for messages. */
export function memberNames(type: Type): string[] {
  return memberTypes(type).flatMap((each) => [...each.definition.memberNames()]);
}

/** Returns the extension methods of a name, first those of the script. */
export function extensionMethods(context: Context, name: string): Candidate[] {
  const found: Candidate[] = [];
  for (const definition of [...context.world.extensions, ...libraryExtensions()])
    for (const member of definition.members(name))
      if (member.k === 'method' && member.isExtension) found.push({ method: member, type: definition.open });
  return found;
}

/**
 * Returns the member that a virtual call invokes on an object of a class.
 * @param via the interface through which the method is called; it matters where the class implements the interface for several types
 */
export function dispatch(type: NamedType, method: MethodMember, via?: NamedType): MethodMember {
  const { definition } = type;
  if (via && via.args.length > 0 && implementsOften(definition, method.owner)) {
    const found = findInstance(type, method, via);
    if (found) return found;
  }
  const known = definition.dispatch.get(method);
  if (known) return known;
  const found = findImplementation(definition, method);
  definition.dispatch.set(method, found);
  return found;
}

const oftenImplemented = new WeakMap<TypeDefinition, Map<TypeDefinition, boolean>>();

/** Returns true when a class implements an interface for several types. */
function implementsOften(definition: TypeDefinition, owner: TypeDefinition): boolean {
  let known = oftenImplemented.get(definition);
  if (!known) oftenImplemented.set(definition, (known = new Map()));
  let often = known.get(owner);
  if (often === undefined) {
    often = owner.kind === 'interface' && definition.open.bases.filter((base) => base.definition === owner).length > 1;
    known.set(owner, often);
  }
  return often;
}

/** Returns the implementation of an interface method for one of several types for which the class implements the interface. */
function findInstance(type: NamedType, method: MethodMember, via: NamedType): MethodMember | undefined {
  for (const each of memberTypes(type)) {
    const { environment } = each;
    const members = methodsOf(each.definition, method.name).filter((member) => !member.isStatic);
    const explicit = members.find((member) => member.explicit && same(substitute(member.explicit, environment), via));
    if (explicit) return explicit;
    const open = members.find(
      (member) =>
        !member.explicit &&
        member.access === 'public' &&
        member.parameters.length === method.parameters.length &&
        member.typeParameters.length === method.typeParameters.length &&
        member.parameters.every((parameter, index) => {
          const wanted = method.parameters[index];
          return wanted && same(substitute(parameter.type, environment), substitute(wanted.type, via.environment));
        }),
    );
    if (open) return open.isVirtual ? dispatchFrom(type.definition, open) : open;
  }
  return undefined;
}

function findImplementation(definition: TypeDefinition, method: MethodMember): MethodMember {
  if (method.owner.kind === 'interface') return findInterfaceMember(definition, method);
  const self = definition.open;
  let found: MethodMember | undefined;
  for (const each of memberTypes(self)) {
    if (each.definition === method.owner) break;
    for (const member of methodsOf(each.definition, method.name)) {
      if (member.isStatic || !implementsMethod(member, method, self)) continue;
      if (member.isOverride) found ??= member;
      // A new virtual method begins a slot of its own: its overrides do not override the method that it hides.
      else if (member.isVirtual) found = undefined;
    }
  }
  return found ?? method;
}

/** Returns the member of a class that implements a method of an interface (C# specification, Interface mapping). */
function findInterfaceMember(definition: TypeDefinition, method: MethodMember): MethodMember {
  const self = definition.open;
  const classes = memberTypes(self);
  // The most derived class that lists the interface among its bases determines the implementation; classes derived from it only override.
  const lists = (type: NamedType): boolean =>
    type.interfaces.some((each) => each.as(method.owner) !== undefined || each.definition === method.owner);
  const start = Math.max(
    0,
    classes.findIndex((each) => lists(each)),
  );
  for (const each of classes.slice(start)) {
    if (each.definition === method.owner) return method;
    const members = methodsOf(each.definition, method.name).filter((member) => !member.isStatic);
    const explicit = members.find(
      (member) => member.explicit?.definition === method.owner && implementsMethod(member, method, self),
    );
    if (explicit) return explicit;
    const open = members.find(
      (member) => !member.explicit && member.access === 'public' && implementsMethod(member, method, self),
    );
    if (open) return open.isVirtual && open.owner.kind !== 'interface' ? dispatchFrom(definition, open) : open;
    // Members of the library under the interface's names whose owner is another interface, for instance IReadOnlyList of a List.
    const named = each.definition.isScript
      ? undefined
      : members.find(
          (member) => member.parameters.length === method.parameters.length && each.definition.kind !== 'interface',
        );
    if (named) return named;
  }
  for (const each of self.bases) {
    if (each.definition.kind !== 'interface' || each.definition === method.owner) continue;
    const inherited = methodsOf(each.definition, method.name).find(
      (member) => member.explicit?.definition === method.owner && implementsMethod(member, method, self),
    );
    if (inherited) return inherited;
  }
  return method;
}

function dispatchFrom(definition: TypeDefinition, method: MethodMember): MethodMember {
  return definition === method.owner ? method : findImplementation(definition, method);
}

const eventAccessors = new WeakMap<FieldMember, ReadonlyMap<'add' | 'remove', MethodMember>>();

/** Returns the implicit accessor of an event that declares none. */
export function eventAccessor(event: FieldMember, kind: 'add' | 'remove'): MethodMember {
  const make = (operator: '+' | '-', prefix: string): MethodMember => ({
    k: 'method',
    name: `${prefix}_${event.name}`,
    owner: event.owner,
    isStatic: event.isStatic,
    access: event.access,
    typeParameters: [],
    parameters: [{ name: 'value', type: event.type, mode: 'value', isParams: false, initial: undefined }],
    returns: special('void'),
    isExtension: false,
    isVirtual: event.isVirtual === true || event.isOverride === true,
    isAbstract: false,
    isOverride: event.isOverride === true,
    explicit: undefined,
    isScript: true,
    invoke: (self, [handler = null], call) => {
      event.set?.(self, combineDelegates(operator, event.get(self, call), handler, call.rt), call);
      return null;
    },
  });
  let known = eventAccessors.get(event);
  if (!known) {
    known = new Map([
      ['add', make('+', 'add')],
      ['remove', make('-', 'remove')],
    ] as const);
    eventAccessors.set(event, known);
  }
  return known.get(kind) ?? make('+', kind);
}

/** Returns the methods of a name, including accessors of properties and events. */
export function methodsOf(definition: TypeDefinition, name: string): MethodMember[] {
  const accessor = /^(get|set|add|remove)_(.+)$/u.exec(name);
  const found: MethodMember[] = [];
  for (const member of definition.members(name)) if (member.k === 'method') found.push(member);
  if (!accessor) return found;
  const [, kind, rest = ''] = accessor;
  for (const member of definition.members(rest === 'Item' ? 'this[]' : rest)) {
    if (member.k === 'property') {
      const part = kind === 'get' ? member.get : kind === 'set' ? member.set : undefined;
      if (part) found.push(part);
    } else if (member.k === 'event') {
      if (kind === 'add') found.push(member.add);
      if (kind === 'remove') found.push(member.remove);
    } else if (member.k === 'field' && member.isEvent && (kind === 'add' || kind === 'remove'))
      found.push(eventAccessor(member, kind));
  }
  return found;
}

function implementsMethod(member: MethodMember, method: MethodMember, self: NamedType): boolean {
  if (
    member.parameters.length !== method.parameters.length ||
    member.typeParameters.length !== method.typeParameters.length
  )
    return false;
  const own = self.as(member.owner)?.environment;
  const types = new Map(
    method.typeParameters.map((parameter, index) => [parameter, member.typeParameters[index] ?? parameter]),
  );
  // A class may implement one interface for several types.
  const bases = self.bases.filter(({ definition }) => definition === method.owner);
  return bases.some((base) => {
    const signature = (type: Type): Type => substitute(substitute(type, base.environment), types);
    // A method of the script implements that of an interface if its result has the very type.
    if (
      member.isScript &&
      method.owner.kind === 'interface' &&
      !same(substitute(member.returns, own), signature(method.returns))
    )
      return false;
    return member.parameters.every((parameter, index) => {
      const wanted = method.parameters[index];
      return wanted !== undefined && same(substitute(parameter.type, own), signature(wanted.type));
    });
  });
}
