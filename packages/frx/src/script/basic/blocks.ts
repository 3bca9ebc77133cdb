import type { Block, Expr, LocalSyntax, Statement, TypeSyntax } from '../grammar/syntax.ts';
import { BasicVariables } from './variables.ts';

/** Kinds of blocks that an Exit statement can leave. */
export type Loop = 'for' | 'while' | 'do' | 'select' | 'try';

/** Parses blocks of statements up to their ends. */
export abstract class BasicBlocks extends BasicVariables {
  /** Loops around the current statement, with the labels at the end of the body and after the loop that inner statements jump to. */
  protected loops: { readonly kind: Loop; next: string | undefined; label: string | undefined }[] = [];
  /** Variables of the method declared so far, in lower case. */
  protected declared = new Set<string>();
  /** Fields of the enclosing types, in lower case. */
  protected readonly fields = new Set<string>();
  /** A Next has named a loop and a comma follows: the loop around it ends, too. */
  protected endsOuter = false;
  #made = 0;
  /** The current function is an iterator with Yield. */
  protected iterator = false;

  protected abstract statement(): readonly Statement[];

  protected until(position: number, isLast: () => boolean): Block {
    return this.nested(() => {
      const statements: Statement[] = [];
      for (;;) {
        this.skipLines();
        if (isLast()) return { k: 'block', statements, position, end: this.position };
        if (this.token.kind === 'end') this.fail('BC30026: End of the block expected', position);
        statements.push(...this.statement());
        if (this.endsOuter) return { k: 'block', statements, position, end: this.position };
        this.endStatement();
      }
    });
  }

  protected block(position: number, ...ends: readonly (readonly string[])[]): Block {
    return this.until(position, () => ends.some((words) => words.every((word, index) => this.is(word, index))));
  }

  /** Reads `Next`, `Next i` or, for several loops at once, `Next i, j`. */
  protected endOfFor(): void {
    this.expect(this.endsOuter ? ',' : 'next');
    this.endsOuter = false;
    if (this.isEnd) return;
    this.name();
    this.endsOuter = this.is(',');
  }

  protected label(name: string, position: number): Statement {
    return { k: 'label', name, body: { k: 'empty', position }, position };
  }

  protected inside<T>(kind: Loop, read: () => T): T {
    this.loops.push({ kind, next: undefined, label: undefined });
    try {
      return read();
    } finally {
      this.loops.pop();
    }
  }

  /** Reads the body of a loop, with the labels at its end and after the loop if inner statements jump to them. */
  protected body(position: number, read: () => Block): { readonly inner: Block; readonly after: readonly Statement[] } {
    const inner = read();
    const { next, label } = this.loops.at(-1) ?? {};
    const labels = (name: string | undefined): Statement[] => (name === undefined ? [] : [this.label(name, position)]);
    return { inner: { ...inner, statements: [...inner.statements, ...labels(next)] }, after: labels(label) };
  }

  protected group(statements: readonly Statement[], position: number): Block {
    return { k: 'block', statements, position, end: this.position };
  }

  protected local(name: string, type: TypeSyntax, value: Expr | undefined, position: number): LocalSyntax {
    return { k: 'local', type, isConst: false, isUsing: false, variables: [{ name, value, position }], position };
  }

  /** Returns a new name that no script can use. */
  protected fresh(what: string): string {
    return `$${what}${String(++this.#made)}`;
  }
}
