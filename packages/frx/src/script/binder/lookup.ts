import { libraryExtensions } from '../library/registry.ts';
import type { Candidate } from './bound.ts';
import type { Context } from './context.ts';
import { special } from './specials.ts';
import { ArrayType, NamedType, same, substitute, TypeParameter } from './types.ts';
import type { Member, MethodMember, Type, TypeDefinition } from './types.ts';

/** Member lookup (C# specification, Member lookup). */

/** A member and the type it was found in. */
export interface Found {
  readonly member: Member;
  readonly type: NamedType;
}

/** The types whose members a value of a type has, most derived first. */
export function memberTypes(type: Type): readonly NamedType[] {
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

/** Members of that name, those of derived classes first: either methods, or one member of another kind. */
export function lookup(type: Type, name: string, context: Context | undefined): Found[] {
  const methods: Found[] = [];
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
      if (member.isOverride) continue;
      // A method hides those of bases with the same parameters.
      if (
        !isInterface &&
        methods.some((found) => found.member.k === 'method' && hides(found.member, member, found.type, each))
      )
        continue;
      methods.push({ member, type: each });
    }
  }
  return methods;
}

function hides(a: MethodMember, b: MethodMember, aType: NamedType, bType: NamedType): boolean {
  return a.owner !== b.owner && a.parameters.length === b.parameters.length && a.typeParameters.length === b.typeParameters.length && a.parameters.every((parameter, index) => {
    const other = b.parameters[index];
    return other !== undefined && same(substitute(parameter.type, aType.environment), substitute(other.type, bType.environment)) && parameter.mode === other.mode;
  }); // prettier-ignore
}

/** Names of all members, for messages. */
export function memberNames(type: Type): string[] {
  return memberTypes(type).flatMap((each) => [...each.definition.memberNames()]);
}

/** Extension methods of that name: those of the script first. */
export function extensionMethods(context: Context, name: string): Candidate[] {
  const found: Candidate[] = [];
  for (const definition of [...context.world.extensions, ...libraryExtensions()])
    for (const member of definition.members(name))
      if (member.k === 'method' && member.isExtension) found.push({ method: member, type: definition.open });
  return found;
}

/** The method that a call of `method` reaches on an object of a class. */
export function dispatch(type: NamedType, method: MethodMember): MethodMember {
  const { definition } = type;
  const known = definition.dispatch.get(method);
  if (known) return known;
  const found = findImplementation(definition, method);
  definition.dispatch.set(method, found);
  return found;
}

function findImplementation(definition: TypeDefinition, method: MethodMember): MethodMember {
  const self = definition.open;
  const isInterface = method.owner.kind === 'interface';
  for (const each of memberTypes(self)) {
    if (each.definition === method.owner) return method;
    for (const member of methodsOf(each.definition, method.name)) {
      if (member.isStatic || (!isInterface && !member.isOverride)) continue;
      if (member.explicit ? member.explicit.definition !== method.owner : isInterface && member.access !== 'public')
        continue;
      if (implementsMethod(member, method, self)) return member;
    }
    if (isInterface) {
      // The interface's members as this class reaches them under another owner, for instance IReadOnlyList of a List.
      const named = each.definition.isScript ? undefined : methodsOf(each.definition, method.name).find((member) => !member.isStatic && member.parameters.length === method.parameters.length && each.definition.kind !== 'interface'); // prettier-ignore
      if (named) return named;
    }
  }
  return method;
}

/** Methods of a type, accessors of its properties and events too. */
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
    }
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
  return bases.some((base) => member.parameters.every((parameter, index) => {
    const wanted = method.parameters[index];
    if (!wanted) return false;
    return same(substitute(parameter.type, own), substitute(substitute(wanted.type, base.environment), types));
  })); // prettier-ignore
}
