import { Decimal } from '../../expression/values/decimal.ts';
import { Char, Double, EnumValue, Integer, Single } from '../../expression/values/values.ts';
import type { Value } from '../../expression/values/values.ts';
import { TypeDefinition } from '../binder/types/types.ts';
import type { NamedType, Type } from '../binder/types/types.ts';
import { StructObj, TupleObj } from './objects.ts';

/** Default values of types. */

/** Returns the default value of a closed type. */
export function defaultOf(type: Type): Value {
  if (type.kind !== 'named' || !type.definition.isValueType || type.special === 'Nullable') return null;
  const { definition } = type;
  switch (definition.special) {
    case 'bool':
      return false;
    case 'int':
      return 0;
    case 'long':
      return 0n;
    case 'double':
      return ZERO_DOUBLE;
    case 'float':
      return ZERO_SINGLE;
    case 'decimal':
      return Decimal.zero;
    case 'char':
      return ZERO_CHAR;
    case 'byte':
    case 'sbyte':
    case 'short':
    case 'ushort':
    case 'uint':
    case 'ulong':
      return new Integer(definition.special, 0n);
    default:
  }
  if (definition.enumeration) return new EnumValue(definition.enumeration, 0);
  return defaultStruct(type);
}

const ZERO_DOUBLE = new Double(0);

const ZERO_SINGLE = new Single(0);

const ZERO_CHAR = new Char(0);

const structDefaults = new Map<string, (type: NamedType) => Value>();

/** Registers the default value of a struct of the library. */
export function registerDefault(name: string, make: (type: NamedType) => Value): void {
  structDefaults.set(name, make);
}

function defaultStruct(type: NamedType): Value {
  const { definition } = type;
  if (definition.special === 'tuple') {
    const tuple = new TupleObj(type.plain ?? type);
    tuple.fields = type.args.map(defaultOf);
    return tuple;
  }
  if (definition.isScript) return (definition as ScriptStruct).blank?.(type) ?? new StructObj(type);
  return structDefaults.get(definition.name)?.(type) ?? new StructObj(type);
}

/** A struct of the script, which creates its default value. */
export interface ScriptStruct extends TypeDefinition {
  blank?: (type: NamedType) => Value;
}
