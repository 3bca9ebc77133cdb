import { propertyBound } from '../types/members.ts';
import { ENTRY, PLACE } from '../../../expression/budget.ts';
import type { Value } from '../../../expression/values/values.ts';
import type { ArgumentSyntax, Expr, Initializer, TypeSyntax } from '../../grammar/syntax.ts';
import { AnonymousObj, TypedArray } from '../../runtime/objects.ts';
import { isNumeric } from '../../runtime/arithmetic.ts';
import { error, nullReference } from '../../runtime/values.ts';
import { defaultOf } from '../../runtime/defaults.ts';
import type { Bound, Candidate, Eval } from '../bound.ts';
import { bindArguments, bindInvocation, checkConstants } from './calls.ts';
import { emitArguments, emitInvoke } from './invoking.ts';
import { fail } from '../context.ts';
import type { Context } from '../context.ts';
import { close } from '../types/conversions.ts';
import { emitValue, require } from '../types/convert.ts';
import { assignment, bindExpression, bindValue } from '../entry.ts';
import { isHostType } from '../../library/host.ts';
import { bindHostNew } from '../host.ts';
import { bestCommonType, dominantType } from '../types/inference.ts';
import { lookup } from '../types/lookup.ts';
import { bindInstanceMember, unknownMember } from './names.ts';
import { resolveOverload, violation } from '../types/overloads.ts';
import { isDelegate, isSpecial, special, specialOf } from '../types/specials.ts';
import { resolveType } from '../types/typeNames.ts';
import { arrayOf, ArrayType, display, isClosed, NamedType, TypeDefinition, TypeParameter } from '../types/types.ts';
import type { Member, Type } from '../types/types.ts';

/** Objects, arrays, tuples and anonymous types (C# specification, Object creation, Array creation, Tuple and Anonymous object creation expressions). */

export function bindNew(context: Context, syntax: Expr & { k: 'new' }): Bound {
  const { position } = syntax;
  const type = resolveType(context, syntax.type);
  checkConstraints(context, type, syntax.type);
  const made = bindCreation(context, type, syntax.args, position, syntax.type.position);
  return syntax.init ? bindInitializer(context, made, syntax.init, position) : made;
}

/** Refuses type arguments that violate the constraints of a class of the script. */
function checkConstraints(context: Context, type: Type, syntax: TypeSyntax): void {
  if (!(type instanceof NamedType) || !type.definition.isScript || type.args.length === 0) return;
  const violated = violation(context, type.definition.typeParameters, type.args);
  if (!violated) return;
  const args = syntax.k === 'name' ? (syntax.parts.at(-1)?.args ?? []) : [];
  const own = args[violated.index - (type.args.length - args.length)];
  fail(context, violated.message(display(type.definition.open)), own?.position ?? syntax.position);
}

/** Binds the creation of an object; `named` is the position of the type name. */
function bindCreation(
  context: Context,
  type: Type,
  argsSyntax: readonly ArgumentSyntax[],
  position: number,
  named: number,
): Bound {
  if (type.kind === 'named' && type.definition.kind === 'delegate') {
    const [only] = argsSyntax;
    if (!only || argsSyntax.length > 1) return fail(context, 'CS0149: Method name expected', position);
    const bound = bindExpression(context, only.value);
    if (bound.form !== undefined || !isDelegate(bound.type) || bound.type === type)
      return require(context, bound, type);
    // A delegate made of one of another type calls its Invoke.
    return require(context, bindExpression(context, {
      k: 'member',
      target: only.value,
      id: 'Invoke',
      args: [],
      position,
    }), type);
  }
  if (type instanceof TypeParameter) {
    if (!type.hasNew && !type.isStruct)
      fail(
        context,
        `CS0304: Cannot create an instance of the variable type '${type.name}' because it does not have the new() constraint`,
        position,
      );
    return { type, position, fresh: true, emit: () => (frame) => createDefault(context, close(type, frame), position) };
  }
  if (!(type instanceof NamedType))
    return fail(context, 'CS1526: A new expression requires (), [], or {} after type', position);
  const { definition } = type;
  const isHost: boolean = isHostType(definition);
  if (isHost) return bindHostNew(context, type, bindArguments(context, argsSyntax), position);
  if (definition.isStatic || definition.kind === 'interface')
    fail(
      context,
      definition.isStatic
        ? `CS0712: Cannot create an instance of the static class '${display(type)}'`
        : `CS0144: Cannot create an instance of the abstract type or interface '${display(type)}'`,
      position,
    );
  if (definition.isAbstract)
    fail(context, `CS0144: Cannot create an instance of the abstract type or interface '${display(type)}'`, position);
  const args = bindArguments(context, argsSyntax);
  if (
    definition.isValueType &&
    args.length === 0 &&
    constructors(type).every(({ method }) => method.parameters.length > 0)
  ) {
    return { type, position, fresh: true, emit: () => (frame) => defaultOf(close(type, frame)) };
  }
  const candidates = constructors(type);
  if (candidates.length === 0)
    fail(context, `CS0143: The type '${display(type)}' has no constructors defined`, position);
  const accessible = candidates.filter(
    ({ method }) => method.access === 'public' || (context.type && isWithin(context.type.definition, definition)),
  );
  if (accessible.length === 0)
    fail(
      context,
      `CS0122: '${display(type)}.${definition.name}()' is inaccessible due to its protection level`,
      position,
    );
  const resolution = resolveOverload(context, '.ctor', accessible, args, [], named);
  const settled = args.map((argument, index) => {
    const parameter = resolution.parameters[resolution.map.indexOf(index)];
    return argument.declare && parameter
      ? { ...argument, bound: argument.declare(parameter.type), declare: undefined }
      : argument;
  });
  checkConstants(context, resolution, settled, position);
  const { budget } = context.world.outside.rt;
  return {
    type,
    position,
    fresh: true,
    emit: () => {
      const values = emitArguments(context, resolution, settled);
      const invoke = emitInvoke(context, { method: resolution.candidate.method, type }, [], false);
      return (frame) => {
        budget.collect(ENTRY);
        return invoke(frame, null, values(frame));
      };
    },
  };
}

function isWithin(inner: TypeDefinition, outer: TypeDefinition): boolean {
  for (let each: TypeDefinition | undefined = inner; each; each = each.outer) if (each === outer) return true;
  return false;
}

/** Returns the constructors of a type as static methods that return an object. */
export function constructors(type: NamedType): Candidate[] {
  const found: Candidate[] = [];
  for (const member of type.definition.members('.ctor'))
    if (member.k === 'method') found.push({ method: member, type });
  return found;
}

/** Implements `new T()`. */
function createDefault(context: Context, type: Type, position: number): Value {
  if (!(type instanceof NamedType))
    return fail(context, 'CS0310: The type has no constructor without parameters', position);
  const { rt } = context.world.outside;
  const found = constructors(type).find(({ method }) => method.parameters.length === 0);
  if (found) return found.method.invoke(null, [], { rt, t: [], type });
  if (type.definition.isValueType) return defaultOf(type);
  throw error('MissingMethodException', `No parameterless constructor defined for type '${display(type)}'.`);
}

/** Binds the initializer of a new object. */
function bindInitializer(context: Context, made: Bound, init: Initializer, position: number): Bound {
  const slot = context.fn.slots++;
  const target: Bound = {
    type: made.type,
    position,
    fresh: true,
    emit: () => (frame) => frame.v[slot] ?? null,
    place: {
      isSimple: true,
      isVariable: true,
      assign: (value) => value,
      ref: () => {
        throw new Error('Not assigned');
      },
    },
  };
  const steps = initializerSteps(context, target, init);
  return {
    type: made.type,
    position,
    fresh: true,
    emit: () => {
      const create = made.emit();
      const run = steps.map((step) => step());
      return (frame) => {
        // Nested objects use the same slot one after the other.
        const object = create(frame);
        const before = frame.v[slot] ?? null;
        frame.v[slot] = object;
        for (const step of run) {
          step(frame);
          frame.v[slot] = object;
        }
        frame.v[slot] = before;
        return object;
      };
    },
  };
}

function initializerSteps(context: Context, target: Bound, init: Initializer): (() => Eval)[] {
  if (init.k === 'items') {
    return init.items.map((values) => {
      const callee = bindInstanceMember(context, target, 'Add', [], init.position, true);
      if (!callee)
        return fail(
          context,
          `CS1922: Cannot initialize type '${display(target.type)}' with a collection initializer because it does not implement 'Add'`,
          init.position,
        );
      const args = bindArguments(
        context,
        values.map((value) => ({ name: undefined, mode: 'value', value })),
      );
      const call = bindInvocation(context, callee, args, init.position);
      return () => call.emit();
    });
  }
  return init.members.flatMap((member): (() => Eval)[] => {
    const place =
      member.name === undefined
        ? bindIndexPlace(context, target, member.index, member.position)
        : (bindInstanceMember(context, target, member.name, [], member.position, false) ??
          unknownMember(context, target.type, member.name, member.position));
    const { value } = member;
    if (isInitializer(value)) {
      const slot = context.fn.slots++;
      const inner: Bound = {
        type: place.type,
        position: member.position,
        fresh: true,
        emit: () => (frame) => frame.v[slot] ?? null,
        place: {
          isSimple: true,
          isVariable: true,
          assign: (given) => given,
          ref: () => {
            throw new Error('Not assigned');
          },
        },
      };
      const steps = initializerSteps(context, inner, value);
      return [
        () => {
          const read = place.emit();
          const run = steps.map((step) => step());
          return (frame) => {
            const object = read(frame);
            if (object === null) throw nullReference();
            frame.v[slot] = object;
            for (const step of run) step(frame);
            return null;
          };
        },
      ];
    }
    const syntax: Expr =
      member.name === undefined
        ? { k: 'id', id: '', args: [], position: member.position }
        : { k: 'id', id: member.name, args: [], position: member.position };
    const set = assignment(context, place, bindValue(context, value, true), syntax, member.position);
    return [() => set.emit()];
  });
}

function isInitializer(value: Expr | Initializer): value is Initializer {
  return value.k === 'members' || (value.k === 'items' && Array.isArray(value.items));
}

function bindIndexPlace(context: Context, target: Bound, index: readonly ArgumentSyntax[], position: number): Bound {
  const args = bindArguments(context, index);
  const found = lookup(target.type, 'this[]', context).flatMap(({ member, type }) =>
    member.k === 'property' && member.set
      ? [{ member, type, method: { ...member.set, parameters: member.parameters } }]
      : [],
  );
  if (found.length === 0)
    fail(context, `CS0021: Cannot apply indexing with [] to an expression of type '${display(target.type)}'`, position);
  const resolution = resolveOverload(context, 'this', found, args, [], position);
  const chosen = found.find(({ method }) => method === resolution.candidate.method);
  if (!chosen) return fail(context, 'CS0021: Cannot apply indexing with []', position);
  return propertyBound(context, chosen.member, chosen.type, target, false, position, () =>
    emitArguments(context, resolution, args),
  );
}

export function bindArray(context: Context, syntax: Expr & { k: 'array' }): Bound {
  const { position, rank } = syntax;
  const element = syntax.element && resolveType(context, syntax.element);
  for (const size of syntax.items ? syntax.sizes : []) {
    const { constant } = require(context, bindValue(context, size), special('int'));
    if (!constant) fail(context, 'CS0150: A constant value is expected', size.position);
    if (rank === 1 && typeof constant.value === 'number' && constant.value !== syntax.items?.items.length)
      fail(
        context,
        `CS0847: An array initializer of length '${String(constant.value)}' is expected`,
        syntax.items?.position ?? position,
      );
  }
  if (element && !syntax.items) return sizedArray(context, arrayOf(element, rank), syntax.sizes, position);
  if (!syntax.items) return fail(context, 'CS1586: Array creation must have array size or array initializer', position);
  if (element) return filledArray(context, arrayOf(element, rank), syntax.items.items, position);
  const flat = (items: readonly Expr[], depth: number): Bound[] =>
    items.flatMap((item) =>
      depth > 1 && item.k === 'items' ? flat(item.items.items, depth - 1) : [bindValue(context, item, true)],
    );
  const parts = flat(syntax.items.items, rank);
  const type = context.world.isBasic ? basicArrayType(context, parts) : bestCommonType(context, parts);
  if (!type) return fail(context, 'CS0826: No best type found for implicitly-typed array', position);
  return filledArray(context, arrayOf(type, rank), syntax.items.items, position);
}

/** The type of an array's items in Visual Basic, where characters are no numbers. */
function basicArrayType(context: Context, parts: readonly Bound[]): Type | undefined {
  const common = bestCommonType(context, parts);
  const isNumber = common !== undefined && !isSpecial(common, 'char') && isNumeric(specialOf(common));
  const isMixed = isNumber && parts.some(({ type }) => isSpecial(type, 'char'));
  return isMixed ? special('object') : (common ?? dominantType(parts));
}

function sizedArray(context: Context, type: ArrayType, sizes: readonly Expr[], position: number): Bound {
  const lengths = sizes.map((size) => require(context, bindValue(context, size), special('int')));
  for (const { constant, position: place } of lengths)
    if (typeof constant?.value === 'number' && constant.value < 0)
      fail(context, 'CS0248: Cannot create an array with a negative size', place);
  const { budget } = context.world.outside.rt;
  return {
    type,
    position,
    emit: () => {
      const values = lengths.map((length) => length.emit());
      return (frame) => {
        const closed = close(type, frame) as ArrayType;
        const dimensions = values.map((value) => value(frame) as number);
        const count = dimensions.reduce((product, length) => {
          if (length < 0) throw error('OverflowException', 'Arithmetic operation resulted in an overflow.');
          return product * length;
        }, 1);
        budget.hold(count);
        budget.collect(ENTRY + count * PLACE);
        const blank = defaultOf(closed.element);
        const isStruct = blank !== null && typeof blank === 'object' && 'copy' in blank;
        const items: Value[] = isStruct
          ? Array.from({ length: count }, () => defaultOf(closed.element))
          : Array.from<Value>({ length: count }).fill(blank);
        return new TypedArray(closed, items, dimensions);
      };
    },
  };
}

/** Binds an array with items; nested braces are the rows of further dimensions. */
export function filledArray(context: Context, type: ArrayType, items: readonly Expr[], position: number): Bound {
  const lengths: number[] = [];
  const values: Bound[] = [];
  const collect = (list: readonly Expr[], dimension: number): void => {
    if (lengths[dimension] === undefined) lengths[dimension] = list.length;
    else if (lengths[dimension] !== list.length)
      fail(context, `CS0847: An array initializer of length '${String(lengths[dimension])}' is expected`, position);
    for (const item of list) {
      if (dimension < type.rank - 1) {
        if (item.k !== 'items') fail(context, 'CS0846: A nested array initializer is expected', item.position);
        collect(item.items.items, dimension + 1);
      } else if (item.k === 'items' && type.element instanceof ArrayType)
        values.push(filledArray(context, type.element, item.items.items, item.position));
      else values.push(require(context, bindValue(context, item, true), type.element));
    }
  };
  collect(items, 0);
  while (lengths.length < type.rank) lengths.push(0);
  const { budget } = context.world.outside.rt;
  return {
    type,
    position,
    emit: () => {
      const compiled = values.map((value) => emitValue(value));
      const closed = isClosed(type) ? type : undefined;
      return (frame) => {
        budget.collect(ENTRY + compiled.length * PLACE);
        return new TypedArray(
          closed ?? (close(type, frame) as ArrayType),
          compiled.map((value) => value(frame)),
          lengths,
        );
      };
    },
  };
}

/** Anonymous types; the same names in the same order are the same type. */
const anonymous = new Map<string, TypeDefinition>();

function anonymousDefinition(names: readonly string[]): TypeDefinition {
  const key = names.join(',');
  let definition = anonymous.get(key);
  if (definition) return definition;
  const typeParameters = names.map((name) => new TypeParameter(`<${name}>`));
  const made: TypeDefinition = new TypeDefinition({
    name: `<>f__AnonymousType${String(anonymous.size)}`,
    namespace: '',
    kind: 'class',
    typeParameters,
    shape: () => ({ base: special('object'), interfaces: [] }),
    members: (name) => {
      const index = names.indexOf(name);
      const parameter = typeParameters[index];
      return parameter ? [anonymousProperty(made, name, parameter, index)] : [];
    },
    memberNames: () => names,
  });
  definition = made;
  anonymous.set(key, definition);
  return definition;
}

function anonymousProperty(owner: TypeDefinition, name: string, type: Type, index: number): Member {
  const base = { name, owner, isStatic: false, access: 'public', explicit: undefined } as const;
  return {
    ...base,
    k: 'property',
    type,
    parameters: [],
    get: {
      ...base,
      k: 'method',
      name: `get_${name}`,
      typeParameters: [],
      parameters: [],
      returns: type,
      isExtension: false,
      isVirtual: false,
      isAbstract: false,
      isOverride: false,
      isScript: false,
      invoke: (self) => (self as AnonymousObj).fields[index] ?? null,
    },
    set: undefined,
    backing: undefined,
  };
}

export function bindAnonymous(context: Context, syntax: Expr & { k: 'anonymous' }): Bound {
  const { position } = syntax;
  const members = syntax.members.map(({ name, value }) => {
    const own =
      name ??
      (value.k === 'id' || value.k === 'member'
        ? value.id
        : value.k === 'access' && value.access.k === 'member'
          ? value.access.id
          : undefined);
    if (own === undefined)
      fail(
        context,
        'CS0746: Invalid anonymous type member declarator. Anonymous type members must be declared with a member assignment, simple name or member access.',
        value.position,
      );
    const bound = bindValue(context, value);
    if (isSpecial(bound.type, 'null') || isSpecial(bound.type, 'void'))
      fail(context, `CS0828: Cannot assign '${display(bound.type)}' to anonymous type property`, value.position);
    return {
      name: own,
      bound: bound.form === 'arms' || bound.form === 'tuple' ? require(context, bound, bound.type) : bound,
    };
  });
  return makeAnonymous(members, position);
}

function makeAnonymous(members: readonly { name: string; bound: Bound }[], position: number): Bound {
  const type = anonymousDefinition(members.map(({ name }) => name)).of(members.map(({ bound }) => bound.type));
  return {
    type,
    position,
    emit: () => {
      const values = members.map(({ bound }) => emitValue(bound));
      const closed = isClosed(type) ? type : undefined;
      return (frame) => {
        const object = new AnonymousObj(closed ?? (close(type, frame) as NamedType));
        object.fields = values.map((value) => value(frame));
        return object;
      };
    },
  };
}
