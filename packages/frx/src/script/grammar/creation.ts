import { PatternParser } from './patterns.ts';
import type { ArgumentSyntax, ArrayItems, Expr, Initializer, InitializerMember, TypeSyntax } from './syntax.ts';

/** Parses `new` with its initializers (C# specification, Object creation expressions and Array creation expressions). */
export abstract class CreationParser extends PatternParser {
  abstract args(open: string, close: string): ArgumentSyntax[];

  /** True for expressions of templates, where `[…]` is a data column. */
  protected readonly readsData: boolean = false;

  /** Parses `new` and the creation after it. */
  protected creation(): Expr {
    const { position } = this.expect('new');
    if (this.is('{')) return this.#anonymous(position);
    if (this.is('[')) {
      this.advance();
      let rank = 1;
      while (this.take(',')) rank++;
      this.expect(']');
      return { k: 'array', element: undefined, sizes: [], rank, items: this.arrayItems(), position };
    }
    const named = this.#newType();
    if (this.is('[')) return this.#newArray(named, position);
    if (this.is('{') || this.is('(')) {
      const args = this.is('(') ? this.args('(', ')') : [];
      return { k: 'new', type: named, args, init: this.is('{') ? this.initializer() : undefined, position };
    }
    return this.fail('CS1526: A new expression requires (), [], or {} after type');
  }

  /** Parses `stackalloc T[…]` as a span over a new array. */
  protected stackAllocation(): Expr {
    const { position } = this.expect('stackalloc');
    if (this.is('[')) this.fail('stackalloc is not available here without the type of its elements');
    const element = this.#newType();
    const value = this.#newArray(element, position);
    const parts = [
      { id: 'System', args: [] },
      { id: 'Span', args: [element] },
    ];
    const args = [{ name: undefined, mode: 'value' as const, value }];
    return { k: 'new', type: { k: 'name', parts, position }, args, init: undefined, position };
  }

  /** Parses a type without the brackets of an array. */
  #newType(): TypeSyntax {
    const { position } = this;
    let end = this.at;
    let depth = 0;
    // The parentheses of a tuple type belong to it.
    if (this.is('('))
      for (let open = 0; end < this.tokens.length; end++) {
        const text = this.tokens[end]?.text;
        if (text === '(') open++;
        else if (text === ')' && --open === 0) {
          end++;
          break;
        }
      }
    for (; ; end++) {
      const token = this.tokens[end];
      if (!token || token.kind === 'end') break;
      if (token.text === '<') depth++;
      else if (token.text === '>') depth--;
      else if (depth === 0 && ['[', '(', '{', ';', ')', ','].includes(token.text)) break;
    }
    const rest = this.tokens;
    const stop = rest[end];
    this.tokens = [
      ...rest.slice(0, end),
      { kind: 'end', text: '', position: stop?.position ?? position, end: stop?.position ?? position },
    ];
    try {
      return this.type();
    } finally {
      this.tokens = rest;
    }
  }

  #newArray(base: TypeSyntax, position: number): Expr {
    const sizes: Expr[] = [];
    this.expect('[');
    let rank = 1;
    if (this.is(']') || this.is(',')) while (this.take(',')) rank++;
    else {
      do sizes.push(this.expression());
      while (this.take(','));
      rank = sizes.length;
    }
    this.expect(']');
    if (sizes.length > 0 && this.is('[') && !this.is(']', 1) && !this.is(',', 1))
      this.fail("CS0178: Invalid rank specifier: expected ',' or ']'");
    const more: number[] = [];
    while (this.is('[') && (this.is(']', 1) || this.is(',', 1))) {
      this.advance();
      let inner = 1;
      while (this.take(',')) inner++;
      this.expect(']');
      more.push(inner);
    }
    let element = base;
    for (const inner of more.toReversed()) element = { k: 'array', element, rank: inner, position };
    return { k: 'array', element, sizes, rank, items: this.is('{') ? this.arrayItems() : undefined, position };
  }

  arrayItems(): ArrayItems {
    const { position: start } = this.expect('{');
    const items: Expr[] = [];
    while (!this.is('}')) {
      const { position } = this;
      items.push(this.is('{') ? { k: 'items', items: this.arrayItems(), position } : this.expression());
      if (!this.take(',')) break;
    }
    this.expect('}');
    return { items, position: start };
  }

  #anonymous(position: number): Expr {
    this.expect('{');
    const members: { name: string | undefined; value: Expr }[] = [];
    while (!this.is('}')) {
      const name = this.isName() && this.is('=', 1) ? this.name() : undefined;
      if (name !== undefined) this.expect('=');
      members.push({ name, value: this.expression() });
      if (!this.take(',')) break;
    }
    this.expect('}');
    return { k: 'anonymous', members, position };
  }

  initializer(): Initializer {
    const { position } = this.expect('{');
    const named = (this.isName() && this.is('=', 1)) || (this.is('[') && !this.readsData);
    if (!named && !this.is('}')) {
      const items: Expr[][] = [];
      while (!this.is('}')) {
        if (this.take('{')) {
          const group: Expr[] = [];
          do group.push(this.expression());
          while (this.take(',') && !this.is('}'));
          this.expect('}');
          items.push(group);
        } else items.push([this.expression()]);
        if (!this.take(',')) break;
      }
      this.expect('}');
      return { k: 'items', items, position };
    }
    const members: InitializerMember[] = [];
    while (!this.is('}')) {
      const at = this.position;
      const index = this.is('[') ? this.args('[', ']') : [];
      const name = index.length > 0 ? undefined : this.name();
      this.expect('=');
      members.push({ name, index, value: this.is('{') ? this.initializer() : this.expression(), position: at });
      if (!this.take(',')) break;
    }
    this.expect('}');
    return { k: 'members', members };
  }
}
