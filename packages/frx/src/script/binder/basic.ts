import { BASIC_TYPE_NAMES } from '../../expression/vb/typeNames.ts';
import { hostStaticNames } from '../library/hostValues.ts';
import { libraryNamespaces, libraryTypeNames } from '../library/registry.ts';
import { reportClassNames } from '../library/reportTypes.ts';
import type { Context } from './context.ts';
import { memberNames } from './types/lookup.ts';
import type { Type } from './types/types.ts';

/** Names of Visual Basic, which ignore case: each function returns the spelling of the declaration, or the name itself if there is none. */

function spelled(name: string, lists: Iterable<() => Iterable<string>>): string {
  const lower = name.toLowerCase();
  for (const list of lists) {
    let found: string | undefined;
    for (const each of list()) {
      if (each === name) return name;
      if (each.toLowerCase() === lower) found ??= each;
    }
    if (found !== undefined) return found;
  }
  return name;
}

/** Returns the spelling of a simple name. */
export function spelledName(context: Context, id: string, isCall: boolean): string {
  if (!context.world.isBasic) return id;
  const { type, world, scope } = context;
  const types = isCall
    ? []
    : [() => world.typeNames, () => world.outside.names(), libraryTypeNames, reportClassNames, libraryNamespaces];
  return spelled(id, [() => scope.all(), () => (type ? memberNames(type) : []), ...types]);
}

/** Returns the spelling of a member of a type. */
export function spelledMember(context: Context, type: Type, id: string): string {
  if (!context.world.isBasic) return id;
  const values = (): Iterable<string> => (type.kind === 'named' ? hostStaticNames(type.definition.name) : []);
  return spelled(id, [() => memberNames(type), values]);
}

/** The name of a type in messages of Visual Basic: `List(Of Integer)` for `List<int>`. */
export function basicName(name: string): string {
  return name
    .replace(/\w+/gu, (word) => BASIC_TYPE_NAMES[word] ?? word)
    .replaceAll('<', '(Of ')
    .replaceAll('>', ')')
    .replaceAll('[]', '()');
}

/** Returns the spelling of a type. */
export function spelledType(context: Context, id: string): string {
  const { isBasic, typeNames } = context.world;
  return isBasic ? spelled(id, [() => typeNames, libraryTypeNames, reportClassNames]) : id;
}

/** Returns the spelling of a namespace with its parents. */
export function spelledNamespace(context: Context, name: string): string {
  const { isBasic, namespaces } = context.world;
  return isBasic ? spelled(name, [() => namespaces, libraryNamespaces]) : name;
}
