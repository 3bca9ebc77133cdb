import { LambdaParser } from './lambdas.ts';
import type { ArgumentSyntax, Expr, TypeSyntax } from './syntax.ts';

/** Tokens after `<…>` that indicate a list of type arguments. */
const AFTER_GENERIC = new Set([
  '(',
  ')',
  ']',
  '}',
  ':',
  ';',
  ',',
  '.',
  '?',
  '==',
  '!=',
  '|',
  '^',
  '&&',
  '||',
  '&',
  '[',
  '?.',
  '{',
  '',
]);

/** Parses arguments of calls and of types, and variables declared in them (C# specification, Argument lists). */
export abstract class ArgumentParser extends LambdaParser {
  /** Returns true if the name `from` begins a query. */
  protected isQuery(): boolean {
    if (this.isName(1) && this.is('in', 2)) return true;
    const end = this.typeEnd(this.at + 1);
    if (end < 0) return false;
    const next = this.tokens[end];
    const after = this.tokens[end + 1];
    return next?.kind === 'name' && after?.text === 'in';
  }

  args(open: string, close: string): ArgumentSyntax[] {
    this.expect(open);
    const args: ArgumentSyntax[] = [];
    while (!this.is(close)) {
      const name = this.isName() && this.is(':', 1) ? this.name() : undefined;
      if (name !== undefined) this.expect(':');
      const { position } = this;
      const argument = this.#argument();
      args.push({ name, ...argument, span: [position, this.tokens[this.at - 1]?.end ?? position] });
      if (!this.take(',')) break;
    }
    this.expect(close);
    return args;
  }

  #argument(): { mode: ArgumentSyntax['mode']; value: Expr } {
    const mode = this.take('out') ? 'out' : this.take('ref') ? 'ref' : this.take('in') ? 'in' : 'value';
    const declared = mode === 'out' ? this.declaration() : undefined;
    return { mode, value: declared ?? this.expression() };
  }

  /** Parses a variable declared in an expression: `int x`, `var (a, b)`. */
  declaration(): Expr | undefined {
    const { position } = this;
    // `(from x in list …)` is a query, not a variable of a type `from`.
    if ((this.isWord('from') && this.isQuery()) || this.isWord('await')) return undefined;
    return this.attempt(() => {
      const type = this.type();
      const next = this.token;
      const deconstructs = next.text === '(' && type.k === 'name' && type.parts[0]?.id === 'var';
      if (next.kind !== 'name' && !deconstructs) return undefined;
      const designation = this.designation();
      return ['=', ',', ')', ';', 'in', ']'].includes(this.token.text)
        ? { k: 'declare', type, designation, position }
        : undefined;
    });
  }

  protected genericArguments(): readonly TypeSyntax[] {
    if (!this.is('<')) return [];
    const args = this.attempt(() => {
      const types = this.typeArguments();
      return AFTER_GENERIC.has(this.token.text) && this.token.kind !== 'name' ? types : undefined;
    });
    return args ?? [];
  }
}
