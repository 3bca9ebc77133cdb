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

const HEADER = /(?:class|struct|interface|enum|delegate\s+\S+)\s+(\w+)(?:<([^>]*)>)?/u;

/** Adds types; each source is one declaration. */
export function declareWritten(namespace: string, sources: readonly string[]): void {
  addNamespace(namespace);
  for (const source of sources) {
    const match = HEADER.exec(source);
    const name = match?.[1];
    if (name === undefined) throw new Error(`A type that cannot be read: ${source.slice(0, 80)}`);
    const arity = match?.[2]?.split(',').length ?? 0;
    byKey.set(`${name}\`${String(arity)}`, { namespace, name, arity, source });
  }
}

/** The type of that name and number of type parameters; undefined when none is written in C#. */
export function writtenType(name: string, arity: number): Written | undefined {
  return byKey.get(`${name}\`${String(arity)}`);
}

/** All types that are written in C#. */
export function writtenTypes(): Iterable<Written> {
  return byKey.values();
}
