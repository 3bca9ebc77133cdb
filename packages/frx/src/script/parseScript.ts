import type { Expression } from '../expression/syntax.ts';
import { TokenReader } from '../expression/tokens.ts';
import { tryType, typeName } from '../expression/typeSyntax.ts';
import type { EnumType, TypeName } from '../expression/values.ts';
import { block, expressions, initialValue, parameterList } from './parseStatement.ts';
import type { BlockStatement, ClassDeclaration, Field, Method, Property, ScriptFile } from './syntax.ts';

const modifiers = new Set(
  'public private protected internal static readonly const abstract virtual override sealed partial async extern new unsafe volatile event'.split(
    ' ',
  ),
);

/**
 * Reads a script: a C# compilation unit with using directives, namespaces, classes and enums. Throws ExpressionError with the place of the fault.
 */
export function parseScript(source: string): ScriptFile {
  const reader = new TokenReader(source, false);
  const file: { classes: ClassDeclaration[]; enums: EnumType[] } = { classes: [], enums: [] };
  while (reader.token.kind !== 'end') topLevel(reader, file);
  return file;
}

interface File {
  readonly classes: ClassDeclaration[];
  readonly enums: EnumType[];
}

function topLevel(reader: TokenReader, file: File): void {
  if (reader.accept(';')) return;
  if (reader.is('using')) {
    while (!reader.is(';')) {
      if (reader.token.kind === 'end') throw reader.error('; expected');
      reader.take();
    }
    reader.take();
    return;
  }
  if (reader.accept('namespace')) {
    do reader.identifier();
    while (reader.accept('.'));
    if (reader.accept(';')) return;
    reader.expect('{');
    while (!reader.is('}')) {
      if (reader.token.kind === 'end') throw reader.error('} expected');
      topLevel(reader, file);
    }
    reader.expect('}');
    return;
  }
  attributes(reader);
  takeModifiers(reader);
  if (!typeDeclaration(reader, file)) throw reader.error('A class is expected');
}

/** `[Serializable]` and the like mean nothing here. */
function attributes(reader: TokenReader): void {
  while (reader.is('[')) {
    let depth = 0;
    do {
      if (reader.token.kind === 'end') throw reader.error('] expected');
      if (reader.is('[')) depth++;
      else if (reader.is(']')) depth--;
      reader.take();
    } while (depth > 0);
  }
}

function takeModifiers(reader: TokenReader): Set<string> {
  const taken = new Set<string>();
  while (reader.token.kind === 'identifier' && modifiers.has(reader.token.text)) taken.add(reader.take().text);
  return taken;
}

function typeDeclaration(reader: TokenReader, file: File): boolean {
  if (reader.accept('enum')) {
    file.enums.push(enumDeclaration(reader));
    return true;
  }
  if (reader.is('class') || reader.is('struct') || reader.is('interface')) {
    const isInterface = reader.take().text === 'interface';
    const declaration = reader.nested(() => classDeclaration(reader, file));
    if (!isInterface) file.classes.push(declaration);
    return true;
  }
  return false;
}

function enumDeclaration(reader: TokenReader): EnumType {
  const name = reader.identifier();
  if (reader.accept(':')) typeName(reader);
  reader.expect('{');
  const members = new Map<string, number>();
  let next = 0;
  while (!reader.is('}')) {
    const member = reader.identifier();
    if (reader.accept('=')) {
      const negative = reader.accept('-');
      const { value } = reader.take();
      if (typeof value !== 'number') throw reader.error('A whole number is expected');
      next = negative ? -value : value;
    }
    members.set(member, next++);
    if (!reader.accept(',')) break;
  }
  reader.expect('}');
  return { name, flags: false, members };
}

function classDeclaration(reader: TokenReader, file: File): ClassDeclaration {
  const { position } = reader.token;
  const name = reader.identifier();
  const bases: TypeName[] = [];
  if (reader.accept('<')) {
    do reader.identifier();
    while (reader.accept(','));
    reader.expect('>');
  }
  if (reader.accept(':')) {
    do bases.push(typeName(reader));
    while (reader.accept(','));
  }
  const fields: Field[] = [];
  const methods: Method[] = [];
  const properties: Property[] = [];
  const constructors: Method[] = [];
  reader.expect('{');
  while (!reader.is('}')) {
    if (reader.token.kind === 'end') throw reader.error('} expected');
    if (reader.accept(';')) continue;
    attributes(reader);
    const taken = takeModifiers(reader);
    if (typeDeclaration(reader, file)) continue;
    const isStatic = taken.has('static') || taken.has('const');
    const start = reader.token.position;
    const constructed = tryConstructor(reader, name, isStatic);
    if (constructed) {
      constructors.push(constructed);
      continue;
    }
    const type = tryType(reader);
    if (type === undefined) throw reader.error('A member of the class is expected');
    const memberName = reader.identifier();
    if (reader.is('(') || reader.is('<')) {
      methods.push(method(reader, memberName, type, isStatic, start));
    } else if (reader.is('{') || reader.is('=>')) {
      properties.push(property(reader, memberName, type, isStatic, start));
    } else {
      fields.push(...fieldList(reader, memberName, type, isStatic, start));
    }
  }
  reader.expect('}');
  return { name, bases, fields, methods, properties, constructors, position };
}

function tryConstructor(reader: TokenReader, className: string, isStatic: boolean): Method | undefined {
  if (reader.token.text !== className) return undefined;
  const start = reader.take();
  if (!reader.is('(')) {
    reader.restore(start);
    return undefined;
  }
  const parameters = parameterList(reader);
  if (reader.accept(':')) {
    reader.identifier();
    expressions.callArguments(reader);
  }
  const body = block(reader);
  return { name: className, type: 'void', isStatic, parameters, body, position: start.position };
}

function method(reader: TokenReader, name: string, type: TypeName, isStatic: boolean, position: number): Method {
  if (reader.accept('<')) {
    do reader.identifier();
    while (reader.accept(','));
    reader.expect('>');
  }
  const parameters = parameterList(reader);
  if (reader.accept(';')) return { name, type, isStatic, parameters, body: undefined, position };
  return { name, type, isStatic, parameters, body: bodyOf(reader), position };
}

/** `{ … }` or `=> expression;`. */
function bodyOf(reader: TokenReader): BlockStatement | Expression {
  if (!reader.accept('=>')) return block(reader);
  const value = expressions.expression(reader);
  reader.expect(';');
  return value;
}

function property(reader: TokenReader, name: string, type: TypeName, isStatic: boolean, position: number): Property {
  if (reader.is('=>')) {
    return { name, type, isStatic, getter: bodyOf(reader), setter: undefined, value: undefined, position };
  }
  reader.expect('{');
  let getter: Property['getter'];
  let setter: Property['setter'];
  while (!reader.is('}')) {
    takeModifiers(reader);
    const { text } = reader.token;
    if (text !== 'get' && text !== 'set' && text !== 'init') throw reader.error('get or set expected');
    reader.take();
    const accessor = reader.accept(';') ? undefined : bodyOf(reader);
    if (text === 'get') getter = accessor;
    else setter = accessor;
  }
  reader.expect('}');
  let value: Expression | undefined;
  if (reader.accept('=')) {
    value = initialValue(reader, type);
    reader.expect(';');
  }
  return { name, type, isStatic, getter, setter, value, position };
}

function fieldList(reader: TokenReader, first: string, type: TypeName, isStatic: boolean, position: number): Field[] {
  const fields: Field[] = [];
  let name = first;
  for (;;) {
    const value = reader.accept('=') ? initialValue(reader, type) : undefined;
    fields.push({ name, type, isStatic, value, position });
    if (!reader.accept(',')) break;
    name = reader.identifier();
  }
  reader.expect(';');
  return fields;
}
