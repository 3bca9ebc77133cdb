import type { TokenReader } from './tokens.ts';
import type { TypeName } from './values.ts';

/** C# keyword of a type that .NET calls otherwise. */
const keywords: ReadonlyMap<string, string> = new Map(
  Object.entries({
    Boolean: 'bool',
    Byte: 'byte',
    SByte: 'sbyte',
    Int16: 'short',
    UInt16: 'ushort',
    Int32: 'int',
    UInt32: 'uint',
    Int64: 'long',
    UInt64: 'ulong',
    Single: 'float',
    Double: 'double',
    Decimal: 'decimal',
    Char: 'char',
    String: 'string',
    Object: 'object',
  }),
);

const basic = new Set([...keywords.values(), 'DateTime', 'TimeSpan', 'dynamic', 'DayOfWeek', 'Color', 'Font']);

/** Names that only group others and can stand in front of a type. */
export const namespaces: ReadonlySet<string> = new Set([
  'System',
  'Collections',
  'Generic',
  'Drawing',
  'Drawing2D',
  'Windows',
  'Forms',
  'Data',
  'Text',
  'Linq',
  'Globalization',
  'FastReport',
  'Table',
  'Matrix',
  'Barcode',
  'Utils',
  'Dialog',
  'Format',
  'Gauge',
]);

/** The C# name of a .NET type name: `int` for `System.Int32` and `Int32`; namespaces are dropped, array marks kept. */
function canonicalType(name: string): TypeName {
  const array = /(?:\[\])+$/u.exec(name)?.[0] ?? '';
  const bare = array === '' ? name : name.slice(0, -array.length);
  const last = bare.includes('<') ? bare : bare.slice(bare.lastIndexOf('.') + 1);
  return (keywords.get(last) ?? last) + array;
}

/** Types that surely are types, so that `(T)[x]` and `(T)-1` are casts. */
export function isKnownType(type: TypeName): boolean {
  return basic.has(type.replace(/[?[\]]+$/u, ''));
}

/** Reads a type; undefined (nothing taken) when there is none. */
export function tryType(reader: TokenReader): TypeName | undefined {
  const start = reader.token;
  const type = reader.nested(() => readType(reader));
  if (type === undefined) reader.restore(start);
  return type;
}

/** Reads a type. Throws ExpressionError. */
export function typeName(reader: TokenReader): TypeName {
  const type = tryType(reader);
  if (type === undefined) throw reader.error('Type expected');
  return type;
}

const reserved = new Set([
  'switch',
  'when',
  'and',
  'or',
  'not',
  'new',
  'typeof',
  'default',
  'this',
  'base',
  'is',
  'as',
  'out',
  'ref',
  'return',
  'in',
  'await',
]);

function readType(reader: TokenReader): TypeName | undefined {
  if (reader.token.kind !== 'identifier' || reserved.has(reader.token.text)) return undefined;
  let name = reader.identifier();
  while (reader.is('.') || reader.is('::')) {
    reader.take();
    if (reader.token.kind !== 'identifier') return undefined;
    name += `.${reader.identifier()}`;
  }
  let type = canonicalType(name);
  if (reader.is('<')) {
    reader.take();
    const args: string[] = [];
    do {
      const argument = tryType(reader);
      if (argument === undefined) return undefined;
      args.push(argument);
    } while (reader.accept(','));
    if (!reader.accept('>')) return undefined;
    type = `${type}<${args.join(', ')}>`;
  }
  if (reader.is('?') && nullableFollows(reader)) {
    reader.take();
    type += '?';
  }
  while (reader.is('[') && /^\[\s*\]/u.test(reader.source.slice(reader.token.position, reader.token.position + 20))) {
    reader.take();
    reader.take();
    type += '[]';
  }
  return type;
}

/** `int? x`, `(int?)`, `List<int?>`: the mark of a nullable type and not of a condition. */
function nullableFollows(reader: TokenReader): boolean {
  return /^\s*(?:[)>,[;{]|[\p{L}_]\w*\s*[=;,)])/u.test(reader.source.slice(reader.token.end, reader.token.end + 80));
}
