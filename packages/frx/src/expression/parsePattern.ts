import type { Expression, Pattern, SwitchExpression } from './syntax.ts';
import type { TokenReader } from './tokens.ts';
import { isKnownType, tryType } from './typeSyntax.ts';

/** The parts of the grammar that patterns are made of. */
export interface PatternParts {
  expression(reader: TokenReader): Expression;
  /** A value without comparison or logic around it. */
  operand(reader: TokenReader): Expression;
}

const comparisons = ['<=', '>=', '<', '>'] as const;

/** Words that go on with a pattern and so are no name of a variable. */
const continuations = new Set(['and', 'or', 'when', 'is', 'as', 'switch']);

/** What stands behind `is` or `case`: values, types, comparisons, joined by `and`, `or` and `not`. */
export function pattern(reader: TokenReader, parts: PatternParts): Pattern {
  return reader.nested(() => {
    let left = conjunction(reader, parts);
    while (reader.accept('or')) left = { kind: 'or', left, right: conjunction(reader, parts) };
    return left;
  });
}

function conjunction(reader: TokenReader, parts: PatternParts): Pattern {
  let left = single(reader, parts);
  while (reader.accept('and')) left = { kind: 'and', left, right: single(reader, parts) };
  return left;
}

function single(reader: TokenReader, parts: PatternParts): Pattern {
  const { token } = reader;
  if (token.kind === 'identifier') {
    if (reader.accept('not')) return { kind: 'not', inner: reader.nested(() => single(reader, parts)) };
    if (reader.accept('_')) return { kind: 'any' };
    const named = typePattern(reader);
    if (named) return named;
  } else if (token.kind === 'punctuator') {
    if (reader.accept('(')) {
      const inner = pattern(reader, parts);
      reader.expect(')');
      return inner;
    }
    const operator = comparisons.find((each) => reader.accept(each));
    if (operator !== undefined) return { kind: 'compare', operator, value: parts.operand(reader) };
  }
  return { kind: 'value', value: parts.operand(reader) };
}

/** `string`, `string s`, `TextObject`; a name with a dot and no variable behind it is a value: `DayOfWeek.Monday`. */
function typePattern(reader: TokenReader): Pattern | undefined {
  const start = reader.token;
  if (reader.accept('var')) return { kind: 'type', type: 'object', variable: reader.identifier() };
  const type = tryType(reader);
  if (type === undefined) return undefined;
  const { token, source } = reader;
  if (token.kind === 'identifier' && !continuations.has(token.text)) {
    return { kind: 'type', type, variable: reader.identifier() };
  }
  const written = source.slice(start.position, token.position);
  if (isKnownType(type) || !written.includes('.')) return { kind: 'type', type, variable: undefined };
  reader.restore(start);
  return undefined;
}

/** `{ pattern => value, … }` behind `value switch`. */
export function switchExpression(reader: TokenReader, operand: Expression, parts: PatternParts): SwitchExpression {
  const { position } = reader.expect('switch');
  reader.expect('{');
  const arms: SwitchExpression['arms'][number][] = [];
  while (!reader.is('}')) {
    const matched = pattern(reader, parts);
    const when = reader.accept('when') ? parts.expression(reader) : undefined;
    reader.expect('=>');
    arms.push({ pattern: matched, when, value: parts.expression(reader) });
    if (!reader.accept(',')) break;
  }
  reader.expect('}');
  return { kind: 'switch', operand, arms, position };
}
