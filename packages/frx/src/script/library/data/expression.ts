import { ExpressionError } from '../../../expression/errors.ts';
import { Decimal } from '../../../expression/values/decimal.ts';
import { parseDateTime } from '../../../expression/parsing/parseDate.ts';
import { invariantCulture } from '../../../expression/cultures/cultures.ts';
import { Double } from '../../../expression/values/values.ts';
import type { Value } from '../../../expression/values/values.ts';
import type { Call } from '../../binder/types/types.ts';
import { error, textOf } from '../../runtime/values.ts';
import { libraryType } from '../registry.ts';
import { aggregate } from './aggregates.ts';
import { changeInto } from './convert.ts';
import { calculate, like, likeOperand, negated, order } from './operators.ts';

/** Expressions of a DataTable: filters, calculated columns and Compute (DataColumn.Expression of .NET). */

/** A table as used by expressions; null stands for DBNull. */
export interface Source<Row> {
  /** Returns the index of a column by name; -1 if there is none. */
  column(name: string): number;
  /** Returns the name of the .NET type of a column. */
  dataTypeName(column: number): string;
  value(row: Row, column: number): Value;
  readonly caseSensitive: boolean;
  readonly name: string;
  /** Returns the relations in which the table is the child or the parent. */
  relatives(side: 'parents' | 'children'): readonly Relative<Row>[];
}

/** A relation of a table that expressions follow from a row. */
export interface Relative<Row> {
  readonly name: string;
  readonly table: Source<Row>;
  rows(c: Call, row: Row): readonly Row[];
}

/** Evaluates an expression for a row, or for all rows if it aggregates. */
type Evaluate<Row> = (c: Call, row: Row | undefined, rows: () => readonly Row[]) => Value;

/** A parsed expression of a filter or a calculated column. */
export interface DataExpression<Row> {
  readonly evaluate: Evaluate<Row>;
  /** The expression refers to a column outside an aggregate. */
  readonly usesRow: boolean;
}

type Token =
  | { readonly k: 'name' | 'text' | 'date' | 'operator' | 'end'; readonly text: string }
  | { readonly k: 'word'; readonly text: string; readonly at: number }
  | { readonly k: 'number'; readonly text: string; readonly value: Value };

const TOKEN =
  /\s*(?:\[((?:[^\]\\]|\\.)*)\]|`([^`]*)`|'((?:[^']|'')*)'|#([^#]*)#|(\d+(?:\.\d*)?(?:[eE][+-]?\d+)?|\.\d+)|([\p{L}_@][\p{L}\p{N}_@]*)|(<>|<=|>=|[-+*/%=<>(),.&|^~]))/uy;

function syntaxError(message: string): Error {
  return error('SyntaxErrorException', message);
}

function tokens(source: string): Token[] {
  const all: Token[] = [];
  TOKEN.lastIndex = 0;
  for (;;) {
    const at = TOKEN.lastIndex;
    if (source.slice(at).trim() === '') return [...all, { k: 'end', text: '' }];
    const found = TOKEN.exec(source);
    if (!found) {
      const place = source.length - source.slice(at).trimStart().length;
      throw syntaxError(`Cannot interpret token '${source.charAt(place)}' at position ${String(place + 1)}.`);
    }
    const [, name, quoted, text, date, number, word, operator] = found;
    if (name !== undefined) all.push({ k: 'name', text: name.replaceAll(/\\(.)/gu, '$1') });
    else if (quoted !== undefined) all.push({ k: 'name', text: quoted });
    else if (text !== undefined) all.push({ k: 'text', text: text.replaceAll("''", "'") });
    else if (date !== undefined) all.push({ k: 'date', text: date });
    else if (number !== undefined) all.push({ k: 'number', text: number, value: numberOf(number) });
    else if (word !== undefined) all.push({ k: 'word', text: word, at: TOKEN.lastIndex - word.length });
    else all.push({ k: 'operator', text: operator ?? '' });
  }
}

function numberOf(text: string): Value {
  if (/[eE]/u.test(text)) return new Double(Number(text));
  if (text.includes('.')) return Decimal.parse(text) ?? null;
  const whole = BigInt(text);
  if (whole < 2n ** 31n) return Number(whole);
  return whole < 2n ** 63n ? whole : (Decimal.parse(text) ?? null);
}

const COMPARISONS: Readonly<Record<string, (order: number) => boolean>> = {
  '=': (by) => by === 0, '<>': (by) => by !== 0, '<': (by) => by < 0, '>': (by) => by > 0, '<=': (by) => by <= 0, '>=': (by) => by >= 0,
}; // prettier-ignore

const AGGREGATES = new Set(['SUM', 'AVG', 'MIN', 'MAX', 'COUNT', 'STDEV', 'VAR']);
const DEEPEST = 100;

/** Parses an expression. @throws SyntaxErrorException and EvaluateException as .NET does */
export function parseDataExpression<Row>(source: string, table: Source<Row>): DataExpression<Row> {
  return new DataParser(source, table).parse();
}

class DataParser<Row> {
  readonly #tokens: readonly Token[];
  readonly #table: Source<Row>;
  #at = 0;
  #depth = 0;
  #usesRow = false;

  constructor(source: string, table: Source<Row>) {
    this.#tokens = tokens(source);
    this.#table = table;
  }

  parse(): DataExpression<Row> {
    const evaluate = this.#or();
    const rest = this.#token;
    this.#refuseBits(rest);
    if (rest.k !== 'end') throw syntaxError(`Syntax error: Missing operand before '${rest.text}' operator.`);
    return { evaluate, usesRow: this.#usesRow };
  }

  get #token(): Token {
    return this.#tokens[this.#at] ?? { k: 'end', text: '' };
  }

  /** Skips a keyword or an operator if it comes next. */
  #take(text: string): boolean {
    const token = this.#token;
    if ((token.k !== 'word' && token.k !== 'operator') || token.text.toUpperCase() !== text) return false;
    this.#at++;
    return true;
  }

  #need(text: string): void {
    if (!this.#take(text))
      throw syntaxError(text === ')' ? 'The expression is missing the closing parenthesis.' : `Syntax error in the expression: '${text}' is expected.`); // prettier-ignore
  }

  #or(): Evaluate<Row> {
    if (++this.#depth > DEEPEST) throw new ExpressionError('The expression nests too deep');
    let left = this.#and();
    while (this.#take('OR')) {
      const [a, b] = [left, this.#and()];
      left = (c, row, rows) => {
        const x = truth(a(c, row, rows));
        if (x === true) return true;
        const y = truth(b(c, row, rows));
        return y === true ? true : x === null || y === null ? null : false;
      };
    }
    this.#depth--;
    return left;
  }

  #and(): Evaluate<Row> {
    let left = this.#not();
    while (this.#take('AND')) {
      const [a, b] = [left, this.#not()];
      left = (c, row, rows) => {
        const x = truth(a(c, row, rows));
        if (x === false) return false;
        const y = truth(b(c, row, rows));
        return y === false ? false : x === null || y === null ? null : true;
      };
    }
    return left;
  }

  #not(): Evaluate<Row> {
    if (!this.#take('NOT')) return this.#comparison();
    const inner = this.#not();
    return (c, row, rows) => {
      const value = truth(inner(c, row, rows));
      return value === null ? null : !value;
    };
  }

  #comparison(): Evaluate<Row> {
    let left = this.#sum();
    for (;;) {
      const made = this.#compared(left);
      if (!made) return left;
      left = made;
    }
  }

  #compared(left: Evaluate<Row>): Evaluate<Row> | undefined {
    const { caseSensitive } = this.#table;
    const token = this.#token;
    const test = token.k === 'operator' ? COMPARISONS[token.text] : undefined;
    if (test) {
      this.#at++;
      const next = this.#token;
      if (next.k === 'operator' && COMPARISONS[next.text])
        throw syntaxError(`Syntax error: Missing operand before '${next.text}' operator.`);
      const right = this.#operand(token.text, () => this.#sum());
      return (c, row, rows) => {
        const [a, b] = [left(c, row, rows), right(c, row, rows)];
        return a === null || b === null ? null : test(order(c, token.text, a, b, caseSensitive));
      };
    }
    if (this.#take('IS')) {
      const isNegative = this.#take('NOT');
      this.#need('NULL');
      return (c, row, rows) => (left(c, row, rows) === null) !== isNegative;
    }
    const isNegative =
      token.k === 'word' && token.text.toUpperCase() === 'NOT' && /^(?:IN|LIKE)$/iu.test(this.#tokens[this.#at + 1]?.text ?? '');
    if (isNegative) this.#at++;
    const negate = (made: Evaluate<Row>): Evaluate<Row> =>
      isNegative
        ? (c, row, rows) => {
            const value = made(c, row, rows);
            return value === null ? null : value !== true;
          }
        : made;
    if (this.#take('LIKE')) {
      const right = this.#operand('Like', () => this.#sum());
      let known: { pattern: string; matches: (text: string) => boolean } | undefined;
      return negate((c, row, rows) => {
        const [a, b] = [left(c, row, rows), right(c, row, rows)];
        if (a === null || b === null) return null;
        const pattern = likeOperand(b);
        if (known?.pattern !== pattern) known = { pattern, matches: like(pattern, caseSensitive) };
        return known.matches(likeOperand(a));
      });
    }
    if (this.#take('IN')) return negate(this.#in(left));
    if (this.#take('BETWEEN'))
      throw error('EvaluateException', "The expression contains unsupported operator 'Between'.");
    return undefined;
  } // prettier-ignore

  #in(left: Evaluate<Row>): Evaluate<Row> {
    this.#need('(');
    const before = this.#usesRow;
    this.#usesRow = false;
    const items = this.#list();
    if (this.#usesRow)
      throw error('EvaluateException', 'Only constant expressions are allowed in the expression list for the IN operator.');
    this.#usesRow = before;
    const { caseSensitive } = this.#table;
    return (c, row, rows) => {
      const value = left(c, row, rows);
      if (value === null) return null;
      return items.some((item) => {
        const other = item(c, row, rows);
        return other !== null && order(c, '=', value, other, caseSensitive) === 0;
      });
    };
  } // prettier-ignore

  #operand(operator: string, read: () => Evaluate<Row>): Evaluate<Row> {
    if (this.#token.k === 'end') throw syntaxError(`Syntax error: Missing operand after '${operator}' operator.`);
    return read();
  }

  #sum(): Evaluate<Row> {
    return this.#row(['+', '-'], () => this.#product());
  }

  #product(): Evaluate<Row> {
    return this.#row(['*', '/', '%'], () => this.#unary());
  }

  #row(operators: readonly ('+' | '-' | '*' | '/' | '%')[], next: () => Evaluate<Row>): Evaluate<Row> {
    let left = next();
    for (;;) {
      const operator = operators.find((each) => this.#take(each));
      if (!operator) return left;
      const [a, b] = [left, this.#operand(operator, next)];
      left = (c, row, rows) => calculate(c, operator, a(c, row, rows), b(c, row, rows));
    }
  }

  #unary(): Evaluate<Row> {
    if (this.#take('+')) return this.#unary();
    if (!this.#take('-')) return this.#primary();
    const inner = this.#unary();
    return (c, row, rows) => negated(c, inner(c, row, rows));
  }

  #refuseBits(token: Token): void {
    if (token.k === 'operator' && /[&|^~]/u.test(token.text))
      throw error('EvaluateException', `The expression contains unsupported operator '${token.text}'.`);
  }

  #list(): Evaluate<Row>[] {
    const items: Evaluate<Row>[] = [];
    if (this.#take(')')) return items;
    do items.push(this.#or());
    while (this.#take(','));
    this.#need(')');
    return items;
  }

  #primary(): Evaluate<Row> {
    const token = this.#token;
    this.#at++;
    switch (token.k) {
      case 'number': {
        const { value } = token;
        return () => value;
      }
      case 'text':
        return () => token.text;
      case 'date': {
        let date: Value | undefined;
        return (c) => (date ??= parseDateTime(token.text, invariantCulture, c.rt.now));
      }
      case 'name':
        return this.#column(token.text);
      case 'word':
        return this.#word(token.text, token.at);
      case 'operator':
        if (token.text === '(') {
          const inner = this.#or();
          this.#need(')');
          return inner;
        }
        this.#refuseBits(token);
        throw syntaxError(`Syntax error: Missing operand before '${token.text}' operator.`);
      default:
        throw syntaxError('Syntax error: the expression ends too early.');
    }
  }

  #column(name: string): Evaluate<Row> {
    const index = this.#table.column(name);
    if (index < 0) throw error('EvaluateException', `Cannot find column [${name}].`);
    this.#usesRow = true;
    const { value } = this.#table;
    return (_c, row) => {
      return value(rowOf(row), index);
    };
  }

  /** Returns true when a relation or a column of another table follows the word. */
  #isRelation(): boolean {
    const { k, text } = this.#token;
    return k === 'operator' && (text === '.' || text === '(');
  }

  /** Parses `(Relation).Column` after Parent or Child; without a name it is the only relation. */
  #related(
    side: 'parents' | 'children',
    none: (name: string | undefined) => Error,
  ): { relative: Relative<Row>; column: number } {
    let wanted: string | undefined;
    if (this.#take('(')) {
      wanted = this.#token.text;
      this.#at++;
      this.#need(')');
    }
    this.#need('.');
    const { text } = this.#token;
    this.#at++;
    const all = this.#table.relatives(side);
    if (wanted === undefined && all.length > 1)
      throw error(
        'EvaluateException',
        `The table [${this.#table.name}] involved in more than one relation. You must explicitly mention a relation name in the expression 'System.Data.${side === 'parents' ? 'Lookup' : 'Aggregate'}Node'.`,
      );
    const relative =
      wanted === undefined ? all[0] : all.find((each) => each.name.toLowerCase() === wanted?.toLowerCase());
    if (!relative) throw none(wanted === undefined ? undefined : side === 'parents' ? wanted : text);
    const column = relative.table.column(text);
    if (column < 0) throw error('EvaluateException', `Cannot find column [${text}].`);
    this.#usesRow = true;
    return { relative, column };
  }

  /** Parses a column of the parent row. */
  #parent(): Evaluate<Row> {
    const { relative, column } = this.#related('parents', (name) =>
      name === undefined
        ? error('IndexOutOfRangeException', 'Cannot find relation 0.')
        : error('EvaluateException', `Cannot find the parent relation '${name}'.`),
    );
    return (c, row) => {
      const [parent] = relative.rows(c, rowOf(row));
      return parent === undefined ? null : relative.table.value(parent, column);
    };
  }

  #word(word: string, at: number): Evaluate<Row> {
    const name = word.toUpperCase();
    if (name === 'NULL') return () => null;
    if (name === 'TRUE' || name === 'FALSE') return () => name === 'TRUE';
    if (name === 'PARENT' && this.#isRelation()) return this.#parent();
    if (name === 'CHILD' && this.#isRelation())
      throw syntaxError(`Cannot interpret token '${word}' at position ${String(at + 1)}.`);
    if (this.#take('.'))
      throw new ExpressionError(`Expressions of data tables: relations (${word}.…) are not available`);
    if (!this.#take('(')) return this.#column(word);
    if (AGGREGATES.has(name)) return this.#aggregate(name);
    const args = this.#list();
    const [a, b, d] = args;
    const count = FUNCTIONS[name];
    if (count === undefined) {
      if (name === 'ABS') throw new ExpressionError('Expressions of data tables: ABS is not available');
      throw error('EvaluateException', `The expression contains undefined function call ${word}().`);
    }
    if (args.length !== count || !a)
      throw error('EvaluateException', `Invalid number of arguments: function ${name}().`);
    switch (name) {
      case 'LEN':
        return (c, row, rows) => {
          const value = a(c, row, rows);
          return value === null ? null : textOf(value, c.rt).length;
        };
      case 'TRIM':
        return (c, row, rows) => {
          const value = a(c, row, rows);
          return value === null ? null : textOf(value, c.rt).trim();
        };
      case 'ISNULL':
        return (c, row, rows) => a(c, row, rows) ?? b?.(c, row, rows) ?? null;
      case 'IIF':
        return (c, row, rows) => (truth(a(c, row, rows)) === true ? b : d)?.(c, row, rows) ?? null;
      case 'SUBSTRING':
        return (c, row, rows) => {
          const text = a(c, row, rows);
          const [from, length] = [b?.(c, row, rows) ?? null, d?.(c, row, rows) ?? null];
          if (text === null || typeof from !== 'number' || typeof length !== 'number') return null;
          return textOf(text, c.rt).slice(Math.max(from - 1, 0), Math.max(from - 1, 0) + length);
        };
      default:
        return (c, row, rows) => {
          const [value, type] = [a(c, row, rows), b?.(c, row, rows) ?? null];
          const found = typeof type === 'string' ? libraryType(type.replace(/^System\./u, '')) : undefined;
          if (!found) throw error('EvaluateException', `Invalid type name '${textOf(type, c.rt)}'.`);
          return value === null ? null : changeInto(c, value, found.open);
        };
    }
  }

  #aggregate(name: string): Evaluate<Row> {
    const token = this.#token;
    this.#at++;
    if (token.k === 'word' && token.text.toUpperCase() === 'CHILD' && this.#isRelation()) {
      const { relative, column } = this.#related('children', (asked) =>
        error('EvaluateException', asked === undefined ? "Unbound reference in the aggregate expression 'System.Data.AggregateNode'." : `Cannot find column [${asked}].`),
      );
      this.#need(')');
      const { table } = relative;
      const kind = table.dataTypeName(column);
      return (c, row) => aggregate(c, name, kind, relative.rows(c, rowOf(row)).map((each) => table.value(each, column)));
    }
    if ((token.k !== 'word' && token.k !== 'name') || !this.#take(')'))
      throw syntaxError("Syntax error in aggregate argument: Expecting a single column argument with possible 'Child' qualifier.");
    const index = this.#table.column(token.text);
    if (index < 0) throw error('EvaluateException', `Cannot find column [${token.text}].`);
    const { value } = this.#table;
    const type = this.#table.dataTypeName(index);
    return (c, _row, rows) => aggregate(c, name, type, rows().map((row) => value(row, index)));
  } // prettier-ignore
}

/** Functions with the number of their arguments. */
const FUNCTIONS: Readonly<Record<string, number>> = { LEN: 1, TRIM: 1, ISNULL: 2, IIF: 3, SUBSTRING: 3, CONVERT: 2 };

/** Returns the row for which an expression is evaluated. @throws EvaluateException if there is none */
function rowOf<Row>(row: Row | undefined): Row {
  if (row === undefined)
    throw error('EvaluateException', "Cannot evaluate. Expression 'System.Data.NameNode' is not an aggregate.");
  return row;
}

function truth(value: Value): boolean | null {
  if (value === null || typeof value === 'boolean') return value;
  throw error('EvaluateException', 'Filter expression does not evaluate to a Boolean term.');
}
