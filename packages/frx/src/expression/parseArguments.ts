/** Arguments of calls and indexers. */
import type { CallExpression, Expression, OutExpression } from './syntax.ts';
import type { TokenReader } from './tokens.ts';
import { tryType } from './typeSyntax.ts';

/** What the arguments need of the parser they belong to. */
export interface ArgumentParts {
  readonly expression: (reader: TokenReader) => Expression;
  /** A name with members, calls and indexers behind it. */
  readonly postfix: (reader: TokenReader) => Expression;
}

/** `[a, b]`. */
export function indexArguments(reader: TokenReader, { expression }: ArgumentParts): Expression[] {
  reader.expect('[');
  const args = [expression(reader)];
  while (reader.accept(',')) args.push(expression(reader));
  reader.expect(']');
  return args;
}

/** `(a, out b)`, with the place of each argument in the source. */
export function callArguments(reader: TokenReader, parts: ArgumentParts): Pick<CallExpression, 'args' | 'spans'> {
  reader.expect('(');
  const args: Expression[] = [];
  const spans: [number, number][] = [];
  if (!reader.is(')')) {
    do {
      const from = reader.token.position;
      const argument = callArgument(reader, parts);
      args.push(argument);
      spans.push([from, reader.token.position]);
    } while (reader.accept(','));
  }
  reader.expect(')');
  return { args, spans };
}

function callArgument(reader: TokenReader, { expression, postfix }: ArgumentParts): Expression {
  if (reader.is('out') || reader.is('ref')) {
    const start = reader.take();
    const type = tryType(reader);
    if (type !== undefined && reader.token.kind === 'identifier') {
      const { position } = reader.token;
      const target = { kind: 'name', name: reader.identifier(), position } as const;
      return { kind: 'out', declares: type, target, position: start.position };
    }
    reader.restore(start);
    reader.take();
    return outTarget(reader, postfix(reader), start.position);
  }
  const start = reader.token;
  if (start.kind === 'identifier') {
    // `name: value` gives arguments by name; the order is taken as written.
    reader.take();
    if (reader.is(':')) {
      reader.take();
      return expression(reader);
    }
    reader.restore(start);
  }
  return expression(reader);
}

function outTarget(reader: TokenReader, target: Expression, position: number): OutExpression {
  if (target.kind !== 'name' && target.kind !== 'member' && target.kind !== 'index') {
    throw reader.error('A variable is expected after out or ref', position);
  }
  return { kind: 'out', declares: undefined, target, position };
}
