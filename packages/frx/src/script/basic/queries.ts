import type { Expr, QueryClause, TypeSyntax } from '../grammar/syntax.ts';
import { readKeys } from '../grammar/queries.ts';
import { nameOf } from './cursor.ts';

/** Functions of the reader that the clauses of a query need. */
export interface BasicQueryCursor {
  here(): number;
  expression(): Expr;
  /** Takes a word when it comes next. */
  word(text: string): boolean;
  /** Returns true when the word behind the next one is this. */
  next(text: string): boolean;
  need(text: string): void;
  name(): string;
  /** Returns true when a name and an equals sign come next. */
  isNamed(): boolean;
  /** Passes the end of a line when one of these words begins the next one. */
  skipLine(words: ReadonlySet<string>): void;
  /** `As T` behind a range variable. */
  type(): TypeSyntax | undefined;
  refuse(what: string): never;
}

const CLAUSES: ReadonlySet<string> = new Set('from where order select let join distinct skip take group aggregate'.split(' ')); // prettier-ignore

/**
 * Reads a query into one of C# (Visual Basic language specification, Query Expressions): From, Let, Where, Join, Order By, Select, Distinct, Skip and
 * Take. `from` has been read.
 */
export function readBasicQuery(cursor: BasicQueryCursor, position: number): Expr {
  let clauses: QueryClause[] = [];
  /** Variables that the clauses behind see, by their names. */
  let range: string[] = [];
  const from = (at: number): void => {
    do {
      const name = cursor.name();
      const type = cursor.type();
      cursor.need('in');
      clauses.push({ k: 'from', type, name, source: cursor.expression(), position: at });
      range.push(name);
    } while (cursor.word(','));
  };
  /** Begins again with what the query gives so far. */
  const behind = (source: Expr, name: string, at: number): void => {
    clauses = [{ k: 'from', type: undefined, name, source, position: at }];
    range = [name];
  };
  /** Calls a method of what the query gives so far, and begins again with its result. */
  const called = (method: string, values: readonly Expr[], at: number): void =>
    behind(call(finished(clauses, range, position), method, values, at), range[0] ?? '$it', at);
  from(position);
  for (;;) {
    cursor.skipLine(CLAUSES);
    const at = cursor.here();
    if (cursor.word('from')) from(at);
    else if (cursor.word('let'))
      do {
        const name = cursor.name();
        cursor.need('=');
        clauses.push({ k: 'let', name, value: cursor.expression(), position: at });
        range.push(name);
      } while (cursor.word(','));
    else if (cursor.word('where')) clauses.push({ k: 'where', value: cursor.expression(), position: at });
    else if (cursor.word('join')) {
      const name = cursor.name();
      const type = cursor.type();
      cursor.need('in');
      const source = cursor.expression();
      cursor.need('on');
      const left = cursor.expression();
      cursor.need('equals');
      clauses.push({ k: 'join', type, name, source, left, right: cursor.expression(), into: undefined, position: at });
      range.push(name);
    } else if (cursor.word('order')) {
      cursor.need('by');
      clauses.push({ k: 'orderby', keys: readKeys({ ...cursor, comma: () => cursor.word(',') }), position: at });
    } else if (cursor.word('select')) {
      const members = readMembers(cursor);
      const [only, ...more] = members;
      const isOne = only !== undefined && more.length === 0;
      const value: Expr = isOne ? only.value : { k: 'anonymous', members, position: at };
      clauses.push({ k: 'select', value, position: at });
      behind({ k: 'query', clauses, position }, (isOne ? only.name : undefined) ?? '$selected', at);
    } else if (cursor.next('while') && (cursor.word('skip') || cursor.word('take')))
      cursor.refuse('Skip While and Take While');
    else if (cursor.word('distinct')) called('Distinct', [], at);
    else if (cursor.word('skip')) called('Skip', [cursor.expression()], at);
    else if (cursor.word('take')) called('Take', [cursor.expression()], at);
    else if (cursor.word('group')) cursor.refuse('Group By and Group Join');
    else return finished(clauses, range, position);
  }
}

/** A query with what it gives at its end: its variable, or all of them together. */
function finished(clauses: readonly QueryClause[], range: readonly string[], position: number): Expr {
  const [first] = clauses;
  if (clauses.length === 1 && first?.k === 'from' && first.type === undefined) return first.source;
  const [only, ...more] = range;
  const value: Expr =
    only !== undefined && more.length === 0
      ? nameOf(only, position)
      : {
          k: 'anonymous',
          members: range.map((name) => ({ name: undefined, value: nameOf(name, position) })),
          position,
        };
  return { k: 'query', clauses: [...clauses, { k: 'select', value, position }], position };
}

function call(target: Expr, id: string, values: readonly Expr[], position: number): Expr {
  const args = values.map((value) => ({ name: undefined, mode: 'value', value }) as const);
  return { k: 'call', target: { k: 'member', target, id, args: [], position }, args, position };
}

/** Reads what Select gives: values, each with a name or without. */
function readMembers(cursor: BasicQueryCursor): { name: string | undefined; value: Expr }[] {
  const members: { name: string | undefined; value: Expr }[] = [];
  do {
    let name: string | undefined;
    if (cursor.isNamed()) {
      name = cursor.name();
      cursor.need('=');
    }
    members.push({ name, value: cursor.expression() });
  } while (cursor.word(','));
  return members;
}
