import type { Expr, LambdaSyntax, QuerySyntax, TypeSyntax } from '../../grammar/syntax.ts';
import type { Bound } from '../bound.ts';
import type { Context } from '../context.ts';
import { bindExpression } from '../entry.ts';

/** Query expressions as calls of methods (C# specification, Query expression translation). */

/** The range variables at a clause: one parameter, or members of a transparent one. */
interface Range {
  readonly parameter: string;
  readonly names: ReadonlyMap<string, readonly string[]>;
}

/** Name of the parameter for several range variables, which no script can use. */
const TRANSPARENT = '<t>';

export function bindQuery(context: Context, query: QuerySyntax): Bound {
  return bindExpression(context, translate(query));
}

function translate(query: QuerySyntax): Expr {
  let source: Expr | undefined;
  let range: Range = { parameter: '', names: new Map() };
  let isPlain = true;
  for (const clause of query.clauses) {
    const { position } = clause;
    switch (clause.k) {
      case 'from': {
        const from = typed(clause.source, clause.type, position);
        if (!source) {
          source = from;
          range = single(clause.name);
        } else {
          const [next, result] = extended(range, clause.name, position);
          source = call(source, 'SelectMany', [lambda(range, from, position), result], position);
          range = next;
          isPlain = false;
        }
        break;
      }
      case 'let': {
        const members = [...current(range, position), { name: clause.name, value: clause.value }];
        const next = transparent(range, clause.name);
        source = call(
          need(source),
          'Select',
          [lambda(range, { k: 'anonymous', members, position }, position)],
          position,
        );
        range = next;
        isPlain = false;
        break;
      }
      case 'where':
        source = call(need(source), 'Where', [lambda(range, clause.value, position)], position);
        isPlain = false;
        break;
      case 'join': {
        const inner = typed(clause.source, clause.type, position);
        const [next, result] = extended(range, clause.into ?? clause.name, position);
        const keys = [lambda(range, clause.left, position), lambda(single(clause.name), clause.right, position)];
        source = call(
          need(source),
          clause.into === undefined ? 'Join' : 'GroupJoin',
          [inner, ...keys, result],
          position,
        );
        range = next;
        isPlain = false;
        break;
      }
      case 'orderby':
        for (const [index, { value, descending }] of clause.keys.entries())
          source = call(
            need(source),
            (index === 0 ? 'OrderBy' : 'ThenBy') + (descending ? 'Descending' : ''),
            [lambda(range, value, position)],
            position,
          );
        isPlain = false;
        break;
      case 'select':
        if (isPlain || !isIdentity(range, clause.value))
          source = call(need(source), 'Select', [lambda(range, clause.value, position)], position);
        break;
      case 'group': {
        const key = lambda(range, clause.key, position);
        source = call(
          need(source),
          'GroupBy',
          isIdentity(range, clause.value) ? [key] : [key, lambda(range, clause.value, position)],
          position,
        );
        break;
      }
      default:
        range = single(clause.name);
        isPlain = true;
    }
  }
  return need(source);
}

function need(source: Expr | undefined): Expr {
  if (!source) throw new Error('A query without a source');
  return source;
}

function typed(source: Expr, type: TypeSyntax | undefined, position: number): Expr {
  if (!type) return source;
  return { k: 'call', target: { k: 'member', target: source, id: 'Cast', args: [type], position }, args: [], position };
}

function call(target: Expr, id: string, args: readonly Expr[], position: number): Expr {
  return {
    k: 'call',
    target: { k: 'member', target, id, args: [], position },
    args: args.map((value) => ({ name: undefined, mode: 'value', value })),
    position,
  };
}

function single(name: string): Range {
  return { parameter: name, names: new Map([[name, [name]]]) };
}

function isSingle(range: Range): boolean {
  return range.parameter !== TRANSPARENT;
}

function isIdentity(range: Range, value: Expr): boolean {
  return isSingle(range) && value.k === 'id' && value.id === range.parameter;
}

function aliases(range: Range): LambdaSyntax['aliases'] {
  return isSingle(range) ? [] : [...range.names].map(([name, path]) => ({ name, path }));
}

function lambda(range: Range, body: Expr, position: number): LambdaSyntax {
  return {
    k: 'lambda',
    parameters: [{ name: range.parameter, type: undefined, mode: 'value' }],
    body,
    isAsync: false,
    position,
    aliases: aliases(range) ?? [],
  };
}

/** Returns the current range variables as members of an anonymous object. */
function current(range: Range, position: number): { name: string | undefined; value: Expr }[] {
  return [{ name: range.parameter, value: { k: 'id', id: range.parameter, args: [], position } }];
}

function transparent(range: Range, name: string): Range {
  const names = new Map<string, readonly string[]>();
  for (const [each, path] of range.names) names.set(each, [TRANSPARENT, ...(isSingle(range) ? [each] : path)]);
  names.set(name, [TRANSPARENT, name]);
  return { parameter: TRANSPARENT, names };
}

/** Returns the range with an additional variable, and the lambda that creates its object. */
function extended(range: Range, name: string, position: number): [Range, LambdaSyntax] {
  const members = [...current(range, position), { name, value: { k: 'id', id: name, args: [], position } as const }];
  const result: LambdaSyntax = {
    k: 'lambda',
    parameters: [
      { name: range.parameter, type: undefined, mode: 'value' },
      { name, type: undefined, mode: 'value' },
    ],
    body: { k: 'anonymous', members, position },
    isAsync: false,
    position,
    aliases: aliases(range) ?? [],
  };
  return [transparent(range, name), result];
}
