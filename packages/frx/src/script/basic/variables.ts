import type { Expr, Statement, TypeSyntax } from '../grammar/syntax.ts';
import { argument, nameOf, operation, typeOf } from './cursor.ts';
import { BasicExpressions, sized } from './expressions.ts';

/** Reads the declarations of variables and the changes of arrays of Visual Basic (Visual Basic language specification, Variables). */
export class BasicVariables extends BasicExpressions {
  /** Names that share a type, with the value each begins with. */
  protected declarators(): { name: string; at: number; type: TypeSyntax; value: Expr | undefined }[] {
    const names: { name: string; at: number; bounds: Expr[]; ranks: number }[] = [];
    do {
      const at = this.position;
      const name = this.name();
      const bounds: Expr[] = [];
      let ranks = 0;
      if (this.take('(')) {
        ranks = 1;
        if (!this.is(')'))
          do {
            const first = this.expression();
            bounds.push(this.take('to') ? this.expression() : first);
          } while (this.take(','));
        this.expect(')');
      }
      names.push({ name, at, bounds, ranks });
    } while (!this.is('=') && !this.is('as') && this.take(','));
    const { position } = this;
    if (!this.take('as')) {
      const value = this.take('=') ? this.expression() : undefined;
      const isKnown = value && value.k !== 'default';
      return names.map(({ name, at, bounds, ranks }) => {
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
    return names.map(({ name, at, bounds, ranks }) => {
      const isArray = ranks > 0 && type.k !== 'array';
      const whole: TypeSyntax = isArray
        ? { k: 'array', element: type, rank: Math.max(1, bounds.length), position: at }
        : type;
      const empty: Expr = bounds.length > 0 ? sized(type, bounds, at) : { k: 'default', type: whole, position: at };
      return { name, at, type: whole, value: given ?? empty };
    });
  }

  #arrayItems(): Expr {
    const { position } = this;
    return { k: 'items', items: { items: this.items() }, position };
  }

  /** `ReDim Preserve a(5), b(n)`: arrays of another length, which keep their items or lose them. */
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
