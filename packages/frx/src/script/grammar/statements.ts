import { ExpressionError } from '../../expression/errors.ts';
import { ExpressionParser } from './expressions.ts';
import type { Block, CatchSyntax, Designation, Expr, LocalSyntax, MethodSyntax, ParameterSyntax, Statement, SwitchSection, TypeParameterName,
  TypeParameterSyntax, TypeSyntax } from './syntax.ts'; // prettier-ignore

/** Tokens that follow the name of a local variable. */
const AFTER_LOCAL = new Set(['=', ';', ',']);

/** Greatest number of statements with errors that are skipped; the next one ends parsing. */
const MOST_PASSED_OVER = 100;

/** Parses statements (C# specification, Statements). */
export abstract class StatementParser extends ExpressionParser {
  abstract method(modifiers: ReadonlySet<string>): MethodSyntax;

  block(): Block {
    return this.nested(() => {
      const { position } = this.expect('{');
      const statements: Statement[] = [];
      while (!this.is('}')) {
        if (this.isEnd) this.unexpected('} expected', 'CS1513');
        statements.push(this.#statementOrError());
      }
      const { end } = this.expect('}');
      return { k: 'block', statements, position, end };
    });
  }

  /** Parses a statement; one with an error is skipped, so that the errors of others are found as well. */
  #statementOrError(): Statement {
    const start = this.at;
    const { position } = this;
    try {
      return this.statement();
    } catch (error) {
      if (!this.mayPassOver(error)) throw error;
      error.locate(this.source, position);
      this.passOver(start);
      return { k: 'broken', error, names: this.#declaredSince(start), position };
    }
  }

  /** Returns the names that the tokens from a position on seem to declare: names after a type. */
  #declaredSince(start: number): readonly string[] {
    return this.tokens.slice(start, this.at).flatMap((token, index) => {
      const before = this.tokens[start + index - 1];
      const after = this.tokens[start + index + 1];
      const isDeclared =
        token.kind === 'name' &&
        index > 0 &&
        (before?.kind === 'name' || before?.kind === 'keyword' || /^[>\]?]$/u.test(before?.text ?? '')) &&
        /^(?:[=;,):]|in)$/u.test(after?.text ?? '');
      return isDeclared ? [token.text] : [];
    });
  }

  #passedOver = 0;

  /** Returns true for an error after which parsing continues, and counts it. */
  protected mayPassOver(error: unknown): error is ExpressionError {
    if (!(error instanceof ExpressionError) || this.tries > 0 || this.#passedOver >= MOST_PASSED_OVER) return false;
    this.#passedOver++;
    return true;
  }

  /** Skips the statement or member that begins at a token: up to its semicolon or closing brace, or to the closing brace of its block. */
  protected passOver(start: number): void {
    const stopped = this.at;
    let depth = 0;
    let parentheses = 0;
    for (this.at = start; !this.isEnd; this.advance()) {
      if (this.is('(')) parentheses++;
      else if (this.is(')')) parentheses--;
      else if (this.is('{')) depth++;
      else if (this.is('}')) {
        if (depth === 0) return;
        depth--;
        if (depth === 0 && this.at >= stopped && !this.#goesOnAfterBrace()) {
          this.advance();
          return;
        }
      } else if (depth === 0 && parentheses <= 0 && this.at >= stopped && this.is(';')) {
        this.advance();
        return;
      }
    }
  }

  /** Returns true if the expression continues after a closing brace, as after an initializer. */
  #goesOnAfterBrace(): boolean {
    const { kind, text } = this.peek(1);
    return kind === 'punctuator' && !'}[{(~'.includes(text);
  }

  statement(): Statement {
    return this.nested(() => this.#statement());
  }

  /** Parses an embedded statement, which is not a declaration. */
  #embedded(): Statement {
    const { position } = this;
    const statement = this.statement();
    if (statement.k === 'local' || statement.k === 'function' || statement.k === 'label')
      throw new ExpressionError('CS1023: Embedded statement cannot be a declaration or labeled statement', this.source, position);
    return statement;
  } // prettier-ignore

  #statement(): Statement {
    const { position, token } = this;
    if (token.kind === 'punctuator') {
      if (token.text === '{') return this.block();
      if (token.text === ';') {
        this.advance();
        return { k: 'empty', position };
      }
    }
    if (token.kind === 'keyword') {
      const made = this.#keywordStatement(token.text, position);
      if (made) return made;
    }
    if (this.isWord('yield') && (this.is('return', 1) || this.is('break', 1))) {
      this.advance();
      if (this.take('break')) {
        this.expect(';');
        return { k: 'yield break', position };
      }
      this.advance();
      const value = this.expression();
      this.expect(';');
      return { k: 'yield', value, position };
    }
    if (this.isWord('await') && (this.is('foreach', 1) || this.is('using', 1)))
      this.fail('CS8370: await foreach and await using are not supported');
    if (this.isName() && this.is(':', 1) && !this.is('::', 1)) {
      const name = this.name();
      this.advance();
      return { k: 'label', name, body: this.statement(), position };
    }
    return this.#declarationOrExpression(position);
  }

  #keywordStatement(word: string, position: number): Statement | undefined {
    switch (word) {
      case 'if': {
        this.advance();
        const test = this.#parenthesised();
        const yes = this.#embedded();
        return { k: 'if', test, yes, no: this.take('else') ? this.#embedded() : undefined, position };
      }
      case 'while':
        this.advance();
        return { k: 'while', test: this.#parenthesised(), body: this.#embedded(), position };
      case 'do': {
        this.advance();
        const body = this.#embedded();
        this.expect('while');
        const test = this.#parenthesised();
        this.expect(';');
        return { k: 'do', test, body, position };
      }
      case 'for':
        return this.#for(position);
      case 'foreach':
        return this.#foreach(position);
      case 'switch':
        return this.#switchStatement(position);
      case 'break':
      case 'continue':
        this.advance();
        this.expect(';');
        return { k: word, position };
      case 'return': {
        this.advance();
        const value = this.is(';') ? undefined : this.expression();
        this.expect(';');
        return { k: 'return', value, position };
      }
      case 'throw': {
        this.advance();
        const value = this.is(';') ? undefined : this.expression();
        this.expect(';');
        return { k: 'throw', value, position };
      }
      case 'try':
        return this.#try(position);
      case 'using':
        return this.#using(position);
      case 'lock':
        this.advance();
        return { k: 'lock', value: this.#parenthesised(), body: this.#embedded(), position };
      case 'checked':
      case 'unchecked':
        if (!this.is('{', 1)) return undefined;
        this.advance();
        return { k: 'checked', on: word === 'checked', body: this.block(), position };
      case 'goto':
        return this.#goto(position);
      case 'const':
        return this.local(true, false);
      case 'static':
      case 'unsafe':
        if (word === 'unsafe') this.fail('CS0227: Unsafe code is not supported');
        this.advance();
        return { k: 'function', method: this.method(new Set(['static'])), position };
      case 'fixed':
        return this.fail('CS0227: Unsafe code is not supported');
      default:
        return undefined;
    }
  }

  #parenthesised(): Expr {
    this.expect('(');
    const value = this.expression();
    this.expect(')');
    return value;
  }

  #for(position: number): Statement {
    this.advance();
    this.expect('(');
    const start: Statement[] = [];
    if (!this.is(';')) {
      if (this.#isLocal()) start.push(this.local(false, false));
      else {
        do {
          const at = this.position;
          start.push({ k: 'expression', position: at, value: this.#deconstruction(at) });
        } while (this.take(','));
        this.expect(';');
      }
    } else this.advance();
    const test = this.is(';') ? undefined : this.expression();
    this.expect(';');
    const next: Expr[] = [];
    if (!this.is(')')) {
      do next.push(this.expression());
      while (this.take(','));
    }
    this.expect(')');
    return { k: 'for', start, test, next, body: this.#embedded(), position };
  }

  #foreach(position: number): Statement {
    this.advance();
    this.expect('(');
    const at = this.position;
    let tuple: Expr | undefined;
    let type: TypeSyntax = { k: 'name', parts: [{ id: 'var', args: [] }], position: at };
    let designation: Designation = { k: 'discard', position: at };
    if (this.is('(')) tuple = this.unary();
    else {
      type = this.type();
      designation = this.designation();
    }
    this.expect('in');
    const source = this.expression();
    this.expect(')');
    return { k: 'foreach', type, designation, tuple, source, body: this.#embedded(), position };
  }

  #switchStatement(position: number): Statement {
    this.advance();
    const value = this.is('(') ? this.expression() : this.#parenthesised();
    this.expect('{');
    const sections: SwitchSection[] = [];
    while (!this.is('}')) {
      const labels: SwitchSection['labels'][number][] = [];
      while (this.is('case') || (this.is('default') && this.is(':', 1))) {
        const { position: at, text } = this.advance();
        const isCase = text === 'case';
        const pattern = isCase ? this.pattern() : undefined;
        const when = isCase && this.takeWord('when') ? this.expression() : undefined;
        const { end } = this.expect(':');
        labels.push({ pattern, when, position: at, end });
      }
      if (labels.length === 0) this.unexpected("'case' or 'default' expected", 'CS1003');
      const statements: Statement[] = [];
      while (!this.is('}') && !this.is('case') && !(this.is('default') && this.is(':', 1))) {
        if (this.isEnd) this.unexpected('} expected', 'CS1513');
        statements.push(this.statement());
      }
      sections.push({ labels, statements });
    }
    this.expect('}');
    return { k: 'switch', value, sections, position };
  }

  #try(position: number): Statement {
    this.advance();
    const body = this.block();
    const catches: CatchSyntax[] = [];
    while (this.is('catch')) {
      const at = this.advance().position;
      let type: TypeSyntax | undefined;
      let name: string | undefined;
      if (this.take('(')) {
        type = this.type();
        if (this.isName()) name = this.name();
        this.expect(')');
      }
      const when = this.takeWord('when') ? this.#parenthesised() : undefined;
      catches.push({ type, name, when, body: this.block(), position: at });
    }
    const end = this.take('finally') ? this.block() : undefined;
    if (catches.length === 0 && !end) this.fail('CS1524: Expected catch or finally', body.end - 1);
    return { k: 'try', body, catches, finally: end, position };
  }

  #using(position: number): Statement {
    this.advance();
    if (!this.is('(')) return this.local(false, true);
    this.expect('(');
    const resource = this.#isLocal() ? this.local(false, false, ')') : this.expression();
    if (!('variables' in resource)) this.expect(')');
    return { k: 'using', resource, body: this.#embedded(), position };
  }

  #goto(position: number): Statement {
    this.advance();
    if (this.take('default')) {
      this.expect(';');
      return { k: 'goto', to: 'default', label: '', value: undefined, position };
    }
    if (this.take('case')) {
      const value = this.expression();
      this.expect(';');
      return { k: 'goto', to: 'case', label: '', value, position };
    }
    const at = this.position;
    const label = this.name();
    this.expect(';');
    return { k: 'goto', to: 'label', label, value: undefined, position: at };
  }

  /** Returns true if a declaration of variables begins here: a type and a name. */
  #isLocal(): boolean {
    const end = this.typeEnd(this.at);
    if (end < 0 || this.tokens[end]?.kind !== 'name') return false;
    const after = this.tokens[end + 1];
    return after !== undefined && AFTER_LOCAL.has(after.text);
  }

  local(isConst: boolean, isUsing: boolean, close = ';'): LocalSyntax {
    const { position } = this;
    if (isConst) this.advance();
    const type = this.type();
    const variables: { name: string; value: Expr | undefined; position: number }[] = [];
    do {
      const at = this.position;
      const name = this.name();
      let value: Expr | undefined;
      if (this.take('=')) {
        value = this.is('{') ? { k: 'items', items: this.arrayItems(), position: at } : this.expression();
      }
      variables.push({ name, value, position: at });
    } while (this.take(','));
    this.expect(close);
    return { k: 'local', type, isConst, isUsing, variables, position };
  }

  #declarationOrExpression(position: number): Statement {
    if (this.is('ref')) {
      const start = this.at;
      this.advance();
      this.take('readonly');
      if (this.#isLocal()) return { ...this.local(false, false), isRef: true };
      this.at = start;
      this.type();
    }
    if (this.isWord('async')) {
      const end = this.typeEnd(this.at + 1);
      if (end > 0 && this.tokens[end]?.kind === 'name' && ['(', '<'].includes(this.tokens[end + 1]?.text ?? '')) {
        this.advance();
        return { k: 'function', method: this.method(new Set(['async'])), position };
      }
    }
    if (this.#isLocal()) return this.local(false, false);
    const end = this.typeEnd(this.at);
    if (end > 0 && this.tokens[end]?.kind === 'name') {
      const after = this.tokens[end + 1]?.text;
      const isAwait = this.isWord('await');
      if ((after === '(' || after === '<') && !isAwait)
        return { k: 'function', method: this.method(new Set()), position };
    }
    const whole = this.#deconstruction(position);
    if (whole.k !== 'declare') this.expect(';');
    return { k: 'expression', value: whole, position };
  }

  /** Parses `var (a, b) = value` or another expression. */
  #deconstruction(position: number): Expr {
    const value = this.declaration() ?? this.expression();
    return value.k === 'declare' && this.take('=')
      ? { k: 'assign', op: '=', target: value, value: this.expression(), position }
      : value;
  }

  parameters(open: string, close: string): ParameterSyntax[] {
    this.expect(open);
    const parameters: ParameterSyntax[] = [];
    while (!this.is(close)) {
      if (this.is('{') || this.is(';')) this.expect(close);
      const caller = this.attributes()
        .find((each) => each.startsWith('Caller'))
        ?.replace(/Attribute$/u, '');
      const { position } = this;
      const isThis = this.take('this');
      const mode = this.take('ref')
        ? 'ref'
        : this.take('out')
          ? 'out'
          : this.take('in')
            ? 'in'
            : this.take('params')
              ? 'params'
              : 'value';
      const type = this.type();
      const name = this.name();
      const initial = this.take('=') ? this.expression() : undefined;
      parameters.push({ name, type, mode, isThis, initial, caller, position });
      if (!this.take(',')) break;
    }
    this.expect(close);
    return parameters;
  }

  /** Parses attributes `[Name(…)]` before a declaration; returns their names. */
  attributes(): string[] {
    const names: string[] = [];
    while (this.take('[')) {
      if (this.isName() && this.is(':', 1)) this.at += 2;
      do {
        const type = this.type();
        names.push(type.k === 'name' ? (type.parts.at(-1)?.id ?? '') : '');
        if (this.is('(')) this.#skipBalanced();
      } while (this.take(','));
      this.expect(']');
    }
    return names;
  }

  #skipBalanced(): void {
    let depth = 0;
    do {
      const { text, kind } = this.advance();
      if (kind === 'end') this.unexpected(') expected', 'CS1026');
      if (kind !== 'punctuator') continue;
      if (text === '(') depth++;
      else if (text === ')') depth--;
    } while (depth > 0);
  }

  typeParameters(): TypeParameterName[] {
    const names: TypeParameterName[] = [];
    if (!this.take('<')) return names;
    do {
      this.attributes();
      const variance = this.take('in') ? 'in' : this.take('out') ? 'out' : undefined;
      names.push({ position: this.position, name: this.name(), variance });
    } while (this.take(','));
    this.expect('>');
    return names;
  }

  /** Parses `where T : class, new()` for type parameters. */
  constraints(names: readonly TypeParameterName[]): TypeParameterSyntax[] {
    const found = new Map<string, TypeParameterSyntax['constraints'][number][]>();
    while (this.takeWord('where')) {
      const name = this.name();
      this.expect(':');
      const list: TypeParameterSyntax['constraints'][number][] = [];
      do {
        if (this.take('class')) {
          this.take('?');
          list.push('class');
        } else if (this.take('struct')) list.push('struct');
        else if (this.take('new')) {
          this.expect('(');
          this.expect(')');
          list.push('new');
        } else list.push(this.type());
      } while (this.take(','));
      found.set(name, list);
    }
    return names.map((each) => ({ ...each, constraints: found.get(each.name) ?? [] }));
  }
}
