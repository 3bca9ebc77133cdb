import { ExpressionError } from '../../../expression/errors.ts';
import type { Pattern, Statement } from '../../grammar/syntax.ts';

/** Properties of syntax trees for flow analysis. */

/** Returns true for a pattern that may match every value, as far as this is known without types. */
export function mayTakeAll(pattern: Pattern): boolean {
  return pattern.k === 'var' || pattern.k === 'discard' || pattern.k === 'type' || pattern.k === 'recursive';
}

/** Returns the statements directly inside a statement. */
function inner(statement: Statement): readonly Statement[] {
  switch (statement.k) {
    case 'block':
      return statement.statements;
    case 'if':
      return statement.no ? [statement.yes, statement.no] : [statement.yes];
    case 'while':
    case 'do':
    case 'for':
    case 'foreach':
    case 'using':
    case 'lock':
    case 'checked':
    case 'label':
      return [statement.body];
    case 'switch':
      return statement.sections.flatMap(({ statements }) => statements);
    case 'try':
      return [statement.body, ...statement.catches.map(({ body }) => body), ...(statement.finally ? [statement.finally] : [])]; // prettier-ignore
    default:
      return [];
  }
}

/** Returns true if the statements contain a label or a jump to one. */
export function hasLabels(statements: readonly Statement[]): boolean {
  return statements.some(
    (each) => each.k === 'label' || (each.k === 'goto' && each.to === 'label') || hasLabels(inner(each)),
  );
}

function everyStatement(statements: readonly Statement[]): Statement[] {
  return statements.flatMap((each) => [each, ...everyStatement(inner(each))]);
}

/** Returns an error for each jump to a missing label. */
export function missingLabels(source: string, statements: readonly Statement[]): ExpressionError[] {
  const every = everyStatement(statements);
  const labels = new Set(every.flatMap((each) => (each.k === 'label' ? [each.name] : [])));
  return every.flatMap((each) =>
    each.k === 'goto' && each.to === 'label' && !labels.has(each.label)
      ? [new ExpressionError(`CS0159: No such label '${each.label}' within the scope of the goto statement`, source, each.position)]
      : [],
  );
} // prettier-ignore

/** Returns the names used in local functions, whose calls are not tracked. */
export function namesSetInFunctions(statements: readonly Statement[], names = new Set<string>()): Set<string> {
  for (const each of statements) {
    if (each.k === 'function') collectNames(each.method.body, names);
    namesSetInFunctions(inner(each), names);
  }
  return names;
}

/** Collects all names in a tree. */
function collectNames(node: unknown, names: Set<string>): void {
  if (Array.isArray(node)) for (const each of node) collectNames(each, names);
  else if (typeof node === 'object' && node !== null) {
    if ('k' in node && node.k === 'id' && 'id' in node && typeof node.id === 'string') names.add(node.id);
    for (const each of Object.values(node)) if (typeof each === 'object') collectNames(each, names);
  }
}
