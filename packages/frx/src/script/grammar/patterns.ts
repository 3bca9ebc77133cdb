import { Cursor } from './cursor.ts';
import type { Block, Designation, Expr, Pattern, TypeSyntax } from './syntax.ts';

/** Tokens that may follow a type pattern. */
const AFTER_TYPE = new Set([')', ';', ',', '&&', '||', '?', ':', '}', ']', '=>', '==', '!=', '&', '|', '^', '']);

/** Parses patterns (C# specification, Patterns) and the targets of deconstruction. */
export abstract class PatternParser extends Cursor {
  abstract expression(): Expr;
  /** Parses an expression of a level and above; 0 is `??`. */
  abstract binary(level: number): Expr;
  abstract block(): Block;

  /** Parses a pattern; a type alone is not a pattern (C# 8). */
  pattern(): Pattern {
    return this.nested(() => {
      if (this.isWord('not') && !this.is(',', 1) && !this.is(')', 1) && !this.is('=>', 1)) this.#tooNew('not pattern');
      const pattern = this.#primary();
      if (this.isWord('or') || this.isWord('and')) this.#tooNew(`${this.token.text} pattern`);
      return pattern;
    });
  }

  /** Parses a pattern or type after `is`. */
  tested(): Pattern {
    const pattern = this.pattern();
    return pattern.k === 'type' ? { ...pattern, isWhole: true } : pattern;
  }

  #tooNew(feature: string): never {
    this.fail(`CS8400: Feature '${feature}' is not available in C# 8.0. Please use language version 9.0 or greater.`);
  }

  #primary(): Pattern {
    const { position } = this;
    if (this.isWord('_') && !this.is('.', 1)) {
      this.advance();
      return { k: 'discard', position };
    }
    if (this.isWord('var') && (this.isName(1) || this.is('(', 1))) {
      this.advance();
      return { k: 'var', designation: this.designation(), position };
    }
    if (['<', '>', '<=', '>='].some((sign) => this.is(sign))) this.#tooNew('relational pattern');
    if (this.is('{')) return this.#recursive(undefined, position);
    if (this.is('(')) return this.#parenthesised(position);
    if (this.isWord('nameof') && this.is('(', 1)) return { k: 'constant', value: this.binary(SHIFT), position };
    const typed = this.attempt(() => this.#typed(position));
    return typed ?? { k: 'constant', value: this.binary(SHIFT), position };
  }

  #typed(position: number): Pattern | undefined {
    let type: TypeSyntax = this.type(false);
    if (this.is('?') && AFTER_NULLABLE.has(this.peek(1).text)) {
      this.advance();
      type = { k: 'nullable', element: type, position };
    }
    if (this.is('{') || this.is('(')) return this.#recursive(type, position);
    if (this.isName() && !this.#isCombinator()) return { k: 'type', type, designation: this.designation(), position };
    const next = this.token;
    if (next.kind !== 'end' && !AFTER_TYPE.has(next.text) && !this.#isCombinator()) return undefined;
    return { k: 'type', type, designation: undefined, position };
  }

  /** Returns true for words that continue or end the pattern and are not a designation. */
  #isCombinator(): boolean {
    return ['and', 'or', 'when', 'where', 'select', 'orderby', 'group', 'join', 'let', 'from', 'on', 'equals', 'into', 'ascending', 'descending', 'by'].some((word) => this.isWord(word)); // prettier-ignore
  }

  #parenthesised(position: number): Pattern {
    const start = this.at;
    const typed = this.attempt(() => {
      const pattern = this.typeEnd(this.at) > 0 ? this.#typed(position) : undefined;
      // `(int a, int b)` alone deconstructs a value; as a tuple type it is followed by a name.
      return pattern?.k === 'type' && !pattern.designation ? undefined : pattern;
    });
    if (typed) return typed;
    this.at = start;
    const cast = this.attempt(() => {
      const value = this.binary(SHIFT);
      return value.k === 'cast' || value.k === 'binary' ? value : undefined;
    });
    if (cast) return { k: 'constant', value: cast, position };
    this.at = start;
    return this.#recursive(undefined, position);
  }

  #recursive(type: TypeSyntax | undefined, position: number): Pattern {
    let positions: { name: string | undefined; pattern: Pattern }[] | undefined;
    if (this.take('(')) {
      positions = [];
      while (!this.is(')')) {
        const name = this.isName() && this.is(':', 1) ? this.name() : undefined;
        if (name !== undefined) this.expect(':');
        positions.push({ name, pattern: this.pattern() });
        if (!this.take(',')) break;
      }
      this.expect(')');
    }
    let members: { name: string; pattern: Pattern }[] | undefined;
    if (this.take('{')) {
      members = [];
      while (!this.is('}')) {
        const name = this.name();
        if (this.is('.')) this.#tooNew('extended property patterns');
        this.expect(':');
        members.push({ name, pattern: this.pattern() });
        if (!this.take(',')) break;
      }
      this.expect('}');
    }
    const designation = this.isName() && !this.#isCombinator() ? this.designation() : undefined;
    const [only] = positions ?? [];
    if (type === undefined && positions?.length === 1 && only && !members && !designation && only.name === undefined)
      this.#tooNew('parenthesized pattern');
    return { k: 'recursive', type, positions, members, designation, position };
  }

  designation(): Designation {
    const { position } = this;
    if (this.take('(')) {
      const items: Designation[] = [];
      do items.push(this.designation());
      while (this.take(','));
      this.expect(')');
      return { k: 'list', items, position };
    }
    const name = this.name();
    return name === '_' ? { k: 'discard', position } : { k: 'single', name, position };
  }
}

/** Level of the shift operators in `binary`. */
export const SHIFT = 8;

const AFTER_NULLABLE = new Set([')', ';', ',', '&&', '||', '}', ']']);
