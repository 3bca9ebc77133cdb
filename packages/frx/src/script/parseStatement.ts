import { createParser } from '../expression/parser.ts';
import type { ExpressionParser } from '../expression/parser.ts';
import type { Expression } from '../expression/syntax.ts';
import type { TokenReader } from '../expression/tokens.ts';
import { tryType, typeName } from '../expression/typeSyntax.ts';
import type { TypeName } from '../expression/values.ts';
import type {
  BlockStatement,
  ForStatement,
  LocalFunction,
  LocalStatement,
  Parameter,
  Statement,
  SwitchStatement,
  TryStatement,
} from './syntax.ts';

/** Expressions of a script: lambdas may have a block of statements. */
export const expressions: ExpressionParser = createParser((reader) => block(reader));

/** `{ … }`. */
export function block(reader: TokenReader): BlockStatement {
  const { position } = reader.expect('{');
  const statements: Statement[] = [];
  while (!reader.is('}')) {
    if (reader.token.kind === 'end') throw reader.error('} expected');
    const next = statement(reader);
    if (next) statements.push(next);
  }
  reader.expect('}');
  return { kind: 'block', statements, position };
}

/** Reads one statement; undefined for an empty one. */
function statement(reader: TokenReader): Statement | undefined {
  return reader.nested(() => readStatement(reader));
}

/** A statement that must be there, as the body of a loop. */
function body(reader: TokenReader): Statement {
  const { position } = reader.token;
  return statement(reader) ?? { kind: 'block', statements: [], position };
}

function readStatement(reader: TokenReader): Statement | undefined {
  const { position, text, kind } = reader.token;
  if (kind === 'punctuator') {
    if (text === '{') return block(reader);
    if (reader.accept(';')) return undefined;
  } else if (kind === 'identifier') {
    const read = keywords.get(text);
    if (read) return read(reader, position);
    const declaration = tryDeclaration(reader);
    if (declaration) return declaration;
  }
  const expression = expressions.expression(reader);
  reader.expect(';');
  return { kind: 'expression', expression, position };
}

type ReadStatement = (reader: TokenReader, position: number) => Statement | undefined;

const keywords: ReadonlyMap<string, ReadStatement> = new Map<string, ReadStatement>([
  [
    'if',
    (reader, position) => {
      reader.take();
      const condition = parenthesised(reader);
      const whenTrue = body(reader);
      const whenFalse = reader.accept('else') ? body(reader) : undefined;
      return { kind: 'if', condition, whenTrue, whenFalse, position };
    },
  ],
  [
    'while',
    (reader, position) => {
      reader.take();
      return { kind: 'while', condition: parenthesised(reader), body: body(reader), position };
    },
  ],
  [
    'do',
    (reader, position) => {
      reader.take();
      const looped = body(reader);
      reader.expect('while');
      const condition = parenthesised(reader);
      reader.expect(';');
      return { kind: 'do', condition, body: looped, position };
    },
  ],
  ['for', readFor],
  [
    'foreach',
    (reader, position) => {
      reader.take();
      reader.expect('(');
      const type = typeName(reader);
      const name = reader.identifier();
      reader.expect('in');
      const source = expressions.expression(reader);
      reader.expect(')');
      return { kind: 'foreach', type, name, source, body: body(reader), position };
    },
  ],
  ['switch', readSwitch],
  ['break', readJump],
  ['continue', readJump],
  [
    'return',
    (reader, position) => {
      reader.take();
      return { kind: 'return', value: optionalValue(reader), position };
    },
  ],
  [
    'throw',
    (reader, position) => {
      reader.take();
      return { kind: 'throw', value: optionalValue(reader), position };
    },
  ],
  ['try', readTry],
  [
    'const',
    (reader) => {
      reader.take();
      const declaration = tryDeclaration(reader);
      if (!declaration) throw reader.error('A declaration is expected after const');
      return declaration;
    },
  ],
  ['lock', readGuarded],
  ['checked', readBlockWord],
  ['unchecked', readBlockWord],
  [
    'using',
    (reader, position) => {
      reader.take();
      if (!reader.accept('(')) return body(reader);
      const inner = tryDeclarators(reader) ?? expressionStatement(reader);
      reader.expect(')');
      return { kind: 'block', statements: [inner, body(reader)], position };
    },
  ],
]);

function expressionStatement(reader: TokenReader): Statement {
  const { position } = reader.token;
  return { kind: 'expression', expression: expressions.expression(reader), position };
}

function parenthesised(reader: TokenReader): Expression {
  reader.expect('(');
  const value = expressions.expression(reader);
  reader.expect(')');
  return value;
}

function optionalValue(reader: TokenReader): Expression | undefined {
  const value = reader.is(';') ? undefined : expressions.expression(reader);
  reader.expect(';');
  return value;
}

function readJump(reader: TokenReader, position: number): Statement {
  const { text } = reader.take();
  reader.expect(';');
  return { kind: text === 'break' ? 'break' : 'continue', position };
}

/** `lock (x) …`: one script runs at a time, so only the body counts. */
function readGuarded(reader: TokenReader): Statement {
  reader.take();
  parenthesised(reader);
  return body(reader);
}

/** `checked { … }`; `checked(x)` is an expression. */
function readBlockWord(reader: TokenReader, position: number): Statement {
  const start = reader.take();
  if (reader.is('{')) return block(reader);
  reader.restore(start);
  const expression = expressions.expression(reader);
  reader.expect(';');
  return { kind: 'expression', expression, position };
}

function readFor(reader: TokenReader, position: number): ForStatement {
  reader.take();
  reader.expect('(');
  const start: Statement[] = [];
  if (!reader.is(';')) {
    const declaration = tryDeclarators(reader);
    if (declaration) start.push(declaration);
    else {
      do start.push(expressionStatement(reader));
      while (reader.accept(','));
    }
  }
  reader.expect(';');
  const condition = reader.is(';') ? undefined : expressions.expression(reader);
  reader.expect(';');
  const next: Expression[] = [];
  if (!reader.is(')')) {
    do next.push(expressions.expression(reader));
    while (reader.accept(','));
  }
  reader.expect(')');
  return { kind: 'for', start, condition, next, body: body(reader), position };
}

function readSwitch(reader: TokenReader, position: number): SwitchStatement {
  reader.take();
  const value = parenthesised(reader);
  reader.expect('{');
  const sections: SwitchStatement['sections'][number][] = [];
  while (!reader.is('}')) {
    const labels: SwitchStatement['sections'][number]['labels'][number][] = [];
    while (reader.is('case') || reader.is('default')) {
      const isCase = reader.take().text === 'case';
      if (isCase) {
        const pattern = expressions.pattern(reader);
        labels.push({ pattern, when: reader.accept('when') ? expressions.expression(reader) : undefined });
      } else labels.push(undefined);
      reader.expect(':');
    }
    if (labels.length === 0) throw reader.error('case or default expected');
    const statements: Statement[] = [];
    while (!reader.is('case') && !reader.is('default') && !reader.is('}')) {
      if (reader.token.kind === 'end') throw reader.error('} expected');
      const next = statement(reader);
      if (next) statements.push(next);
    }
    sections.push({ labels, statements });
  }
  reader.expect('}');
  return { kind: 'switch', value, sections, position };
}

function readTry(reader: TokenReader, position: number): TryStatement {
  reader.take();
  const tried = block(reader);
  const catches: TryStatement['catches'][number][] = [];
  while (reader.accept('catch')) {
    let type: TypeName = 'Exception';
    let name: string | undefined;
    if (reader.accept('(')) {
      type = typeName(reader);
      if (!reader.is(')')) name = reader.identifier();
      reader.expect(')');
    }
    const when = reader.accept('when') ? parenthesised(reader) : undefined;
    catches.push({ type, name, when, body: block(reader) });
  }
  const last = reader.accept('finally') ? block(reader) : undefined;
  if (catches.length === 0 && !last) throw reader.error('catch or finally expected');
  return { kind: 'try', body: tried, catches, finally: last, position };
}

/** A declaration of local variables with its semicolon, or a local function; undefined (nothing taken) when it is neither. */
function tryDeclaration(reader: TokenReader): Statement | undefined {
  const start = reader.token;
  const local = tryDeclarators(reader);
  if (local) {
    reader.expect(';');
    return local;
  }
  const type = tryType(reader);
  if (type !== undefined && reader.token.kind === 'identifier') {
    const { position } = reader.token;
    const name = reader.identifier();
    if (reader.is('(')) return localFunction(reader, name, position);
  }
  reader.restore(start);
  return undefined;
}

function localFunction(reader: TokenReader, name: string, position: number): LocalFunction {
  const parameters = parameterList(reader);
  if (reader.accept('=>')) {
    const result = expressions.expression(reader);
    reader.expect(';');
    return { kind: 'function', name, parameters, body: result, position };
  }
  return { kind: 'function', name, parameters, body: block(reader), position };
}

/** `int a = 1, b` without the semicolon; undefined (nothing taken) when it is none. */
function tryDeclarators(reader: TokenReader): LocalStatement | undefined {
  const start = reader.token;
  const type = tryType(reader);
  if (type === undefined || reader.token.kind !== 'identifier') {
    reader.restore(start);
    return undefined;
  }
  const variables: { name: string; value: Expression | undefined }[] = [];
  do {
    const name = reader.identifier();
    if (!reader.is('=') && !reader.is(';') && !reader.is(',') && !reader.is(')')) {
      reader.restore(start);
      return undefined;
    }
    variables.push({ name, value: reader.accept('=') ? initialValue(reader, type) : undefined });
  } while (reader.accept(','));
  return { kind: 'local', type, variables, position: start.position };
}

/** The value of a declaration; an array may be given as `{ 1, 2 }` alone. */
export function initialValue(reader: TokenReader, type: TypeName): Expression {
  const { position } = reader.token;
  if (!type.endsWith('[]') || !reader.is('{')) return expressions.expression(reader);
  const items = expressions.arrayItems(reader);
  return { kind: 'newArray', elementType: type.slice(0, -2), size: undefined, items, position };
}

/** `(int a, ref string b, params object[] rest)`. */
export function parameterList(reader: TokenReader): Parameter[] {
  reader.expect('(');
  const parameters: Parameter[] = [];
  while (!reader.is(')')) {
    const mode = reader.accept('ref')
      ? 'ref'
      : reader.accept('out')
        ? 'out'
        : reader.accept('params')
          ? 'params'
          : 'value';
    if (reader.is('this')) reader.take();
    const type = typeName(reader);
    const name = reader.identifier();
    const initial = reader.accept('=') ? expressions.expression(reader) : undefined;
    parameters.push({ name, type, mode, initial });
    if (!reader.accept(',')) break;
  }
  reader.expect(')');
  return parameters;
}
