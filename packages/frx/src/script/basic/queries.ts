import type { Expr, QueryClause, TypeSyntax } from '../grammar/syntax.ts';
import { readKeys } from '../grammar/queries.ts';
import { nameOf } from './cursor.ts';

/** Functions of the parser that the clauses of a query need. */
export interface BasicQueryCursor {
  here(): number;
  expression(): Expr;
  /** Skips a word if it comes next, and returns whether it did. */
  word(text: string): boolean;
  /** Returns true if this word follows the next one. */
  next(text: string): boolean;
  need(text: string): void;
  name(): string;
  /** Returns true if a name and an equals sign come next. */
  isNamed(): boolean;
  /** Skips the end of a line if one of these words starts the next one. */
  skipLine(words: ReadonlySet<string>): void;
  /** Reads `As T` after a range variable. */
  type(): TypeSyntax | undefined;
  /** Reads values in parentheses; returns none if there are no parentheses. */
  arguments(): Expr[];
}

const CLAUSES: ReadonlySet<string> = new Set('from where order select let join distinct skip take group aggregate into'.split(' ')); // prettier-ignore

/**
 * Parses a query into one of C# (Visual Basic language specification, Query Expressions): From, Let, Where, Join, Group By, Group Join,
 * Order By, Select, Distinct, Skip, Take, and Into after Aggregate. The first word has been read.
 */
export function readBasicQuery(cursor: BasicQueryCursor, position: number): Expr {
  let clauses: QueryClause[] = [];
  /** Names of the variables visible to the clauses that follow. */
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
  /** Starts a new query with the result so far as its source. */
  const behind = (source: Expr, name: string, at: number): void => {
    clauses = [{ k: 'from', type: undefined, name, source, position: at }];
    range = [name];
  };
  /** Calls a method on the result so far and starts a new query with its result. */
  const called = (method: string, values: readonly Expr[], at: number): void =>
    behind(call(finished(clauses, range, position), method, values, at), range[0] ?? '$it', at);
  /** Reads `Skip n` or `Skip While condition`, and the same for Take. */
  const part = (method: string, at: number): void =>
    cursor.word('while')
      ? called(`${method}While`, [overRange(cursor.expression(), range, at)], at)
      : called(method, [cursor.expression()], at);
  const join = (at: number, isGroup: boolean): void => {
    if (isGroup) cursor.need('join');
    const name = cursor.name();
    const type = cursor.type();
    cursor.need('in');
    const source = cursor.expression();
    cursor.need('on');
    const left = cursor.expression();
    cursor.need('equals');
    const into = isGroup ? `$group${String(at)}` : undefined;
    clauses.push({ k: 'join', type, name, source, left, right: cursor.expression(), into, position: at });
    if (into === undefined) range.push(name);
    else {
      cursor.need('into');
      for (const total of readTotals(cursor, nameOf(into, at), [name], at)) {
        clauses.push({ k: 'let', ...total, position: at });
        range.push(total.name);
      }
    }
  };
  const group = (at: number): void => {
    const elements = cursor.word('by') ? undefined : readMembers(cursor);
    if (elements) cursor.need('by');
    const keys = readMembers(cursor).map((key) => ({ ...key, name: key.name ?? nameIn(key.value) ?? '$key' }));
    cursor.need('into');
    const inner = elements?.map((each) => each.name ?? nameIn(each.value) ?? '$element') ?? range;
    const value = elements ? valueOf(elements, at) : whole(range, at);
    const [only, ...more] = keys;
    const key: Expr = only && more.length === 0 ? only.value : { k: 'anonymous', members: keys, position: at };
    const groups: Expr = { k: 'query', clauses: [...clauses, { k: 'group', value, key, position: at }], position };
    const name = `$group${String(at)}`;
    behind(groups, name, at);
    const found: Expr = { k: 'member', target: nameOf(name, at), id: 'Key', args: [], position: at };
    range = keys.map((each) => each.name);
    for (const each of range) {
      const part: Expr = more.length === 0 ? found : { k: 'member', target: found, id: each, args: [], position: at };
      clauses.push({ k: 'let', name: each, value: part, position: at });
    }
    for (const total of readTotals(cursor, nameOf(name, at), inner, at)) {
      clauses.push({ k: 'let', ...total, position: at });
      range.push(total.name);
    }
  };
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
    else if (cursor.word('join')) join(at, false);
    else if (cursor.word('order')) {
      cursor.need('by');
      clauses.push({ k: 'orderby', keys: readKeys({ ...cursor, comma: () => cursor.word(',') }), position: at });
    } else if (cursor.word('select')) {
      const members = readMembers(cursor);
      clauses.push({ k: 'select', value: valueOf(members, at), position: at });
      behind(
        { k: 'query', clauses, position },
        (members.length === 1 ? members[0]?.name : undefined) ?? '$selected',
        at,
      );
    } else if (cursor.word('distinct')) called('Distinct', [], at);
    else if (cursor.word('skip')) part('Skip', at);
    else if (cursor.word('take')) part('Take', at);
    else if (cursor.next('join') && cursor.word('group')) join(at, true);
    else if (cursor.word('group')) group(at);
    else if (cursor.word('into')) {
      const totals = readTotals(cursor, finished(clauses, range, position), range, at);
      const [only, ...more] = totals;
      return only && more.length === 0 ? only.value : { k: 'anonymous', members: totals, position: at };
    } else return finished(clauses, range, position);
  }
}

/** Completes a query with its result: its variable, or all of them together. */
function finished(clauses: readonly QueryClause[], range: readonly string[], position: number): Expr {
  const [first] = clauses;
  if (clauses.length === 1 && first?.k === 'from' && first.type === undefined) return first.source;
  const value = whole(range, position);
  return { k: 'query', clauses: [...clauses, { k: 'select', value, position }], position };
}

function call(target: Expr, id: string, values: readonly Expr[], position: number): Expr {
  const args = values.map((value) => ({ name: undefined, mode: 'value', value }) as const);
  return { k: 'call', target: { k: 'member', target, id, args: [], position }, args, position };
}

/** Reads the values of Select, each with an optional name. */
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

interface Named {
  readonly name: string | undefined;
  readonly value: Expr;
}

/** Returns one value, or several as an anonymous object. */
function valueOf(members: readonly Named[], position: number): Expr {
  const [only, ...more] = members;
  return only && more.length === 0 ? only.value : { k: 'anonymous', members, position };
}

/** Returns the range variable, or several as an anonymous object. */
function whole(range: readonly string[], position: number): Expr {
  return valueOf(range.map((name) => ({ name: range.length > 1 ? name : undefined, value: nameOf(name, position) })), position); // prettier-ignore
}

/** Returns the implicit name of an expression: that of its variable or member. */
function nameIn(value: Expr): string | undefined {
  return value.k === 'id' || value.k === 'member' ? value.id : undefined;
}

/** Returns a lambda over the result of a query, with its range variables in scope. */
function overRange(body: Expr, range: readonly string[], position: number): Expr {
  const [only, ...more] = range;
  const isOne = only !== undefined && more.length === 0;
  const name = isOne ? only : '$range';
  const aliases = isOne ? {} : { aliases: range.map((each) => ({ name: each, path: [each] })) };
  return { k: 'lambda', parameters: [{ name, type: undefined, mode: 'value' }], body, isAsync: false, ...aliases, position }; // prettier-ignore
}

/** Reads the part after Into: the group itself, or methods of it over its range variables. */
function readTotals(
  cursor: BasicQueryCursor,
  group: Expr,
  range: readonly string[],
  position: number,
): { name: string; value: Expr }[] {
  const totals: { name: string; value: Expr }[] = [];
  do {
    const given = cursor.isNamed() ? cursor.name() : undefined;
    if (given !== undefined) cursor.need('=');
    const method = cursor.name();
    const isGroup = method.toLowerCase() === 'group';
    const [argument] = isGroup ? [] : cursor.arguments();
    const args = argument ? [overRange(argument, range, position)] : [];
    totals.push({ name: given ?? method, value: isGroup ? group : call(group, method, args, position) });
  } while (cursor.word(','));
  return totals;
}
