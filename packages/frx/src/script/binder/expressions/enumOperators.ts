import { COMPARISONS, BITS, operation } from './equality.ts';
import type { Value } from '../../../expression/values/values.ts';
import { EnumValue } from '../../../expression/values/values.ts';
import { asBigInt } from '../../../expression/values/promotion.ts';
import type { BinaryOperator } from '../../grammar/syntax.ts';
import { enumBits, enumNumber, numericConversion } from '../../runtime/arithmetic.ts';
import type { Binary } from '../../runtime/arithmetic.ts';
import type { Bound } from '../bound.ts';
import type { Context } from '../context.ts';
import { convert } from '../types/convert.ts';
import { isEnum, isSpecial, nullableOf, special, underlying } from '../types/specials.ts';

/** Operators of enums (C# specification, Enumeration comparison operators and Enumeration logical operators). */

export function enumBinary(
  context: Context,
  op: BinaryOperator,
  a: Bound,
  b: Bound,
  position: number,
): Bound | undefined {
  const [ta, tb] = [underlying(a.type) ?? a.type, underlying(b.type) ?? b.type];
  const type = isEnum(ta) ? ta : isEnum(tb) ? tb : undefined;
  if (!type) return undefined;
  const lifted =
    underlying(a.type) !== undefined ||
    underlying(b.type) !== undefined ||
    isSpecial(a.type, 'null') ||
    isSpecial(b.type, 'null');
  const wanted = lifted ? nullableOf(type) : type;
  const kind = type.definition.underlying;
  const { enumeration } = type.definition;
  const make = (value: Value): Value =>
    enumeration ? new EnumValue(enumeration, enumBits(kind, asBigInt(value))) : value;
  const number = numericConversion(kind, kind === 'long' || kind === 'ulong' || kind === 'uint' ? kind : 'int', false);
  const read = (value: Value): number => enumNumber(value);
  void number;
  const nulls = (operate: Binary): Binary =>
    lifted ? (x, y) => (x === null || y === null ? null : operate(x, y)) : operate;
  const both = (): [Bound, Bound] | undefined => {
    const x = convert(context, a, wanted);
    const y = convert(context, b, wanted);
    return x && y ? [x, y] : undefined;
  };
  if (COMPARISONS.has(op)) {
    const pair = both();
    if (!pair) return undefined;
    const compare: Binary = (x, y) => {
      if (x === null || y === null) return op === '==' ? x === y : op === '!=' && x !== y;
      const [m, n] = [read(x), read(y)];
      return op === '=='
        ? m === n
        : op === '!='
          ? m !== n
          : op === '<'
            ? m < n
            : op === '>'
              ? m > n
              : op === '<='
                ? m <= n
                : m >= n;
    };
    return operation(special('bool'), position, pair[0], pair[1], compare);
  }
  if (BITS.has(op)) {
    const pair = both();
    if (!pair) return undefined;
    const bit = (x: bigint, y: bigint): bigint => (op === '&' ? x & y : op === '|' ? x | y : x ^ y);
    return operation(
      wanted,
      position,
      pair[0],
      pair[1],
      nulls((x, y) => make(bit(BigInt(read(x)), BigInt(read(y))))),
    );
  }
  const integer = special(kind);
  if (op === '-' && isEnum(ta) && isEnum(tb) && ta === tb)
    return operation(
      lifted ? nullableOf(integer) : integer,
      position,
      a,
      b,
      nulls((x, y) => numericConversion('int', kind, false)(read(x) - read(y))),
    );
  if (op === '+' || op === '-') {
    const [en, other] = isEnum(ta) ? [a, b] : [b, a];
    if (op === '-' && en !== a) return undefined;
    const offset = convert(context, other, lifted ? nullableOf(integer) : integer);
    if (!offset) return undefined;
    const operate: Binary = (x, y) => make(op === '+' ? BigInt(read(x)) + asBigInt(y) : BigInt(read(x)) - asBigInt(y));
    return en === a
      ? operation(wanted, position, en, offset, nulls(operate))
      : operation(
          wanted,
          position,
          offset,
          en,
          nulls((x, y) => operate(y, x)),
        );
  }
  return undefined;
}
