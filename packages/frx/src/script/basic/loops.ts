import type { Expr, Statement, TypeSyntax } from '../grammar/syntax.ts';
import { BasicBlocks } from './blocks.ts';
import { nameOf, operation, typeOf } from './cursor.ts';
import { RESULT } from './expressions.ts';

/** Parses loops, and the statements that leave blocks (Visual Basic language specification, Loop Statements and Exit Statement). */
export abstract class BasicLoops extends BasicBlocks {
  /** Reads the variable of a loop: a new or an existing one. */
  protected loopVariable(): { name: string; type: TypeSyntax | undefined; isNew: boolean; position: number } {
    const { position } = this;
    const name = this.name();
    const type = this.take('as') ? this.type() : undefined;
    const lower = name.toLowerCase();
    // The name of the function itself is its result.
    const isResult = type === undefined && lower === this.function;
    return {
      name: isResult ? RESULT : name,
      type,
      isNew: !isResult && (type !== undefined || !(this.declared.has(lower) || this.fields.has(lower))),
      position,
    };
  }

  protected for(): Statement {
    const { position } = this.advance();
    const { name, type, isNew } = this.loopVariable();
    this.expect('=');
    const first = this.expression();
    this.expect('to');
    const limit = this.fresh('limit');
    const bound = this.expression();
    const step = this.fresh('step');
    const by: Expr = this.take('step') ? this.expression() : { k: 'literal', type: 'int', value: 1, position };
    const of = type ?? typeOf('var', position);
    const isDown = by.k === 'literal' && typeof by.value === 'number' && by.value < 0;
    const variable = nameOf(name, position);
    const compare = (op: '<=' | '>='): Expr => operation(op, [variable, nameOf(limit, position)], position);
    const test: Expr =
      by.k === 'literal'
        ? compare(isDown ? '>=' : '<=')
        : {
            k: 'conditional',
            test: operation(
              '>=',
              [nameOf(step, position), { k: 'literal', type: 'int', value: 0, position }],
              position,
            ),
            yes: compare('<='),
            no: compare('>='),
            position,
          };
    const next: Expr = { k: 'assign', op: '=', target: variable, value: operation('+', [variable, nameOf(step, position)], position), position }; // prettier-ignore
    const body = this.inside('for', () => this.body(position, () => this.block(position, ['next'])));
    this.endOfFor();
    const start: Statement[] = isNew
      ? [this.local(name, of, first, position)]
      : [{ k: 'expression', value: { k: 'assign', op: '=', target: variable, value: first, position }, position }];
    const loop: Statement = { k: 'for', start: [], test, next: [next], body: body.inner, position };
    const limits = [
      this.local(limit, of, bound, position),
      this.local(step, type ?? typeOf('var', position), by, position),
    ];
    return { k: 'block', statements: [...start, ...limits, loop, ...body.after], position, end: this.position };
  }

  protected forEach(): Statement {
    const { position } = this.advance();
    this.advance();
    const { name, type, isNew } = this.loopVariable();
    this.expect('in');
    const source = this.expression();
    const { inner, after } = this.inside('for', () => this.body(position, () => this.block(position, ['next'])));
    this.endOfFor();
    const item = isNew ? name : this.fresh('item');
    const set: Statement = {
      k: 'expression',
      value: { k: 'assign', op: '=', target: nameOf(name, position), value: nameOf(item, position), position },
      position,
    };
    const body: Statement = isNew ? inner : { ...inner, statements: [set, ...inner.statements] };
    const designation = { k: 'single', name: item, position } as const;
    const loop: Statement = { k: 'foreach', type: type ?? typeOf('var', position), designation, tuple: undefined, source, body, position }; // prettier-ignore
    return this.group([loop, ...after], position);
  }

  protected while(): Statement {
    const { position } = this.advance();
    const test = this.test(this.expression());
    const { inner, after } = this.inside('while', () =>
      this.body(position, () => this.block(position, ['end', 'while'], ['wend'])),
    );
    if (!this.take('wend')) this.at += 2;
    return this.group([{ k: 'while', test, body: inner, position }, ...after], position);
  }

  protected do(): Statement {
    const { position } = this.advance();
    const before = this.doTest();
    const { inner, after } = this.inside('do', () => this.body(position, () => this.block(position, ['loop'])));
    this.expect('loop');
    const behind = this.doTest();
    const always: Expr = { k: 'literal', type: 'bool', value: true, position };
    const loop: Statement = behind
      ? { k: 'do', test: behind, body: inner, position }
      : { k: 'while', test: before ?? always, body: inner, position };
    return this.group([loop, ...after], position);
  }

  protected doTest(): Expr | undefined {
    const { position } = this;
    if (this.take('while')) return this.test(this.expression());
    if (this.take('until')) return { k: 'unary', op: '!', operand: this.test(this.expression()), position };
    return undefined;
  }

  protected exit(): Statement {
    const { position } = this.advance();
    const { text } = this.advance();
    if (text === 'sub' || text === 'property') return { k: 'return', value: undefined, position };
    if (text === 'function' && this.iterator) return { k: 'yield break', position };
    if (text === 'function') return { k: 'return', value: nameOf(RESULT, position), position };
    const index = this.loops.findLastIndex(({ kind }) => kind === text);
    const loop = this.loops[index];
    if (!loop) this.fail(`BC30089: 'Exit ${text}' is not inside such a block`, position);
    const isLoop = text !== 'select' && text !== 'try';
    const isInnermost = isLoop && !this.loops.slice(index + 1).some(({ kind }) => kind !== 'select' && kind !== 'try');
    if (isInnermost) return { k: 'break', position };
    loop.label ??= this.fresh('exit');
    return { k: 'goto', to: 'label', label: loop.label, value: undefined, position };
  }

  protected continue(): Statement {
    const { position } = this.advance();
    const { text, written } = this.advance();
    const loops = this.loops.filter(({ kind }) => kind !== 'select' && kind !== 'try');
    const loop = loops.findLast(({ kind }) => kind === text);
    if (!loop) this.fail(`BC30781: 'Continue ${written}' is not inside such a loop`, position);
    if (loop !== loops.at(-1)) {
      loop.next ??= this.fresh('next');
      return { k: 'goto', to: 'label', label: loop.next, value: undefined, position };
    }
    return { k: 'continue', position };
  }
}
