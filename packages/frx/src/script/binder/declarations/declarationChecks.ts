import { ExpressionError } from '../../../expression/errors.ts';
import type {
  MemberSyntax,
  NamePart,
  ParameterSyntax,
  TypeSyntax,
  TypeSyntaxDeclaration,
} from '../../grammar/syntax.ts';
import type { ScriptType } from './declarations.ts';
import { dispatch, methodsOf } from '../types/lookup.ts';
import { display, same, substitute } from '../types/types.ts';
import type { MethodMember, NamedType, TypeDefinition } from '../types/types.ts';

/** Checks of declarations: inheritance, overrides, interfaces and duplicate names (C# specification, Classes). */

export function checkDeclaration(type: ScriptType): readonly ExpressionError[] {
  const { definition } = type;
  const errors: ExpressionError[] = [];
  const fail = (message: string, position: number): void => {
    errors.push(new ExpressionError(message, type.world.source, position));
  };
  const [first] = type.parts;
  if (!first || definition.kind === 'enum' || definition.kind === 'delegate') return errors;
  const { base } = definition.shape;
  if (definition.kind === 'class' && base && first.bases.length > 0) {
    if (base.definition.isSealed)
      fail(
        `CS0509: '${definition.name}': cannot derive from sealed type '${display(base)}'`,
        first.bases[0]?.position ?? first.position,
      );
    if (base.definition.isStatic)
      fail(
        `CS0709: '${definition.name}': cannot derive from static class '${display(base)}'`,
        first.bases[0]?.position ?? first.position,
      );
  }
  for (const part of type.parts) checkMembers(type, part, fail);
  for (const part of type.parts) for (const member of part.members) checkOverride(definition, member, fail);
  if (definition.kind !== 'interface' && !definition.isAbstract) checkAbstract(definition, first.position, fail);
  if (definition.kind !== 'interface') checkInterfaces(type, fail);
  return errors;
}

type Fail = (message: string, position: number) => void;

function syntaxText(type: TypeSyntax): string {
  switch (type.k) {
    case 'array':
      return `${syntaxText(type.element)}[${String(type.rank)}]`;
    case 'nullable':
      return `${syntaxText(type.element)}?`;
    case 'tuple':
      return `(${type.elements.map((element) => syntaxText(element.type)).join(',')})`;
    default:
      return type.parts.map(({ id, args }) => `${id}<${args.map(syntaxText).join(',')}>`).join('.');
  }
}

const signature = (parameters: readonly ParameterSyntax[]): string =>
  parameters
    .map(
      ({ type, mode }) => `${mode === 'value' || mode === 'params' || mode === 'in' ? '' : 'ref '}${syntaxText(type)}`,
    )
    .join(', ');

function nameOf(member: MemberSyntax): string | undefined {
  if (member.k === 'constructor' || member.k === 'declaration' || member.k === 'unread') return undefined;
  return 'explicit' in member && member.explicit ? undefined : member.name;
}

/** Refuses members of the same name and signature, and instance members of static classes. */
function checkMembers({ definition }: ScriptType, part: TypeSyntaxDeclaration, fail: Fail): void {
  const seen = new Map<string, string>();
  for (const member of part.members) {
    const name = nameOf(member);
    if (name === undefined) continue;
    if (definition.isStatic && member.k !== 'declaration' && member.k !== 'constructor' && member.k !== 'unread' && !member.modifiers.has('static') && !member.modifiers.has('const'))
      fail(`CS0708: '${definition.name}.${name}': cannot declare instance members in a static class`, member.position);
    if (member.k !== 'declaration' && member.k !== 'constructor' && member.k !== 'unread' && member.modifiers.has('static') && ['abstract', 'virtual', 'override'].some((each) => member.modifiers.has(each)))
      fail(`CS0112: A static member '${definition.name}.${name}' cannot be marked as override, virtual, or abstract`, member.position);
    if (member.k === 'method' && member.parameters[0]?.isThis) {
      if (!definition.isStatic || definition.typeParameters.length > 0)
        fail('CS1106: Extension method must be defined in a non-generic static class', member.position);
      else if (definition.outer)
        fail(`CS1109: Extension methods must be defined in a top level static class; ${definition.name} is a nested class`, member.position);
    }
    if (member.k === 'property' && member.parameters.length > 0) continue;
    if (name.startsWith('op_')) continue;
    const key = member.k === 'method' ? `${name}(${String(member.typeParameters.length)}|${signature(member.parameters)})` : name;
    const kind = seen.get(key) ?? (member.k === 'method' ? undefined : seen.get(`any ${name}`));
    if (member.k === 'method' && seen.has(key))
      fail(`CS0111: Type '${definition.name}' already defines a member called '${name}' with the same parameter types`, member.position);
    else if (kind !== undefined || (member.k === 'method' && seen.has(`plain ${name}`)))
      fail(`CS0102: The type '${definition.name}' already contains a definition for '${name}'`, member.position);
    seen.set(key, member.k);
    seen.set(member.k === 'method' ? `any ${name}` : `plain ${name}`, member.k);
  }
} // prettier-ignore

function describe(method: MethodMember): string {
  return `${method.owner.name}.${method.name}(${method.parameters.map(({ type }) => display(type)).join(', ')})`;
}

/** Returns the method of a base class with the name and parameters of a method. */
function overridden(definition: TypeDefinition, method: MethodMember): { method: MethodMember; base: NamedType } | undefined {
  for (let base = definition.open.base; base; base = base.base) {
    const { environment } = base;
    for (const each of methodsOf(base.definition, method.name)) {
      // Members that implement one of an interface by its name are hidden.
      if (each.isStatic || each.explicit || each.parameters.length !== method.parameters.length || each.typeParameters.length !== method.typeParameters.length) continue;
      const own = new Map(each.typeParameters.map((parameter, index) => [parameter, method.typeParameters[index] ?? parameter]));
      const fits = each.parameters.every(({ type }, index) => {
        const wanted = method.parameters[index]?.type;
        return wanted !== undefined && same(substitute(substitute(type, environment), own), wanted);
      });
      if (fits) return { method: each, base };
    }
  }
  return undefined;
} // prettier-ignore

function checkOverride(definition: TypeDefinition, member: MemberSyntax, fail: Fail): void {
  if (member.k !== 'method' || !member.modifiers.has('override') || member.explicit) return;
  const own = methodsOf(definition, member.name).find(
    (each) => each.isOverride && each.parameters.length === member.parameters.length && !each.broken,
  );
  // Overloads with the same number of parameters are checked where the method is used.
  const many = methodsOf(definition, member.name).filter((each) => each.parameters.length === member.parameters.length);
  if (!own || many.length !== 1) return;
  const found = overridden(definition, own);
  if (!found) {
    fail(`CS0115: '${describe(own)}': no suitable method found to override`, member.position);
    return;
  }
  const { method, base } = found;
  if (method.isSealed)
    fail(
      `CS0239: '${describe(own)}': cannot override inherited member '${describe(method)}' because it is sealed`,
      member.position,
    );
  else if (!method.isVirtual)
    fail(
      `CS0506: '${describe(own)}': cannot override inherited member '${describe(method)}' because it is not marked virtual, abstract, or override`,
      member.position,
    );
  else if (own.typeParameters.length === 0 && !same(substitute(method.returns, base.environment), own.returns))
    fail(
      `CS0508: '${describe(own)}': return type must be '${display(substitute(method.returns, base.environment))}' to match overridden member '${describe(method)}'`,
      member.position,
    );
}

/** Returns the methods of a type of the script, including accessors of properties. */
function methodsIn(definition: TypeDefinition): MethodMember[] {
  return definition.memberNames().flatMap((name) =>
    definition.members(name).flatMap((member) => {
      if (member.k === 'method') return member.name === '.ctor' ? [] : [member];
      if (member.k === 'property') return [member.get, member.set].filter((each) => each !== undefined);
      return [];
    }),
  );
}

function checkAbstract(definition: TypeDefinition, position: number, fail: Fail): void {
  for (const method of methodsIn(definition))
    if (method.isAbstract)
      fail(`CS0513: '${describe(method)}' is abstract but it is contained in non-abstract class '${definition.name}'`, position);
  for (let base = definition.open.base; base?.definition.isScript; base = base.base)
    for (const method of methodsIn(base.definition))
      if (method.isAbstract && !method.isStatic && dispatch(definition.open, method).isAbstract)
        fail(`CS0534: '${definition.name}' does not implement inherited abstract member '${describe(method)}'`, position);
} // prettier-ignore

function checkInterfaces({ definition, parts }: ScriptType, fail: Fail): void {
  for (const type of definition.open.bases) {
    if (type.definition.kind !== 'interface' || !type.definition.isScript) continue;
    for (const method of methodsIn(type.definition)) {
      if (!method.isAbstract || method.isStatic || dispatch(definition.open, method) !== method) continue;
      const position = placeOfBase(parts, type.definition.name);
      const hidden = methodsOf(definition, method.name).find((each) => each.parameters.length === method.parameters.length);
      fail(
        hidden && hidden.access !== 'public'
          ? `CS0737: '${definition.name}' does not implement interface member '${describe(method)}'. '${describe(hidden)}' cannot implement an interface member because it is not public.`
          : `CS0535: '${definition.name}' does not implement interface member '${describe(method)}'`,
        position,
      );
    }
  }
} // prettier-ignore

/** Returns the position of an interface among the bases of a type; for an inherited interface that of the first base. */
function placeOfBase(parts: ScriptType['parts'], name: string): number {
  const bases = parts.flatMap((part) => part.bases);
  const named = bases.find((base) => base.k === 'name' && base.parts.at(-1)?.id === name);
  return (named ?? bases[0])?.position ?? parts[0]?.position ?? 0;
}

/** Refuses classes that inherit from themselves. No other check is possible then. */
export function checkCircles(types: readonly ScriptType[], source: string): void {
  const byName = new Map(types.map((type) => [type.definition.name, type]));
  for (const type of types) {
    const seen = new Set<ScriptType>();
    for (let each: ScriptType | undefined = type; each;) {
      if (seen.has(each)) {
        if (each !== type) break;
        throw new ExpressionError(
          `CS0146: Circular base class dependency involving '${type.definition.name}'`,
          source,
          type.parts[0]?.position ?? 0,
        );
      }
      seen.add(each);
      const base: TypeSyntax | undefined = each.parts.find(({ bases }) => bases.length > 0)?.bases[0];
      const only: NamePart | undefined = base?.k === 'name' && base.parts.length === 1 ? base.parts[0] : undefined;
      each = only && only.args.length === 0 && only.id !== each.definition.name ? byName.get(only.id) : undefined;
    }
  }
}
