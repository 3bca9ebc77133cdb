import type { Expr, QueryClause, QuerySyntax, TypeSyntax } from './syntax.ts';

/** Functions of the parser that the clauses of a query need. */
export interface QueryCursor {
  here(): number;
  expression(): Expr;
  /** Skips a word if it comes next, and returns whether it did. */
  word(text: string): boolean;
  need(text: string): void;
  name(): string;
  comma(): boolean;
  /** Parses the optional type before a range variable. */
  rangeType(): TypeSyntax | undefined;
  fail(message: string): never;
}

/** Parses a query expression (C# specification, Query expressions). */
export function readQuery(cursor: QueryCursor): QuerySyntax {
  const position = cursor.here();
  const clauses: QueryClause[] = [];
  for (;;) {
    const at = cursor.here();
    if (cursor.word('from')) {
      const type = cursor.rangeType();
      const name = cursor.name();
      cursor.need('in');
      clauses.push({ k: 'from', type, name, source: cursor.expression(), position: at });
    } else if (cursor.word('let')) {
      const name = cursor.name();
      cursor.need('=');
      clauses.push({ k: 'let', name, value: cursor.expression(), position: at });
    } else if (cursor.word('where')) clauses.push({ k: 'where', value: cursor.expression(), position: at });
    else if (cursor.word('join')) clauses.push(readJoin(cursor, at));
    else if (cursor.word('orderby')) {
      clauses.push({ k: 'orderby', keys: readKeys(cursor), position: at });
    } else if (cursor.word('select') || cursor.word('group')) {
      const value = cursor.expression();
      if (cursor.word('by')) clauses.push({ k: 'group', value, key: cursor.expression(), position: at });
      else clauses.push({ k: 'select', value, position: at });
      if (!cursor.word('into')) return { k: 'query', clauses, position };
      clauses.push({ k: 'into', name: cursor.name(), position: at });
    } else cursor.fail('CS0742: A query body must end with a select clause or a group clause');
  }
}

function readJoin(cursor: QueryCursor, position: number): QueryClause {
  const type = cursor.rangeType();
  const name = cursor.name();
  cursor.need('in');
  const source = cursor.expression();
  if (!cursor.word('on')) cursor.fail("CS1003: 'on' expected");
  const left = cursor.expression();
  if (!cursor.word('equals')) cursor.fail("CS1003: 'equals' expected");
  const right = cursor.expression();
  const into = cursor.word('into') ? cursor.name() : undefined;
  return { k: 'join', type, name, source, left, right, into, position };
}

/** Parses the keys of an ordering, in C# and in Visual Basic. */
export function readKeys(
  cursor: Pick<QueryCursor, 'expression' | 'word' | 'comma'>,
): { value: Expr; descending: boolean }[] {
  const keys: { value: Expr; descending: boolean }[] = [];
  do {
    const value = cursor.expression();
    const descending = cursor.word('descending');
    if (!descending) cursor.word('ascending');
    keys.push({ value, descending });
  } while (cursor.comma());
  return keys;
}
