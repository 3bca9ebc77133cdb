import { addNamespace } from '../registry.ts';

/**
 * Types of the library that are written in C#: collections whose classes a script derives from and overrides. They are read when a script first
 * names them, and run as the script does.
 */

/** Source of a type, with the namespace it is in. */
export interface Written {
  readonly namespace: string;
  readonly name: string;
  readonly arity: number;
  /** The type's declaration in C#. */
  readonly source: string;
}

const byKey = new Map<string, Written>();

/** Static classes with extension methods, which a script sees when it uses their namespace. */
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

/** The type of that name and number of type parameters; undefined when none is written in C#. */
export function writtenType(name: string, arity: number): Written | undefined {
  return byKey.get(`${name}\`${String(arity)}`);
}

/** Names of the classes of those namespaces that hold extension methods. */
export function writtenExtensions(namespaces: ReadonlySet<string>): string[] {
  return extensions.filter(({ namespace }) => namespaces.has(namespace)).map(({ name }) => name);
}

/** All types that are written in C#. */
export function writtenTypes(): Iterable<Written> {
  return byKey.values();
}
