import { callArguments, indexArguments } from './parseArguments.ts';
import type { ArgumentParts } from './parseArguments.ts';
import { interpolated } from './parseInterpolated.ts';
import { arrayItems, creation } from './parseNew.ts';
import type { Parts } from './parseNew.ts';
import { pattern, switchExpression } from './parsePattern.ts';
import type { PatternParts } from './parsePattern.ts';
import type { BinaryOperator, CallExpression, Expression, LambdaExpression, Pattern } from './syntax.ts';
import { matchingBracket, SQUARE_BRACKETS } from './textTemplate.ts';
import { TokenReader } from './tokens.ts';
import type { Token } from './tokens.ts';
import { isKnownType, tryType, typeName } from './typeSyntax.ts';

/** Reads `{ … }` of a lambda; given by the script's parser. */
export type BlockParser = (reader: TokenReader) => { readonly kind: 'block' };

/** How many operators may stand in a row. */
const MAX_CHAIN = 1000;

const levels: readonly (readonly BinaryOperator[])[] = [
  ['||'],
  ['&&'],
  ['|'],
  ['^'],
  ['&'],
  ['==', '!='],
  ['<', '>', '<=', '>='],
  ['<<', '>>'],
  ['+', '-'],
  ['*', '/', '%'],
];
const RELATIONAL = 6;
const SHIFT = 7;

/** Reads a C# expression in which `[Source.Column]` are names of data. Throws ExpressionError with the place of the fault. */
export function parseExpression(source: string): Expression {
  const reader = new TokenReader(source, true);
  const expression = createParser().expression(reader);
  if (reader.token.kind !== 'end') throw reader.error('Unexpected text');
  return expression;
}

export interface ExpressionParser {
  expression(reader: TokenReader): Expression;
  /** What stands between `case` and its colon. */
  pattern(reader: TokenReader): Pattern;
  /** `(a, out b)` after a name. */
  callArguments(reader: TokenReader): Pick<CallExpression, 'args' | 'spans'>;
  /** `{ 1, 2 }` of an array. */
  arrayItems(reader: TokenReader): Expression[];
}

/** A parser of expressions; with `block` lambdas may have statements. */
export function createParser(block?: BlockParser): ExpressionParser {
  function expression(reader: TokenReader): Expression {
    return reader.nested(() => {
      const { position } = reader.token;
      const lambda = tryLambda(reader);
      if (lambda) return lambda;
      const left = conditional(reader);
      const operator = assignmentOperator(reader);
      if (operator === null) return left;
      if (left.kind !== 'name' && left.kind !== 'member' && left.kind !== 'index' && left.kind !== 'data') {
        throw reader.error('The left-hand side of an assignment must be a variable, property or indexer', position);
      }
      return { kind: 'assign', operator, target: left, value: expression(reader), position };
    });
  }

  function assignmentOperator(reader: TokenReader): BinaryOperator | undefined | null {
    if (reader.token.kind !== 'punctuator') return null;
    const { text } = reader.token;
    if (text === '=') {
      reader.take();
      return undefined;
    }
    const operator = compound.get(text);
    if (operator !== undefined) {
      reader.take();
      return operator;
    }
    if (text === '>' && reader.source.startsWith('>>=', reader.token.position)) {
      reader.moveTo(reader.token.position + 3);
      return '>>';
    }
    return null;
  }

  function conditional(reader: TokenReader): Expression {
    const { position } = reader.token;
    const condition = coalesce(reader);
    if (!reader.is('?')) return condition;
    reader.take();
    const whenTrue = expression(reader);
    reader.expect(':');
    const whenFalse = expression(reader);
    return { kind: 'conditional', condition, whenTrue, whenFalse, position };
  }

  function coalesce(reader: TokenReader): Expression {
    const { position } = reader.token;
    const left = binary(reader, 0);
    if (!reader.accept('??')) return left;
    const right = reader.nested(() => coalesce(reader));
    return { kind: 'binary', operator: '??', left, right, position };
  }

  function binary(reader: TokenReader, level: number): Expression {
    const operators = levels[level];
    if (!operators) return unary(reader);
    let left = binary(reader, level + 1);
    for (let count = 0; ; count++) {
      if (count > MAX_CHAIN) throw reader.error('Too many operators in a row');
      const { position } = reader.token;
      if (level === RELATIONAL && (reader.is('is') || reader.is('as'))) {
        left = typeTest(reader, left);
        continue;
      }
      const operator = binaryOperator(reader, operators, level);
      if (operator === undefined) return left;
      left = { kind: 'binary', operator, left, right: binary(reader, level + 1), position };
    }
  }

  /** Takes the operator if it is one of the level; `>>` is put together here because it also closes type arguments. */
  function binaryOperator(
    reader: TokenReader,
    operators: readonly BinaryOperator[],
    level: number,
  ): BinaryOperator | undefined {
    const { token, source } = reader;
    if (token.kind !== 'punctuator') return undefined;
    const shift = token.text === '>' && source[token.position + 1] === '>' && source[token.position + 2] !== '=';
    const assigns = token.text === '>' && source.startsWith('>>=', token.position);
    if (level === SHIFT && shift) {
      reader.moveTo(token.position + 2);
      return '>>';
    }
    if (shift || assigns) return undefined;
    const operator = operators.find((each) => each === token.text);
    if (operator !== undefined) reader.take();
    return operator;
  }

  function typeTest(reader: TokenReader, operand: Expression): Expression {
    const { position, text } = reader.take();
    if (text === 'is') return { kind: 'is', operand, pattern: pattern(reader, patterns), position };
    return { kind: 'as', operand, type: typeName(reader), position };
  }

  function unary(reader: TokenReader): Expression {
    return reader.nested(() => {
      const { position, kind, text } = reader.token;
      if (kind !== 'punctuator') return postfix(reader);
      if (text === '-' || text === '+' || text === '!' || text === '~') {
        reader.take();
        return { kind: 'unary', operator: text, operand: unary(reader), position };
      }
      if (text === '++' || text === '--') {
        reader.take();
        return increment(reader, unary(reader), text, true, position);
      }
      if (text === '(') {
        const type = tryCast(reader);
        if (type !== undefined) return { kind: 'cast', type, operand: unary(reader), position };
      }
      return postfix(reader);
    });
  }

  function increment(
    reader: TokenReader,
    target: Expression,
    operator: string,
    prefix: boolean,
    position: number,
  ): Expression {
    if (target.kind !== 'name' && target.kind !== 'member' && target.kind !== 'index') {
      throw reader.error('The operand of an increment must be a variable, property or indexer', position);
    }
    return { kind: 'increment', target, delta: operator === '++' ? 1 : -1, prefix, position };
  }

  /** The type of a cast that begins here, or undefined (nothing taken). */
  function tryCast(reader: TokenReader): string | undefined {
    const start = reader.take();
    const type = tryType(reader);
    if (type !== undefined && reader.is(')')) {
      reader.take();
      const next = reader.token;
      if (isKnownType(type)) {
        if (beginsOperand(next) || next.text === '[' || next.text === '-' || next.text === '+') return type;
      } else if (beginsOperand(next)) return type;
    }
    reader.restore(start);
    return undefined;
  }

  function beginsOperand(token: Token): boolean {
    if (token.kind === 'identifier') return !infixWords.has(token.text);
    if (token.kind === 'literal' || token.kind === 'interpolated') return true;
    return token.text === '(' || token.text === '!' || token.text === '~';
  }

  function postfix(reader: TokenReader): Expression {
    let value = primary(reader);
    for (let count = 0; ; count++) {
      if (count > MAX_CHAIN) throw reader.error('Too many members in a row');
      const { position, kind, text } = reader.token;
      if (kind === 'identifier' && text === 'switch') {
        value = switchExpression(reader, value, patterns);
        continue;
      }
      if (kind !== 'punctuator') return value;
      if (text === '.' || text === '?.') {
        reader.take();
        value = { kind: 'member', target: value, name: reader.identifier(), conditional: text === '?.', position };
      } else if (text === '(') {
        value = { kind: 'call', target: value, typeArguments: [], ...callArguments(reader, argumentParts), position };
      } else if (
        text === '[' ||
        (text === '?' && reader.source[reader.token.end] === '[' && isIndexAfterQuestion(reader))
      ) {
        if (text === '?') reader.take();
        value = {
          kind: 'index',
          target: value,
          args: indexArguments(reader, argumentParts),
          conditional: text === '?',
          position,
        };
      } else if (text === '++' || text === '--') {
        reader.take();
        value = increment(reader, value, text, false, position);
      } else if (text === '<') {
        const call = tryGenericCall(reader, value);
        if (!call) return value;
        value = call;
      } else if (text === '!' && /^!\s*[.)\],;]/u.test(reader.source.slice(position, position + 20))) {
        reader.take();
      } else return value;
    }
  }

  /** `a?[0]` is an index, `a ?[Row#] : 0` a condition: only without data names can it be an index. */
  function isIndexAfterQuestion(reader: TokenReader): boolean {
    return !reader.allowsData;
  }

  function tryGenericCall(reader: TokenReader, target: Expression): Expression | undefined {
    if (target.kind !== 'name' && target.kind !== 'member') return undefined;
    const start = reader.take();
    const typeArguments: string[] = [];
    do {
      const type = tryType(reader);
      if (type === undefined) {
        reader.restore(start);
        return undefined;
      }
      typeArguments.push(type);
    } while (reader.accept(','));
    if (!reader.accept('>') || !reader.is('(')) {
      reader.restore(start);
      return undefined;
    }
    return { kind: 'call', target, typeArguments, ...callArguments(reader, argumentParts), position: start.position };
  }

  function literal(token: Token): Expression {
    return { kind: 'literal', value: token.value, position: token.position };
  }

  function primary(reader: TokenReader): Expression {
    const { token } = reader;
    if (token.kind === 'literal') return literal(reader.take());
    if (token.kind === 'interpolated') return interpolated(reader, coalesce);
    if (token.kind === 'identifier') return named(reader);
    if (token.text === '(') {
      reader.take();
      const inner = expression(reader);
      reader.expect(')');
      return inner;
    }
    if (token.text === '[' && reader.allowsData) return data(reader);
    throw reader.error('Expression expected');
  }

  function data(reader: TokenReader): Expression {
    const { position } = reader.token;
    const end = matchingBracket(reader.source, position, SQUARE_BRACKETS);
    if (end < 0) throw reader.error('] expected', reader.source.length);
    const name = reader.source.slice(position + 1, end).trim();
    if (name === '') throw reader.error('A name is expected between [ and ]', position);
    reader.moveTo(end + 1);
    return { kind: 'data', name, position };
  }

  function named(reader: TokenReader): Expression {
    const { position, text } = reader.token;
    switch (text) {
      case 'new':
        reader.take();
        return creation(reader, position, parts);
      case 'typeof':
      case 'default': {
        reader.take();
        if (text === 'default' && !reader.is('(')) return { kind: 'literal', value: null, position };
        reader.expect('(');
        const type = typeName(reader);
        reader.expect(')');
        return { kind: text, type, position };
      }
      case 'checked':
      case 'unchecked': {
        reader.take();
        reader.expect('(');
        const inner = expression(reader);
        reader.expect(')');
        return inner;
      }
      case 'await':
        reader.take();
        return { kind: 'await', operand: unary(reader), position };
      default:
    }
    return { kind: 'name', name: reader.identifier(), position };
  }

  function tryLambda(reader: TokenReader): LambdaExpression | undefined {
    const start = reader.token;
    const parameters: string[] = [];
    if (start.kind === 'identifier') {
      parameters.push(reader.identifier());
    } else if (reader.accept('(')) {
      while (reader.token.kind === 'identifier') {
        const type = tryType(reader);
        if (type === undefined) break;
        parameters.push(reader.token.kind === 'identifier' ? reader.identifier() : type);
        if (!reader.accept(',')) break;
      }
      if (!reader.accept(')')) {
        reader.restore(start);
        return undefined;
      }
    } else return undefined;
    if (!reader.accept('=>')) {
      reader.restore(start);
      return undefined;
    }
    const body = block && reader.is('{') ? block(reader) : expression(reader);
    return { kind: 'lambda', parameters, body, position: start.position };
  }

  const argumentParts: ArgumentParts = { expression, postfix };
  const parts: Parts = {
    expression,
    callArguments: (reader) => callArguments(reader, argumentParts),
    indexArguments: (reader) => indexArguments(reader, argumentParts),
  };
  const patterns: PatternParts = { expression, operand: (reader) => binary(reader, SHIFT) };
  return {
    expression,
    pattern: (reader) => pattern(reader, patterns),
    callArguments: parts.callArguments,
    arrayItems: (reader) => arrayItems(reader, parts),
  };
}

/** Words that stand behind a value, so that a parenthesis in front of them is no cast. */
const infixWords = new Set(['is', 'as', 'switch', 'and', 'or', 'when', 'in']);

const compound: ReadonlyMap<string, BinaryOperator> = new Map([
  ['+=', '+'],
  ['-=', '-'],
  ['*=', '*'],
  ['/=', '/'],
  ['%=', '%'],
  ['&=', '&'],
  ['|=', '|'],
  ['^=', '^'],
  ['<<=', '<<'],
  ['??=', '??'],
]);
