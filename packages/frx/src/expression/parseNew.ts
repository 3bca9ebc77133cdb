import type { CallExpression, Expression, Initializer } from './syntax.ts';
import type { TokenReader } from './tokens.ts';
import { typeName } from './typeSyntax.ts';

/** The parts of the grammar that creation is made of. */
export interface Parts {
  expression(reader: TokenReader): Expression;
  callArguments(reader: TokenReader): Pick<CallExpression, 'args' | 'spans'>;
  indexArguments(reader: TokenReader): Expression[];
}

/** What stands behind `new`. */
export function creation(reader: TokenReader, position: number, parts: Parts): Expression {
  if (reader.accept('[')) {
    reader.expect(']');
    return { kind: 'newArray', elementType: undefined, size: undefined, items: arrayItems(reader, parts), position };
  }
  const type = typeName(reader);
  if (type.endsWith('[]')) {
    const elementType = type.slice(0, -2);
    return { kind: 'newArray', elementType, size: undefined, items: arrayItems(reader, parts), position };
  }
  if (reader.accept('[')) {
    const size = parts.expression(reader);
    reader.expect(']');
    let elementType = type;
    while (reader.accept('[')) {
      reader.expect(']');
      elementType += '[]';
    }
    const items = reader.is('{') ? arrayItems(reader, parts) : undefined;
    return { kind: 'newArray', elementType, size, items, position };
  }
  const args = reader.is('(') ? parts.callArguments(reader).args : [];
  const initializer = reader.is('{') ? initializers(reader, parts) : [];
  return { kind: 'new', type, args, initializer, position };
}

/** `{ 1, 2 }` of an array. */
export function arrayItems(reader: TokenReader, { expression }: Pick<Parts, 'expression'>): Expression[] {
  reader.expect('{');
  const items: Expression[] = [];
  while (!reader.is('}')) {
    items.push(expression(reader));
    if (!reader.accept(',')) break;
  }
  reader.expect('}');
  return items;
}

function initializers(reader: TokenReader, parts: Parts): Initializer[] {
  reader.expect('{');
  const all: Initializer[] = [];
  while (!reader.is('}')) {
    all.push(initializer(reader, parts));
    if (!reader.accept(',')) break;
  }
  reader.expect('}');
  return all;
}

function initializer(reader: TokenReader, parts: Parts): Initializer {
  if (reader.is('{')) return { kind: 'item', values: arrayItems(reader, parts) };
  if (reader.is('[')) {
    const index = parts.indexArguments(reader);
    reader.expect('=');
    return { kind: 'index', index, value: parts.expression(reader) };
  }
  const start = reader.token;
  if (start.kind === 'identifier') {
    const name = reader.identifier();
    if (reader.accept('=')) return { kind: 'member', name, value: parts.expression(reader) };
    reader.restore(start);
  }
  return { kind: 'item', values: [parts.expression(reader)] };
}
