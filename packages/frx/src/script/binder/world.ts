import { checkCircles, checkDeclaration } from './declarations/declarationChecks.ts';
import { ExpressionError } from '../../expression/errors.ts';
import { parseUnit } from '../grammar/declarations.ts';
import type { UnitSyntax } from '../grammar/syntax.ts';
import { writtenExtensions, writtenType } from '../library/written/registry.ts';
import './parts.ts';
import type { Outside, World } from './context.ts';
import { allTypes, declareTypes } from './declarations/declareTypes.ts';
import type { ScriptType } from './declarations/declarations.ts';
import { declareEnum } from './declarations/properties.ts';
import { AsyncEffects } from './statements/asyncEffects.ts';
import { enableDynamicMembers } from './expressions/dynamic.ts';
import type { TypeDefinition } from './types/types.ts';

/** A script whose types are declared. */
export interface Program {
  readonly world: World;
  /** Top-level types in the order of the source. */
  readonly types: readonly ScriptType[];
  /** Returns all errors in the order of the source. */
  check(): readonly ExpressionError[];
}

/** Greatest number of errors with a suggestion: finding a similar name searches all names of the script. */
const MOST_SUGGESTIONS = 50;

/** Declares the types of a script; bodies are bound on demand. */
export function declareProgram(unit: UnitSyntax, source: string, outside: Outside, isBasic = false): Program {
  const byName = new Map<string, TypeDefinition>();
  const written = writtenLibrary(outside);
  const extensions: TypeDefinition[] = [];
  const names: string[] = [];
  const world: World = {
    source,
    outside,
    isBasic,
    suggestions: { left: MOST_SUGGESTIONS },
    asyncEffects: /\basync\b/u.test(source) ? new AsyncEffects(unit) : undefined,
    types: (name, arity) => byName.get(`${name}\`${String(arity)}`),
    written,
    typeNames: names,
    extensions,
    aliases: new Map(unit.usings.flatMap(({ alias, name }) => (alias === undefined ? [] : [[alias, name]]))),
    statics: unit.usings.flatMap(({ isStatic, name }) => (isStatic ? [name] : [])),
    namespaces: new Set(unit.types.map(({ namespace }) => namespace)),
  };
  const types = declareTypes(world, unit.types);
  for (const { definition } of types) {
    const key = `${definition.name}\`${String(definition.typeParameters.length)}`;
    if (!byName.has(key)) byName.set(key, definition);
    names.push(definition.name);
  }
  const all = allTypes(types);
  checkCircles(all, source);
  for (const type of all) type.constrain();
  for (const type of all) declareEnum(type);
  for (const type of all)
    if (
      type.definition.isStatic &&
      type.parts.some(({ members }) => members.some((member) => member.k === 'method' && member.parameters[0]?.isThis))
    )
      extensions.push(type.definition);
  for (const name of writtenExtensions(new Set(unit.usings.map(({ name }) => name)))) {
    const definition = written(name, 0);
    if (definition) extensions.push(definition);
  }
  enableDynamicMembers(world);
  return { world, types, check: () => checkAll(all) };
}

/**
 * Returns a function that finds types of the library implemented in C#. Each is declared at its first use, outside the script and without
 * access to its names.
 */
function writtenLibrary(outside: Outside): World['written'] {
  const known = new Map<string, TypeDefinition>();
  const find = (name: string, arity: number): TypeDefinition | undefined => {
    const key = `${name}\`${String(arity)}`;
    const declared = known.get(key);
    if (declared) return declared;
    const from = writtenType(name, arity);
    if (!from) return undefined;
    const { source } = from;
    const world: World = {
      source,
      outside: { rt: outside.rt, object: () => undefined, type: () => undefined, names: () => [] },
      isBasic: false,
      suggestions: { left: 0 },
      asyncEffects: undefined,
      types: () => undefined,
      written: find,
      typeNames: [],
      extensions: [],
      aliases: new Map(),
      statics: [],
      namespaces: new Set(),
    };
    const [type] = declareTypes(world, parseUnit(`namespace ${from.namespace} { ${source} }`).types);
    if (!type) throw new Error(`A type that cannot be declared: ${name}`);
    known.set(key, type.definition);
    type.constrain();
    declareEnum(type);
    return type.definition;
  };
  return find;
}

function checkAll(types: readonly ScriptType[]): readonly ExpressionError[] {
  const errors = new Set<ExpressionError>();
  for (const type of types) {
    type.guard(() => type.definition.shape, undefined);
    type.definition.memberNames();
    type.definition.signature?.();
    type.checkInitializers();
    for (const error of checkDeclaration(type)) errors.add(error);
    for (const body of type.bodies) for (const error of body()) errors.add(error);
    for (const error of type.errors) errors.add(error);
  }
  const seen = new Set<string>();
  return [...errors]
    .filter((error) => {
      const key = `${String(error.position)}|${error.message}`;
      return !seen.has(key) && seen.add(key).size > 0;
    })
    .toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0));
}
