import { CreationParser } from './creation.ts';
import type { LambdaParameter, LambdaSyntax } from './syntax.ts';

/** Parses anonymous functions (C# specification, Anonymous function expressions). */
export abstract class LambdaParser extends CreationParser {
  protected lambda(): LambdaSyntax | undefined {
    const isAsync = this.isWord('async') && (this.isName(1) || this.is('(', 1) || this.is('delegate', 1));
    const ahead = isAsync ? 1 : 0;
    if (isAsync && this.is('delegate', 1)) {
      this.advance();
      return this.anonymousMethod(true);
    }
    const simple = this.isName(ahead) && this.is('=>', ahead + 1);
    if (!simple && !(this.is('(', ahead) && this.isParameterList(ahead))) return undefined;
    const { position } = this;
    this.at += ahead;
    const parameters: LambdaParameter[] = [];
    if (simple) parameters.push({ name: this.name(), type: undefined, mode: 'value' });
    else parameters.push(...this.lambdaParameters());
    this.expect('=>');
    return { k: 'lambda', parameters, body: this.is('{') ? this.block() : this.expression(), isAsync, position };
  }

  /** Returns true if the parenthesis that begins here is followed by `=>` after its end. */
  protected isParameterList(ahead: number): boolean {
    let depth = 0;
    for (let index = ahead; ; index++) {
      const token = this.peek(index);
      if (token.kind === 'end' || token.text === ';' || (token.text === '{' && token.kind === 'punctuator'))
        return false;
      if (token.kind !== 'punctuator') continue;
      if (token.text === '(') depth++;
      else if (token.text === ')' && --depth === 0) return this.is('=>', index + 1);
    }
  }

  protected lambdaParameters(): LambdaParameter[] {
    this.expect('(');
    const parameters: LambdaParameter[] = [];
    while (!this.is(')')) {
      const mode = this.take('ref') ? 'ref' : this.take('out') ? 'out' : this.take('in') ? 'in' : 'value';
      const untyped = this.isName() && (this.is(',', 1) || this.is(')', 1));
      const type = untyped ? undefined : this.type();
      parameters.push({ name: this.name(), type, mode });
      if (!this.take(',')) break;
    }
    this.expect(')');
    return parameters;
  }

  protected anonymousMethod(isAsync: boolean): LambdaSyntax {
    const { position } = this.expect('delegate');
    const parameters = this.is('(') ? this.lambdaParameters() : undefined;
    return { k: 'lambda', parameters, body: this.block(), isAsync, position };
  }
}
