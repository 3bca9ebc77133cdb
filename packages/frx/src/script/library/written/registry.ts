import { addNamespace } from '../registry.ts';

/**
 * Types of the library implemented in C#: collections that a script may derive from and override. They are parsed when a script first uses
 * them, and run like the script.
 */

/** Source of a type with its namespace. */
export interface Written {
  readonly namespace: string;
  readonly name: string;
  readonly arity: number;
  /** The type's declaration in C#. */
  readonly source: string;
}

const byKey = new Map<string, Written>();

/** Static classes with extension methods, which are available to a script that uses their namespace. */
const extensions: Written[] = [];

const HEADER = /(?:class|struct|interface|enum|delegate\s+\S+)\s+(\w+)(?:<([^>]*)>)?/u;

/** Adds types; each source is one declaration. */
export function declareWritten(namespace: string, sources: readonly string[]): void {
  addNamespace(namespace);
  for (const source of sources) {
    const match = HEADER.exec(source);
    const name = match?.[1];
    if (name === undefined) throw new Error(`A type that cannot be read: ${source.slice(0, 80)}`);
    const arity = match?.[2]?.split(',').length ?? 0;
    const written = { namespace, name, arity, source };
    byKey.set(`${name}\`${String(arity)}`, written);
    if (source.includes('static class') && source.includes('(this ')) extensions.push(written);
  }
}

/** Returns a type by name and number of type parameters; undefined if none is implemented in C#. */
export function writtenType(name: string, arity: number): Written | undefined {
  return byKey.get(`${name}\`${String(arity)}`);
}

/** Returns the names of the classes with extension methods in namespaces. */
export function writtenExtensions(namespaces: ReadonlySet<string>): string[] {
  return extensions.filter(({ namespace }) => namespaces.has(namespace)).map(({ name }) => name);
}

/** Returns all types implemented in C#. */
export function writtenTypes(): Iterable<Written> {
  return byKey.values();
}
