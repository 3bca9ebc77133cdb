import type { Block, CatchSyntax, Expr, FieldSyntax, Statement, TypeSyntax, LocalSyntax } from '../grammar/syntax.ts';
import { nameOf, operation, typeOf } from './cursor.ts';
import { MAX_CHAIN, RESULT } from './expressions.ts';
import { NEWLINE } from './tokens.ts';
import { BasicLoops } from './loops.ts';
import { errCall, withHandlers } from './onError.ts';
import type { OnError } from './onError.ts';
import { fieldOf } from './variables.ts';

/** Statements of Visual Basic that are not supported. */
const REFUSED = new Set('gosub stop end await'.split(' '));

/** Parses statements of Visual Basic into syntax trees of C# (Visual Basic language specification, Statements). */
export class BasicStatements extends BasicLoops {
  /** Fields for the Static variables of the methods read so far. */
  protected hoisted: FieldSyntax[] = [];

  /** On Error statements of the current method. */
  #marks = new Map<Statement, OnError>();
  #hasTry = false;

  /** Reads the statements of a method up to its End. `result` is the type of a function. */
  protected methodBody(
    end: string,
    parameters: readonly string[],
    result?: { readonly name: string; readonly type: TypeSyntax },
    isIterator = false,
  ): Block {
    this.statics = new Map();
    return this.#apart(parameters, () => {
      this.function = isIterator ? undefined : result?.name.toLowerCase();
      this.iterator = isIterator;
      const { position } = this;
      const before = [this.#marks, this.#hasTry] as const;
      this.#marks = new Map();
      this.#hasTry = false;
      const read = this.until(position, () => this.is('end') && this.is(end, 1));
      this.at += 2;
      if (this.#hasTry && this.#marks.size > 0)
        this.fail("BC30544: Method cannot contain both a 'Try' statement and an 'On Error' or 'Resume' statement.", position); // prettier-ignore
      const body = withHandlers(read, this.#marks, (what, at) => this.refuse(what, at));
      [this.#marks, this.#hasTry] = before;
      return result && !isIterator ? this.#withResult(body, result.type, position) : body;
    });
  }

  /** Adds the result of a function as a variable, which its statements may set. */
  #withResult(body: Block, type: TypeSyntax, position: number): Block {
    const value: Expr = { k: 'default', type, position };
    const last: Statement = { k: 'return', value: nameOf(RESULT, body.end), position: body.end };
    return { ...body, statements: [this.local(RESULT, type, value, position), ...body.statements, last] };
  }

  /** Reads the statements of a lambda. Its loops and labels are separate; the outer variables are visible. */
  protected override lambdaBody(kind: string, isLong: boolean, parameters: readonly string[]): Block {
    const { position } = this;
    return this.#apart([...this.declared, ...parameters], () => {
      this.iterator = false;
      if (!isLong) return { k: 'block', statements: this.statement(), position, end: this.position };
      const body = this.until(position, () => this.is('end') && this.is(kind, 1));
      this.at += 2;
      return body;
    });
  }

  /** Reads a body with separate loops and declared variables. */
  #apart<T>(names: readonly string[], read: () => T): T {
    const before = [this.loops, this.declared, this.function, this.iterator, this.withs.slice()] as const;
    this.loops = [];
    this.declared = new Set(names.map((name) => name.toLowerCase()));
    try {
      return read();
    } finally {
      [this.loops, this.declared, this.function, this.iterator] = before;
      this.withs.splice(0, this.withs.length, ...before[4]);
    }
  }

  protected override statement(): readonly Statement[] {
    const { token, position } = this;
    // `Return .Name` starts with a keyword, `value.Name` does not.
    const isMember = this.is('.', 1) && this.peek(1).position === token.end;
    if (token.kind !== 'word' || isMember) return [this.#simple()];
    if (REFUSED.has(token.text) && !this.is('=', 1)) this.refuse(token.written);
    if (this.is(':', 1) && !this.isNamed(1) && this.is(NEWLINE, 2)) {
      this.advance();
      return [this.label(token.text, position)];
    }
    switch (token.text) {
      case 'dim':
      case 'const':
        return this.#locals();
      case 'static':
        return this.#statics();
      case 'if':
        return [this.#if()];
      case 'select':
        return [this.#select()];
      case 'for':
        return this.is('each', 1) ? [this.forEach()] : [this.for()];
      case 'while':
        return [this.while()];
      case 'do':
        return [this.do()];
      case 'with':
        return [this.#with()];
      case 'using':
        return [this.#using()];
      case 'synclock':
        return [this.#lock()];
      case 'try':
        return [this.#try()];
      case 'exit':
        return [this.exit()];
      case 'continue':
        return [this.continue()];
      case 'return':
        this.advance();
        if (this.iterator) return [{ k: 'yield break', position }];
        return [{ k: 'return', value: this.isEnd || this.is('else') ? undefined : this.expression(), position }];
      case 'throw':
        this.advance();
        return [{ k: 'throw', value: this.isEnd ? undefined : this.expression(), position }];
      case 'on':
        return [this.#onError()];
      case 'resume':
        return this.#resume();
      case 'erase':
        return this.#erase();
      case 'redim':
        return this.reDim();
      case 'addhandler':
      case 'removehandler':
        return [this.#handler(token.text === 'addhandler' ? '+' : '-')];
      case 'raiseevent':
        return [this.#raise()];
      case 'goto':
        this.advance();
        return [{ k: 'goto', to: 'label', label: this.name().toLowerCase(), value: undefined, position }];
      case 'yield':
        if (!this.iterator) break;
        this.advance();
        return [{ k: 'yield', value: this.expression(), position }];
      case 'call':
        this.advance();
        return [this.#simple()];
      default:
    }
    return [this.#simple()];
  }

  /** Reads `On Error Resume Next`, `On Error GoTo label` or `On Error GoTo 0`. */
  #onError(): Statement {
    const { position } = this.advance();
    this.expect('error');
    const mark: Statement = { k: 'empty', position };
    if (this.take('resume')) {
      this.expect('next');
      this.#marks.set(mark, { to: 'next' });
      return mark;
    }
    this.expect('goto');
    if (this.take('-')) this.refuse('On Error GoTo -1', position);
    const { kind } = this.token;
    const label = kind === 'word' ? this.name().toLowerCase() : this.advance().text;
    this.#marks.set(mark, kind === 'word' ? { to: 'label', label } : { to: 'nothing' });
    return mark;
  }

  /** Reads `Resume label`, which resets the error. */
  #resume(): Statement[] {
    const { position } = this.advance();
    if (this.isEnd || this.is('next')) this.refuse('Resume without a label', position);
    const label = this.name().toLowerCase();
    return [errCall('Reset', [], position), { k: 'goto', to: 'label', label, value: undefined, position }];
  }

  /** Reads `Erase a, b`, which sets the variables to Nothing. */
  #erase(): Statement[] {
    const { position } = this.advance();
    const statements: Statement[] = [];
    do {
      const value: Expr = { k: 'literal', type: 'null', value: null, position };
      const target = nameOf(this.name(), position);
      statements.push({ k: 'expression', value: { k: 'assign', op: '=', target, value, position }, position });
    } while (this.take(','));
    return statements;
  }

  /** Reads an assignment or a call. */
  #simple(): Statement {
    const { position } = this;
    const target = this.postfix();
    if (this.take('=')) {
      const part = partOf(target);
      const given = this.expression();
      const value: Expr = part
        ? { k: 'assign', op: '=', target: part[0], value: operation('mid=', [...part, given], position), position }
        : { k: 'assign', op: '=', target, value: given, position };
      return { k: 'expression', value, position };
    }
    const { text, end } = this.token;
    if (this.token.kind === 'mark' && this.is('=', 1) && this.peek(1).position === end) {
      if (!['+', '-', '*', '/', '\\', '^', '&', '<<', '>>'].includes(text)) this.fail('BC30201: Expression expected');
      this.at += 2;
      const value = operation(text, [target, this.expression()], position);
      return { k: 'expression', value: { k: 'assign', op: '=', target, value, position }, position };
    }
    const value: Expr = target.k === 'call' || target.k === 'new' ? target : { k: 'call', target, args: [], position };
    return { k: 'expression', value, position };
  }

  /** Reads `Dim a, b As Integer, c As New List(Of String), d(10) As Double`. */
  #locals(): Statement[] {
    const { text } = this.advance();
    if (text === 'dim') this.take('const');
    const statements: Statement[] = [];
    do
      for (const { name, at, type, value } of this.declarators()) {
        this.declared.add(name.toLowerCase());
        const variables = [{ name, value, position: at }];
        statements.push({ k: 'local', type, isConst: text === 'const', isUsing: false, variables, position: at });
      }
    while (this.take(','));
    return statements;
  }

  /** Reads `Static n As Integer = 1`, which declares a field of the enclosing type; within the method the name refers to it. */
  #statics(): Statement[] {
    const { position } = this.advance();
    do
      for (const { name, at, type, value } of this.declarators()) {
        if (value && !isFixed(value)) this.refuse('Static with an initial value that is calculated', position);
        const field = this.fresh('static');
        this.statics.set(name.toLowerCase(), field);
        this.hoisted.push(fieldOf(field, type, value, new Set(['private']), at));
      }
    while (this.take(','));
    return [];
  }

  #if(): Statement {
    const { position } = this.advance();
    const test = this.test(this.expression());
    this.take('then');
    if (!this.is(NEWLINE) && !this.is(':')) return this.#lineIf(test, position);
    const yes = this.block(position, ['else'], ['elseif'], ['end', 'if']);
    const at = this.position;
    if (this.is('elseif') || (this.is('else') && this.is('if', 1))) {
      if (this.is('else')) this.advance();
      return { k: 'if', test, yes, no: this.nested(() => this.#if()), position };
    }
    let no: Statement | undefined;
    if (this.take('else')) no = this.block(at, ['end', 'if']);
    this.at += 2;
    return { k: 'if', test, yes, no, position };
  }

  #lineIf(test: Expr, position: number): Statement {
    const yes = this.#line(position);
    const at = this.position;
    const no = this.take('else') ? this.#line(at) : undefined;
    return { k: 'if', test, yes, no, position };
  }

  /** Reads the statements of one line, up to its end or Else. */
  #line(position: number): Block {
    const statements: Statement[] = [];
    while (!this.is(NEWLINE) && !this.is('else') && this.token.kind !== 'end') {
      if (this.take(':')) continue;
      statements.push(...this.statement());
      if (!this.isEnd && !this.is('else')) this.endStatement();
    }
    return { k: 'block', statements, position, end: this.position };
  }

  #select(): Statement {
    const { position } = this.advance();
    this.take('case');
    const name = this.fresh('case');
    const value = operation('value', [this.expression()], position);
    const cases: { test: Expr | undefined; body: Block; at: number }[] = [];
    this.skipLines();
    return this.inside('select', () => {
      while (this.is('case')) {
        const at = this.advance().position;
        if (cases.length >= MAX_CHAIN) this.fail('Too many cases', at);
        const test = this.take('else') ? undefined : this.#caseTests(name, at);
        cases.push({ test, at, body: this.block(at, ['case'], ['end', 'select']) });
      }
      this.expect('end');
      this.expect('select');
      let chain: Statement | undefined;
      for (const { test, body, at } of cases.toReversed())
        chain = test ? { k: 'if', test, yes: body, no: chain, position: at } : body;
      const choice: Block = { k: 'block', statements: chain ? [chain] : [], position, end: this.position };
      const { inner, after } = this.body(position, () => choice);
      return this.#with_(name, value, [inner, ...after], position);
    });
  }

  #caseTests(name: string, position: number): Expr {
    let all: Expr | undefined;
    let count = 0;
    do {
      if (++count > MAX_CHAIN) this.fail('Too many values in a row');
      const test = this.#caseTest(nameOf(name, position));
      all = all ? { k: 'binary', op: '||', left: all, right: test, position } : test;
    } while (this.take(','));
    return all;
  }

  #caseTest(value: Expr): Expr {
    const { position } = this;
    this.take('is');
    const { text, kind } = this.token;
    if (kind === 'mark' && ['=', '<>', '<', '<=', '>', '>='].includes(text)) {
      this.advance();
      return this.test(operation(text, [value, this.expression()], position));
    }
    const first = this.expression();
    if (!this.take('to')) return this.test(operation('=', [value, first], position));
    const left = this.test(operation('>=', [value, first], position));
    return { k: 'binary', op: '&&', left, right: this.test(operation('<=', [value, this.expression()], position)), position }; // prettier-ignore
  }

  #with(): Statement {
    const { position } = this.advance();
    const name = this.fresh('with');
    const value = this.expression();
    this.withs.push(name);
    const { statements } = this.block(position, ['end', 'with']);
    this.withs.pop();
    this.at += 2;
    return this.#with_(name, value, statements, position);
  }

  /** Returns a block in which a value has a name. */
  #with_(name: string, value: Expr, statements: readonly Statement[], position: number): Block {
    const local = this.local(name, typeOf('var', position), value, position);
    return this.group([local, ...statements], position);
  }

  #using(): Statement {
    const { position } = this.advance();
    const resources: (LocalSyntax | Expr)[] = [];
    if (this.is('as', 1) || this.is('=', 1) || this.is(',', 1))
      do {
        for (const { name, type, value } of this.declarators()) resources.push(this.local(name, type, value, position));
      } while (this.take(','));
    else resources.push(this.expression());
    const body = this.block(position, ['end', 'using']);
    this.at += 2;
    return resources.reduceRight<Statement>(
      (inner, resource) => ({ k: 'using', resource, body: inner, position }),
      body,
    );
  }

  #lock(): Statement {
    const { position } = this.advance();
    const value = this.expression();
    const body = this.block(position, ['end', 'synclock']);
    this.at += 2;
    return { k: 'lock', value, body, position };
  }

  #try(): Statement {
    const { position } = this.advance();
    this.#hasTry = true;
    return this.inside('try', () => {
      const ends = [['catch'], ['finally'], ['end', 'try']] as const;
      const body = this.block(position, ...ends);
      const catches: CatchSyntax[] = [];
      while (this.is('catch')) {
        const at = this.advance().position;
        const name = this.isEnd || this.is('when') ? undefined : this.name();
        const type = this.take('as') ? this.type() : typeOf('Exception', at);
        const when = this.take('when') ? this.test(this.expression()) : undefined;
        catches.push({ type, name, when, body: this.block(at, ...ends), position: at });
      }
      const at = this.position;
      const last = this.take('finally') ? this.block(at, ['end', 'try']) : undefined;
      this.expect('end');
      this.expect('try');
      const made: Statement = { k: 'try', body, catches, finally: last, position };
      const { after } = this.body(position, () => body);
      return after.length > 0 ? this.group([made, ...after], position) : made;
    });
  }

  /** Reads `AddHandler event, handler` or `RemoveHandler`. */
  #handler(op: '+' | '-'): Statement {
    const { position } = this.advance();
    const target = this.postfix();
    this.expect(',');
    const value = this.expression();
    return { k: 'expression', value: { k: 'assign', op, target, value, position }, position };
  }

  /** Reads `RaiseEvent Name(arguments)`, which does nothing without handlers. */
  #raise(): Statement {
    const { position } = this.advance();
    const target = nameOf(this.name(), position);
    const invoke: Expr = { k: 'member', target: { k: 'receiver', position }, id: 'Invoke', args: [], position };
    const access: Expr = { k: 'call', target: invoke, args: this.is('(') ? this.args() : [], position };
    return { k: 'expression', value: { k: 'access', target, access, position }, position };
  }
}

/** Returns text, start and length of the part that `Mid(text, start, length) = value` replaces; undefined for another target. */
function partOf(target: Expr): [text: Expr, start: Expr, length: Expr] | undefined {
  if (target.k !== 'call' || target.target.k !== 'id' || target.target.id.toLowerCase() !== 'mid') return undefined;
  const [text, start, length] = target.args.map(({ value }) => value);
  const { position } = target;
  return text && start && [text, start, length ?? { k: 'literal', type: 'int', value: 2147483647, position }];
}

/** Returns true for a value that is always the same: a constant, or a new object created from constants. */
function isFixed(value: Expr): boolean {
  if (value.k === 'new') return value.init === undefined && value.args.every((each) => isFixed(each.value));
  return value.k === 'literal' || value.k === 'default';
}
