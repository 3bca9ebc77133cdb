import type { TypeSyntaxDeclaration } from '../../grammar/syntax.ts';
import type { World } from '../context.ts';
import { ScriptType } from './declarations.ts';
import { scriptTypes } from '../types/scriptTypes.ts';

/** Declares the types of a script without binding anything in them. */
export function declareTypes(
  world: World,
  declarations: readonly TypeSyntaxDeclaration[],
  outer?: ScriptType,
): ScriptType[] {
  const groups = new Map<string, TypeSyntaxDeclaration[]>();
  for (const declaration of declarations) {
    const key = `${declaration.namespace}.${declaration.name}\`${String(declaration.typeParameters.length)}`;
    const group = groups.get(key);
    if (group?.[0]?.modifiers.has('partial')) group.push(declaration);
    else groups.set(group ? `${key}#${String(groups.size)}` : key, [declaration]);
  }
  return [...groups.values()].map((parts) => {
    const type = new ScriptType(world, parts, outer);
    scriptTypes.set(type.definition, type);
    const inner = parts.flatMap(({ members }) =>
      members.filter((member): member is TypeSyntaxDeclaration => member.k === 'declaration'),
    );
    type.nested.push(...declareTypes(world, inner, type));
    return type;
  });
}

/** Returns the types and all nested types. */
export function allTypes(types: readonly ScriptType[]): ScriptType[] {
  return types.flatMap((type) => [type, ...allTypes(type.nested)]);
}
