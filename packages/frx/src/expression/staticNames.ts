import type { CompileContext } from './compiled.ts';
import { isStaticType } from './members/index.ts';
import type { Expression } from './syntax.ts';
import { namespaces } from './typeSyntax.ts';
import type { TypeName } from './values.ts';

/**
 * The class or enum an expression names (`Math`, `System.DateTime`); undefined when it names a value. A name of the scope hides a class of the
 * same name.
 */
export function staticTypeOf<Env>(node: Expression, context: CompileContext<Env>): TypeName | undefined {
  if (node.kind === 'name') {
    if (context.scope.resolveObject(node.name)) return undefined;
    const type = classKeywords.get(node.name) ?? node.name;
    return isStaticType(type) ? type : undefined;
  }
  if (node.kind !== 'member' || !isNamespace(node.target, context)) return undefined;
  const type = classKeywords.get(node.name) ?? node.name;
  return isStaticType(type) ? type : undefined;
}

/** .NET names of the classes C# has keywords for. */
const classKeywords: ReadonlyMap<string, string> = new Map(
  Object.entries({
    String: 'string',
    Char: 'char',
    Boolean: 'bool',
    Byte: 'byte',
    Int16: 'short',
    Int32: 'int',
    Int64: 'long',
    UInt32: 'uint',
    Single: 'float',
    Double: 'double',
    Decimal: 'decimal',
    Object: 'object',
  }),
);

function isNamespace<Env>(node: Expression, context: CompileContext<Env>): boolean {
  if (node.kind === 'name') return namespaces.has(node.name) && !context.scope.resolveObject(node.name);
  return node.kind === 'member' && namespaces.has(node.name) && isNamespace(node.target, context);
}

/** A null in front of `?.` makes the whole chain behind it null. */
export function propagatesNull(node: Expression): boolean {
  if (node.kind === 'member' || node.kind === 'index') return node.conditional || propagatesNull(node.target);
  return node.kind === 'call' && propagatesNull(node.target);
}
