import type { Expr, FieldSyntax, Statement, TypeSyntax } from '../grammar/syntax.ts';
import { argument, nameOf, operation, typeOf } from './cursor.ts';
import { BasicExpressions, rowsOf, sized } from './expressions.ts';

/** Types by the suffixes of names. */
const SUFFIXES: ReadonlyMap<string, string> = new Map([
  ['$', 'string'],
  ['%', 'int'],
  ['@', 'decimal'],
  ['!', 'float'],
  ['#', 'double'],
]);

/** Parses the declarations of variables and ReDim (Visual Basic language specification, Variables). */
export class BasicVariables extends BasicExpressions {
  /** Reads names that share a type, with the initial value of each. */
  protected declarators(): { name: string; at: number; type: TypeSyntax; value: Expr | undefined }[] {
    const names: {
      name: string;
      at: number;
      bounds: Expr[];
      ranks: number;
      nested: number;
      stated: string | undefined;
    }[] = [];
    do {
      const at = this.position;
      const stated = SUFFIXES.get(this.token.suffix ?? '');
      const name = this.name();
      const bounds: Expr[] = [];
      let ranks = 0;
      if (this.take('(')) {
        ranks = 1;
        while (this.take(',')) ranks++;
        if (!this.is(')'))
          do {
            const first = this.expression();
            bounds.push(this.take('to') ? this.expression() : first);
          } while (this.take(','));
        this.expect(')');
      }
      let nested = 0;
      if (ranks > 0) for (; this.is('(') && this.is(')', 1); nested++) this.at += 2;
      names.push({ name, at, bounds, ranks, nested, stated });
    } while (!this.is('=') && !this.is('as') && this.take(','));
    const { position } = this;
    if (!this.take('as')) {
      const value = this.take('=') ? this.expression() : undefined;
      const isKnown = value && value.k !== 'default';
      return names.map(({ name, at, bounds, ranks, stated }) => {
        if (stated !== undefined) return this.#stated(name, typeOf(stated, at), bounds, ranks, value, at);
        if (ranks > 0 && bounds.length > 0)
          return { name, at, type: typeOf('var', at), value: sized(typeOf('dynamic', at), bounds, at) };
        return {
          name,
          at,
          type: typeOf(isKnown ? 'var' : 'dynamic', at),
          value: value ?? { k: 'default', type: undefined, position: at },
        };
      });
    }
    if (this.is('new')) {
      this.advance();
      const made = this.creation(position);
      const type = made.k === 'new' ? made.type : typeOf('var', position);
      return names.map(({ name, at }) => ({ name, at, type, value: made }));
    }
    const type = this.type();
    const given = this.take('=') ? (this.is('{') ? this.#arrayItems() : this.expression()) : undefined;
    return names.map(({ name, at, bounds, ranks, nested }) => {
      let item = type;
      for (let depth = 0; depth < nested; depth++) item = { k: 'array', element: item, rank: 1, position: at };
      return this.#stated(name, item, bounds, ranks, given, at, nested > 0);
    });
  }

  /** Returns the type and value of a variable with an explicit type, which may be that of the items of its array. */
  #stated(
    name: string,
    type: TypeSyntax,
    bounds: readonly Expr[],
    ranks: number,
    given: Expr | undefined,
    at: number,
    isNested = false,
  ): { name: string; at: number; type: TypeSyntax; value: Expr } {
    const isArray = ranks > 0 && (isNested || type.k !== 'array');
    const whole: TypeSyntax = isArray
      ? { k: 'array', element: type, rank: Math.max(ranks, bounds.length), position: at }
      : type;
    const empty: Expr =
      bounds.length > 0 ? sized(type, bounds, at) : { k: 'default', type: whole, isBlank: true, position: at };
    return { name, at, type: whole, value: given ?? empty };
  }

  #arrayItems(): Expr {
    const { position } = this;
    return rowsOf({ k: 'array', element: undefined, sizes: [], rank: 1, items: { items: this.items() }, position });
  }

  /** Reads `ReDim Preserve a(5), b(n)`: arrays of another length, with or without their items. */
  protected reDim(): Statement[] {
    const { position } = this.advance();
    const isKept = this.take('preserve');
    const statements: Statement[] = [];
    do {
      const target = nameOf(this.name(), position);
      const [bound, ...more] = this.args();
      if (!bound || more.length > 0) this.refuse('ReDim of several dimensions', position);
      const one: Expr = { k: 'literal', type: 'int', value: 1, position };
      const length = operation('to int', [operation('+', [bound.value, one], position)], position);
      const call = (name: string, values: readonly Expr[]): Statement => ({
        k: 'expression',
        value: {
          k: 'call',
          target: { k: 'member', target: nameOf('Array', position), id: name, args: [], position },
          args: values.map((value) => argument(value)),
          position,
        },
        position,
      });
      const zero: Expr = { k: 'literal', type: 'int', value: 0, position };
      statements.push(call('Resize', [target, length]));
      if (!isKept) statements.push(call('Clear', [target, zero, length]));
    } while (this.take(','));
    return statements;
  }
}

/** Returns the syntax of a field; without an explicit type it has that of its constant. */
export function fieldOf(
  name: string,
  type: TypeSyntax,
  value: Expr | undefined,
  modifiers: ReadonlySet<string>,
  position: number,
): FieldSyntax {
  const isVar = type.k === 'name' && type.parts[0]?.id === 'var';
  const of = isVar ? typeOf(value?.k === 'literal' ? value.type : 'dynamic', position) : type;
  // A field is initialized with the default of its type; a structure must not state that.
  const initial = value?.k === 'default' ? undefined : value;
  return { k: 'field', name, modifiers, type: of, value: initial, isEvent: false, position };
}
