import { startWith } from './fields.ts';
import { asBigInt } from '../../../expression/values/promotion.ts';
import { EnumValue } from '../../../expression/values/values.ts';
import type { EnumType, Value } from '../../../expression/values/values.ts';
import type { AccessorSyntax, Expr, PropertySyntax, TypeSyntax } from '../../grammar/syntax.ts';
import { integral } from '../../runtime/arithmetic.ts';
import { registerEnum } from '../../runtime/values.ts';
import { bindValue } from '../expressions/expressions.ts';
import { fail } from '../context.ts';
import type { Context } from '../context.ts';
import type { Code } from './functions.ts';
import { bindCode } from './methods.ts';
import { constantValue, require } from '../types/convert.ts';
import { special } from '../types/specials.ts';
import { resolveType } from '../types/typeNames.ts';
import { NamedType } from '../types/types.ts';
import type { Call, EventMember, MethodMember, Parameter, PropertyMember, Type } from '../types/types.ts';
import type { ScriptClass } from '../types/scriptTypes.ts';

/** Declaration of properties, events and enum members of a script. */

export function declareProperty(owner: ScriptClass, syntax: PropertySyntax): PropertyMember {
  const { modifiers, position } = syntax;
  const isIndexer = syntax.parameters.length > 0;
  const name = isIndexer ? 'this[]' : syntax.name;
  const isStatic = modifiers.has('static');
  const context = owner.context(isStatic);
  const { type, broken } = owner.type(context, syntax.type);
  const parameters = owner.parameters(context, syntax.parameters);
  const explicit = syntax.explicit
    ? owner.guard(() => resolveType(context, syntax.explicit ?? syntax.type), undefined)
    : undefined;
  const of = explicit instanceof NamedType ? explicit : undefined;
  const isAuto =
    !isIndexer &&
    syntax.get !== undefined &&
    !syntax.get.body &&
    !syntax.set?.body &&
    owner.definition.kind !== 'interface' &&
    !modifiers.has('abstract');
  const backing = isAuto ? owner.slot({ name, modifiers, type, isStatic, broken }) : undefined;
  if (syntax.value && backing) startWith(owner, backing, syntax);
  const value: Parameter = { name: 'value', type, mode: 'value', isParams: false, initial: undefined };
  const accessor = (part: AccessorSyntax | undefined, kind: 'get' | 'set'): MethodMember | undefined => {
    if (!part) return undefined;
    const list = kind === 'get' ? parameters.list : [...parameters.list, value];
    const returns = kind === 'get' ? type : special('void');
    const own = new Set(
      [...modifiers].filter(
        (modifier) =>
          !(
            part.modifiers.size > 0 &&
            ['public', 'protected', 'private', 'internal'].includes(modifier) &&
            [...part.modifiers].some((each) => ['protected', 'private', 'internal', 'public'].includes(each))
          ),
      ),
    );
    for (const modifier of part.modifiers) own.add(modifier);
    const { body } = part;
    const syntaxes =
      kind === 'get'
        ? syntax.parameters
        : [
            ...syntax.parameters,
            { name: 'value', type: syntax.type, mode: 'value' as const, isThis: false, initial: undefined, position },
          ];
    const made = owner.method({
      name: `${kind}_${isIndexer ? 'Item' : name}`,
      modifiers: own,
      parameters: list,
      returns,
      explicit: of,
      broken: broken ?? parameters.broken,
      bind: body && ((inner) => bindCode(inner, syntaxes, list, body, returns, part.position)),
      context,
    });
    if (!backing) return made;
    const read = (self: Value, _args: readonly Value[], call: Call): Value => backing.get(self, call);
    const write = (self: Value, [given]: readonly Value[], call: Call): Value => {
      backing.set?.(self, given ?? null, call);
      return null;
    };
    return { ...made, isAbstract: false, invoke: kind === 'get' ? read : write };
  };
  return {
    k: 'property',
    name,
    owner: owner.definition,
    isStatic,
    access: of ? 'public' : owner.access(modifiers),
    broken,
    type,
    parameters: parameters.list,
    get: accessor(syntax.get, 'get'),
    set: accessor(syntax.set, 'set'),
    backing,
    explicit: of,
  };
}

/** Declares an event with accessors, or one of an interface, which has no accessors of its own. */
export function declareEvent(
  owner: ScriptClass,
  name: string,
  modifiers: ReadonlySet<string>,
  typeSyntax: TypeSyntax,
  explicit: TypeSyntax | undefined,
  add?: AccessorSyntax,
  remove?: AccessorSyntax,
): EventMember {
  const isStatic = modifiers.has('static');
  const context = owner.context(isStatic);
  const { type, broken } = owner.type(context, typeSyntax);
  const of = explicit ? owner.guard(() => resolveType(context, explicit), undefined) : undefined;
  const value: Parameter = { name: 'value', type, mode: 'value', isParams: false, initial: undefined };
  const bodyOf = (syntax: AccessorSyntax | undefined): ((inner: Context) => () => Code) | undefined => {
    const body = syntax?.body;
    return body && ((inner) => bindCode(inner, [], [value], body, special('void'), syntax.position));
  };
  const accessor = (syntax: AccessorSyntax | undefined, kind: string): MethodMember =>
    owner.method({
      name: `${kind}_${name}`,
      modifiers,
      parameters: [value],
      returns: special('void'),
      explicit: of instanceof NamedType ? of : undefined,
      broken,
      bind: bodyOf(syntax),
      context,
    });
  return {
    k: 'event',
    name,
    owner: owner.definition,
    isStatic,
    access: owner.access(modifiers),
    broken,
    type,
    add: accessor(add, 'add'),
    remove: accessor(remove, 'remove'),
  };
}

/** The number that an enum states for a member. */
function enumNumber(context: Context, value: Expr, type: Type, id: string): Value {
  const bound = bindValue(context, value);
  const given = constantValue(bound);
  if (!given) fail(context, `CS0133: The expression being assigned to '${id}' must be constant`, value.position);
  const isNumber = bound.constant !== undefined || given.value instanceof EnumValue;
  return isNumber ? given.value : (constantValue(require(context, bound, type))?.value ?? null);
}

/** Calculates the values of an enum's members, which may refer to each other. */
export function declareEnum(owner: ScriptClass): void {
  const [syntax] = owner.parts;
  if (!syntax || syntax.kind !== 'enum') return;
  const { definition } = owner;
  const [base] = syntax.bases;
  const underlying = base && owner.guard(() => resolveType(owner.context(true), base), undefined);
  if (underlying instanceof NamedType && underlying.special) definition.underlying = underlying.special;
  const members = new Map<string, number>();
  const enumeration: EnumType = {
    name: definition.name,
    flags: syntax.attributes.some((name) => /^Flags(?:Attribute)?$/u.test(name)),
    members,
  };
  definition.enumeration = enumeration;
  registerEnum(enumeration, definition);
  const context = owner.context(true);
  // In the initializers of an enum its own members have the underlying type.
  const type = special(definition.underlying);
  const name = (id: string, number: number): void => {
    const value = integral(definition.underlying, BigInt(number));
    context.scope.names.set(id, {
      kind: 'alias',
      name: id,
      bind: (position) => ({ type, position, constant: { value }, emit: () => () => value }),
    });
  };
  let next = 0;
  for (const { name: id, value } of syntax.enumMembers) {
    if (value) {
      const constant = owner.guard(() => enumNumber(context, value, type, id), null);
      next = constant instanceof EnumValue ? constant.value : Number(asBigInt(constant));
    }
    const number = next++;
    members.set(id, number);
    name(id, number);
    const member = new EnumValue(enumeration, number);
    owner.add({
      k: 'field',
      name: id,
      owner: definition,
      isStatic: true,
      access: 'public',
      type: definition.open,
      isReadOnly: true,
      isEvent: false,
      constant: () => member,
      get: () => member,
      set: undefined,
    });
  }
}
