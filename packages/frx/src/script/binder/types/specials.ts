import { libraryType, need } from '../../library/registry.ts';
import type { NamedType, Special, Type } from './types.ts';

/** Types with a special meaning in the language. */

const NAMES: Readonly<Record<string, string>> = {
  object: 'Object', bool: 'Boolean', char: 'Char', string: 'String', sbyte: 'SByte', byte: 'Byte', short: 'Int16', ushort: 'UInt16', int: 'Int32',
  uint: 'UInt32', long: 'Int64', ulong: 'UInt64', float: 'Single', double: 'Double', decimal: 'Decimal', void: 'Void', null: 'null', error: 'error', dynamic: 'dynamic',
}; // prettier-ignore

export function special(name: Special): NamedType {
  return need(NAMES[name] ?? name).open;
}

export function specialOf(type: Type): Special | undefined {
  return type.kind === 'named' ? type.special : undefined;
}

export function isSpecial(type: Type, name: Special): boolean {
  return type.kind === 'named' && type.special === name;
}

/** Returns the underlying type of a nullable type; undefined for all others. */
export function underlying(type: Type): Type | undefined {
  return type.kind === 'named' && type.special === 'Nullable' ? type.args[0] : undefined;
}

export function nullableOf(type: Type): Type {
  return underlying(type) ? type : need('Nullable', 1).of([type]);
}

export function isEnum(type: Type): type is NamedType {
  return type.kind === 'named' && type.definition.kind === 'enum';
}

export function isDelegate(type: Type): type is NamedType {
  return type.kind === 'named' && type.definition.kind === 'delegate';
}

export function isTuple(type: Type): type is NamedType {
  return type.kind === 'named' && type.special === 'tuple';
}

export function isDynamic(type: Type): boolean {
  return isSpecial(type, 'dynamic');
}

/** Returns the type Variant, whose values calculate with any number without a cast: totals, `Value` of a highlight. */
export function variant(): NamedType {
  return need('Variant').open;
}

export function isVariant(type: Type): boolean {
  return isDynamic(type) && type === variant();
}

export function isError(type: Type): boolean {
  return isSpecial(type, 'error');
}

/** Returns a generic type of the library with type arguments. */
export function generic(name: string, ...args: Type[]): NamedType {
  return need(name, args.length).of(args);
}

/** Returns the type of the items of `foreach` if the type determines it (IEnumerable<T>, an array, a string). */
export function elementOf(type: Type): Type | undefined {
  if (type.kind === 'array') return type.element;
  if (type.kind !== 'named') {
    for (const constraint of type.constraints) {
      const element = elementOf(constraint);
      if (element) return element;
    }
    return undefined;
  }
  if (type.special === 'string') return special('char');
  const definition = libraryType('IEnumerable', 1);
  const found = definition && type.as(definition);
  return found?.args[0];
}
