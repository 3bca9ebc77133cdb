import type { Decimal } from './decimal.ts';

/**
 * A value of a report, with its .NET type.
 *
 * | .NET | here |
 * |---|---|
 * | null, DBNull | `null` |
 * | bool | `boolean` |
 * | int | `number` (whole, −2³¹ to 2³¹−1) |
 * | long | `bigint` |
 * | byte, sbyte, short, ushort, uint, ulong | `Integer` |
 * | double, float | `Double`, `Single` |
 * | decimal | `Decimal` |
 * | string | `string` |
 * | char | `Char` |
 * | DateTime, TimeSpan | `DateTime`, `TimeSpan` |
 * | an enum | `EnumValue` |
 * | byte[] of a data column | `Uint8Array` |
 * | any other array | `NetArray` |
 * | a method or event handler | `Delegate` |
 * | any other class | `NetObject` |
 */
export type Value =
  | null
  | boolean
  | number
  | bigint
  | string
  | Integer
  | Double
  | Single
  | Decimal
  | Char
  | DateTime
  | TimeSpan
  | EnumValue
  | Uint8Array
  | NetArray
  | Delegate
  | NetObject;

/** The integer types other than int and long; arithmetic converts them to int, long or ulong. */
export type SmallIntegerType = 'byte' | 'sbyte' | 'short' | 'ushort' | 'uint' | 'ulong';

/** A .NET type by its C# name: `int`, `decimal`, `string`, `DateTime`, `object`, `List<int>`, `int[]`, `TextObject` … */
export type TypeName = string;

/** A value of one of the integer types other than int and long. */
export class Integer {
  readonly type: SmallIntegerType;
  readonly value: bigint;
  constructor(type: SmallIntegerType, value: bigint) {
    this.type = type;
    this.value = value;
  }
  get kind(): 'integer' {
    return 'integer';
  }
}

/** A double: 64-bit binary floating point. */
export class Double {
  readonly value: number;
  constructor(value: number) {
    this.value = value;
  }
  get kind(): 'double' {
    return 'double';
  }
}

/** A float: 32-bit binary floating point. */
export class Single {
  readonly value: number;
  constructor(value: number) {
    this.value = Math.fround(value);
  }
  get kind(): 'float' {
    return 'float';
  }
}

/** A char: one UTF-16 code unit. */
export class Char {
  readonly code: number;
  constructor(code: number) {
    this.code = code;
  }
  get kind(): 'char' {
    return 'char';
  }
}

/** 100-nanosecond ticks in a millisecond. */
export const TICKS_PER_MILLISECOND = 10_000;

/** `DateTimeKind` by its number: unspecified, UTC or local. */
export type DateKind = 0 | 1 | 2;
export const [UNSPECIFIED, UTC, LOCAL] = [0, 1, 2] as const;

/** A moment without a time zone, to 100 ns. */
export class DateTime {
  /** Whole milliseconds since 1970-01-01 00:00 of the same calendar; negative before. */
  readonly milliseconds: number;
  /** 100 ns ticks within the millisecond, 0 to 9999. */
  readonly ticks: number;
  /** Affects only the value's text: moments of different kinds are compared by their parts. */
  readonly dateKind: DateKind;
  constructor(milliseconds: number, ticks = 0, dateKind: DateKind = UNSPECIFIED) {
    this.milliseconds = milliseconds;
    this.ticks = ticks;
    this.dateKind = dateKind;
  }
  get kind(): 'DateTime' {
    return 'DateTime';
  }
}

/** A duration. */
export class TimeSpan {
  /** In ticks of 100 ns; exact for whole milliseconds over 400 years. */
  readonly ticks: number;
  constructor(ticks: number) {
    this.ticks = ticks;
  }
  get kind(): 'TimeSpan' {
    return 'TimeSpan';
  }
}

/** The members of an enum and their numbers, in the order in which .NET searches the name of a number. */
export interface EnumType {
  readonly name: string;
  /** Members can be combined with `|` and are then written comma separated. */
  readonly flags: boolean;
  readonly members: ReadonlyMap<string, number>;
}

/** A value of an enum. */
export class EnumValue {
  readonly type: EnumType;
  readonly value: number;
  constructor(type: EnumType, value: number) {
    this.type = type;
    this.value = value;
  }
  get kind(): 'enum' {
    return 'enum';
  }
}

/** An array of fixed length; its items are changed in place. */
export class NetArray {
  readonly elementType: TypeName;
  readonly items: Value[];
  /** Lengths of the dimensions; items of the last one are adjacent. */
  readonly lengths: readonly number[];
  constructor(elementType: TypeName, items: Value[], lengths: readonly number[] = [items.length]) {
    this.elementType = elementType;
    this.items = items;
    this.lengths = lengths;
  }
  get kind(): 'array' {
    return 'array';
  }
}

/** A method as a value, for instance an event handler. */
export class Delegate {
  readonly name: string;
  readonly invoke: (args: readonly Value[]) => Value;
  constructor(name: string, invoke: (args: readonly Value[]) => Value) {
    this.name = name;
    this.invoke = invoke;
  }
  get kind(): 'delegate' {
    return 'delegate';
  }
}

/**
 * An object of a class: a report object, a collection, a font. Scripts can access only what these methods support; each looks its member
 * up in an explicit table and throws an `ExpressionError` for any other name.
 */
export interface NetObject {
  readonly kind: 'object';
  /** C# name of the class, for casts, `is`, and messages. */
  readonly typeName: TypeName;
  /** Base classes and interfaces that a cast or `is` accepts, nearest first. */
  readonly baseTypes?: readonly TypeName[] | undefined;
  /** Value of a property or field. */
  get(name: string): Value;
  /** Sets a property or field, or the handlers of an event (`+=`). */
  set(name: string, value: Value): void;
  /** Calls a method. */
  call(name: string, args: readonly Value[]): Value;
  /** Returns true when `call` has the method, so that the method can be passed as a value. */
  hasMethod?(name: string): boolean;
  /** `object[index]`. */
  getIndex?(index: readonly Value[]): Value;
  setIndex?(index: readonly Value[], value: Value): void;
  /** The items of `foreach`. */
  items?(): Iterable<Value>;
  /** `Equals`; without it objects are compared by reference. */
  equals?(other: Value): boolean;
  /** `ToString()`; without it the name of the class. */
  text?(): string;
}
